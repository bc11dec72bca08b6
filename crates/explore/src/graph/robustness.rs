//! Robustness: whether a program behaves under the memory model as it does under sequential
//! consistency.

use super::explorer::{Explorer, Walk};
use base::ViolationKind;
use execution::EventId;
use interp::Failure;
use models::Model;
use safety::rules::messages;

impl<M: Model> Explorer<'_, M> {
    /// S13 ([`safety::rules`]): reports the execution if it is not sequentially consistent, with a
    /// cycle that shows it.
    pub(super) fn check_robustness(&mut self) -> Walk<()> {
        let graph = &self.world.layer().graph;
        let Some(mut cycle) = models::find_sequential_cycle(graph) else { return Ok(()) };
        let first: EventId = cycle[0];
        let slot = graph.event(first).thread;
        cycle.push(first);
        let failure = Failure::new(ViolationKind::NotRobust, messages::NOT_ROBUST);
        self.violation(slot, failure, &cycle)
    }
}
