//! The instructions of the register machine.
//!
//! Integer operations carry their width in bits (1 to 64); registers hold values of which the bits
//! above the width are zero. Pointers are 64-bit integers (see [`base::address`]). Memory accesses
//! carry their size in bytes (1 to 8).
//!
//! `operation` and `float` have what instructions compute by name, `terminator` how blocks end,
//! `registers` what an instruction reads and writes.

mod float;
mod operation;
mod registers;
mod terminator;

pub use float::FloatOperation;
pub use operation::{AllocationKind, BinaryOperation, Deallocation, Predicate, RmwOperation};
pub use terminator::Terminator;

use crate::structure::{FunctionId, SiteId, ThreadLocalId};
use base::{Ordering, Tags, ViolationKind};

/// A virtual register of the running function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Register(pub u32);

/// What an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    Register(Register),
    Constant(u64),
    /// LLVM's `undef` and `poison`: none of the bits is initialised.
    Undefined,
}

impl From<Register> for Operand {
    fn from(register: Register) -> Operand {
        Operand::Register(register)
    }
}

/// How memory is accessed: size in bytes, order, tags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    pub size: u8,
    pub ordering: Ordering,
    pub tags: Tags,
}

impl Access {
    pub fn plain(size: u8) -> Access {
        Access { size, ordering: Ordering::Plain, tags: Tags::NONE }
    }

    /// The width of the accessed value in bits.
    pub fn width(self) -> u32 {
        u32::from(self.size) * 8
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    Direct(FunctionId),
    /// A function's address.
    Indirect(Operand),
}

/// What a check of a loop that may wait looks back to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Since {
    /// The start of the turn: a thread that is stopped waits for others.
    Turn,
    /// The entry of the loop: a thread that is stopped could have known from the start what it has
    /// learnt since; with that it goes on in another execution.
    Entry,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instruction {
    Assign {
        target: Register,
        value: Operand,
    },
    Binary {
        operation: BinaryOperation,
        width: u8,
        target: Register,
        left: Operand,
        right: Operand,
    },
    Compare {
        predicate: Predicate,
        width: u8,
        target: Register,
        left: Operand,
        right: Operand,
    },
    /// Sign extension. Zero extension is `Assign`.
    SignExtend {
        from: u8,
        to: u8,
        target: Register,
        value: Operand,
    },
    Truncate {
        to: u8,
        target: Register,
        value: Operand,
    },
    /// A computation with floating-point numbers: operands of `from` bits give `to` bits.
    Float {
        operation: FloatOperation,
        from: u8,
        to: u8,
        target: Register,
        operands: Vec<Operand>,
    },
    Select {
        target: Register,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    },

    Load {
        target: Register,
        address: Operand,
        access: Access,
    },
    Store {
        address: Operand,
        value: Operand,
        access: Access,
    },
    /// `target` gets the old value.
    ReadModifyWrite {
        operation: RmwOperation,
        target: Register,
        address: Operand,
        operand: Operand,
        access: Access,
    },
    /// `target` gets the old value, `success` 1 or 0. `access.ordering` is the one on success. A
    /// weak one may fail although it read the expected value.
    CompareExchange {
        target: Register,
        success: Register,
        address: Operand,
        expected: Operand,
        desired: Operand,
        access: Access,
        failure: Ordering,
        weak: bool,
    },
    Fence {
        ordering: Ordering,
        tags: Tags,
    },

    /// `targets` get the values that the function returns, as many as are listed.
    Call {
        targets: Vec<Register>,
        callee: Callee,
        arguments: Vec<Operand>,
    },

    /// Starts a thread that calls the function at address `function` with `argument`; `target` gets
    /// its handle.
    Spawn {
        target: Register,
        function: Operand,
        argument: Operand,
    },
    /// Waits for a thread's end; `target` gets what it returned.
    Join {
        target: Register,
        thread: Operand,
    },
    /// The handle of the running thread.
    CurrentThread {
        target: Register,
    },
    /// The address of the running thread's own copy of a variable.
    ThreadLocalAddress {
        target: Register,
        variable: ThreadLocalId,
    },
    /// Ends the running thread.
    ExitThread {
        value: Operand,
    },
    /// Ends the whole program normally.
    ExitProgram {
        code: Operand,
    },

    MutexInit {
        mutex: Operand,
    },
    MutexLock {
        mutex: Operand,
    },
    /// `target` gets 1 if the mutex was free and is now held, else 0.
    MutexTryLock {
        target: Register,
        mutex: Operand,
    },
    MutexUnlock {
        mutex: Operand,
    },
    /// `target` gets 1 if the running thread holds the mutex, else 0. It asks nobody else.
    MutexHeld {
        target: Register,
        mutex: Operand,
    },
    MutexDestroy {
        mutex: Operand,
    },

    /// Calls a function of a library; `target` gets what it returns.
    CallLibrary {
        target: Register,
        /// Numbers in `Program::libraries` and `Library::functions`.
        library: u32,
        function: u32,
        object: Operand,
        argument: Operand,
    },

    Allocate {
        target: Register,
        size: Operand,
        kind: AllocationKind,
        site: SiteId,
    },
    /// Ends the life of an object, if the address is not null.
    Free {
        address: Operand,
        by: Deallocation,
    },
    /// How large the object is that an address is the start of; 0 for null.
    ObjectSize {
        target: Register,
        address: Operand,
    },

    /// The thread goes on only if the condition is not zero.
    Assume {
        condition: Operand,
    },
    /// A violation. `message` is the address of a constant C string, or 0.
    Fail {
        kind: ViolationKind,
        message: Operand,
    },
    /// Any value from `low` to `high`, both included, as signed 64-bit integers.
    Choose {
        target: Register,
        low: Operand,
        high: Operand,
    },
    /// The events between begin and end happen at once.
    AtomicBegin,
    AtomicEnd,
    /// `printf`: the addresses of the format and of strings are read from, byte by byte.
    Print {
        format: Operand,
        arguments: Vec<Operand>,
    },

    /// Put at a loop's head by the spin pass: remembers the registers that are live there in
    /// registers of its own, and in `effects` which effect of the thread was the last and how many
    /// events it has had.
    SpinMark {
        watched: Vec<(Register, Register)>,
        effects: Register,
    },
    /// Put on the loop's back edge: if nothing changed since the mark, the iteration was
    /// without effect and the thread waits here for ever, as after a failed `Assume`.
    SpinCheck {
        watched: Vec<(Register, Register)>,
        effects: Register,
        since: Since,
    },
    /// Put at the headers of loops by the bound pass, where the counter is zero if the loop is
    /// entered: counts turns in which something visible has happened, and blocks the thread past
    /// `limit`.
    Bound {
        counter: Register,
        limit: u32,
    },

    /// Something a front end could not translate; reaching it makes the verdict `unknown`.
    Unsupported {
        what: String,
    },
}
