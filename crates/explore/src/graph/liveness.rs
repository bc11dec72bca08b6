//! Loops that wait for ever.
//!
//! A thread that waits in a loop goes on once it reads something else. Where nothing can run any more, it never will if what
//! its last iteration read is the last in co of each location: every write becomes visible in the end, and no other is to come. If it
//! read something older, it goes on in another execution. A loop that retries because others made progress is
//! of the second kind, and one that retries because a weak compare-exchange failed for no reason: that does not happen for ever.

use super::explorer::{Explorer, Walk};
use base::ViolationKind;
use execution::{EventId, Label, Slot};
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
                | Request::Blocked(Block::Lock { .. } | Block::Diverged)
                | Request::Visible { operation: Operation::Join { .. }, .. } => {}
                // An execution that was cut short, or will be reported for something else.
                _ => return Ok(()),
            }
        }
        let Some((slot, reads)) = waiting else { return Ok(()) };
        let failure = Failure::new(ViolationKind::Liveness, "a loop waits for ever");
        self.violation(slot, failure, &reads)
    }

    /// What the last iteration of a waiting thread read, if it will always read the same.
    fn lasting_reads(&self, slot: Slot) -> Option<Vec<EventId>> {
        let graph = &self.layer().graph;
        let start = self.slot_state(slot).iteration_start() as usize;
        let iteration = &graph.thread(slot).events[start..];
        let is_other_choice = |id: &EventId| matches!(graph.event(*id).label, Label::Choose { low, value } if value != low);
        if iteration.iter().any(is_other_choice) {
            return None;
        }
        let reads: Vec<EventId> =
            iteration.iter().copied().filter(|id| graph.event(*id).is_read()).collect();
        let is_last = |id: &EventId| {
            let event = graph.event(*id);
            let location = event.label.location().expect("a read has a location");
            event.rf == graph.co_last(location)
        };
        (!reads.is_empty() && reads.iter().all(is_last)).then_some(reads)
    }
}
