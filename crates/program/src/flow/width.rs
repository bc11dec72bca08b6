//! How many low bits of a register can be anything but zero and defined?
//!
//! A bound for each register over all its assignments, from what the operations can produce
//! ([`crate::eval`]); two rounds over the function, each of which only sharpens the bounds of the
//! one before. Registers that may be read before they are written keep all 64 bits.

use super::liveness::Liveness;
use crate::instruction::{BinaryOperation, Instruction, Operand, Register};
use crate::structure::{BlockId, Function};

/// The bounds, in bits, by register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Widths(Vec<u32>);

impl Widths {
    pub fn new(function: &Function, liveness: &Liveness) -> Widths {
        let mut widths = Widths(vec![64; function.registers.len()]);
        for _ in 0..2 {
            let mut next = vec![0; function.registers.len()];
            next[..function.parameters as usize].fill(64);
            for register in liveness.live_in(BlockId(0)) {
                next[register.index()] = 64;
            }
            for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
                for target in instruction.targets() {
                    let width = widths.result(instruction, target);
                    let bound = &mut next[target.index()];
                    *bound = width.max(*bound);
                }
            }
            widths = Widths(next);
        }
        widths
    }

    pub fn of(&self, operand: Operand) -> u32 {
        match operand {
            Operand::Register(register) => self.0[register.index()],
            Operand::Constant(bits) => 64 - bits.leading_zeros(),
            Operand::Undefined => 64,
        }
    }

    /// A bound for what an instruction assigns to one of its targets.
    fn result(&self, instruction: &Instruction, target: Register) -> u32 {
        use Instruction as I;
        match instruction {
            I::Assign { value, .. } => self.of(*value),
            I::Binary { operation, width, left, right, .. } => {
                let width = u32::from(*width);
                match operation {
                    BinaryOperation::Add
                    | BinaryOperation::Sub
                    | BinaryOperation::Mul
                    | BinaryOperation::SDiv
                    | BinaryOperation::SRem
                    | BinaryOperation::Shl
                    | BinaryOperation::AShr
                    | BinaryOperation::Gather
                    | BinaryOperation::Scatter => width,
                    // These do not cut off what their operands have above the width.
                    BinaryOperation::And
                    | BinaryOperation::Or
                    | BinaryOperation::Xor
                    | BinaryOperation::UDiv
                    | BinaryOperation::URem
                    | BinaryOperation::LShr => width.max(self.of(*left)).max(self.of(*right)),
                }
            }
            I::Compare { .. } | I::MutexTryLock { .. } | I::MutexHeld { .. } => 1,
            I::SignExtend { to, .. } | I::Float { to, .. } => u32::from(*to),
            I::Truncate { to, value, .. } => u32::from(*to).min(self.of(*value)),
            I::Select { then, otherwise, .. } => self.of(*then).max(self.of(*otherwise)),
            I::Load { access, .. } | I::ReadModifyWrite { access, .. } => access.width(),
            I::CompareExchange { success, .. } if *success == target => 1,
            I::CompareExchange { access, .. } => access.width(),
            _ => 64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    #[test]
    fn bounds_cover_every_assignment() {
        let program = parse(
            "function @f(%p) {
                %a = load.4 %p
                %b = %a
                %c = ult.64 %a, %p
                %d = trunc.8 %p
                %d = 300
                %e = %p
                %f = or.8 %p, 1
                %g = add.8 %p, 1
                return %a, %h
            }",
        )
        .unwrap();
        let function = &program.functions[0];
        let widths = Widths::new(function, &Liveness::new(function));
        let found: Vec<u32> = (0..9).map(|index| widths.of(Register(index).into())).collect();
        // p a b c d e f g h
        assert_eq!(found, [64, 32, 32, 1, 9, 64, 64, 8, 64]);
    }
}
