//! What a thread of a litmus test does: a few instructions over registers, the same for every
//! dialect.
//!
//! This is not `program`, on purpose. A memory model that is a cat file sees what the text of a
//! test says and not what it computes: an address that depends on a register *syntactically*
//! (`xor r3,r1,r1` keeps `r1`), a branch whose two targets are the same, the names that an
//! architecture has for its fences and annotations, a read-modify-write as two events or as one.
//! The passes and the interpreter of `program` are right to lose all of that, and their values and
//! addresses are made for allocation, bytes and undefined bits, which no litmus test has. For
//! models without dependencies, [`translate`](crate::translate) makes a program of it;
//! ARCHITECTURE.md has the numbers that a single machine for both would cost.
//!
//! Values are integers of 64 bits; the address of a location is one, given out by
//! [`Layout`](crate::Layout). Where a dialect has fewer than 64, an expression says so
//! ([`Expression::Wrap`]). What an access of fewer bytes moves has no sign: it stores the lowest
//! bits, and what it loads is extended by zeros.

use crate::width::Width;
use base::Tags;
use std::collections::BTreeMap;

/// A register of one thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Register(pub usize);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    Constant(i64),
    Register(Register),
    Not(Box<Expression>),
    Operation(Operation, Box<Expression>, Box<Expression>),
    /// What is left of its value in so many bits. An address stays what it is.
    Wrap(Width, Box<Expression>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    ExclusiveOr,
    AndNot,
    ShiftLeft,
    ShiftRight,
    DivideUnsigned,
    RemainderUnsigned,
    ShiftRightUnsigned,
    /// Comparisons are 1 or 0.
    Equal,
    Differ,
    Less,
    LessOrEqual,
    LessUnsigned,
    LessOrEqualUnsigned,
    /// The sign of the exact difference, and of the exact sum: -1, 0 or 1.
    SignOfDifference,
    SignOfSum,
    Minimum,
    Maximum,
    MinimumUnsigned,
    MaximumUnsigned,
}

impl Operation {
    pub fn apply(self, first: i64, second: i64) -> i64 {
        match self {
            Operation::Add => first.wrapping_add(second),
            Operation::Subtract => first.wrapping_sub(second),
            Operation::Multiply => first.wrapping_mul(second),
            Operation::Divide => first.checked_div(second).unwrap_or(0),
            Operation::Remainder => first.checked_rem(second).unwrap_or(first),
            Operation::And => first & second,
            Operation::Or => first | second,
            Operation::ExclusiveOr => first ^ second,
            Operation::AndNot => first & !second,
            Operation::ShiftLeft => first.wrapping_shl(second as u32),
            Operation::ShiftRight => first.wrapping_shr(second as u32),
            Operation::DivideUnsigned => {
                (first as u64).checked_div(second as u64).unwrap_or(0) as i64
            }
            Operation::RemainderUnsigned => {
                (first as u64).checked_rem(second as u64).unwrap_or(first as u64) as i64
            }
            Operation::ShiftRightUnsigned => (first as u64).wrapping_shr(second as u32) as i64,
            Operation::Equal => i64::from(first == second),
            Operation::Differ => i64::from(first != second),
            Operation::Less => i64::from(first < second),
            Operation::LessOrEqual => i64::from(first <= second),
            Operation::LessUnsigned => i64::from((first as u64) < second as u64),
            Operation::LessOrEqualUnsigned => i64::from(first as u64 <= second as u64),
            Operation::SignOfDifference => (i128::from(first) - i128::from(second)).signum() as i64,
            Operation::SignOfSum => (i128::from(first) + i128::from(second)).signum() as i64,
            Operation::Minimum => first.min(second),
            Operation::Maximum => first.max(second),
            Operation::MinimumUnsigned => (first as u64).min(second as u64) as i64,
            Operation::MaximumUnsigned => (first as u64).max(second as u64) as i64,
        }
    }
}

impl Expression {
    pub fn operation(operation: Operation, first: Expression, second: Expression) -> Expression {
        Expression::Operation(operation, Box::new(first), Box::new(second))
    }

    /// What is left of it in so many bits.
    pub fn wrap(self, width: Width) -> Expression {
        match self {
            Expression::Constant(number) => Expression::Constant(width.wrap(number)),
            own if width.bytes == 8 => own,
            own => Expression::Wrap(width, Box::new(own)),
        }
    }

