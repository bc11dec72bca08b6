//! Who takes steps: threads, and the updaters that empty their store buffers.
//!
//! `chronological-traces` App. A.2 calls updaters auxiliary threads: upd(p) under TSO, upd(p, x)
//! under PSO (App. C.1).

use execution::{LocationId, Slot};

/// Which of the buffers of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Buffer {
    /// The only one.
    Whole,
    /// That of a location; for a store of several cells, the first of them.
    Location(LocationId),
    /// That of the ends of objects' lives.
    Ends,
}

/// Whoever takes a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Actor {
    Thread(Slot),
    /// upd(p) or upd(p, x)
    Updater(Slot, Buffer),
}

impl Actor {
    /// The thread that acts, or whose stores reach the memory.
    pub(super) fn slot(self) -> Slot {
        match self {
            Actor::Thread(slot) | Actor::Updater(slot, _) => slot,
        }
    }

    pub(super) fn is_updater(self) -> bool {
        matches!(self, Actor::Updater(..))
    }
}
