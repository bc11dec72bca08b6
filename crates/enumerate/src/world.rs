//! A state of the machine.

use base::{ObjectId, SourcePosition, ThreadId};
use execution::{Label, LocationId, Slots};
use interp::{Object, Objects, Thread};
use rustc_hash::FxHashSet;

/// Something that happened: an event, with what only the machine knows of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Issued {
    pub(crate) slot: usize,
    pub(crate) label: Label,
    /// Whether it happened at once with the event of the same thread before it.
    pub(crate) grouped: bool,
    /// For reads: the write that was read, by its position in the record; `None` is the initial
    /// value.
    pub(crate) source: Option<usize>,
    pub(crate) position: Option<SourcePosition>,
}

#[derive(Clone, Default)]
pub(crate) struct World {
    pub(crate) threads: Vec<Option<Thread>>,
    /// Everything that happened, in the order in which threads did it.
    pub(crate) record: Vec<Issued>,
    /// What has left the buffers, by position in the record.
    pub(crate) done: Vec<usize>,
    /// For each thread, what is in its buffers, the oldest first.
    pub(crate) buffers: Vec<Vec<usize>>,
    pub(crate) joined: FxHashSet<ThreadId>,
}

impl World {
    pub(crate) fn thread(&self, slots: &Slots, thread: ThreadId) -> Option<&Thread> {
        self.threads.get(slots.find(thread)?.index())?.as_ref()
    }

    /// The write that a thread sees at a location: its own newest one if it is still in the buffer,
    /// else the last that was done.
    pub(crate) fn visible_write(&self, slot: usize, location: LocationId) -> Option<usize> {
        let buffered = self.buffers[slot].iter().rev();
        buffered.chain(self.done.iter().rev()).copied().find(|index| {
            matches!(self.record[*index].label, Label::Write { location: other, .. } if other == location)
        })
    }

    /// Whether a thread finds that an object's life has ended.
    pub(crate) fn is_dead(&self, slot: usize, object: ObjectId) -> bool {
        self.done.iter().chain(&self.buffers[slot]).any(|index| self.frees(*index, object))
    }

    /// Whether the end of an object's life has left the buffers.
    pub(crate) fn was_freed(&self, object: ObjectId) -> bool {
        self.done.iter().any(|index| self.frees(*index, object))
    }

    fn frees(&self, index: usize, object: ObjectId) -> bool {
        matches!(self.record[index].label, Label::Free { object: freed } if freed == object)
    }
}

/// The objects of all threads.
pub(crate) struct WorldObjects<'a>(pub(crate) &'a World, pub(crate) &'a Slots);

impl Objects for WorldObjects<'_> {
    fn object(&self, object: ObjectId) -> Option<&Object> {
        self.0.thread(self.1, object.thread)?.object(object.index)
    }
}