    /// Whether its value is computed from a register.
    pub fn mentions(&self, register: Register) -> bool {
        match self {
            Expression::Constant(_) => false,
            Expression::Register(own) => *own == register,
            Expression::Not(inner) | Expression::Wrap(_, inner) => inner.mentions(register),
            Expression::Operation(_, first, second) => {
                first.mentions(register) || second.mentions(register)
            }
        }
    }

    /// The sum; without a zero, so that an address stays what it is.
    pub fn plus(self, second: Expression) -> Expression {
        match second {
            Expression::Constant(0) => self,
            second => Expression::operation(Operation::Add, self, second),
        }
    }
}

impl From<Register> for Expression {
    fn from(register: Register) -> Expression {
        Expression::Register(register)
    }
}

/// How many bytes of memory an access is about, at which address, and what a model is told of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    pub address: Expression,
    pub size: u8,
    pub tags: Tags,
}

/// How a read-modify-write looks to a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A read and a write that `rmw` and `amo` relate.
    Pair,
    /// A read and a write of two instructions that `rmw` relates: the last turn of a loop that
    /// tries until it succeeds. What is written depends on what was read as far as it is computed
    /// from that, and everything behind a comparison depends on what was compared.
    Exclusive {
        /// Everything that follows depends on the store, since its success was looked at.
        carries_dependency: bool,
    },
    /// One event that is both.
    Single,
}

/// A read-modify-write of one instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Update {
    pub shape: Shape,
    /// Where, and the tags of the read.
    pub read: Access,
    pub write_tags: Tags,
    /// Gets what was read, before `new` is evaluated.
    pub old: Register,
    /// Gets 1 or 0: whether something was written.
    pub success: Option<Register>,
    /// What was read must be this, or nothing is written.
    pub expected: Option<Expression>,
    /// It may do as if it had found something else, without a reason.
    pub may_fail: bool,
    pub new: Expression,
    pub otherwise: Otherwise,
    /// The comparison is a choice between values, and no dependency on what is compared (Arm's pick
    /// dependencies).
    pub picks: bool,
    /// Fences right before and right after it, if it writes.
    pub around: Option<Tags>,
}

/// What an update that does not find what it expects is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// A read with these tags.
    Read(Tags),
    /// The thread waits; what reads so is no execution.
    Wait,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instruction {
    Assign {
        to: Register,
        value: Expression,
    },
    Load {
        to: Register,
        access: Access,
        exclusive: bool,
    },
    Store {
        access: Access,
        value: Expression,
    },
    /// A store that may fail, and fails without a load before it that is exclusive: `status` gets
    /// `success` or `failure`. What is computed from a success may depend on the store.
    StoreExclusive {
        access: Access,
        value: Expression,
        status: Register,
        success: i64,
        failure: i64,
        carries_dependency: bool,
    },
    Update(Box<Update>),
    /// An event without a location, or about one.
    Fence {
        tags: Tags,
        address: Option<Expression>,
    },
    /// Goes on at a place if the condition is not zero; what follows depends on it either way.
    Branch {
        condition: Expression,
        target: usize,
    },
    Jump {
        target: usize,
    },
    /// In a structured language, what a branch decides ends somewhere: events after `End` do not
    /// depend on branches since its `Begin`.
    Scope(Scope),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    Begin,
    End,
}

/// A thread, ready to be run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Code {
    pub instructions: Vec<Instruction>,
    /// Where in the file each of them comes from.
    pub offsets: Vec<usize>,
    /// The names of the registers, as the dialect spells them.
    pub registers: Vec<String>,
    /// The jumps backwards, by their places, and their lines in the file.
    pub loops: BTreeMap<usize, usize>,
}

impl Code {
    pub fn register(&self, name: &str) -> Option<Register> {
        self.registers.iter().position(|known| known == name).map(Register)
    }

    /// The register with this name, which is a new one if there is none.
    pub fn add_register(&mut self, name: &str) -> Register {
        self.register(name).unwrap_or_else(|| {
            self.registers.push(name.to_owned());
            Register(self.registers.len() - 1)
        })
    }
}
