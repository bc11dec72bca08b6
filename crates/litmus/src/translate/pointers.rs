//! Where may addresses be? In a litmus test an address is a name: nobody may look into it, and a
//! test that does has no answer. To `program` it is a number. So where a value that may be an
//! address is computed with, the program asks whether it is one, and refuses to go on.
//!
//! **Method.** A register may hold an address if it starts with one, or is assigned one; a loaded
//! one, if there are any in memory; and so on, until nothing changes, without regard to the order
//! of instructions.
//!
//! **Guarantee.** A program in which nothing is refused computes no number from an address but by
//! adding to it, by comparing it, or by subtracting it from itself.

use crate::code::{Expression, Instruction, Operation, Register};
use crate::lower::Lowered;

pub(super) struct Pointers {
    /// For each thread, the registers that may hold addresses.
    registers: Vec<Vec<bool>>,
    /// Whether there may be addresses in memory.
    pub(super) in_memory: bool,
}

impl Pointers {
    pub(super) fn find(lowered: &Lowered) -> Pointers {
        let registers = lowered.threads.iter().map(|thread| {
            let mut may_hold = vec![false; thread.code.registers.len()];
            for (register, value) in &thread.registers {
                may_hold[register.0] = lowered.layout.is_address(*value);
            }
            may_hold
        });
        let mut found =
            Pointers { registers: registers.collect(), in_memory: lowered.has_addresses };
        while found.grow(lowered) {}
        found
    }

    /// What a thread knows of its registers.
    pub(super) fn of_thread(&self, thread: usize) -> Held<'_> {
        Held(&self.registers[thread])
    }

    fn grow(&mut self, lowered: &Lowered) -> bool {
        let before = (self.registers.clone(), self.in_memory);
        for (index, thread) in lowered.threads.iter().enumerate() {
            for instruction in &thread.code.instructions {
                self.follow(index, instruction);
            }
        }
        before != (self.registers.clone(), self.in_memory)
    }

    fn follow(&mut self, thread: usize, instruction: &Instruction) {
        match instruction {
            Instruction::Assign { to, value } => {
                let is_one = self.of_thread(thread).may_be_address(value);
                self.registers[thread][to.0] |= is_one;
            }
            Instruction::Load { to, .. } => self.registers[thread][to.0] |= self.in_memory,
            Instruction::Store { value, .. } | Instruction::StoreExclusive { value, .. } => {
                self.in_memory |= self.of_thread(thread).may_be_address(value);
            }
            Instruction::Update(update) => {
                self.registers[thread][update.old.0] |= self.in_memory;
                self.in_memory |= self.of_thread(thread).may_be_address(&update.new);
            }
            Instruction::Fence { .. }
            | Instruction::Branch { .. }
            | Instruction::Jump { .. }
            | Instruction::Scope(_) => {}
        }
    }
}

/// The registers of a thread that may hold addresses.
#[derive(Clone, Copy)]
pub(super) struct Held<'p>(pub(super) &'p [bool]);

impl Held<'_> {
    pub(super) fn has(self, register: Register) -> bool {
        self.0[register.0]
    }

    pub(super) fn may_be_address(self, expression: &Expression) -> bool {
        match expression {
            Expression::Constant(_) | Expression::Not(_) => false,
            Expression::Register(register) => self.has(*register),
            // A number in fewer bits than an address has is none.
            Expression::Wrap(..) => false,
            Expression::Operation(operation, first, second) => match operation {
                Operation::Add => self.may_be_address(first) || self.may_be_address(second),
                Operation::Subtract => self.may_be_address(first) && first != second,
                _ => false,
            },
        }
    }
}
