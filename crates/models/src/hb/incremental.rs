//! The fast check: coherence by comparing clocks, psc by its closure.

use super::clocks::join;
use super::psc::{ConsideredEvent, Psc, Scratch};
use super::{Clocks, Synchronisation, axioms};
use crate::equivalence::WithCo;
use crate::model::{Model, Pending};
use crate::races::{OfModel, Synchronises};
use crate::rf::Reorderable;
use crate::watching::Trusted;
use execution::{EventId, Graph, LocationId, Source};
use relation::Relation;

/// A model with happens-before, following a graph.
#[derive(Clone, Debug)]
pub struct Causal<S> {
    clocks: Clocks<S>,
    psc: Psc,
}

impl<S: Synchronisation> Causal<S> {
    /// Visits the writes that a pending access can see, or come after in co, the last one first:
    /// those that no write or read that happens before it comes after.
    fn visible(
        &self,
        graph: &Graph,
        pending: &Pending,
        location: LocationId,
        mut visit: impl FnMut(Source),
    ) {
        let present = self.clocks.present(graph, pending.thread);
        let is_past = |id| present.is_some_and(|clock| graph.is_in_clock(id, clock));
        for write in graph.writes_backwards(location) {
            let source = Source::Write(write);
            visit(source);
            if is_past(write) || graph.readers(location, source).any(is_past) {
                return;
            }
        }
        visit(Source::Initial);
    }

    pub(crate) fn clocks(&self) -> &Clocks<S> {
        &self.clocks
    }

    pub(crate) fn clocks_mut(&mut self) -> &mut Clocks<S> {
        &mut self.clocks
    }

    pub(crate) fn psc(&self) -> &Psc {
        &self.psc
    }

    /// Whether psc allows a pending access with this source or place.
    fn is_sequential(
        &self,
        graph: &Graph,
        pending: &Pending,
        source: Source,
        scratch: &mut Option<(Vec<u32>, Scratch)>,
    ) -> bool {
        let Pending { thread, grouped, label } = pending;
        if self.psc.is_indifferent::<S>(label) {
            return true;
        }
        let location = label.location().expect("an access has a location");
        let Some(next) = graph.co_next(location, source) else {
            // Nothing comes after it.
            return true;
        };
        let (clock, scratch) = scratch.get_or_insert_default();
        let events = &graph.thread(*thread).events;
        let group = match events.last() {
            Some(last) if *grouped => graph.event(*last).group,
            _ => graph.thread(*thread).groups,
        };
        clock.clear();
        match self.clocks.present(graph, *thread) {
            Some(present) => clock.extend_from_slice(present),
            None => clock.resize(graph.capacity(), 0),
        }
        clock[thread.index()] = group + 1;
        let mode = S::mode(label);
        if let Source::Write(write) = source
            && mode.acquires
        {
            join(clock, self.clocks.released(write));
        }
        let place = ConsideredEvent { thread: *thread, index: events.len(), label, source, clock };
        self.psc.allows(graph, &self.clocks, &place, next, scratch)
    }
}

impl<S: Synchronisation> Reorderable for Causal<S> {
    type Saved = Psc;

    fn allows(&self, graph: &Graph, pending: &Pending, source: Source) -> bool {
        let location = pending.label.location().expect("an access has a location");
        let mut is_visible = false;
        self.visible(graph, pending, location, |visible| is_visible |= visible == source);
        is_visible && self.is_sequential(graph, pending, source, &mut Default::default())
    }

    fn change_co(&mut self, graph: &Graph) -> Option<Psc> {
        let psc = self.psc.with_other_co(graph, &self.clocks)?;
        Some(std::mem::replace(&mut self.psc, psc))
    }

    fn change_back(&mut self, psc: Psc) {
        self.psc = psc;
    }
}

impl<S: Synchronisation> Model for Causal<S> {
    const NAME: &'static str = S::NAME;
    const HAS_ATOMIC_BLOCKS: bool = false;

    type Definition = ();
    type Equivalence = WithCo;
    type Races = OfModel;
    type Watching = Trusted;

    fn new((): &(), threads: usize) -> Causal<S> {
        Causal { clocks: Clocks::new(threads), psc: Psc::new(threads) }
    }

    fn sources(&self, graph: &Graph, pending: &Pending, sources: &mut Vec<Source>) {
        let location = pending.label.location().expect("a read has a location");
        let mut scratch = None;
        self.visible(graph, pending, location, |source| {
            if self.is_sequential(graph, pending, source, &mut scratch) {
                sources.push(source);
            }
        });
    }

    fn places(&self, graph: &Graph, pending: &Pending, places: &mut Vec<Source>) {
        let location = pending.label.location().expect("a write has a location");
        let update = match pending.grouped {
            true => graph.pending_update(pending.thread, location),
            false => None,
        };
        let mut scratch = None;
        self.visible(graph, pending, location, |place| {
            // Nothing comes between what an update reads and what it writes.
            let divides = graph
                .co_next(location, place)
                .is_some_and(|next| graph.updated(next) == Some(place));
            if !divides
                && update.is_none_or(|source| source == place)
                && self.is_sequential(graph, pending, place, &mut scratch)
            {
                places.push(place);
            }
        });
    }

    fn push(&mut self, graph: &Graph, event: EventId) {
        self.clocks.push(graph, event);
        self.psc.push(graph, &self.clocks, event);
    }

    fn pop(&mut self, graph: &Graph) {
        self.psc.pop(graph);
        self.clocks.pop(graph);
    }

    fn restrict_from(
        &mut self,
        model: &Causal<S>,
        graph: &Graph,
        restricted: &Graph,
        renamed: &[Option<EventId>],
    ) {
        self.clocks.restrict_from(&model.clocks, graph, renamed);
        self.psc.restrict_from(&model.psc, &self.clocks, graph, restricted, renamed);
    }

    fn happens_before(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        first != second && self.clocks.is_before(graph, first, second)
    }

    fn order((): &(), graph: &Graph) -> Relation {
        axioms::happens_before::<S>(graph)
    }

    fn synchronisation((): &(), graph: &Graph) -> Relation {
        axioms::happens_before::<S>(graph)
    }

    fn is_consistent((): &(), graph: &Graph) -> bool {
        axioms::is_consistent::<S>(graph)
    }
}

impl<S: Synchronisation> Synchronises for Causal<S> {
    fn are_synchronised(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        self.clocks.is_before(graph, first, second)
    }
}
