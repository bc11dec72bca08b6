//! Atomic blocks: what lies between begin and end happens at once.
//!
//! Blocks may be inside of each other; only the outermost one counts. `atomic_depth` says how many
//! are open, `atomic_started` whether the outermost one has had an event, `atomic_orders` whether
//! it has had one that makes it a barrier.

use crate::thread::Thread;
use crate::{Operation, Request};
use base::{Ordering, Tags};

impl Thread {
    /// Enters an atomic block.
    #[inline]
    pub(crate) fn atomic_begin(&mut self) {
        if self.atomic_depth == 0 {
            self.atomic_started = false;
        }
        self.atomic_depth += 1;
    }

    /// Comes to the end of an atomic block. A block is a barrier also if what it does is private,
    /// for the reason that `access` gives. Then it is one event, a fence, which means nothing but
    /// that it is in a block.
    #[inline]
    pub(crate) fn atomic_end(&mut self) -> Result<(), Request> {
        if self.atomic_depth == 1 && !self.atomic_orders && !self.is_alone() {
            let (ordering, tags) = (Ordering::Relaxed, self.tags(Tags::NONE));
            return Err(self.visible(Operation::Fence { ordering, tags }));
        }
        self.leave_atomic_block();
        Ok(())
    }

    /// Leaves the innermost atomic block.
    #[inline]
    pub(crate) fn leave_atomic_block(&mut self) {
        self.atomic_depth = self.atomic_depth.saturating_sub(1);
        if self.atomic_depth == 0 {
            self.atomic_started = false;
            self.atomic_orders = false;
        }
    }

    /// A thread that ends, or ends the program, is in no atomic block any more: what others do may
    /// come after that.
    pub(crate) fn leave_atomic_blocks(&mut self) {
        self.atomic_depth = 0;
        self.atomic_started = false;
        self.atomic_orders = false;
    }

    /// Whether the next event happens at once with the previous one because of an atomic block.
    #[inline]
    pub(crate) fn in_open_block(&self) -> bool {
        self.atomic_depth > 0 && self.atomic_started
    }
}
