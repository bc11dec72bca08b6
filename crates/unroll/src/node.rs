//! What can a value of an acyclic program be? A node of a graph without cycles, of at most 64 bits,
//! over two kinds of leaves that an execution decides: what events read, and free choices.
//!
//! Truth values are values of one bit. Operations are those of `program::eval`, and here they are
//! total: whoever makes a node sees to it that it has a result for all values of its leaves, with a
//! divisor that is never zero and a shift by less than the width (see `Values::binary`).

use crate::EventId;
use program::{BinaryOperation, Predicate};

/// A value: its place in [`Values`](crate::Values).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ValueId(pub u32);

impl ValueId {
    /// The truth values are the first two values of every program.
    pub const FALSE: ValueId = ValueId(0);
    pub const TRUE: ValueId = ValueId(1);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A free choice: its place in [`Acyclic::choices`](crate::Acyclic::choices).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ChoiceId(pub u32);

impl ChoiceId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a value comes about. Operands come before what is computed from them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Constant(u64),
    /// What an event reads, if it is executed.
    Read(EventId),
    /// One bit: whether what an event reads was never written
    /// ([`Acyclic::leaves_uninitialised`](crate::Acyclic::leaves_uninitialised)).
    Uninitialised(EventId),
    Choice(ChoiceId),
    /// A condition that decides where control goes, and else the same as the condition. Only while
    /// a program is built: what depends on it is built for both of its values, whatever it can be
    /// (see `reach`).
    Decision(ValueId),
    /// Both operands have the width of the result.
    Binary(BinaryOperation, ValueId, ValueId),
    /// One bit, from operands of one width.
    Compare(Predicate, ValueId, ValueId),
    /// A narrower value, with zeros above it.
    ZeroExtend(ValueId),
    /// A narrower value, with copies of its highest bit above it.
    SignExtend(ValueId),
    /// As many bits as the node has, from this bit on.
    Extract {
        from: ValueId,
        low: u8,
    },
    /// The first above the second.
    Concat(ValueId, ValueId),
    /// The second if the first, which has one bit, is 1, and else the third.
    Select(ValueId, ValueId, ValueId),
}

impl Node {
    /// What it is computed from.
    pub fn operands(self) -> impl Iterator<Item = ValueId> {
        let all = match self {
            Node::Constant(_) | Node::Read(_) | Node::Uninitialised(_) | Node::Choice(_) => {
                [None; 3]
            }
            Node::Decision(one)
            | Node::ZeroExtend(one)
            | Node::SignExtend(one)
            | Node::Extract { from: one, .. } => [Some(one), None, None],
            Node::Binary(_, first, second)
            | Node::Compare(_, first, second)
            | Node::Concat(first, second) => [Some(first), Some(second), None],
            Node::Select(condition, then, otherwise) => {
                [Some(condition), Some(then), Some(otherwise)]
            }
        };
        all.into_iter().flatten()
    }
}
