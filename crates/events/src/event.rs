//! What is known of one event, besides its relations to others?

use base::TagSet;

/// What an event does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Read,
    Write,
    /// A read-modify-write that is one event.
    Update,
    /// It orders others; it may be about a location.
    Fence,
    /// It is in po, and in no set that models know.
    Other,
}

impl Kind {
    pub fn reads(self) -> bool {
        matches!(self, Kind::Read | Kind::Update)
    }

    pub fn writes(self) -> bool {
        matches!(self, Kind::Write | Kind::Update)
    }

    pub fn is_access(self) -> bool {
        self.reads() || self.writes()
    }
}

/// Where an access is: an address, or whatever else tells locations apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location(pub i64);

/// One event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// None for an initial write.
    pub thread: Option<usize>,
    pub kind: Kind,
    pub tags: TagSet,
    /// None for a fence, but for those about a location.
    pub location: Option<Location>,
    /// The first event of the access that this is a part of; its own number, if it is the first.
    /// The parts of an access have consecutive numbers.
    pub access: usize,
    /// What it reads and writes, where that is known: only `same-value` is about it.
    pub read: Option<i64>,
    pub written: Option<i64>,
}

impl Event {
    /// An initial write with this number.
    pub fn initial(own: usize, location: Location, written: Option<i64>) -> Event {
        Event {
            thread: None,
            kind: Kind::Write,
            tags: TagSet::NONE,
            location: Some(location),
            access: own,
            read: None,
            written,
        }
    }
}
