//! Does a loop wait for ever? A turn that changed nothing stops its thread (`interp::iteration`);
//! what the thread has read in it decides whether others can make it go on.
//!
//! The last mark of a thread says where the turn began. A loop inside of another one marks over it;
//! then the turn is not known, and everything that the thread has read counts, as in `interp`.

use super::Builder;
use super::state::State;
use crate::{EventId, SpinWait, ThreadIndex, ValueId};
use program::{Predicate, Register};

/// The last mark: which loop it belongs to, and how many events there had been.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    pub owner: ValueId,
    pub start: ValueId,
}

/// What concerns the turns of all threads.
#[derive(Default)]
pub(super) struct Turns {
    /// Reads of mutexes that are locked.
    locks: Vec<EventId>,
    /// What need not be the same in the next turn, with the number of events before.
    accidents: Vec<(ThreadIndex, u64, ValueId)>,
}

impl Builder<'_> {
    /// No thread has marked a turn yet.
    pub(super) fn no_mark(&mut self) -> Mark {
        let none = self.number(0);
        Mark { owner: none, start: none }
    }

    /// What tells the marks of loops apart; none is 0.
    fn owner(&mut self, effects: Register) -> ValueId {
        let depth = self.here.calls.len() as u64;
        self.number((depth << 32) | (u64::from(effects.0) + 1))
    }

    /// A turn begins.
    pub(super) fn mark_turn(&mut self, state: &mut State, effects: Register) {
        if self.unrolling.waiting_loops {
            let start = self.made.events.len() as u64;
            state.mark = Mark { owner: self.owner(effects), start: self.number(start) };
        }
    }

    /// The read of a lock is nothing that a loop waits for.
    pub(super) fn note_lock(&mut self, reads: &[EventId]) {
        if self.unrolling.waiting_loops {
            self.turns.locks.extend(reads);
        }
    }

    /// In another turn, this may be otherwise.
    pub(super) fn note_accident(&mut self, condition: ValueId) {
        if self.unrolling.waiting_loops && condition != ValueId::FALSE {
            let before = self.made.events.len() as u64;
            self.turns.accidents.push((self.here.thread, before, condition));
        }
    }

    /// A thread stops after a turn that changed nothing.
    pub(super) fn note_spin(&mut self, stopped: &State, effects: Register) {
        if !self.unrolling.waiting_loops || stopped.guard == ValueId::FALSE {
            return;
        }
        let owner = self.owner(effects);
        let none = self.number(0);
        let is_own = self.made.values.equal(stopped.mark.owner, owner);
        let start = self.made.values.select(is_own, stopped.mark.start, none);
        let thread = self.here.thread;
        let is_since = |own: &mut Self, place: u64| {
            let place = own.number(place);
            own.made.values.compare(Predicate::Ule, start, place)
        };
        let of_thread = self.made.numbered().filter(|(_, event)| event.thread == Some(thread));
        let reads = of_thread.filter(|(_, event)| event.kind.reads()).map(|(id, _)| id);
        let reads: Vec<EventId> = reads.filter(|id| !self.turns.locks.contains(id)).collect();
        let mut in_turn = Vec::new();
        for read in reads {
            let since = is_since(self, u64::from(read.0));
            if since != ValueId::FALSE {
                in_turn.push((read, since));
            }
        }
        let mut accidents = Vec::new();
        for (own, before, condition) in self.turns.accidents.clone() {
            if own == thread {
                let since = is_since(self, before);
                accidents.push(self.made.values.and(since, condition));
            }
        }
        let (condition, position) = (stopped.guard, self.here.position);
        let reads = in_turn;
        self.made.spins.push(SpinWait { condition, thread, position, reads, accidents });
    }
}
