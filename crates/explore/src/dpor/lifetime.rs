//! Objects that are touched after the end of their lives.
//!
//! The end of a life is dependent with every access to its object (see `super::footprint`), so both
//! orders are explored, and in one of them the access comes too late. A store is judged when it
//! reaches the memory: that it entered a buffer before or after an end which it does not know of is
//! no difference.

use super::buffering::Buffering;
use super::footprint::Access;
use super::machine::Machine;
use super::step::{StepUnderway, Wrong};
use base::{ObjectId, ViolationKind};
use execution::{Cell, Label, LocationId, Slot};
use interp::{Failure, Objects, dead_object};
use safety::rules::messages;

impl<B: Buffering> Machine<'_, B> {
    /// S1 ([`safety::rules`]): checks that the object of an access lives. If the access does not
    /// touch the memory, only ends that come before it in every order count.
    pub(super) fn check_alive(
        &mut self,
        step: &mut StepUnderway,
        cell: Cell,
        verb: &str,
        record: u32,
        touches_memory: bool,
    ) {
        let slot = step.slot;
        if !self.configuration.has_ends() && self.configuration.buffered(slot).is_empty() {
            return;
        }
        let Some((object, _)) = cell.address.object() else { return };
        let end = self.end_of(object);
        let is_dead = match end {
            Some(end) if touches_memory => {
                self.come_after_end(slot, end);
                true
            }
            _ => self.is_known_dead(step, object),
        };
        if is_dead {
            self.touched_late(slot, object, verb, end, record);
            step.is_wrong = true;
        }
    }

    /// Whether an object's life has ended before a step in every order: by the thread itself, or by
    /// what happens before.
    pub(super) fn is_known_dead(&self, step: &StepUnderway, object: ObjectId) -> bool {
        let end = self.end_of(object);
        end.is_some_and(|end| self.trace.before.has(end, step.event))
            || self.ends_in_buffer(step.slot, object)
    }

    /// Whether a read of a cell by a thread comes too late.
    pub(super) fn is_dead(&self, slot: Slot, cell: Cell) -> bool {
        let object = cell.address.object().map(|(object, _)| object);
        object.is_some_and(|object| {
            self.end_of(object).is_some() || self.ends_in_buffer(slot, object)
        })
    }

    /// Whether the end of an object's life is in a thread's buffers.
    fn ends_in_buffer(&self, slot: Slot, object: ObjectId) -> bool {
        self.configuration.buffered(slot).iter().any(|entry| {
            let (first, end) = self.trace.event(entry.store).recorded;
            let record = &self.trace.record[first as usize..end as usize];
            record.iter().any(|recorded| recorded.label == Label::Free { object })
        })
    }

    fn end_of(&self, object: ObjectId) -> Option<u32> {
        self.configuration.end_of(object)
    }

    fn come_after_end(&mut self, slot: Slot, end: u32) {
        if self.trace.event(end).actor.slot() != slot {
            self.scratch.rivals.push((end, true));
        }
    }

    /// S1: whether a store reaches the memory after the end of its object's life.
    pub(super) fn is_written_too_late(
        &mut self,
        slot: Slot,
        location: LocationId,
        record: u32,
    ) -> bool {
        let object = self.cells.cell(location).address.object().map(|(object, _)| object);
        let Some((object, end)) = object.and_then(|object| Some((object, self.end_of(object)?)))
        else {
            return false;
        };
        self.come_after_end(slot, end);
        self.touched_late(slot, object, "write", Some(end), record);
        true
    }

    /// S1 and S2: ends an object's life. Returns whether that is wrong.
    pub(super) fn end(&mut self, slot: Slot, event: u32, object: ObjectId, record: u32) -> bool {
        self.scratch.accesses.push(Access::End { object });
        if let Some(end) = self.end_of(object) {
            self.come_after_end(slot, end);
            self.freed_twice(slot, object, record);
            return true;
        }
        for other in 0..event {
            let earlier = self.trace.event(other);
            if earlier.actor.slot() != slot && earlier.footprint.touches(object, &self.cells) {
                self.scratch.rivals.push((other, true));
            }
        }
        self.configuration.end(object, event);
        false
    }

    /// The records of the end of an object's life, if there is one, and of what came too late.
    fn about(&self, end: Option<u32>, object: ObjectId, later: u32) -> Vec<u32> {
        let is_end =
            |record: &u32| self.trace.record[*record as usize].label == Label::Free { object };
        let earlier = end.and_then(|end| {
            let (first, after) = self.trace.event(end).recorded;
            (first..after).find(is_end)
        });
        earlier.into_iter().chain([later]).collect()
    }

    pub(super) fn freed_twice(&mut self, slot: Slot, object: ObjectId, record: u32) {
        let failure = Failure::new(ViolationKind::DoubleFree, messages::DOUBLE_END);
        let about = self.about(self.end_of(object), object, record);
        self.wrongs.push(Wrong { slot, failure, about });
    }

    fn touched_late(
        &mut self,
        slot: Slot,
        object: ObjectId,
        verb: &str,
        end: Option<u32>,
        record: u32,
    ) {
        let objects = self.objects();
        let found = objects.object(object).expect("an object that is accessed exists");
        let failure = dead_object(&self.context, found, verb);
        let about = self.about(end, object, record);
        self.wrongs.push(Wrong { slot, failure, about });
    }
}
