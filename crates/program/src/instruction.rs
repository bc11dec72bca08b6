//! The instructions of the register machine.
//!
//! Integer operations carry their width in bits (1 to 64); registers hold values of which the bits
//! above the width are zero. Pointers are 64-bit integers (see [`base::address`]). Memory accesses
//! carry their size in bytes (1 to 8).

use crate::structure::{BlockId, FunctionId, SiteId, ThreadLocalId};
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

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperation {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

/// What an atomic read-modify-write computes from the old value and its operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RmwOperation {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    /// `old >= operand ? 0 : old + 1`
    UIncWrap,
    /// `old == 0 || old > operand ? operand : old - 1`
    UDecWrap,
    /// `old >= operand ? old - operand : old`
    USubCond,
    /// `old >= operand ? old - operand : 0`
    USubSat,
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
pub enum AllocationKind {
    /// Lives until its function returns.
    Stack,
    /// `malloc`: not initialised.
    Heap,
    /// `calloc`: zero.
    ZeroedHeap,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    Direct(FunctionId),
    /// A function's address.
    Indirect(Operand),
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
    Free {
        address: Operand,
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

    /// Put at a loop's head by the spin pass: remembers the registers that are live there, and
    /// which effect of the thread was the last, in registers of its own.
    SpinMark {
        watched: Vec<(Register, Register)>,
        effects: Register,
    },
    /// Put on the loop's back edge: if nothing changed since the mark, the iteration was
    /// without effect and the thread waits here for ever, as after a failed `Assume`.
    SpinCheck {
        watched: Vec<(Register, Register)>,
        effects: Register,
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

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Terminator {
    Jump(BlockId),
    Branch { condition: Operand, then: BlockId, otherwise: BlockId },
    Switch { value: Operand, cases: Vec<(u64, BlockId)>, default: BlockId },
    Return { values: Vec<Operand> },
    Unreachable,
}

impl Terminator {
    /// The blocks control may go to, in order, possibly with repetitions.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Jump(block) => vec![*block],
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, block)| *block).chain([*default]).collect()
            }
            Terminator::Return { .. } | Terminator::Unreachable => Vec::new(),
        }
    }

    /// What decides where control goes.
    pub fn decides_on(&self) -> Option<Operand> {
        match self {
            Terminator::Branch { condition, .. } => Some(*condition),
            Terminator::Switch { value, .. } => Some(*value),
            Terminator::Jump(_) | Terminator::Return { .. } | Terminator::Unreachable => None,
        }
    }

    /// Calls `change` on every block that control may go to.
    pub fn successors_mut(&mut self, mut change: impl FnMut(&mut BlockId)) {
        match self {
            Terminator::Jump(block) => change(block),
            Terminator::Branch { then, otherwise, .. } => {
                change(then);
                change(otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, block)| change(block));
                change(default);
            }
            Terminator::Return { .. } | Terminator::Unreachable => {}
        }
    }

    /// Calls `visit` on every operand.
    pub fn operands_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        match self {
            Terminator::Jump(_) | Terminator::Unreachable => {}
            Terminator::Branch { condition, .. } => visit(condition),
            Terminator::Switch { value, .. } => visit(value),
            Terminator::Return { values } => values.iter_mut().for_each(visit),
        }
    }
}

