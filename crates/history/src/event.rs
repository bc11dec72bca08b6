//! What happened in a history: the vocabulary of the procedures.
//!
//! | in a program | here |
//! |---|---|
//! | a load | [`Event::Read`] |
//! | a store | [`Event::Write`]; with `release` if it waits for the thread's earlier writes (only PSO makes a difference) |
//! | a `seq_cst` store | a `Write` with `release`, then a [`Fence::Full`] |
//! | a read-modify-write, a lock, an unlock | [`Event::Update`]: one step, with empty buffers before and after |
//! | a compare-exchange that fails | a [`Fence::Full`], then a `Read` |
//! | a `seq_cst` fence | [`Fence::Full`] |
//! | a release fence | [`Fence::Store`], which only PSO notices |
//!
//! Values are absent: reads-from says everything that consistency depends on.

/// A thread of a history: its place in the list of threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Thread(pub u32);

/// A location, which is read and written as a whole. Numbers should be small: there are tables by
/// location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location(pub u32);

/// An event: its thread, and its place in that thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EventId {
    pub thread: Thread,
    pub index: u32,
}

/// Where a read has its value from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Source {
    /// The location had not been written.
    Initial,
    /// A write or an update.
    Event(EventId),
}

/// What a fence waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fence {
    /// Until the thread's buffers are empty.
    Full,
    /// Nothing; but later writes of the thread reach the memory after earlier ones.
    Store,
}

/// One event of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    Read {
        location: Location,
        source: Source,
    },
    Write {
        location: Location,
        release: bool,
    },
    Update {
        location: Location,
        source: Source,
    },
    Fence(Fence),
    /// The thread starts here. Empties the buffers.
    Create(Thread),
    /// The thread has ended, and its buffers are empty. Empties the own buffers too.
    Join(Thread),
}

impl Event {
    /// What it reads, and from where.
    pub fn read(self) -> Option<(Location, Source)> {
        match self {
            Event::Read { location, source } | Event::Update { location, source } => {
                Some((location, source))
            }
            Event::Write { .. } | Event::Fence(_) | Event::Create(_) | Event::Join(_) => None,
        }
    }

    /// Which location it writes to.
    pub fn written(self) -> Option<Location> {
        match self {
            Event::Write { location, .. } | Event::Update { location, .. } => Some(location),
            Event::Read { .. } | Event::Fence(_) | Event::Create(_) | Event::Join(_) => None,
        }
    }

    /// Whether it waits until the buffers of its thread are empty.
    pub fn drains(self) -> bool {
        match self {
            Event::Update { .. }
            | Event::Fence(Fence::Full)
            | Event::Create(_)
            | Event::Join(_) => true,
            Event::Read { .. } | Event::Write { .. } | Event::Fence(Fence::Store) => false,
        }
    }
}
