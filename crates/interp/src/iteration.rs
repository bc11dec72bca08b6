//! Did an iteration change anything? The pass `spin` puts a mark at a loop's head and a check on
//! its back edge.
//!
//! `program::passes::spin` has the argument why a thread may be stopped after an iteration that
//! changed nothing; here is only what "nothing" is compared with.

use crate::thread::{Iteration, Thread};
use crate::{Block, Request};
use base::Value;
use program::{Operand, Register};

impl Thread {
    /// Remembers what the registers hold at the start of an iteration, and how many effects the
    /// thread has had.
    #[inline]
    pub(crate) fn mark_iteration(
        &mut self,
        base: usize,
        watched: &[(Register, Register)],
        effects: Register,
    ) {
        for (live, mark) in watched {
            let value = self.value(base, Operand::Register(*live));
            self.set(base, *mark, value);
        }
        let count = Value::new(self.effects);
        self.set(base, effects, count);
        let depth = self.frames.len() as u32;
        self.iteration = Iteration { mark: effects.0, depth, events: self.events };
    }

    /// Stops the thread if nothing has changed since the mark.
    #[inline]
    pub(crate) fn check_iteration<const TRACKS: bool>(
        &mut self,
        base: usize,
        watched: &[(Register, Register)],
        effects: Register,
    ) -> Result<(), Request> {
        let register = |register| self.value(base, Operand::Register(register));
        let unchanged = register(effects).bits == self.effects
            && watched.iter().all(|(live, mark)| register(*live) == register(*mark))
            && (!TRACKS || self.carry_the_same(base, watched));
        if !unchanged {
            return Ok(());
        }
        // A loop inside of this one has marked over it.
        if (self.iteration.mark, self.iteration.depth) != (effects.0, self.frames.len() as u32) {
            self.iteration = Iteration::default();
        }
        Err(Request::Blocked(Block::Spin))
    }
}
