//! Which registers are assigned at one place only, before every use?
//!
//! Registers are mutable, so in general a fact about one holds only until its next assignment. But
//! most registers come from SSA values: one instruction writes them, and it dominates every use.
//! For those the theorems of SSA hold. The one that passes rely on is this: if `r` and `s` are such
//! registers and `r` is computed from `s`, then wherever `r` is used, `s` still has the value that
//! `r` was computed from. (Else `s` was assigned again on a way from the definition of `r` to its
//! use that does not pass that definition again; take that way from the assignment of `s` on, and
//! before it any way to that assignment that avoids the definition of `r`, which exists because the
//! assignment of `s` dominates it. Together they reach the use of `r` without its definition,
//! against dominance.)
//!
//! That the definition dominates every use is the same as that the register is not live at the
//! start of the function.

use super::liveness::Liveness;
use crate::instruction::Register;
use crate::structure::{BlockId, Function};

/// Where a register gets its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    Parameter,
    /// An instruction of a block.
    Instruction(BlockId, usize),
}

/// The registers that are assigned once, before every use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definitions {
    assignments: Vec<Assignments>,
}

/// How often a register is assigned, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Assignments {
    None,
    One(Definition),
    /// Or once, but not before every use.
    Many,
}

impl Definitions {
    pub fn new(function: &Function, liveness: &Liveness) -> Definitions {
        let mut assignments = vec![Assignments::None; function.registers.len()];
        let mut define = |register: Register, definition| {
            let known = &mut assignments[register.index()];
            *known = match known {
                Assignments::None => Assignments::One(definition),
                Assignments::One(_) | Assignments::Many => Assignments::Many,
            };
        };
        for parameter in 0..function.parameters {
            define(Register(parameter), Definition::Parameter);
        }
        for block in function.block_ids() {
            for (index, instruction) in function.block(block).instructions.iter().enumerate() {
                for target in instruction.targets() {
                    define(target, Definition::Instruction(block, index));
                }
            }
        }
        for register in liveness.live_in(BlockId(0)) {
            if register.0 >= function.parameters {
                assignments[register.index()] = Assignments::Many;
            }
        }
        Definitions { assignments }
    }

    /// The only definition of a register; `None` if there are several, or uses before it.
    pub fn single(&self, register: Register) -> Option<Definition> {
        match self.assignments[register.index()] {
            Assignments::One(definition) => Some(definition),
            Assignments::None | Assignments::Many => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    #[test]
    fn only_assignments_before_every_use_count() {
        let program = parse(
            "function @f(%p, %q) {
                entry: %a = 1
                       %q = 2
                       branch %p, then, join
                then:  %late = 3
                       %c = %late
                       jump join
                join:  return %a, %c
            }",
        )
        .unwrap();
        let function = &program.functions[0];
        let definitions = Definitions::new(function, &Liveness::new(function));
        let [p, q, a, late, c] = [0, 1, 2, 3, 4].map(Register);
        assert_eq!(definitions.single(p), Some(Definition::Parameter));
        assert_eq!(definitions.single(q), None);
        assert_eq!(definitions.single(a), Some(Definition::Instruction(BlockId(0), 0)));
        assert_eq!(definitions.single(late), Some(Definition::Instruction(BlockId(1), 0)));
        assert_eq!(definitions.single(c), None);
    }
}
