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

/// A lock that stands in the order of locks of its mutex (see [`crate::Graph::push_lock`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Queue {
    /// The mutex has not been unlocked by the lock before it.
    Waiting,
    Acquired,
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
    pub label: Label,
    /// For reads.
    pub rf: Source,
    /// For locks that stand in an order of locks.
    pub queue: Option<Queue>,
    /// For writes: the neighbours in co. For locks in an order of locks: the neighbours in that.
    pub co_before: Source,
    pub co_after: Option<EventId>,
    /// For reads: another read of the same location.
    pub(crate) next_read: Option<EventId>,
    /// For the engine that builds the graph: the state of the thread before this event.
    pub snapshot: u32,
}

impl Event {
    pub fn is_read(&self) -> bool {
        matches!(self.label, Label::Read { .. })
    }

    /// Whether this is a lock that has not acquired its mutex.
    pub fn is_waiting(&self) -> bool {
        self.queue == Some(Queue::Waiting)
    }

    pub fn is_write(&self) -> bool {
        matches!(self.label, Label::Write { .. })
    }
}
