//! Who can take a step: threads that need not wait, and updaters whose entry may leave its buffer.

use super::actor::Actor;
use super::buffering::{self, Buffering};
use super::configuration::Entry;
use super::machine::Machine;
use super::waiting::is_free;
use crate::end::End;
use execution::{ReadKind, Slot};
use interp::{Operation, Request, Thread};

impl<B: Buffering> Machine<'_, B> {
    /// Whether a thread can take its next step.
    pub(super) fn is_enabled(&mut self, slot: Slot) -> Result<bool, End> {
        match self.state(slot).map(Thread::request) {
            Some(Request::Visible { operation, .. }) => {
                let operation = *operation;
                let waits = buffering::drains::<B>(&operation)
                    && !self.configuration.buffered(slot).is_empty();
                Ok(!waits && self.can_happen(operation)? && !self.waits_for_value(slot)?)
            }
            _ => Ok(false),
        }
    }

    /// Whether somebody has a next step at all. One who did something wrong has none.
    pub(super) fn can_act(&self, actor: Actor) -> bool {
        match actor {
            Actor::Thread(slot) => {
                let request = self.state(slot).map(Thread::request);
                matches!(request, Some(Request::Visible { .. }))
            }
            Actor::Updater(slot, buffer) => {
                let mut entries = self.configuration.buffered(slot).iter();
                entries.find(|entry| entry.buffer == buffer).is_some_and(|entry| !entry.is_stuck)
            }
        }
    }

    /// Whether an operation does not have to wait for other threads.
    pub(super) fn can_happen(&mut self, operation: Operation) -> Result<bool, End> {
        Ok(match operation {
            Operation::Join { thread } => match self.thread_state(thread).map(Thread::request) {
                Some(Request::Finished(_)) => {
                    let slot = self.slots.find(thread).expect("a thread has a slot");
                    self.configuration.buffered(slot).is_empty()
                }
                Some(_) => false,
                // There is no such thread, which is an error.
                None => true,
            },
            Operation::Read { kind: ReadKind::Lock, cell, .. } => {
                let location = self.location(cell)?;
                let write = self.configuration.contents(location).write.map(|(write, _)| write);
                self.has_open_stores(location) || is_free(self.value(cell, write))
            }
            _ => true,
        })
    }

    /// Whether an entry of a thread's buffers may be updated next. One that was wrong keeps those
    /// in their buffers that come after it in every order, and no others: a step that keeps an
    /// independent one from being taken would be dependent with it, which nobody would know.
    pub(super) fn is_ready(&self, slot: Slot, place: usize) -> bool {
        let buffer = self.configuration.buffered(slot);
        let newer = &buffer[place];
        self.can_act(Actor::Updater(slot, newer.buffer))
            && buffer[..place].iter().all(|older| {
                let share = || {
                    let of = |entry: &Entry| self.written(entry.store);
                    of(older).any(|one| of(newer).any(|other| one == other))
                };
                !buffering::are_in_order::<B>(older, newer, share)
            })
    }

    /// Lists everybody who can take a step: threads in order, then updaters.
    pub(super) fn find_enabled(&mut self, enabled: &mut Vec<Actor>) -> Result<(), End> {
        let slots = (0..self.slots.len() as u32).map(Slot);
        for slot in slots.clone() {
            if self.is_enabled(slot)? {
                enabled.push(Actor::Thread(slot));
            }
        }
        for slot in slots {
            for place in 0..self.configuration.buffered(slot).len() {
                if self.is_ready(slot, place) {
                    let buffer = self.configuration.buffered(slot)[place].buffer;
                    enabled.push(Actor::Updater(slot, buffer));
                }
                if !B::IS_PER_LOCATION {
                    break;
                }
            }
        }
        Ok(())
    }
}
