//! What a step of a thread does to the memory and to its buffers: loads, writes that act at once,
//! and stores.
//!
//! `chronological-traces` App. B, the cases *store*, *load from memory* and *load from buffer*.

use super::buffering::{self, Buffering};
use super::configuration::{Contents, Entry};
use super::footprint::Access;
use super::machine::Machine;
use super::step::StepUnderway;
use super::trace::Read;
use execution::{Cell, Label, LocationId, Slot};

impl<B: Buffering> Machine<'_, B> {
    /// Reads a location, in the thread's own buffer or else in the memory. Returns the write.
    pub(super) fn read(
        &mut self,
        step: &mut StepUnderway,
        cell: Cell,
        location: LocationId,
    ) -> Option<u32> {
        let StepUnderway { slot, event, .. } = *step;
        let wait = step.wait.take();
        if let Some((place, write)) = self.find_buffered(slot, location) {
            let Entry { number, forwarded, .. } = self.configuration.buffered(slot)[place];
            self.scratch.accesses.push(Access::Read { location, own: Some(number) });
            let read = self.push_read(event, location, forwarded);
            self.configuration.forward(slot, place, read);
            return Some(write);
        }
        if let Some(wait) = wait {
            step.kept_waiting_by = self.kept_waiting_by(slot, wait, cell, location);
        }
        let contents = self.configuration.contents(location);
        let mut own = None;
        if let Some((_, writer)) = contents.write {
            let event = self.trace.event(writer);
            if event.actor.slot() != slot {
                self.scratch.rivals.push((writer, wait.is_none()));
            } else if !step.is_direct {
                own = event.store.map(|store| store.number);
            }
        }
        self.scratch.accesses.push(Access::Read { location, own });
        let read = self.push_read(event, location, contents.reads);
        self.configuration.set_contents(location, Contents { reads: Some(read), ..contents });
        contents.write.map(|(write, _)| write)
    }

    pub(super) fn push_read(&mut self, event: u32, location: LocationId, next: Option<u32>) -> u32 {
        self.trace.reads.push(Read { event, location, next });
        self.trace.reads.len() as u32 - 1
    }

    /// The newest store to a location in a thread's buffers: its place there, and the write.
    pub(super) fn find_buffered(&self, slot: Slot, location: LocationId) -> Option<(usize, u32)> {
        let buffer = self.configuration.buffered(slot);
        buffer.iter().enumerate().rev().find_map(|(place, entry)| {
            let (first, end) = self.trace.event(entry.store).recorded;
            let mut writes = (first..end).rev();
            let write = writes.find(|write| {
                let label = self.trace.record[*write as usize].label;
                matches!(label, Label::Write { location: other, .. } if other == location)
            })?;
            Some((place, write))
        })
    }

    /// Writes to the memory.
    pub(super) fn write(&mut self, step: &StepUnderway, location: LocationId, record: u32) {
        let contents = self.configuration.contents(location);
        self.scratch.accesses.push(Access::Write { location });
        self.find_rivals(step.slot, contents);
        self.trace.record[record as usize].overwritten = contents.write.map(|(write, _)| write);
        let write = Some((record, step.event));
        self.configuration.set_contents(location, Contents { write, ..Contents::default() });
    }

    /// A write comes after the write and the reads of others before it.
    pub(super) fn find_rivals(&mut self, slot: Slot, contents: Contents) {
        let Machine { trace, scratch, .. } = self;
        let events = contents.write.map(|(_, event)| event).into_iter();
        for event in events.chain(trace.list(contents.reads).map(|read| read.event)) {
            if trace.event(event).actor.slot() != slot {
                scratch.rivals.push((event, true));
            }
        }
    }

    /// Puts what was recorded into a buffer.
    pub(super) fn store(
        &mut self,
        step: &StepUnderway,
        location: Option<LocationId>,
        waits_for_all: bool,
    ) {
        let buffer = buffering::buffer::<B>(location);
        self.configuration.store(step.slot, step.event, buffer, waits_for_all);
        self.trace.events[step.event as usize].recorded.1 = self.trace.record.len() as u32;
    }
}
