//! Could another thread have written, where failures of weak compare-exchanges were left out
//! because none does?
//!
//! `interp::Reliance` says where an execution relies on it: from the thread's last store `W0` to a
//! cell up to its compare-exchange `C`. A store `W` that repeats `W0` would come directly before
//! `C`. The opening of `interp::spurious` has the argument; these are the contradictions, in an
//! execution in which nothing can run any more:
//!
//! - a write of another thread that follows `W0` in co and does not come after `C`, so that it
//!   might come before `W`. Without co, one that comes neither before `W0` nor after `C` in every
//!   order of the execution;
//! - the end of the object's life, if it does not come after `C`: `W` would have come too late;
//! - where data races count, an access of another thread that synchronises with neither `W0` nor
//!   `C`, if it or the store is not atomic: it would race with `W`, and perhaps not with `W0`.
//!
//! *After `C`* means that everything the thread did before `C` comes before in co: for the machines
//! because a compare-exchange leaves the buffers empty, for the models of languages because it
//! happens before. To be caused by `C` (porf) would not be enough there: a relaxed store after `C`
//! tells nothing about a relaxed one before it.

use crate::scene::Scene;
use base::{ObjectId, Ordering};
use execution::{EventId, Label, LocationId, Slot};
use interp::{Discovery, Objects, Reliance};
use program::Allocation;

/// Whether the first event comes before the second.
type Before<'a> = &'a dyn Fn(EventId, EventId) -> bool;

/// What is known of the order of events.
pub(crate) struct Order<'a> {
    /// Whether the graph's co is the only one of this execution.
    pub(crate) has_co: bool,
    /// In every order of this execution.
    pub(crate) before: Before<'a>,
    /// By what the program's language calls synchronisation, if data races are looked for.
    pub(crate) synchronised: Option<Before<'a>>,
}

impl Scene<'_> {
    /// What contradicts that a failure could be left out.
    pub(crate) fn find_contention(&self, order: &Order<'_>) -> Option<Discovery> {
        let slots = self.graph.slots().filter(|slot| slot.index() < self.slots.len());
        slots.into_iter().find_map(|slot| {
            let state = self.states.get(self.current[slot.index()]?);
            let contended = state
                .reliances()
                .iter()
                .find(|reliance| self.is_contended(slot, **reliance, order))?;
            let (object, _) = contended.cell.address.object()?;
            let allocation = match self.context.program.global_of(object) {
                Some(global) => Allocation::Global(global),
                None => self.objects().object(object)?.allocation,
            };
            Some(Discovery::Contended(allocation))
        })
    }

    fn is_contended(&self, slot: Slot, reliance: Reliance, order: &Order<'_>) -> bool {
        let graph = self.graph;
        let Some(location) = self.cells.known(reliance.cell) else { return false };
        let events = &graph.thread(slot).events;
        let exchange = events.get(reliance.event as usize).copied();
        let before = &events[..events.len().min(reliance.event as usize)];
        let is_store = |id: &&EventId| {
            graph.event(**id).is_write() && graph.event(**id).label.location() == Some(location)
        };
        let Some(&store) = before.iter().rev().find(is_store) else { return false };
        let is_foreign = |id: &EventId| graph.event(*id).thread != slot;
        let is_after = |id| exchange.is_some_and(|exchange| (order.before)(exchange, id));
        let write_contends = |write: EventId| match order.has_co {
            true => self.follows_in_co(location, store, write) && !is_after(write),
            false => !(order.before)(write, store) && !is_after(write),
        };
        let races = |access: EventId, synchronised: Before<'_>| {
            (self.is_plain(access) || self.is_plain(store))
                && !synchronised(access, store)
                && !exchange.is_some_and(|exchange| synchronised(exchange, access))
        };
        let object = reliance.cell.address.object().map(|(object, _)| object);
        let writes = || graph.writes_backwards(location).filter(is_foreign);
        let reads = || graph.reads(location).filter(is_foreign);
        writes().any(write_contends)
            || self.ends_of(object).any(|end| is_foreign(&end) && !is_after(end))
            || order.synchronised.is_some_and(|synchronised| {
                writes().chain(reads()).any(|access| races(access, synchronised))
            })
    }

    fn ends_of(&self, object: Option<ObjectId>) -> impl Iterator<Item = EventId> {
        let is_end = move |label| matches!(label, Label::Free { object: it } if Some(it) == object);
        self.graph.events().filter(move |(_, event)| is_end(event.label)).map(|(id, _)| id)
    }

    fn is_plain(&self, id: EventId) -> bool {
        matches!(
            self.graph.event(id).label,
            Label::Read { ordering: Ordering::Plain, .. }
                | Label::Write { ordering: Ordering::Plain, .. }
        )
    }

    fn follows_in_co(&self, location: LocationId, first: EventId, second: EventId) -> bool {
        self.graph
            .writes_after(location, execution::Source::Write(first))
            .any(|write| write == second)
    }
}
