//! Does a loop wait for ever? A turn that changed nothing stops its thread (`interp::iteration`);
//! what the thread has read in it decides whether others can make it go on.
//!
//! The last mark of a loop says where its turn began, as how many events there were before.

use super::Builder;
use super::state::State;
use crate::{EventId, SpinWait, ThreadIndex, ValueId, Values};
use program::{Predicate, Register};
use std::collections::BTreeMap;

/// A loop of a thread: how many calls are open, and the register of its mark.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct LoopId {
    depth: usize,
    mark: Register,
}

/// Where turns began that began here on one way and there on the other. On a way on which a loop
/// has not begun, nobody asks.
pub(super) fn turns(
    values: &mut Values,
    is_first: ValueId,
    first: &BTreeMap<LoopId, ValueId>,
    second: &BTreeMap<LoopId, ValueId>,
) -> BTreeMap<LoopId, ValueId> {
    let mut all = first.clone();
    for (id, start) in second {
        let both = |other: ValueId| values.select(is_first, other, *start);
        let merged = first.get(id).copied().map_or(*start, both);
        all.insert(*id, merged);
    }
    all
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
    fn loop_id(&self, mark: Register) -> LoopId {
        LoopId { depth: self.here.calls.len(), mark }
    }

    /// A turn begins.
    pub(super) fn mark_turn(&mut self, state: &mut State, effects: Register) {
        if self.unrolling.waiting_loops {
            let start = self.made.events.len() as u64;
            let start = self.number(start);
            state.turns.insert(self.loop_id(effects), start);
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
        let first = self.number(0);
        let start = stopped.turns.get(&self.loop_id(effects)).copied().unwrap_or(first);
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
