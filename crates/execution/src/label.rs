//! What an event does.

use crate::{LocationId, Slot};
use base::{ObjectId, Ordering, Tags, ThreadId, Value};

/// What a read is part of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ReadKind {
    /// A load.
    Load,
    /// The read part of a read-modify-write or compare-exchange.
    Exclusive,
    /// `pthread_mutex_lock`: the thread goes on only if it read that the mutex is free.
    Lock,
    /// `pthread_mutex_trylock`
    TryLock,
    /// `pthread_mutex_destroy`, which must find the mutex free.
    Destroy,
    /// `pthread_mutex_init`, which must not find it held.
    Initialise,
}

impl ReadKind {
    /// Whether a write may belong to it, so that both are one atomic update. Who initialises or
    /// destroys a mutex only looks, and then stores.
    pub fn may_update(self) -> bool {
        match self {
            ReadKind::Load | ReadKind::Initialise | ReadKind::Destroy => false,
            ReadKind::Exclusive | ReadKind::Lock | ReadKind::TryLock => true,
        }
    }
}

/// What a write is part of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum WriteKind {
    /// A store.
    Store,
    /// The write part of a read-modify-write or compare-exchange, or of an operation on a mutex
    /// that read it first.
    Exclusive,
    /// `pthread_mutex_unlock`
    Unlock,
}

/// An event's label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    Read {
        location: LocationId,
        kind: ReadKind,
        ordering: Ordering,
        tags: Tags,
        value: Value,
    },
    Write {
        location: LocationId,
        kind: WriteKind,
        ordering: Ordering,
        tags: Tags,
        value: Value,
    },
    Fence {
        ordering: Ordering,
        tags: Tags,
    },
    /// The end of an object's life.
    Free {
        object: ObjectId,
    },
    Spawn {
        child: ThreadId,
    },
    /// `slot` is that of the thread.
    Join {
        thread: ThreadId,
        slot: Slot,
    },
    Choose {
        low: i64,
        value: i64,
    },
}

impl Label {
    /// The location of a read or write.
    pub fn location(&self) -> Option<LocationId> {
        match self {
            Label::Read { location, .. } | Label::Write { location, .. } => Some(*location),
            Label::Fence { .. }
            | Label::Free { .. }
            | Label::Spawn { .. }
            | Label::Join { .. }
            | Label::Choose { .. } => None,
        }
    }

    /// The value read or written.
    pub fn value(&self) -> Option<Value> {
        match self {
            Label::Read { value, .. } | Label::Write { value, .. } => Some(*value),
            Label::Fence { .. }
            | Label::Free { .. }
            | Label::Spawn { .. }
            | Label::Join { .. }
            | Label::Choose { .. } => None,
        }
    }
}
