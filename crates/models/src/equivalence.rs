//! Which executions are one for an exploration?
//!
//! The same exploration serves two equivalences. With co, an execution is (po, rf, co), and the
//! canonical choice is the last place in co ([`WithCo`]). Without co, it is (po, rf), consistent if
//! some co is, and the model says which source of a read is canonical ([`WithoutCo`]): any rule
//! does that depends on the graph alone, not on the order in which it was built, and always gives a
//! consistent source.

use crate::model::{Model, Pending};
use execution::{EventId, Graph, Source};

/// What an exploration asks about co, of a model that it follows.
pub trait Equivalence<M: ?Sized> {
    /// Whether executions that differ only in co are told apart. Where they are not, the graph's co
    /// is one of those that explain it, and is changed when an event needs another one.
    const HAS_CO: bool;

    /// Makes the graph ready for a pending event with a source or place that was offered: gives it
    /// a co with which that is consistent. Returns whether there is one; otherwise nothing has
    /// changed.
    fn prepare(model: &mut M, graph: &mut Graph, pending: &Pending, source: Source) -> bool;

    /// Gives the graph back the co that it had before the event that was just removed.
    fn restore(model: &mut M, graph: &mut Graph);

    /// The canonical source of a read that is in the graph, if nothing else were there than a part
    /// of the graph that is closed under its causes. `None` where this is easier to say of a graph
    /// of its own ([`Equivalence::canonical`]).
    fn canonical_in(
        model: &M,
        graph: &Graph,
        read: EventId,
        is_in_part: impl Fn(EventId) -> bool,
    ) -> Option<Source>;

    /// The canonical source of a pending read. The graph is the same afterwards.
    fn canonical(model: &mut M, graph: &mut Graph, pending: &Pending) -> Option<Source>;

    /// Whether the source of the read that was just added may be canonical once there are more
    /// events. `is_first` says whether it was the first of those that were offered.
    fn may_become_canonical(model: &M, graph: &Graph, read: EventId, is_first: bool) -> bool;

    /// Whether what a read has read may be the last write of its location in some co, now and once
    /// there are more events. If it cannot be, nothing is lost by saying that it may.
    fn may_be_last(model: &M, graph: &Graph, read: EventId) -> bool;

    /// Gives a graph a co with which it is consistent and in which these writes are the last of
    /// their locations. Returns whether there is one. The model does not follow the graph any more.
    fn settle(model: &M, graph: &mut Graph, last: &[EventId]) -> bool;
}

/// Executions are told apart by co, which the graph has.
#[derive(Clone, Copy, Debug)]
pub enum WithCo {}

impl<M: Model> Equivalence<M> for WithCo {
    const HAS_CO: bool = true;

    fn prepare(_: &mut M, _: &mut Graph, _: &Pending, _: Source) -> bool {
        true
    }

    fn restore(_: &mut M, _: &mut Graph) {}

    /// The last write in co. A later event of a group is bound by the events before it in the
    /// group, so that the last write may be inconsistent.
    fn canonical_in(
        _: &M,
        graph: &Graph,
        read: EventId,
        is_in_part: impl Fn(EventId) -> bool,
    ) -> Option<Source> {
        let event = graph.event(read);
        let location = event.label.location().expect("a read has a location");
        if !graph.writes_after(location, event.rf).any(&is_in_part) {
            return Some(event.rf);
        }
        let last = || graph.writes_backwards(location).find(|write| is_in_part(*write));
        (event.offset == 0).then(|| last().map_or(Source::Initial, Source::Write))
    }

    fn canonical(model: &mut M, graph: &mut Graph, pending: &Pending) -> Option<Source> {
        let mut sources = Vec::new();
        model.sources(graph, pending, &mut sources);
        sources.first().copied()
    }

    fn may_become_canonical(_: &M, _: &Graph, _: EventId, is_first: bool) -> bool {
        is_first
    }

    fn may_be_last(_: &M, graph: &Graph, read: EventId) -> bool {
        let event = graph.event(read);
        let location = event.label.location().expect("a read has a location");
        graph.co_last(location) == event.rf
    }

    fn settle(_: &M, graph: &mut Graph, last: &[EventId]) -> bool {
        last.iter().all(|write| {
            let location = graph.event(*write).label.location().expect("a write has a location");
            graph.co_last(location) == Source::Write(*write)
        })
    }
}

/// What a model without co must say besides. The methods are those of [`Equivalence`].
pub trait ReadsFrom: Model {
    fn prepare(&mut self, graph: &mut Graph, pending: &Pending, source: Source) -> bool;
    fn restore(&mut self, graph: &mut Graph);
    fn canonical_in(
        &self,
        graph: &Graph,
        read: EventId,
        is_in_part: &dyn Fn(EventId) -> bool,
    ) -> Option<Source>;
    fn canonical(&mut self, graph: &mut Graph, pending: &Pending) -> Source;
    fn may_become_canonical(&self, graph: &Graph, read: EventId) -> bool;
    fn may_be_last(&self, graph: &Graph, read: EventId) -> bool;
    fn settle(&self, graph: &mut Graph, last: &[EventId]) -> bool;
}

/// Executions are told apart by what reads read.
#[derive(Clone, Copy, Debug)]
pub enum WithoutCo {}

impl<M: ReadsFrom> Equivalence<M> for WithoutCo {
    const HAS_CO: bool = false;

    fn prepare(model: &mut M, graph: &mut Graph, pending: &Pending, source: Source) -> bool {
        model.prepare(graph, pending, source)
    }

    fn restore(model: &mut M, graph: &mut Graph) {
        model.restore(graph);
    }

    fn canonical_in(
        model: &M,
        graph: &Graph,
        read: EventId,
        is_in_part: impl Fn(EventId) -> bool,
    ) -> Option<Source> {
        model.canonical_in(graph, read, &is_in_part)
    }

    fn canonical(model: &mut M, graph: &mut Graph, pending: &Pending) -> Option<Source> {
        Some(model.canonical(graph, pending))
    }

    fn may_become_canonical(model: &M, graph: &Graph, read: EventId, _: bool) -> bool {
        model.may_become_canonical(graph, read)
    }

    fn may_be_last(model: &M, graph: &Graph, read: EventId) -> bool {
        model.may_be_last(graph, read)
    }

    fn settle(model: &M, graph: &mut Graph, last: &[EventId]) -> bool {
        model.settle(graph, last)
    }
}
