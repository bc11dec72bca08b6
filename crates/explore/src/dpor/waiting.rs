//! Steps that wait: locks of mutexes that are held, and reads after which the thread would stop.
//!
//! A thread that waits in a loop, or whose assumption does not hold, has done nothing that others
//! could see; so the read is not a step until it finds something with which the thread goes on. (B.
//! Jonsson, M. Lång, K. Sagonas. *Awaiting for Godot: Stateless Model Checking that Avoids
//! Executions where Nothing Happens.* FMCAD 2022.) Such a step cannot come directly before the
//! write that let it go on. It races with the write before which it could have gone on last, and so
//! does one that still waits when nothing can run any more. Threads that still wait then read in
//! vain, so that everybody can see what they wait for.
//!
//! If a thread may end the program, it makes a difference how far the others have got; and if
//! executions are to be found that are not sequentially consistent, a read in vain may be the
//! reason. Then such reads are steps like all others.

use super::actor::Actor;
use super::buffering::{self, Buffering};
use super::explorer::Explorer;
use super::machine::Machine;
use super::strategy::Strategy;
use super::trace::{Race, Second};
use crate::end::End;
use crate::states::StateId;
use base::{Tags, Value};
use execution::{Cell, LocationId, ReadKind, Slot};
use interp::{Block, Operation, Request};

/// What lets a step go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    /// That the mutex is free.
    Mutex,
    /// That the thread in this state does not stop when it reads the value.
    Value(StateId),
}

impl<B: Buffering> Machine<'_, B> {
    /// What the next step of a thread may have to wait for, and where.
    pub(super) fn wait(&self, slot: Slot) -> Option<(Cell, Wait)> {
        let snapshot = self.configuration.current()[slot.index()]?;
        let state = self.states.get(snapshot);
        let Request::Visible { operation: Operation::Read { cell, kind, tags, .. }, .. } =
            *state.request()
        else {
            return None;
        };
        match kind {
            ReadKind::Lock => Some((cell, Wait::Mutex)),
            _ if tags.contains(Tags::ATOMIC_BLOCK) => None,
            _ => state.is_at(&self.waits).then_some((cell, Wait::Value(snapshot))),
        }
    }

    /// Whether a step goes on with a value.
    fn goes_on(&mut self, wait: Wait, value: Value) -> bool {
        match wait {
            Wait::Mutex => is_free(value),
            Wait::Value(snapshot) => !self.stops(snapshot, value),
        }
    }

    /// Whether a thread stops if it gets this value.
    fn stops(&mut self, snapshot: StateId, value: Value) -> bool {
        let top = self.states.top();
        let mut state = self.states.copy(snapshot);
        let is_run = self.run_thread(&mut state, Some(value)).is_ok();
        let stops = matches!(
            state.request(),
            Request::Blocked(Block::Assume | Block::Spin | Block::Library { .. })
        );
        self.states.push(state);
        self.states.truncate(top);
        is_run && stops
    }

    /// Whether a thread would stop if it took its next step, which it could.
    pub(super) fn waits_for_value(&mut self, slot: Slot) -> Result<bool, End> {
        let Some((cell, Wait::Value(snapshot))) = self.wait(slot) else { return Ok(false) };
        let location = self.location(cell)?;
        if self.is_dead(slot, cell) {
            return Ok(false);
        }
        let buffered = self.find_buffered(slot, location).map(|(_, write)| write);
        let write = buffered
            .or_else(|| self.configuration.contents(location).write.map(|(write, _)| write));
        let value = self.value(cell, write);
        if let Some((known, stops)) = self.configuration.standing(slot).answered
            && known == value
        {
            return Ok(stops);
        }
        let stops = self.stops(snapshot, value);
        self.configuration.standing_mut(slot).answered = Some((value, stops));
        Ok(stops)
    }

    /// Whether all that keeps a thread from its next step is that it would stop.
    pub(super) fn can_read_in_vain(&mut self, slot: Slot) -> Result<bool, End> {
        let is_buffered = self.next_drains(slot) && !self.configuration.buffered(slot).is_empty();
        Ok(!is_buffered && self.waits_for_value(slot)?)
    }

    /// The event before which a step could have gone on last, if that is one of another thread.
    pub(super) fn kept_waiting_by(
        &mut self,
        slot: Slot,
        wait: Wait,
        cell: Cell,
        location: LocationId,
    ) -> Option<u32> {
        let mut write = self.configuration.contents(location).write.map(|(write, _)| write);
        while let Some(index) = write {
            let recorded = self.trace.record[index as usize];
            if recorded.slot == slot {
                return None;
            }
            let value = self.value(cell, recorded.overwritten);
            if self.goes_on(wait, value) {
                let store = self.trace.event(recorded.event);
                return Some(store.update.unwrap_or(recorded.event));
            }
            write = recorded.overwritten;
        }
        None
    }

    /// The race of a thread that waits where an exploration ends.
    fn race_of_waiting(&mut self, slot: Slot) -> Result<Option<Race>, End> {
        let Some((cell, wait)) = self.wait(slot) else { return Ok(None) };
        let location = self.location(cell)?;
        let drains = self.next_drains(slot);
        if drains && !self.configuration.buffered(slot).is_empty() || self.is_enabled(slot)? {
            return Ok(None);
        }
        let Some(first) = self.kept_waiting_by(slot, wait, cell, location) else {
            return Ok(None);
        };
        let standing = self.configuration.standing(slot);
        let is_before = |last: u32| first == last || self.trace.before.has(first, last);
        let mut update = standing.last_update.filter(|_| drains);
        let mut is_known = standing.last.is_some_and(is_before);
        while let Some(last) = update {
            is_known |= is_before(last);
            update = self.trace.event(last).update_before;
        }
        Ok((!is_known).then_some(Race { first, second: Second::Waiting(slot) }))
    }

    /// Whether the next step of a thread waits for empty buffers.
    pub(super) fn next_drains(&self, slot: Slot) -> bool {
        let operation = self.state(slot).and_then(|state| state.request().operation());
        operation.is_some_and(|operation| buffering::drains::<B>(&operation))
    }
}

impl<B: Buffering, S: Strategy> Explorer<'_, B, S> {
    /// Reverses the races of threads that wait where an exploration ends.
    pub(super) fn reverse_waiting(&mut self) -> Result<(), End> {
        for slot in (0..self.machine.slots.len() as u32).map(Slot) {
            if let Some(race) = self.machine.race_of_waiting(slot)? {
                self.reverse(race);
            }
        }
        Ok(())
    }

    /// Lets those who wait for a value read in vain. Returns how many steps these are.
    pub(super) fn read_in_vain(&mut self) -> Result<u32, End> {
        let mut count = 0;
        for slot in (0..self.machine.slots.len() as u32).map(Slot) {
            if self.machine.can_read_in_vain(slot)? {
                self.take(Actor::Thread(slot), 0)?;
                count += 1;
            }
        }
        Ok(count)
    }
}

/// Whether a mutex can be locked. Anything but a thread's handle is free, or an error that the
/// thread will find.
pub(super) fn is_free(value: Value) -> bool {
    value.defined().is_none_or(|state| interp::mutex_holder(state).is_none())
}
