//! A configuration of the machine: where its threads are, what is in their buffers and in the
//! memory.
//!
//! `chronological-traces` App. A.2, and App. B for what is kept beside it for happens-before. Its
//! parts are private and every change goes through here, where it is logged, so that a step can be
//! taken back.

use super::actor::Buffer;
use super::trace::Trace;
use crate::states::StateId;
use base::{ObjectId, Value};
use execution::{LocationId, Slot};

/// A store, or the end of an object's life, in a buffer. (`chronological-traces` App. B: (x, e_s,
/// e_l).)
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The event that put it there.
    pub(super) store: u32,
    /// Its number among those of its thread.
    pub(super) number: u32,
    pub(super) buffer: Buffer,
    /// How many store barriers came before.
    pub(super) epoch: u32,
    pub(super) waits_for_all: bool,
    /// The loads that read it in the buffer, as a list.
    pub(super) forwarded: Option<u32>,
    /// It was to be updated, and that was wrong: it does not leave its buffer, nor does what comes
    /// after it there.
    pub(super) is_stuck: bool,
}

/// What the machine knows of a thread, besides its state.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Standing {
    /// Its last step, or the one that created it.
    pub(super) last: Option<u32>,
    /// The last update of one of its stores.
    pub(super) last_update: Option<u32>,
    /// How many store barriers it has executed.
    pub(super) epoch: u32,
    /// The join of it.
    pub(super) joined: Option<u32>,
    /// A value for which the thread's next step was tried, and whether the thread stops with it.
    pub(super) answered: Option<(Value, bool)>,
}

/// A location of the memory. (`chronological-traces` App. B: (e_u, E_l).)
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Contents {
    /// The last write, by its place in the record, and the event with which it reached the memory.
    pub(super) write: Option<(u32, u32)>,
    /// The reads of it, as a list.
    pub(super) reads: Option<u32>,
    /// Where stores have no order: the oldest store that may be last, and the reads before all of
    /// them, as a list.
    pub(super) oldest: Option<u32>,
    pub(super) before: Option<u32>,
}

/// A change, as it was before.
#[derive(Clone, Copy, Debug)]
enum Change {
    Contents(LocationId, Contents),
    State(Slot, Option<StateId>),
    Standing(Slot, Standing),
    /// An entry was added to the thread's buffers.
    Buffered(Slot),
    /// An entry was removed from this place, and has been updated.
    Removed(Slot, u32, Entry),
    /// The list of loads that read the entry at this place.
    Forwarded(Slot, u32, Option<u32>),
    /// The entry at this place got stuck.
    Stuck(Slot, u32),
    /// An object's life has ended.
    Ended,
    /// One more order was chosen.
    Imposed,
}

#[derive(Debug)]
pub(super) struct Configuration {
    /// The state of each thread that exists.
    current: Vec<Option<StateId>>,
    standings: Vec<Standing>,
    /// The buffers of each thread together, the oldest entry first.
    buffers: Vec<Vec<Entry>>,
    /// The events of each thread that put something into its buffers.
    stores: Vec<Vec<u32>>,
    memory: Vec<Contents>,
    /// The objects whose lives have ended, and the events that ended them.
    ends: Vec<(ObjectId, u32)>,
    /// Events that come before others because of what reads have chosen.
    imposed: Vec<(u32, u32)>,
    log: Vec<Change>,
}

impl Configuration {
    /// An empty one with room for so many threads.
    pub(super) fn new(threads: usize) -> Configuration {
        Configuration {
            current: vec![None; threads],
            standings: vec![Standing::default(); threads],
            buffers: vec![Vec::new(); threads],
            stores: vec![Vec::new(); threads],
            memory: Vec::new(),
            ends: Vec::new(),
            imposed: Vec::new(),
            log: Vec::new(),
        }
    }

    /// How many changes there have been.
    pub(super) fn changes(&self) -> u32 {
        self.log.len() as u32
    }

    /// Takes changes back until there are only so many.
    pub(super) fn undo(&mut self, changes: u32, trace: &mut Trace) {
        while self.log.len() > changes as usize {
            match self.log.pop().expect("the log is not empty") {
                Change::Contents(location, old) => self.memory[location.index()] = old,
                Change::State(slot, old) => self.current[slot.index()] = old,
                Change::Standing(slot, old) => self.standings[slot.index()] = old,
                Change::Buffered(slot) => {
                    self.buffers[slot.index()].pop();
                    self.stores[slot.index()].pop();
                }
                Change::Removed(slot, place, entry) => {
                    trace.events[entry.store as usize].update = None;
                    self.buffers[slot.index()].insert(place as usize, entry);
                }
                Change::Forwarded(slot, place, old) => {
                    self.buffers[slot.index()][place as usize].forwarded = old;
                }
                Change::Stuck(slot, place) => {
                    self.buffers[slot.index()][place as usize].is_stuck = false;
                }
                Change::Ended => {
                    self.ends.pop();
                }
                Change::Imposed => {
                    self.imposed.pop();
                }
            }
        }
    }

