//! One execution as evidence: its events in an order in which they can have happened, with where
//! each comes from. It stands alone, without the engine that found it.

use crate::canonical::{Action, EventName};
use base::{Address, ObjectId, SourcePosition, ThreadId};
use std::collections::BTreeSet;

/// One event of a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub event: EventName,
    pub action: Action,
    /// Whether it happens at once with the thread's previous event.
    pub grouped: bool,
    pub position: Option<SourcePosition>,
    /// The function that did it.
    pub function: String,
    /// The write that directly precedes it in co, for writes; `None` is the initial value.
    pub co_before: Option<EventName>,
}

/// How a thread stands at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadEnd {
    pub thread: ThreadId,
    /// The name of its function.
    pub function: String,
    pub position: Option<SourcePosition>,
    pub status: ThreadStatus,
    /// What it printed, each with the number of events before.
    pub output: Vec<(u32, String)>,
}

/// Whether a thread has ended, or why it has not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ThreadStatus {
    Ended,
    EndedProgram,
    /// It did something wrong by itself: this.
    Failed(String),
    /// The engine found that what it did last was wrong.
    Wrong,
    WaitsForMutex {
        mutex: Address,
        holder: ThreadId,
    },
    /// A function of a library waits for another state of this object.
    WaitsForObject(Address),
    /// It joins this thread.
    WaitsForEnd(ThreadId),
    /// An iteration of a loop changed nothing.
    WaitsInLoop,
    LoopsForEver,
    StoppedByAssumption,
    StoppedByBound,
    /// It has read what it updates, and not written it.
    Updating,
    Running,
    /// It reached this.
    Unsupported(String),
}

/// An execution as evidence.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Witness {
    pub steps: Vec<Step>,
    /// By thread.
    pub threads: Vec<ThreadEnd>,
}

impl Witness {
    /// The objects that its events touch, end or point to.
    pub fn mentioned_objects(&self) -> BTreeSet<ObjectId> {
        let at = |address: Address| address.object().map(|(object, _)| object);
        let mentioned = self.steps.iter().flat_map(|step| match step.action {
            Action::Read { cell, value, .. } | Action::Write { cell, value, .. } => {
                let value = Some(Address(value.bits)).filter(|_| cell.size == 8);
                let without = value.map(Address::without_upper_bits);
                [at(cell.address), value.and_then(at), without.and_then(at)]
            }
            Action::Free { object } => [Some(object), None, None],
            Action::Fence { .. }
            | Action::Spawn { .. }
            | Action::Join { .. }
            | Action::Choose { .. } => [None, None, None],
        });
        mentioned.flatten().collect()
    }
}
