//! Which registers does an instruction or terminator read?
//!
//! The traversals that only look, beside those in [`crate::instruction`] that change.

use crate::instruction::{Instruction, Operand, Register, Terminator};

impl Operand {
    /// The register that the operand is, if it is one.
    pub fn register(self) -> Option<Register> {
        match self {
            Operand::Register(register) => Some(register),
            Operand::Constant(_) | Operand::Undefined => None,
        }
    }
}

impl Register {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Instruction {
    /// Calls `visit` on every operand that the instruction reads, in order.
    pub fn operands(&self, mut visit: impl FnMut(Operand)) {
        self.clone().operands_mut(|operand| visit(*operand));
    }

    /// Calls `visit` on every register that the instruction reads, those of bookkeeping included.
    pub fn reads(&self, mut visit: impl FnMut(Register)) {
        self.operands(|operand| operand.register().into_iter().for_each(&mut visit));
        self.hidden_reads().into_iter().for_each(visit);
    }

    /// Calls `change` on every register that bookkeeping reads and does not write.
    pub fn hidden_reads_mut(&mut self, mut change: impl FnMut(&mut Register)) {
        match self {
            Instruction::SpinMark { watched, .. } => {
                watched.iter_mut().for_each(|(live, _)| change(live));
            }
            Instruction::SpinCheck { watched, effects, .. } => {
                for (live, mark) in watched {
                    change(live);
                    change(mark);
                }
                change(effects);
            }
            _ => {}
        }
    }

    /// Whether the instruction reads the register.
    pub fn reads_register(&self, register: Register) -> bool {
        let mut found = false;
        self.reads(|read| found |= read == register);
        found
    }

    /// Whether the instruction writes the register.
    pub fn writes_register(&self, register: Register) -> bool {
        self.targets().contains(&register)
    }
}

impl Terminator {
    /// Calls `visit` on every operand that the terminator reads.
    pub fn operands(&self, mut visit: impl FnMut(Operand)) {
        self.clone().operands_mut(|operand| visit(*operand));
    }

    /// Calls `visit` on every register that the terminator reads.
    pub fn reads(&self, mut visit: impl FnMut(Register)) {
        self.operands(|operand| operand.register().into_iter().for_each(&mut visit));
    }
}
