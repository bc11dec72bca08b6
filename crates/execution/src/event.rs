//! One event and its links.

use crate::graph::Slot;
use crate::label::Label;
use std::fmt;
use std::num::NonZeroU32;

/// An event's number in one graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventId(NonZeroU32);

impl EventId {
    pub(crate) fn new(index: usize) -> EventId {
        EventId(NonZeroU32::new(index as u32 + 1).expect("one more than an index is not zero"))
    }

    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Debug for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}", self.index())
    }
}

/// What a read reads from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Source {
    /// The location's initial contents, which are before every write in co.
    Initial,
    Write(EventId),
}

/// How a lock came to its mutex (see [`crate::Graph::push_lock`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Acquisition {
    /// The mutex was free.
    InTurn,
    /// Another lock had acquired it before and was taken back.
    Overtaking,
}

/// An event.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub thread: Slot,
    /// Position in its thread.
    pub index: u32,
    /// The number, in its thread, of the group it belongs to. The events of a group happen at once:
    /// the two parts of an atomic update, the cells of one access, an atomic block.
    pub group: u32,
    /// Position in its group.
    pub offset: u32,
    /// The insertion order: the larger, the later. A revisited read keeps the stamp it had.
    pub stamp: u32,
    /// The largest stamp of this event and those with smaller numbers.
    pub newest: u32,
    pub label: Label,
    /// For reads.
    pub rf: Source,
    /// For locks of mutexes that are only locked and unlocked.
    pub acquisition: Option<Acquisition>,
    /// For writes: the neighbours in co.
    pub co_before: Source,
    pub co_after: Option<EventId>,
    /// For reads: another read of the same location. Locks with an acquisition are not among them.
    pub(crate) next_read: Option<EventId>,
    /// For those reads: an older one with the same source.
    pub(crate) next_reader: Option<EventId>,
    /// For writes: the newest of those reads that reads from it.
    pub(crate) reader: Option<EventId>,
    /// For the engine that builds the graph: the state of the thread before this event.
    pub snapshot: u32,
}

impl Event {
    pub fn is_read(&self) -> bool {
        matches!(self.label, Label::Read { .. })
    }

    pub fn is_write(&self) -> bool {
        matches!(self.label, Label::Write { .. })
    }
}
