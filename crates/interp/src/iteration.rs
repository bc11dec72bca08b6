//! Did an iteration change anything? The pass `spin` puts a mark at a loop's head and a check on
//! its back edge.
//!
//! `program::passes::spin` has the argument why a thread may be stopped after an iteration that
//! changed nothing; here is only what "nothing" is compared with.
//!
//! A store to private memory that brings back what the thread's last effect, a store to the same
//! place, has replaced takes that effect back: the memory is what it was. Doing the same once more
//! brings the effect back, too. So a loop waits that lets
//! a failed compare-exchange write what it found to a variable, and then resets the variable, which
//! is how locks are written where the variable has an address.

use crate::memory::PrivateChange;
use crate::thread::Thread;
use crate::{Block, Request};
use base::{ObjectId, Value};
use program::{Operand, Register, Since};
use std::rc::Rc;

/// What a mark remembers besides registers, in one register: which effect was the last, and how
/// many events there had been, or fewer where they are too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    pub(crate) effects: u64,
    events: u32,
}

impl Mark {
    /// The lower bits hold the effect.
    const EFFECTS: u32 = 40;
    const MOST_EVENTS: u32 = (1 << (u64::BITS - Mark::EFFECTS)) - 1;

    pub(crate) fn of(bits: u64) -> Mark {
        let effects = bits & ((1 << Mark::EFFECTS) - 1);
        Mark { effects, events: (bits >> Mark::EFFECTS) as u32 }
    }

    fn value(self) -> Value {
        let events = u64::from(self.events.min(Mark::MOST_EVENTS));
        Value::new(self.effects | (events << Mark::EFFECTS))
    }
}

impl Thread {
    /// Notes that a store has changed private memory from `old` to `new`, where `before` was the
    /// last effect before it. What is there carries the reads that it was computed from; where
    /// these are followed, nothing is taken back.
    pub(crate) fn have_changed_private(
        &mut self,
        place: (ObjectId, u64, u8),
        (old, new): (Value, Value),
        before: u64,
    ) {
        if self.tracks_dependencies() {
            return;
        }
        match self.memory.last {
            Some(last) if (last.place, last.own, last.old) == (place, before, new) => {
                self.effects = last.before;
            }
            Some(last) if (last.place, last.before, last.new) == (place, before, new) => {
                self.effects = last.own;
            }
            Some(_) | None => {
                let change = PrivateChange { place, old, new, before, own: self.effects };
                Rc::make_mut(&mut self.memory).last = Some(change);
            }
        }
    }

    /// Remembers what the registers hold at the start of an iteration, how many effects the thread
    /// has had, and how many events.
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
        let mark = Mark { effects: self.effects, events: self.events };
        self.set(base, effects, mark.value());
    }

    /// Stops the thread if nothing has changed since the mark.
    #[inline]
    pub(crate) fn check_iteration<const TRACKS: bool>(
        &mut self,
        base: usize,
        watched: &[(Register, Register)],
        effects: Register,
        since: Since,
    ) -> Result<(), Request> {
        let register = |register| self.value(base, Operand::Register(register));
        let mark = Mark::of(register(effects).bits);
        let unchanged = mark.effects == self.effects
            && watched.iter().all(|(live, mark)| register(*live) == register(*mark))
            && (!TRACKS || self.carry_the_same(base, watched));
        if !unchanged {
            return Ok(());
        }
        self.turn_start = (since == Since::Turn).then_some(mark.events);
        Err(Request::Blocked(Block::Spin))
    }

    /// Lets a thread that was stopped so begin its next turn when it is started, for who knows that
    /// it does: that is an execution, too.
    pub fn go_round_again(&mut self) {
        assert_eq!(self.request, Request::Blocked(Block::Spin), "it waits in a loop");
        self.frame_mut().instruction += 1;
        self.turn_start = None;
        self.request = Request::Paused;
    }
}