impl Instruction {
    /// Calls `visit` on every operand that the instruction reads. The registers of `SpinMark`,
    /// `SpinCheck` and `Bound` are not operands: see [`Instruction::hidden_reads`].
    pub fn operands_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        use Instruction as I;
        match self {
            I::Assign { value, .. }
            | I::SignExtend { value, .. }
            | I::Truncate { value, .. }
            | I::ExitThread { value }
            | I::ExitProgram { code: value }
            | I::Free { address: value }
            | I::ObjectSize { address: value, .. }
            | I::Assume { condition: value }
            | I::Fail { message: value, .. }
            | I::Load { address: value, .. }
            | I::Join { thread: value, .. }
            | I::MutexInit { mutex: value }
            | I::MutexLock { mutex: value }
            | I::MutexTryLock { mutex: value, .. }
            | I::MutexHeld { mutex: value, .. }
            | I::MutexUnlock { mutex: value }
            | I::MutexDestroy { mutex: value }
            | I::Allocate { size: value, .. } => visit(value),
            I::Binary { left, right, .. } | I::Compare { left, right, .. } => {
                visit(left);
                visit(right);
            }
            I::Choose { low, high, .. } => {
                visit(low);
                visit(high);
            }
            I::Select { condition, then, otherwise, .. } => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
            I::Store { address, value, .. } => {
                visit(address);
                visit(value);
            }
            I::ReadModifyWrite { address, operand, .. }
            | I::CallLibrary { object: address, argument: operand, .. } => {
                visit(address);
                visit(operand);
            }
            I::CompareExchange { address, expected, desired, .. } => {
                visit(address);
                visit(expected);
                visit(desired);
            }
            I::Call { callee, arguments, .. } => {
                if let Callee::Indirect(function) = callee {
                    visit(function);
                }
                arguments.iter_mut().for_each(visit);
            }
            I::Spawn { function, argument, .. } => {
                visit(function);
                visit(argument);
            }
            I::Print { format, arguments } => {
                visit(format);
                arguments.iter_mut().for_each(visit);
            }
            I::Fence { .. }
            | I::CurrentThread { .. }
            | I::ThreadLocalAddress { .. }
            | I::AtomicBegin
            | I::AtomicEnd
            | I::SpinMark { .. }
            | I::SpinCheck { .. }
            | I::Bound { .. }
            | I::Unsupported { .. } => {}
        }
    }

    /// Registers that the bookkeeping instructions of passes read.
    pub fn hidden_reads(&self) -> Vec<Register> {
        match self {
            Instruction::SpinMark { watched, .. } => {
                watched.iter().map(|(live, _)| *live).collect()
            }
            Instruction::SpinCheck { watched, effects } => {
                watched.iter().flat_map(|(live, mark)| [*live, *mark]).chain([*effects]).collect()
            }
            Instruction::Bound { counter, .. } => vec![*counter],
            _ => Vec::new(),
        }
    }

    /// The registers that the instruction writes.
    pub fn targets(&self) -> Vec<Register> {
        use Instruction as I;
        match self {
            I::Assign { target, .. }
            | I::Binary { target, .. }
            | I::Compare { target, .. }
            | I::SignExtend { target, .. }
            | I::Truncate { target, .. }
            | I::Select { target, .. }
            | I::Load { target, .. }
            | I::ReadModifyWrite { target, .. }
            | I::Spawn { target, .. }
            | I::Join { target, .. }
            | I::CurrentThread { target }
            | I::ThreadLocalAddress { target, .. }
            | I::MutexTryLock { target, .. }
            | I::MutexHeld { target, .. }
            | I::ObjectSize { target, .. }
            | I::CallLibrary { target, .. }
            | I::Allocate { target, .. }
            | I::Choose { target, .. } => vec![*target],
            I::CompareExchange { target, success, .. } => vec![*target, *success],
            I::Call { targets, .. } => targets.clone(),
            I::SpinMark { watched, effects } => {
                watched.iter().map(|(_, mark)| *mark).chain([*effects]).collect()
            }
            I::Bound { counter, .. } => vec![*counter],
            I::Store { .. }
            | I::Fence { .. }
            | I::ExitThread { .. }
            | I::ExitProgram { .. }
            | I::MutexInit { .. }
            | I::MutexLock { .. }
            | I::MutexUnlock { .. }
            | I::MutexDestroy { .. }
            | I::Free { .. }
            | I::Assume { .. }
            | I::Fail { .. }
            | I::AtomicBegin
            | I::AtomicEnd
            | I::Print { .. }
            | I::SpinCheck { .. }
            | I::Unsupported { .. } => Vec::new(),
        }
    }

    /// Calls `change` on every register that the instruction writes.
    pub fn targets_mut(&mut self, mut change: impl FnMut(&mut Register)) {
        use Instruction as I;
        match self {
            I::Assign { target, .. }
            | I::Binary { target, .. }
            | I::Compare { target, .. }
            | I::SignExtend { target, .. }
            | I::Truncate { target, .. }
            | I::Select { target, .. }
            | I::Load { target, .. }
            | I::ReadModifyWrite { target, .. }
            | I::Spawn { target, .. }
            | I::Join { target, .. }
            | I::CurrentThread { target }
            | I::ThreadLocalAddress { target, .. }
            | I::MutexTryLock { target, .. }
            | I::MutexHeld { target, .. }
            | I::ObjectSize { target, .. }
            | I::CallLibrary { target, .. }
            | I::Allocate { target, .. }
            | I::Choose { target, .. } => change(target),
            I::CompareExchange { target, success, .. } => {
                change(target);
                change(success);
            }
            I::Call { targets, .. } => targets.iter_mut().for_each(change),
            I::SpinMark { watched, effects } => {
                watched.iter_mut().for_each(|(_, mark)| change(mark));
                change(effects);
            }
            I::Bound { counter, .. } => change(counter),
            I::Store { .. }
            | I::Fence { .. }
            | I::ExitThread { .. }
            | I::ExitProgram { .. }
            | I::MutexInit { .. }
            | I::MutexLock { .. }
            | I::MutexUnlock { .. }
            | I::MutexDestroy { .. }
            | I::Free { .. }
            | I::Assume { .. }
            | I::Fail { .. }
            | I::AtomicBegin
            | I::AtomicEnd
            | I::Print { .. }
            | I::SpinCheck { .. }
            | I::Unsupported { .. } => {}
        }
    }

    /// Whether the instruction does nothing but compute its targets, and cannot fail.
    pub fn is_pure(&self) -> bool {
        use Instruction as I;
        match self {
            I::Assign { .. }
            | I::Compare { .. }
            | I::SignExtend { .. }
            | I::Truncate { .. }
            | I::CurrentThread { .. }
            | I::ThreadLocalAddress { .. } => true,
            I::Binary { operation, .. } => !operation.can_fail(),
            // A condition that is not initialised is reported.
            I::Select { condition, .. } => matches!(condition, Operand::Constant(_)),
            _ => false,
        }
    }
}

