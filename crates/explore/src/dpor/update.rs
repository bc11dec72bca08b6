//! A step of an updater: the oldest entry of a buffer reaches the memory.
//!
//! `chronological-traces` App. B, the case *update*: it comes after its store, after the update
//! before it, and after the reads by other threads that read what it overwrites. The loads that
//! were forwarded from the entry become reads of the memory now. App. C: under PSO updates of one
//! thread are ordered only if they write a common location, or by a release (see
//! `super::buffering`).

use super::actor::Actor;
use super::buffering::Buffering;
use super::configuration::{Contents, Entry};
use super::footprint::Access;
use super::machine::Machine;
use super::trace::Stored;
use execution::{Label, LocationId, Slot};

impl<B: Buffering> Machine<'_, B> {
    /// Updates the memory with the first entry of a buffer that may be.
    pub(super) fn take_update(&mut self, actor: Actor) {
        let Actor::Updater(slot, buffer) = actor else {
            unreachable!("only updaters update");
        };
        let entries = self.configuration.buffered(slot);
        let place = entries.iter().position(|entry| entry.buffer == buffer);
        let place = place.expect("an updater has something to update");
        let entry = entries[place];
        let event = self.begin(actor);
        self.trace.before.add(entry.store);
        self.come_after_older_updates(slot, &entry, event);
        let stored = Stored {
            event: entry.store,
            number: entry.number,
            place: place as u32,
            epoch: entry.epoch,
            waits_for_all: entry.waits_for_all,
        };
        let (first, end) = self.trace.event(entry.store).recorded;
        let update = &mut self.trace.events[event as usize];
        update.store = Some(stored);
        update.recorded = (first, end);
        let mut is_wrong = false;
        for record in first..end {
            match self.trace.record[record as usize].label {
                Label::Write { location, .. } => {
                    is_wrong |= self.write_stored(slot, event, &entry, location, record);
                }
                Label::Free { object } => is_wrong |= self.end(slot, event, object, record),
                _ => {}
            }
        }
        if is_wrong {
            self.configuration.keep(slot, place);
        } else {
            self.configuration.remove(slot, place, event, &mut self.trace);
        }
        self.configuration.standing_mut(slot).last_update = Some(event);
        self.settle(event, None);
    }

    /// Under TSO all updates of a thread are in order, under PSO those that a release or a store
    /// barrier orders.
    fn come_after_older_updates(&mut self, slot: Slot, entry: &Entry, event: u32) {
        let mut update = self.configuration.standing(slot).last_update;
        if !B::IS_PER_LOCATION {
            if let Some(update) = update {
                self.trace.before.add(update);
            }
            return;
        }
        if !entry.waits_for_all && entry.epoch == 0 {
            return;
        }
        while let Some(older) = update {
            let Stored { event: store, epoch, .. } =
                self.trace.event(older).store.expect("an update has a store");
            let is_ordered = entry.waits_for_all && store < entry.store || epoch < entry.epoch;
            if is_ordered && !self.trace.before.has(older, event) {
                self.trace.before.add(older);
            }
            update = self.trace.event(older).update_before;
        }
    }

    /// Writes what was stored to the memory. Returns whether that is wrong.
    fn write_stored(
        &mut self,
        slot: Slot,
        event: u32,
        entry: &Entry,
        location: LocationId,
        record: u32,
    ) -> bool {
        let contents = self.configuration.contents(location);
        self.scratch.accesses.push(Access::Write { location });
        self.find_rivals(slot, contents);
        if let Some((_, writer)) = contents.write
            && self.trace.event(writer).actor.slot() == slot
            && !self.trace.before.has(writer, event)
        {
            self.trace.before.add(writer);
        }
        if self.is_written_too_late(slot, location, record) {
            return true;
        }
        self.trace.record[record as usize].overwritten = contents.write.map(|(write, _)| write);
        let mut reads = None;
        let mut forwarded = entry.forwarded;
        while let Some(index) = forwarded {
            let read = self.trace.reads[index as usize];
            if read.location == location {
                reads = Some(self.push_read(read.event, location, reads));
            }
            forwarded = read.next;
        }
        let write = Some((record, event));
        self.configuration.set_contents(location, Contents { write, reads, ..Contents::default() });
        false
    }
}
