//! Which turns of a loop count for a bound?
//!
//! Those in which something happened that others can see, or a choice. A loop that works on private
//! memory is part of a computation, and what main does before it creates a thread is
//! initialisation, even if it touches memory that is shared later: there is nothing to explore in
//! either, and to stop there would hide everything that comes after. They are not stopped unless
//! they go on for very long, so that with a bound everything ends.

use crate::{Block, Operation, Request, Thread};
use base::Value;
use program::{Operand, Register};

/// How many turns in a row may not count.
const MOST_QUIET: u32 = 1 << 26;

impl Thread {
    /// Whether the operation that is about to be answered makes a turn count.
    pub(crate) fn is_busy(&self) -> bool {
        let is_choice = || {
            matches!(self.request(), Request::Visible { operation: Operation::Choose { .. }, .. })
        };
        !self.is_alone() || is_choice()
    }

    /// Whether the thread has had at least so many operations that make turns count.
    pub fn has_been_busy(&self, times: u32) -> bool {
        self.busy >= times
    }

    /// The thread is at the header of a loop with this counter, which is zero if the loop is
    /// entered. Returns the counter for the next time, or `None` if there have been enough turns.
    ///
    /// The lower half of a counter is how many turns have counted; the upper half is how busy the
    /// thread had been at the last one, and one.
    pub(crate) fn take_turn(&mut self, counter: u64, limit: u32) -> Option<u64> {
        let now = (u64::from(self.busy) + 1) << 32;
        let turns = counter & u64::from(u32::MAX);
        if counter == 0 {
            return Some(now);
        }
        if counter == now | turns {
            self.quiet += 1;
            return (self.quiet < MOST_QUIET).then_some(counter);
        }
        self.quiet = 0;
        (turns < u64::from(limit)).then(|| now | (turns + 1))
    }

    /// Counts a turn of a loop, and stops the thread if it is one too many.
    #[inline]
    pub(crate) fn count_turn(
        &mut self,
        base: usize,
        counter: Register,
        limit: u32,
    ) -> Result<(), Request> {
        let before = self.value(base, Operand::Register(counter)).bits;
        let after = self.take_turn(before, limit).ok_or(Request::Blocked(Block::Bound))?;
        self.set(base, counter, Value::new(after));
        Ok(())
    }
}