impl BinaryOperation {
    /// Division and shifts have operands for which they are not defined.
    pub fn can_fail(self) -> bool {
        use BinaryOperation as B;
        matches!(self, B::UDiv | B::SDiv | B::URem | B::SRem | B::Shl | B::LShr | B::AShr)
    }
}

/// Names of operations in the text form, each listed once.
macro_rules! named {
    ($type:ty { $($variant:ident = $name:literal),* $(,)? }) => {
        impl $type {
            pub const ALL: &'static [$type] = &[$(<$type>::$variant),*];

            pub fn name(self) -> &'static str {
                match self {
                    $(<$type>::$variant => $name),*
                }
            }

            pub fn from_name(name: &str) -> Option<$type> {
                <$type>::ALL.iter().copied().find(|operation| operation.name() == name)
            }
        }
    };
}

named!(BinaryOperation {
    Add = "add", Sub = "sub", Mul = "mul", UDiv = "udiv", SDiv = "sdiv", URem = "urem",
    SRem = "srem", Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
});

named!(Predicate {
    Eq = "eq", Ne = "ne", Ult = "ult", Ule = "ule", Ugt = "ugt", Uge = "uge", Slt = "slt",
    Sle = "sle", Sgt = "sgt", Sge = "sge",
});

named!(RmwOperation {
    Exchange = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or",
    Xor = "xor", Max = "max", Min = "min", UMax = "umax", UMin = "umin",
    UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap", USubCond = "usub_cond", USubSat = "usub_sat",
});

named!(AllocationKind { Stack = "stack", Heap = "heap", ZeroedHeap = "zeroed" });
