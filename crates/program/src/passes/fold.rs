//! Which registers hold a constant, or the same as another register?
//!
//! Constant folding and copy propagation without SSA form. Registers are mutable, so a fact about
//! one lasts until it, or the register it is a copy of, is assigned again: such facts are kept
//! within a block, in order. Registers that are assigned once, before every use, are better off:
//! what they are copies of holds wherever they are used (see [`crate::flow::definitions`]).
//!
//! Operations are folded by [`crate::eval`] itself. What has no result there (a division by zero)
//! stays and is reported when it runs; what is undefined stays undefined and is never given a
//! value.

use crate::eval;
use crate::flow::width::Widths;
use crate::flow::{Definitions, Graph, Liveness};
use crate::instruction::{Instruction, Operand, Predicate, Register};
use crate::structure::{Function, Program};
use base::Value;
use std::collections::HashMap;

pub fn run(program: &mut Program) {
    program.functions.iter_mut().for_each(fold);
}

fn fold(function: &mut Function) {
    let liveness = Liveness::new(function);
    let widths = Widths::new(function, &liveness);
    let graph = Graph::new(function);
    let mut facts = Facts {
        lasting: vec![None; function.registers.len()],
        local: HashMap::new(),
        copies: HashMap::new(),
        definitions: Definitions::new(function, &liveness),
    };
    // In this order, definitions of registers that are assigned once come before their uses.
    for &block in graph.order() {
        facts.local.clear();
        facts.copies.clear();
        let block = &mut function.blocks[block.index()];
        for instruction in &mut block.instructions {
            instruction.operands_mut(|operand| *operand = facts.known(*operand));
            if let Some((target, value)) = result(instruction, &widths) {
                *instruction = Instruction::Assign { target, value };
            }
            facts.learn(instruction);
        }
        block.terminator.operands_mut(|operand| *operand = facts.known(*operand));
    }
}

/// What registers are known to hold.
struct Facts {
    /// By register, for those that are assigned once: a constant, or another register of that kind.
    lasting: Vec<Option<Operand>>,
    /// What holds at this point of the block.
    local: HashMap<Register, Operand>,
    /// For each register, those that `local` may say are copies of it.
    copies: HashMap<Register, Vec<Register>>,
    definitions: Definitions,
}

impl Facts {
    /// What an operand can be replaced by.
    fn known(&self, operand: Operand) -> Operand {
        let Some(register) = operand.register() else {
            return operand;
        };
        let lasting = self.lasting[register.index()];
        lasting.or_else(|| self.local.get(&register).copied()).unwrap_or(operand)
    }

    /// Takes note of what an instruction assigns.
    fn learn(&mut self, instruction: &Instruction) {
        for target in instruction.targets() {
            self.local.remove(&target);
            for copy in self.copies.remove(&target).unwrap_or_default() {
                if self.local.get(&copy) == Some(&Operand::Register(target)) {
                    self.local.remove(&copy);
                }
            }
        }
        let Instruction::Assign { target, value } = *instruction else {
            return;
        };
        let is_single = |register: Register| self.definitions.single(register).is_some();
        match value {
            Operand::Undefined => {}
            Operand::Constant(_) if is_single(target) => self.lasting[target.index()] = Some(value),
            Operand::Register(source) if is_single(target) && is_single(source) => {
                self.lasting[target.index()] = Some(value);
            }
            Operand::Register(source) if source == target => {}
            Operand::Constant(_) => {
                self.local.insert(target, value);
            }
            Operand::Register(source) => {
                self.local.insert(target, value);
                self.copies.entry(source).or_default().push(target);
            }
        }
    }
}

