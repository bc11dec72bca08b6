//! What a procedure answers: a witness, or why there is none.

use crate::machine::Move;

/// A total order of the steps of a machine, which [`crate::machine::replay`] accepts: or the reason
/// why there is none.
pub type Answer = Result<Vec<Move>, Reason>;

/// Why no order of steps explains a history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Every order has to have these steps one after the other, and the last is the first again.
    Cycle(Vec<Link>),
    /// No step leads on from any of the prefixes that had to be tried; this many of them.
    Exhausted { prefixes: usize },
}

/// That one step has to come before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    pub from: Move,
    pub to: Move,
    pub why: Why,
}

/// Why one step has to come before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// One is performed before the other in their thread, or puts into the buffer what the other
    /// takes out.
    Program,
    /// What entered a buffer first leaves it first.
    Buffer,
    /// A release store or a store fence keeps two writes to different locations in order.
    StoreOrder,
    /// The second waits until the buffers are empty.
    Drain,
    /// The thread starts with its creation.
    Creation,
    /// The thread ends before it is joined.
    Joining,
    /// The second reads from the first.
    ReadsFrom,
    /// The second does not read from the first, which is the last write before it in its thread and
    /// so must have left the buffer.
    Forwarding,
    /// Rule R1: the first comes before a read of the second, and is not what is read.
    Observed,
    /// Rule R2: the second comes after the write that the first reads from.
    Overwritten,
    /// It was a guess, by which no reason is ever given.
    Guess,
}
