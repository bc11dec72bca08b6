//! Loops that wait for ever: see
//! [`Scene::find_waiting_loop`](crate::scene::Scene::find_waiting_loop).

use super::explorer::{Explorer, Walk};
use super::world::World;
use base::ViolationKind;
use execution::{EventId, Slot, Source};
use interp::{Block, Failure, Request};
use models::Model;

impl<M: Model> Explorer<'_, M> {
    /// Looks for a thread that waits for ever in an execution in which nothing can run.
    pub(super) fn check_liveness(&mut self) -> Walk<()> {
        let Some((slot, reads)) = self.world.scene().find_waiting_loop(&self.world.order) else {
            return Ok(());
        };
        let failure = Failure::new(ViolationKind::Liveness, "a loop waits for ever");
        self.violation(slot, failure, &reads)
    }
}

impl<M: Model> World<'_, M> {
    /// What waiting threads have read in their last iterations, and calls of libraries that wait:
    /// if these writes can be the last ones, the threads wait for ever.
    pub(super) fn lasting_writes(&self) -> Vec<EventId> {
        let scene = self.scene();
        let is_in_graph = |slot: &&Slot| self.layer().current[slot.index()].is_some();
        let lasting_reads = |slot: &Slot| match self.slot_state(*slot).request() {
            Request::Blocked(Block::Spin) => scene.last_reads(*slot),
            Request::Blocked(Block::Library { .. }) => {
                scene.graph.last_of(*slot).into_iter().collect()
            }
            _ => Vec::new(),
        };
        let reads = self.order.iter().filter(is_in_graph).flat_map(lasting_reads);
        reads
            .filter_map(|read| match scene.graph.event(read).rf {
                Source::Initial => None,
                Source::Write(write) => Some(write),
            })
            .collect()
    }
}
