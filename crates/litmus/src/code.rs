//! What a thread of a litmus test does: a few instructions over registers, the same for every dialect.
//!
//! This is not `program`, on purpose. A memory model that is a cat file sees what the text of a test says and not what it computes: an address that depends on a
//! register *syntactically* (`xor r3,r1,r1` keeps `r1`), a branch whose two targets are the same, the names that an architecture has for its fences and
//! annotations, a read-modify-write as two events or as one. The passes and the interpreter of `program` are right to lose all of that, and their
//! values and addresses are made for allocation, bytes and undefined bits, which no litmus test has.
//!
//! Values are integers of 64 bits; the address of a location is one, given out by [`Layout`](crate::Layout). Nothing wraps round at 32 bits: where a dialect has
//! fewer than 64, an expression says so ([`Expression::Within`]), and so does the size of an access; who runs the code must not go on with a number that does not fit.

/// A register of one thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Register(pub usize);

/// The names that a model has for what an event is, besides its kind: `MFENCE`, `A`, `Once`.
pub type Tags = &'static [&'static str];

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    Constant(i64),
    Register(Register),
    Not(Box<Expression>),
    Operation(Operation, Box<Expression>, Box<Expression>),
    /// Its value, which must be one of these numbers or an address.
    Within(Numbers, Box<Expression>),
}

/// Numbers that mean the same in few bits as in 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// All of 32 bits with a sign.
    Signed,
    /// Those of so many bytes that stay what they are with a sign and without one.
    Natural { bytes: u8 },
}

impl Numbers {
    /// What an access of so many bytes moves, if that is not everything. Shorter ones than a word are extended without a sign by some
    /// instructions and with one by others.
    pub fn of_access(bytes: u8) -> Option<Numbers> {
        match bytes {
            1..4 => Some(Numbers::Natural { bytes }),
            4 => Some(Numbers::Signed),
            _ => None,
        }
    }

    pub fn contains(self, number: i64) -> bool {
        match self {
            Numbers::Signed => i32::try_from(number).is_ok(),
            Numbers::Natural { bytes } => (0..1 << (8 * bytes - 1)).contains(&number),
        }
    }
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
    /// Comparisons are 1 or 0.
    Equal,
    Differ,
    Less,
    LessOrEqual,
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
            Operation::Equal => i64::from(first == second),
            Operation::Differ => i64::from(first != second),
            Operation::Less => i64::from(first < second),
            Operation::LessOrEqual => i64::from(first <= second),
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

    /// The same, where all numbers have 32 bits with a sign.
    pub fn signed(self) -> Expression {
        Expression::Within(Numbers::Signed, Box::new(self))
    }

    /// The same, where numbers have 32 bits, and whether they have a sign depends on who looks at them.
    pub fn natural(self) -> Expression {
        Expression::Within(Numbers::Natural { bytes: 4 }, Box::new(self))
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
    /// A store that may fail, and fails without a load before it that is exclusive: `status` gets `success` or `failure`. What is computed from a success
    /// may depend on the store.
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
    /// In a structured language, what a branch decides ends somewhere: events after `End` do not depend on branches since its `Begin`.
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
    /// The names of the registers, as the dialect spells them.
    pub registers: Vec<String>,
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
