//! What can be asked about an execution in which nothing can run any more.
//!
//! The answers are those of the definitions, on the graph of the whole execution: nothing is
//! pruned, and no thread is ahead of the others. Whether threads wait for ever is tried (`rest`).
//! Questions that need a memory model are for the
//! caller, who sees the graph.

use crate::rest::Standstill;
use base::ObjectId;
use execution::{Graph, Label};
use interp::{ObjectState, Thread};
use program::AllocationKind;
use safety::Finished;

/// An execution in which nothing can run any more.
#[derive(Clone, Copy, Debug)]
pub struct Ending<'a> {
    pub graph: &'a Graph,
    pub(crate) standstill: Standstill<'a>,
    /// Whether all threads have ended, or one of them has ended the program.
    pub is_complete: bool,
    /// Whether something has gone wrong: the execution is no evidence of what else may happen at an
    /// end.
    pub is_wrong: bool,
}

/// For each question, whether the answer is yes in some execution.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Answers {
    pub waits_for_ever: bool,
    pub leaks: bool,
    pub is_not_sequential: bool,
    pub has_race: bool,
}

impl Answers {
    /// The answers in some of these or some of those executions.
    #[must_use]
    pub fn or(self, other: Answers) -> Answers {
        Answers {
            waits_for_ever: self.waits_for_ever || other.waits_for_ever,
            leaks: self.leaks || other.leaks,
            is_not_sequential: self.is_not_sequential || other.is_not_sequential,
            has_race: self.has_race || other.has_race,
        }
    }
}

impl Ending<'_> {
    /// The execution as the rules of safety see it.
    pub fn finished(&self) -> Finished {
        self.standstill.finished()
    }

    /// Whether a loop waits for ever: nothing ever changes again, and some thread is in a loop.
    pub fn waits_for_ever(&self) -> bool {
        !self.is_complete && !self.is_wrong && self.standstill.rest().is_some_and(|rest| rest.spins)
    }

    /// Whether an allocation is left behind at the end of the program.
    pub fn leaks(&self) -> bool {
        let is_freed = |object: ObjectId| {
            self.graph.events().any(|(_, event)| event.label == Label::Free { object })
        };
        let leaks = |thread: &Thread| {
            thread.objects().any(|(index, object)| {
                let is_heap =
                    matches!(object.kind, AllocationKind::Heap | AllocationKind::ZeroedHeap);
                is_heap
                    && object.state != ObjectState::Dead
                    && !is_freed(ObjectId { thread: thread.id(), index })
            })
        };
        self.is_complete && !self.is_wrong && self.standstill.threads.iter().flatten().any(leaks)
    }
}
