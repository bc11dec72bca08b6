//! What a thread asks of the engine: one visible operation at a time.

use crate::mutex::is_free_mutex;
use crate::{Discovery, Failure};
use base::{Address, ObjectId, Ordering, Tags, ThreadId, Value};
use execution::{Cell, ReadKind, WriteKind};
use program::FunctionId;

/// A visible operation: it becomes an event of the execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Answered with the value read.
    Read {
        cell: Cell,
        kind: ReadKind,
        ordering: Ordering,
        tags: Tags,
        /// For a compare-exchange: the order that it has if it does not read what it expects.
        otherwise: Option<Otherwise>,
    },
    Write {
        cell: Cell,
        value: Value,
        kind: WriteKind,
        ordering: Ordering,
        tags: Tags,
    },
    Fence {
        ordering: Ordering,
        tags: Tags,
    },
    /// The end of an object's life: `free`, or the return of the function whose variable it was.
    Free {
        object: ObjectId,
    },
    Spawn {
        child: ThreadId,
        function: FunctionId,
        argument: Value,
    },
    /// Answered, once the thread has ended, with what it returned.
    Join {
        thread: ThreadId,
    },
    /// Answered with a number from `low` to `high`.
    Choose {
        low: i64,
        high: i64,
    },
}

/// What a compare-exchange, or a lock that is tried, must read to succeed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    Number(u64),
    /// That the mutex at this address is free.
    FreeMutex(Address),
}

impl Expected {
    /// Whether these bits are what is expected.
    pub fn is(self, bits: u64) -> bool {
        match self {
            Expected::Number(number) => bits == number,
            Expected::FreeMutex(mutex) => is_free_mutex(mutex, bits),
        }
    }
}

/// How a compare-exchange that fails is ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Otherwise {
    pub expected: Expected,
    pub ordering: Ordering,
}

impl Otherwise {
    /// The order of a compare-exchange that reads a value, if it is `ordering` when it succeeds.
    pub fn ordering(otherwise: Option<Otherwise>, ordering: Ordering, value: Value) -> Ordering {
        match otherwise {
            Some(otherwise) if !otherwise.expected.is(value.bits) => otherwise.ordering,
            _ => ordering,
        }
    }
}

/// Why a thread does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Block {
    /// An `assume` failed.
    Assume,
    /// An iteration of a loop changed nothing: the thread waits for another to write.
    Spin,
    /// The mutex is held by this thread.
    Lock { mutex: Address, holder: ThreadId },
    /// A function of a library waits for another state of this object.
    Library { object: Address },
    /// The loop bound is reached.
    Bound,
    /// The engine found no place for what the thread wants to write: this is no execution, but a
    /// step on the way to one.
    Unplaceable,
    /// The engine found that what the thread did last was wrong.
    Wrong,
    /// A loop without visible operations came back to the same state.
    Diverged,
}

/// What a thread that has stopped running its private code wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// A visible operation. If `grouped`, it happens at once with the thread's previous event: they
    /// are parts of one atomic access or of one atomic block.
    Visible { operation: Operation, grouped: bool },
    /// The thread's function has returned.
    Finished(Value),
    /// The thread has ended the whole program.
    Exited,
    /// The thread cannot go on, whatever the answer.
    Blocked(Block),
    /// The thread did something wrong.
    Failed(Box<Failure>),
    /// The thread reached something that Heddle cannot do.
    Unsupported(Box<str>),
    /// This run rests on a wrong guess.
    Discovered(Discovery),
    /// The budget is used up; run again without an answer.
    Paused,
}

impl Request {
    /// The visible operation, if it is one.
    pub fn operation(&self) -> Option<Operation> {
        match self {
            Request::Visible { operation, .. } => Some(*operation),
            _ => None,
        }
    }

    /// Whether the next event is an access or a fence.
    pub(crate) fn is_access_or_fence(&self) -> bool {
        matches!(
            self.operation(),
            Some(Operation::Read { .. } | Operation::Write { .. } | Operation::Fence { .. })
        )
    }

    /// Whether the next event is an access in an atomic block.
    pub fn is_in_atomic_block(&self) -> bool {
        match self.operation() {
            Some(Operation::Read { tags, .. } | Operation::Write { tags, .. }) => {
                tags.contains(Tags::ATOMIC_BLOCK)
            }
            _ => false,
        }
    }

    /// Whether the next event is a fence that happens at once with the event before it, which is so
    /// in atomic blocks only.
    pub fn is_grouped_fence(&self) -> bool {
        matches!(self, Request::Visible { operation: Operation::Fence { .. }, grouped: true })
    }

    /// Whether the next event is a further read of an update that was split into cells.
    pub fn is_split_update(&self) -> bool {
        match self {
            Request::Visible { operation: Operation::Read { kind, .. }, grouped: true } => {
                *kind != ReadKind::Load
            }
            _ => false,
        }
    }

    /// Whether the next event is a further part of an access that was split into cells.
    pub fn is_split(&self) -> bool {
        matches!(
            self,
            Request::Visible {
                operation: Operation::Read { .. } | Operation::Write { kind: WriteKind::Store, .. },
                grouped: true,
            }
        )
    }

    /// Whether the next event happens at once with the thread's previous one.
    pub fn is_grouped(&self) -> bool {
        matches!(self, Request::Visible { grouped: true, .. })
    }
}
