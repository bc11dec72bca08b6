//! Something wrong, with the execution in which it happens and, if there is one, a way to see that
//! execution again.

use base::{ObjectId, SourcePosition, ThreadId, ViolationKind};
use execution::ChronologicalTrace;
use execution::canonical::EventName;
use execution::witness::Witness;
use program::{Allocation, AllocationKind, SiteId};
use std::fmt;

/// Something wrong, with the execution in which it happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub kind: ViolationKind,
    /// One line for people, without the names that only a report knows: who waits for whom in a
    /// deadlock, the witness says.
    pub message: String,
    /// The thread that did it, and where it was.
    pub thread: ThreadId,
    pub position: Option<SourcePosition>,
    /// The events that it is about, if it is about their order: two that are in the wrong order or
    /// in none, or a cycle.
    pub events: Vec<EventName>,
    /// The way to it, if the engine can go there again.
    pub replay: Option<Replay>,
    pub witness: Witness,
    /// The objects that the witness mentions, but for the global ones, in order.
    pub objects: Vec<ObjectOrigin>,
    /// What the machine did, if the engine has one.
    pub trace: Option<ChronologicalTrace>,
}

/// What leads an engine to one execution again, as a word that `--replay` takes. Only the engine
/// that wrote it can read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay(String);

impl Replay {
    pub fn new(word: String) -> Replay {
        Replay(word)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An execution that goes well, with what it takes to tell it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TracedExecution {
    pub trace: ChronologicalTrace,
    pub witness: Witness,
    pub objects: Vec<ObjectOrigin>,
}

/// Where an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectOrigin {
    pub object: ObjectId,
    pub site: SiteId,
    pub kind: AllocationKind,
    pub size: u64,
}

impl ObjectOrigin {
    /// That of an object of this allocation; global ones have none.
    pub fn new(
        object: ObjectId,
        allocation: Allocation,
        kind: AllocationKind,
        size: u64,
    ) -> Option<ObjectOrigin> {
        match allocation {
            Allocation::Global(_) => None,
            Allocation::Site(site) => Some(ObjectOrigin { object, site, kind, size }),
        }
    }
}
