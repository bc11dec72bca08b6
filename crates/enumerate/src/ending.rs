//! What can be asked about an execution in which nothing can run any more.
//!
//! The answers are those of the definitions, on the graph of the whole execution: nothing is
//! pruned, and no thread is ahead of the others. Questions that need a memory model are for the
//! caller, who sees the graph.

use base::ObjectId;
use execution::{EventId, Graph, Label, ReadKind, Slot};
use interp::{Block, ObjectState, Operation, Request, Thread};
use program::AllocationKind;

/// An execution in which nothing can run any more.
#[derive(Clone, Copy, Debug)]
pub struct Ending<'a> {
    pub graph: &'a Graph,
    /// The threads by their slots, in the states that they have reached.
    pub threads: &'a [Option<Thread>],
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
    /// Whether a loop waits for ever: every thread has ended, or waits, and all that waiting loops
    /// have read in their last iterations are last writes. Then nobody will write anything else,
    /// and each iteration is like the last one. Where a loop has read something older it goes on
    /// some day, so that others may, too.
    pub fn waits_for_ever(&self) -> bool {
        if self.is_complete || self.is_wrong {
            return false;
        }
        let mut is_any = false;
        for (slot, thread) in self.threads.iter().enumerate() {
            let Some(thread) = thread else { continue };
            match thread.request() {
                Request::Blocked(Block::Diverged) => is_any = true,
                Request::Finished(_)
                | Request::Visible { operation: Operation::Join { .. }, .. }
                | Request::Visible {
                    operation: Operation::Read { kind: ReadKind::Lock, .. },
                    ..
                } => {}
                Request::Blocked(Block::Spin) if self.repeats_itself(slot, thread) => is_any = true,
                _ => return false,
            }
        }
        is_any
    }

    /// Whether the last iteration of a thread has read last writes only, without a
    /// compare-exchange that failed for no reason. Mutexes that it locked do not count.
    fn repeats_itself(&self, slot: usize, thread: &Thread) -> bool {
        let events = &self.graph.thread(Slot(slot as u32)).events;
        let Some(start) = thread.turn_start() else { return false };
        let label = |id: &EventId| self.graph.event(*id).label;
        let is_lock = |id: &EventId| matches!(label(id), Label::Read { kind: ReadKind::Lock, .. });
        let is_last = |id: &EventId| match label(id) {
            _ if is_lock(id) => true,
            Label::Read { location, .. } => {
                self.graph.event(*id).rf == self.graph.co_last(location)
            }
            Label::Choose { low, value } => value == low,
            _ => true,
        };
        events[start as usize..].iter().all(is_last)
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
        self.is_complete && !self.is_wrong && self.threads.iter().flatten().any(leaks)
    }
}
