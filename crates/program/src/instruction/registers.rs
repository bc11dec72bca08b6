//! Which operands and registers does an instruction read, and which does it write? Passes and
//! checks ask this of every instruction, so a new one is described here, where the compiler asks.

use super::{Callee, Instruction, Operand, Register};

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
            | I::Free { address: value, .. }
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
            I::Float { operands, .. } => operands.iter_mut().for_each(visit),
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
            Instruction::SpinCheck { watched, effects, .. } => {
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
            | I::Float { target, .. }
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
            | I::Float { target, .. }
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
            | I::Float { .. }
            | I::CurrentThread { .. }
            | I::ThreadLocalAddress { .. } => true,
            I::Binary { operation, .. } => !operation.can_fail(),
            // A condition that is not initialised is reported.
            I::Select { condition, .. } => matches!(condition, Operand::Constant(_)),
            _ => false,
        }
    }
}
