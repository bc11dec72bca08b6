//! What a thread asks of the engine: one visible operation at a time.

use crate::{Discovery, Failure};
use base::{Address, ObjectId, Ordering, Tags, ThreadId, Value};
use program::FunctionId;

/// The bytes of one access. Cells of one run never overlap unless they are equal: where they
/// would, that is a [`Discovery`], and the next run splits accesses into smaller cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell {
    pub address: Address,
    /// In bytes, 1 to 8.
    pub size: u8,
}

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
    /// `pthread_mutex_init`
    MutexInit,
}

/// A visible operation: it becomes an event of the execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Answered with the value read.
    Read {
        cell: Cell,
        kind: ReadKind,
        ordering: Ordering,
        tags: Tags,
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

/// Why a thread does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Block {
    /// An `assume` failed.
    Assume,
    /// An iteration of a loop changed nothing: the thread waits for another to write.
    Spin,
    /// The mutex is held by this thread.
    Lock { mutex: Address, holder: ThreadId },
    /// The loop bound is reached.
    Bound,
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

    /// Whether the next event happens at once with the thread's previous one.
    pub fn is_grouped(&self) -> bool {
        matches!(self, Request::Visible { grouped: true, .. })
    }
}
