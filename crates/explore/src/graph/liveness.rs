//! Loops that wait for ever.
//!
//! A thread that waits in a loop goes on once it reads something else. Where nothing can run any more, it never will if what
//! its last iteration read is the last in co of each location: every write becomes visible in the end, and no other is to come. If it
//! read something older, it goes on in another execution. A loop that retries because others made progress is
//! of the second kind, and one that retries because a weak compare-exchange failed for no reason: that does not happen for ever.

use super::explorer::{Explorer, Walk};
use base::ViolationKind;
use execution::{EventId, Label, Slot, Source};
use interp::{Block, Failure, Operation, Request};
use models::Model;

impl<M: Model> Explorer<'_, M> {
    /// Looks for a thread that waits for ever in an execution in which nothing can run.
    pub(super) fn check_liveness(&mut self) -> Walk<()> {
        let mut waiting: Option<(Slot, Vec<EventId>)> = None;
        for &slot in &self.order {
            let Some(state) = self.layer().current[slot.index()] else { continue };
            match self.states.get(state).request() {
                Request::Blocked(Block::Spin) => {
                    let Some(reads) = self.lasting_reads(slot) else { return Ok(()) };
                    waiting.get_or_insert((slot, reads));
                }
                Request::Finished(_)
                | Request::Blocked(Block::Lock { .. } | Block::Library { .. } | Block::Diverged)
                | Request::Visible { operation: Operation::Join { .. }, .. } => {}
                // An execution that was cut short, or will be reported for something else.
                _ => return Ok(()),
            }
        }
        let Some((slot, reads)) = waiting else { return Ok(()) };
        let failure = Failure::new(ViolationKind::Liveness, "a loop waits for ever");
        self.violation(slot, failure, &reads)
    }

    /// What waiting threads have read in their last iterations: if these writes can be the last ones, the threads wait for ever.
    pub(super) fn lasting_writes(&self) -> Vec<EventId> {
        let graph = &self.layer().graph;
        let is_waiting = |slot: &&Slot| {
            self.layer().current[slot.index()].is_some()
                && matches!(self.slot_state(**slot).request(), Request::Blocked(Block::Spin))
        };
        let reads = self.order.iter().filter(is_waiting).flat_map(|slot| self.last_reads(*slot));
        reads
            .filter_map(|read| match graph.event(read).rf {
                Source::Initial => None,
                Source::Write(write) => Some(write),
            })
            .collect()
    }

    /// What the last iteration of a waiting thread read.
    fn last_reads(&self, slot: Slot) -> Vec<EventId> {
        let graph = &self.layer().graph;
        let start = self.slot_state(slot).iteration_start() as usize;
        let events = graph.thread(slot).events[start..].iter().copied();
        events.filter(|id| graph.event(*id).is_read()).collect()
    }

    /// What the last iteration of a waiting thread read, if it will always read the same.
    fn lasting_reads(&self, slot: Slot) -> Option<Vec<EventId>> {
        let graph = &self.layer().graph;
        let start = self.slot_state(slot).iteration_start() as usize;
        let is_other_choice = |id: &EventId| matches!(graph.event(*id).label, Label::Choose { low, value } if value != low);
        if graph.thread(slot).events[start..].iter().any(is_other_choice) {
            return None;
        }
        let reads = self.last_reads(slot);
        let is_last = |id: &EventId| {
            let event = graph.event(*id);
            let location = event.label.location().expect("a read has a location");
            event.rf == graph.co_last(location)
        };
        (!reads.is_empty() && reads.iter().all(is_last)).then_some(reads)
    }
}
