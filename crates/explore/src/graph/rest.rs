//! Threads that are held, and loops that spin, where the execution is at rest ([`crate::rest`]).

use super::explorer::{Explorer, Walk};
use base::ViolationKind;
use interp::Failure;
use models::Model;
use safety::rules::messages;

impl<M: Model> Explorer<'_, M> {
    /// S8 and S9 ([`safety::rules`]): looks for threads that wait for ever in an execution in which
    /// nothing can run. Those that are held are left out if it is known that threads wait for each
    /// other.
    pub(super) fn check_rest(&mut self, is_deadlock: bool) -> Walk<()> {
        let Some(rest) = self.world.scene().at_rest(&self.world.order) else { return Ok(()) };
        // A loop may be why others are held, so it comes first.
        if self.config.liveness
            && let Some((slot, reads)) = rest.spinning
        {
            let failure = Failure::new(ViolationKind::Liveness, messages::LIVENESS);
            self.violation(slot, failure, &reads)?;
        }
        if let Some(slot) = rest.held
            && !is_deadlock
            && !self.world.scene().has_main_returned()
            && !self.world.order.iter().any(|slot| self.world.is_stuck_in_block(*slot))
        {
            self.violation(slot, Failure::new(ViolationKind::Deadlock, messages::DEADLOCK), &[])?;
        }
        Ok(())
    }

    /// Whether it matters if an execution is at rest.
    pub(super) fn asks_for_rest(&self) -> bool {
        self.config.liveness || self.may_hold
    }
}