    /// The state of each thread, by its slot.
    pub(super) fn current(&self) -> &[Option<StateId>] {
        &self.current
    }

    pub(super) fn set_state(&mut self, slot: Slot, state: StateId) {
        let old = self.current[slot.index()].replace(state);
        self.log.push(Change::State(slot, old));
    }

    pub(super) fn standing(&self, slot: Slot) -> &Standing {
        &self.standings[slot.index()]
    }

    pub(super) fn standing_mut(&mut self, slot: Slot) -> &mut Standing {
        let standing = &mut self.standings[slot.index()];
        self.log.push(Change::Standing(slot, *standing));
        standing
    }

    /// What is in the buffers of a thread, the oldest entry first.
    pub(super) fn buffered(&self, slot: Slot) -> &[Entry] {
        &self.buffers[slot.index()]
    }

    /// Whether a store is still in some buffer.
    pub(super) fn is_buffered(&self, store: u32) -> bool {
        self.buffers.iter().flatten().any(|entry| entry.store == store)
    }

    /// The events of a thread that put something into its buffers.
    pub(super) fn stores(&self, slot: Slot) -> &[u32] {
        &self.stores[slot.index()]
    }

    /// Puts a store into a buffer of its thread, or adds to it, if the event has one there already.
    pub(super) fn store(&mut self, slot: Slot, event: u32, buffer: Buffer, waits_for_all: bool) {
        let buffers = &mut self.buffers[slot.index()];
        if let Some(entry) = buffers.last_mut()
            && entry.store == event
        {
            entry.waits_for_all |= waits_for_all;
            return;
        }
        let stores = &mut self.stores[slot.index()];
        buffers.push(Entry {
            store: event,
            number: stores.len() as u32,
            buffer,
            epoch: self.standings[slot.index()].epoch,
            waits_for_all,
            forwarded: None,
            is_stuck: false,
        });
        stores.push(event);
        self.log.push(Change::Buffered(slot));
    }

    /// Replaces the list of loads that have read an entry.
    pub(super) fn forward(&mut self, slot: Slot, place: usize, loads: u32) {
        let entry = &mut self.buffers[slot.index()][place];
        self.log.push(Change::Forwarded(slot, place as u32, entry.forwarded));
        entry.forwarded = Some(loads);
    }

    /// Takes an entry out of its buffer, with an update.
    pub(super) fn remove(&mut self, slot: Slot, place: usize, update: u32, trace: &mut Trace) {
        let entry = self.buffers[slot.index()].remove(place);
        trace.events[entry.store as usize].update = Some(update);
        self.log.push(Change::Removed(slot, place as u32, entry));
    }

    /// Leaves an entry in its buffer for good.
    pub(super) fn keep(&mut self, slot: Slot, place: usize) {
        self.buffers[slot.index()][place].is_stuck = true;
        self.log.push(Change::Stuck(slot, place as u32));
    }

    /// Whether something is in a buffer for good.
    pub(super) fn has_stuck(&self) -> bool {
        self.buffers.iter().flatten().any(|entry| entry.is_stuck)
    }

    pub(super) fn contents(&self, location: LocationId) -> Contents {
        self.memory.get(location.index()).copied().unwrap_or_default()
    }

    pub(super) fn set_contents(&mut self, location: LocationId, contents: Contents) {
        if self.memory.len() <= location.index() {
            self.memory.resize(location.index() + 1, Contents::default());
        }
        let old = std::mem::replace(&mut self.memory[location.index()], contents);
        self.log.push(Change::Contents(location, old));
    }

    pub(super) fn has_ends(&self) -> bool {
        !self.ends.is_empty()
    }

    /// The event that has ended the life of an object.
    pub(super) fn end_of(&self, object: ObjectId) -> Option<u32> {
        self.ends.iter().find(|(ended, _)| *ended == object).map(|(_, event)| *event)
    }

    pub(super) fn end(&mut self, object: ObjectId, event: u32) {
        self.ends.push((object, event));
        self.log.push(Change::Ended);
    }

    /// Events that come before others because of what reads have chosen.
    pub(super) fn imposed(&self) -> &[(u32, u32)] {
        &self.imposed
    }

    pub(super) fn impose(&mut self, first: u32, second: u32) {
        self.imposed.push((first, second));
        self.log.push(Change::Imposed);
    }
}
