//! A prefix with the way to it, and the steps that no search has to choose.
//!
//! Some steps take no choice away: whatever could come first, can come after them just as well. So
//! a search takes them at once.
//!
//! - A step that does not write to the memory: an event that is performed early is in nobody's way
//!   (`rf-tso-pso` §4.1, the maximality of VerifyTSO).
//! - A write to the memory, if it is executable and no read waits for it: nobody waits for what it
//!   overwrites, either. (The *spurious* writes of `rf-tso-pso` §4.2; those of VerifyTSO are chosen
//!   in the paper, but here they are not.)

use crate::order::{Node, Order};
use crate::prefix::Prefix;
use crate::trail::{Trail, TrailEnd};

/// A prefix, and the way to it.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub(crate) prefix: Prefix,
    pub(crate) place: TrailEnd,
}

impl Attempt {
    /// Nothing has happened.
    pub(crate) fn start(order: &Order) -> Attempt {
        Attempt { prefix: Prefix::empty(order), place: Trail::START }
    }

    /// Takes the next step of a chain if it is executable.
    pub(crate) fn take(&mut self, order: &Order, node: Node, trail: &mut Trail) -> bool {
        let can = self.prefix.is_executable(order, node);
        if can {
            self.prefix.take(order, node);
            self.place = trail.extend(self.place, node);
        }
        can
    }

    /// Takes all steps that take no choice away, until what can be next are writes to the memory
    /// that some read waits for.
    pub(crate) fn take_harmless(&mut self, order: &Order, trail: &mut Trail) {
        let chains = order.chains().len();
        let (mut chain, mut idle) = (0, 0);
        while idle < chains {
            idle += 1;
            while let Some(node) = self.prefix.next(order, chain)
                && (order.entry(node).writes.is_none() || self.prefix.is_read(node))
                && self.take(order, node, trail)
            {
                idle = 0;
            }
            chain = (chain + 1) % chains;
        }
    }
}
