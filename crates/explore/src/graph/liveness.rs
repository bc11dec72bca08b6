//! Loops that wait for ever: see [`Scene::find_waiting_loop`](crate::scene::Scene::find_waiting_loop).

use super::explorer::{Explorer, Walk};
use base::ViolationKind;
use execution::{EventId, Slot, Source};
use interp::{Block, Failure, Request};
use models::Model;

impl<M: Model> Explorer<'_, M> {
    /// Looks for a thread that waits for ever in an execution in which nothing can run.
    pub(super) fn check_liveness(&mut self) -> Walk<()> {
        let Some((slot, reads)) = self.scene().find_waiting_loop(&self.order) else {
            return Ok(());
        };
        let failure = Failure::new(ViolationKind::Liveness, "a loop waits for ever");
        self.violation(slot, failure, &reads)
    }

    /// What waiting threads have read in their last iterations: if these writes can be the last ones, the threads wait for ever.
    pub(super) fn lasting_writes(&self) -> Vec<EventId> {
        let scene = self.scene();
        let is_waiting = |slot: &&Slot| {
            self.layer().current[slot.index()].is_some()
                && matches!(self.slot_state(**slot).request(), Request::Blocked(Block::Spin))
        };
        let reads = self.order.iter().filter(is_waiting).flat_map(|slot| scene.last_reads(*slot));
        reads
            .filter_map(|read| match scene.graph.event(read).rf {
                Source::Initial => None,
                Source::Write(write) => Some(write),
            })
            .collect()
    }
}