/// The operand whose value an instruction assigns, if it can be told.
fn result(instruction: &Instruction, widths: &Widths) -> Option<(Register, Operand)> {
    use Instruction as I;
    let constant = |operand: Operand| match operand {
        Operand::Constant(bits) => Some(Value::new(bits)),
        Operand::Register(_) | Operand::Undefined => None,
    };
    let (target, value) = match *instruction {
        I::Binary { operation, width, target, left, right } => {
            let (left, right) = (constant(left)?, constant(right)?);
            (target, eval::binary(operation, u32::from(width), left, right).ok()?)
        }
        // Whether a truth value is not zero is that value.
        I::Compare {
            predicate: Predicate::Ne, target, left, right: Operand::Constant(0), ..
        } if constant(left).is_none() && widths.of(left) <= 1 => {
            return Some((target, left));
        }
        I::Compare { predicate, width, target, left, right } => {
            (target, eval::compare(predicate, u32::from(width), constant(left)?, constant(right)?))
        }
        I::SignExtend { from, to, target, value } => {
            (target, eval::sign_extend(u32::from(from), u32::from(to), constant(value)?))
        }
        I::Truncate { to, target, value } if widths.of(value) <= u32::from(to) => {
            return Some((target, value));
        }
        I::Truncate { to, target, value } => (target, constant(value)?.truncate(u32::from(to))),
        I::Float { operation, from, to, target, ref operands } => {
            let values: Option<Vec<Value>> = operands.iter().copied().map(constant).collect();
            (target, eval::float(operation, from, to, &values?))
        }
        I::Select { target, condition, then, otherwise } => {
            let chosen = if constant(condition)?.bits != 0 { then } else { otherwise };
            return Some((target, chosen));
        }
        _ => return None,
    };
    Some((target, Operand::Constant(value.defined()?)))
}

#[cfg(test)]
mod tests {
    use crate::passes::tests::check;

    #[test]
    fn constants_and_copies_travel() {
        let text = "function @f(%a) {
            entry: %x = 2
                   %y = add.32 %x, 40
                   %z = %a
                   jump next
            next:  %c = ult.32 %y, 100
                   %w = add.32 %z, %y
                   return %c, %w
        }";
        let statements = "entry:
            %x = 2
            %y = 42
            %z = %a
            jump next
            next:
            %c = 1
            %w = add.32 %a, 42
            return 1, %w";
        check(super::run, text, statements);
    }

    #[test]
    fn a_copy_ends_when_its_source_changes() {
        // The lost copy and the swap: %old must not become %x.
        let text = "function @f(%n) {
            entry: %x = 1
                   jump head
            head:  %old = %x
                   %x = add.32 %x, 1
                   %c = ult.32 %old, %n
                   branch %c, swap, out
            swap:  %t = %x
                   %x = %y
                   %y = %t
                   %u = %y
                   jump head
            out:   return %old
        }";
        let statements = "entry:
            %x = 1
            jump head
            head:
            %old = %x
            %x = add.32 %x, 1
            %c = ult.32 %old, %n
            branch %c, swap, out
            swap:
            %t = %x
            %x = %y
            %y = %t
            %u = %t
            jump head
            out:
            return %old";
        check(super::run, text, statements);
    }

    #[test]
    fn a_variable_that_a_loop_changes_is_no_constant() {
        let text = "function @f(%n) {
            entry: %i = 0
                   jump head
            head:  %c = ult.32 %i, %n
                   branch %c, body, out
            body:  %i = add.32 %i, 1
                   jump head
            out:   return %i
        }";
        check(
            super::run,
            text,
            "entry:
            %i = 0
            jump head
            head:
            %c = ult.32 %i, %n
            branch %c, body, out
            body:
            %i = add.32 %i, 1
            jump head
            out:
            return %i",
        );
    }

    #[test]
    fn what_is_not_initialised_or_fails_stays() {
        let text = "function @f(%n) {
            %u = undefined
            %v = and.32 %u, 0
            %d = udiv.32 1, 0
            %s = shl.8 1, 8
            %q = select undefined, 1, 1
            %w = trunc.8 undefined
            return %u, %never
        }";
        check(
            super::run,
            text,
            "entry:
            %u = undefined
            %v = and.32 %u, 0
            %d = udiv.32 1, 0
            %s = shl.8 1, 8
            %q = select undefined, 1, 1
            %w = trunc.8 undefined
            return %u, %never",
        );
    }

    #[test]
    fn a_register_that_is_assigned_on_one_way_only_is_no_constant() {
        let text = "function @f(%n) {
            entry: branch %n, set, join
            set:   %x = 5
                   jump join
            join:  return %x
        }";
        check(
            super::run,
            text,
            "entry:
            branch %n, set, join
            set:
            %x = 5
            jump join
            join:
            return %x",
        );
    }
}
