//! What an engine needs of a memory model, and nothing more.
//!
//! A value of a type that implements [`Model`] accompanies one graph: the engine tells it of every
//! event that it adds or removes, and asks it what may come next. The graph is consistent at all
//! times.
//!
//! The same exploration serves two equivalences. With co, an execution is (po, rf, co), and the canonical choice is the last
//! place in co. Without co, it is (po, rf), consistent if some co is, and the model says which source of a read is canonical: any
//! rule does that depends on the graph alone, not on the order in which it was built, and always gives a consistent source.

use crate::assumptions::Assumptions;
use execution::{EventId, Graph, Label, Slot, Source};

/// The next event of a thread: a read or a write about to be added.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    pub thread: Slot,
    /// Whether it happens at once with the thread's previous event.
    pub grouped: bool,
    /// Its label; the value does not matter.
    pub label: Label,
}

/// A memory model that follows a graph. The exploration of graphs is complete and without repetition for models that meet
/// [`Assumptions::ALL`].
pub trait Model: Clone {
    /// The name on the command line.
    const NAME: &'static str;

    /// Which of the assumptions of the exploration it meets.
    const ASSUMPTIONS: Assumptions = Assumptions::ALL;

    /// Whether the model says what an atomic block is, or any other group of several reads and writes: an update that was
    /// split into cells.
    const HAS_ATOMIC_BLOCKS: bool;

    /// Whether accesses may be split into cells, so that several reads or writes happen at once.
    const HAS_SPLIT_ACCESSES: bool = true;

    /// Whether executions that differ only in co are told apart. Where they are not, the graph's co is one of those that explain it,
    /// and the model changes it when an event needs another one ([`Model::prepare`]).
    const HAS_CO: bool = true;

    /// Whether it should be watched that a consistent execution can always be extended as the exploration does it, because the model is not one of
    /// ours: a read can read the last write in co, a write can come last, and what has no choice can happen.
    const IS_WATCHED: bool = false;

    /// What makes it this model, where the type alone does not.
    type Definition: Clone + Sync + std::fmt::Debug;

    /// A model for an empty graph with room for `threads` threads.
    fn new(definition: &Self::Definition, threads: usize) -> Self;

    /// What a pending read may read, last in co first.
    fn sources(&self, graph: &Graph, pending: &Pending, sources: &mut Vec<Source>);

    /// After which writes in co a pending write may come, last in co first.
    fn places(&self, graph: &Graph, pending: &Pending, places: &mut Vec<Source>);

    /// Makes the graph ready for a pending event with a source or place that was offered: gives it a co with which that is
    /// consistent. Returns whether there is one; otherwise nothing has changed. For models without co.
    fn prepare(&mut self, _graph: &mut Graph, _pending: &Pending, _source: Source) -> bool {
        true
    }

    /// Gives the graph back the co that it had before the event that was just removed. For models without co.
    fn restore(&mut self, _graph: &mut Graph) {}

    /// Takes note of the event that was just added to the graph, by a choice that was offered.
    fn push(&mut self, graph: &Graph, event: EventId);

    /// Forgets the event that is about to be removed from the end of the graph.
    fn pop(&mut self, graph: &Graph);

    /// Becomes the model for `restricted`, which was made from `graph` by
    /// [`Graph::restrict_into`] with this renaming; `model` accompanies `graph`.
    fn restrict_from(
        &mut self,
        model: &Self,
        graph: &Graph,
        restricted: &Graph,
        renamed: &[Option<EventId>],
    );

    /// Whether the first event comes before the second one in every order in which this execution can
    /// have happened.
    fn happens_before(&self, graph: &Graph, first: EventId, second: EventId) -> bool;

    /// Whether the first event happens before the second one by what the program's language calls synchronisation, or is in the
    /// same group. Only asked where data races are looked for.
    fn are_synchronised(&self, graph: &Graph, first: EventId, second: EventId) -> bool;

    /// The canonical source of a read that is in the graph, if nothing else were there than a part of the graph that is closed
    /// under its causes. `None` where this is easier to say of a graph of its own. For models without co.
    fn canonical_in(
        &self,
        _graph: &Graph,
        _read: EventId,
        _is_in_part: &dyn Fn(EventId) -> bool,
    ) -> Option<Source> {
        None
    }

    /// The canonical source of a pending read. The graph is the same afterwards. For models without co.
    fn canonical(&mut self, _graph: &mut Graph, _pending: &Pending) -> Source {
        unreachable!("with co, the canonical source is the first that is offered")
    }

    /// Whether the source of the read that was just added may be canonical once there are more events. For models without
    /// co.
    fn may_become_canonical(&self, _graph: &Graph, _read: EventId) -> bool {
        unreachable!("with co, the canonical source is the first that was offered")
    }

    /// Whether what a read has read may be the last write of its location in some co, now and once there are more events. If it
    /// cannot be, nothing is lost by saying that it may. For models without co.
    fn may_be_last(&self, _graph: &Graph, _read: EventId) -> bool {
        unreachable!("with co, the last write is the first that was offered")
    }

    /// Gives a graph a co with which it is consistent and in which these writes are the last of their locations. Returns whether
    /// there is one. For models without co; this one does not follow the graph any more.
    fn settle(&self, _graph: &mut Graph, _last: &[EventId]) -> bool {
        unreachable!("the graph has its co")
    }

    /// Whether the graph is consistent after something that had no choice. For models that are watched.
    fn goes_on(&self, _graph: &Graph) -> bool {
        true
    }

    /// What the model remarks on a graph at its end, besides that it is consistent.
    fn remark(&self, _graph: &Graph) -> Option<String> {
        None
    }

    /// Whether a whole graph is consistent, by the axioms and nothing else.
    fn is_consistent(definition: &Self::Definition, graph: &Graph) -> bool;
}
