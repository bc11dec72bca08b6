//! What a thread was seen to do: one operation on the shared memory, with its values.
//!
//! These are the events of `dat3m-thesis` §2.4, (command, location, value) of a thread, together
//! with what people record besides: read-modify-writes, fences, the source of a read if it is
//! known, and the times between which an operation took place.
//!
//! Deviation: initial writes are no operations. A location has an initial value, and a read can
//! have [`Source::Initial`] as its source.

/// An operation: its place in the list of a [`crate::Recording`], thread after thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OperationId(pub u32);

/// A thread: its place in the list of threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ThreadId(pub u32);

/// A location: its place in the list of locations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocationId(pub u32);

/// A value: its place in the list of values, which are words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ValueId(pub u32);

/// Where a read has its value from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Source {
    /// The location had not been written.
    Initial,
    /// A write or an update.
    Operation(OperationId),
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Read {
        location: LocationId,
        value: ValueId,
    },
    Write {
        location: LocationId,
        value: ValueId,
    },
    /// A read-modify-write: reads one value and writes another, with nothing in between.
    Update {
        location: LocationId,
        read: ValueId,
        written: ValueId,
    },
    Fence,
}

/// When an operation took place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Interval {
    pub begin: u64,
    /// `None`: nobody knows; it may still be under way, or have had no effect
    /// ([`crate::optional`]).
    pub end: Option<u64>,
}

/// One operation of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    pub action: Action,
    /// The source of a read, if it was recorded.
    pub source: Option<Source>,
    pub interval: Option<Interval>,
    /// The line of the file it stands on, from 1; 0 if there is no file.
    pub line: u32,
}

impl Operation {
    /// An operation of which nothing but the action is known.
    pub fn new(action: Action) -> Operation {
        Operation { action, source: None, interval: None, line: 0 }
    }

    /// The location and the value that it reads.
    pub fn read(&self) -> Option<(LocationId, ValueId)> {
        match self.action {
            Action::Read { location, value } => Some((location, value)),
            Action::Update { location, read, .. } => Some((location, read)),
            Action::Write { .. } | Action::Fence => None,
        }
    }

    /// The location and the value that it writes.
    pub fn written(&self) -> Option<(LocationId, ValueId)> {
        match self.action {
            Action::Write { location, value } => Some((location, value)),
            Action::Update { location, written, .. } => Some((location, written)),
            Action::Read { .. } | Action::Fence => None,
        }
    }

    /// Where it reads or writes; a fence does neither.
    pub fn location(&self) -> Option<LocationId> {
        match self.action {
            Action::Read { location, .. }
            | Action::Write { location, .. }
            | Action::Update { location, .. } => Some(location),
            Action::Fence => None,
        }
    }
}
