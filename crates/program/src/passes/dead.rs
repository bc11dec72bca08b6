//! Which computations does nobody need?
//!
//! First without regard to order: a register is needed if something that must run reads it, or the
//! computation of a needed register does; so a counter that only counts itself goes, loop or not.
//! Then with liveness: a computation whose result is written again before it is read goes.
//!
//! What must run: everything visible (a load is an event, whether its value is used or not) and
//! everything that can fail.

use crate::flow::{BitSet, Liveness};
use crate::instruction::{BinaryOperation, Instruction, Operand, Register};
use crate::structure::{Function, Program};
use base::value::mask;

/// Removing one computation may leave another without use in an earlier block; that takes another
/// round.
const ROUNDS: usize = 4;

pub fn run(program: &mut Program) {
    for function in &mut program.functions {
        remove_unneeded(function);
        for _ in 0..ROUNDS {
            if !remove_overwritten(function) {
                break;
            }
        }
    }
}

/// Whether an instruction only computes its targets and cannot fail with the operands it has.
fn is_removable(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Binary { operation, width, right: Operand::Constant(right), .. } => {
            use BinaryOperation as B;
            match operation {
                B::UDiv | B::URem => *right != 0,
                B::SDiv | B::SRem => {
                    let right = right & mask(u32::from(*width));
                    right != 0 && right != mask(u32::from(*width))
                }
                B::Shl | B::LShr | B::AShr => *right < u64::from(*width),
                B::Add | B::Sub | B::Mul | B::And | B::Or | B::Xor | B::Gather | B::Scatter => true,
            }
        }
        _ => instruction.is_pure(),
    }
}

fn remove_unneeded(function: &mut Function) {
    let mut needed = BitSet::new(function.registers.len());
    let mut waiting: Vec<Register> = Vec::new();
    let mut need = |register: Register, waiting: &mut Vec<Register>| {
        if needed.insert(register.index()) {
            waiting.push(register);
        }
    };
    // The registers from which each register is computed.
    let mut sources: Vec<Vec<Register>> = vec![Vec::new(); function.registers.len()];
    for block in &function.blocks {
        for instruction in &block.instructions {
            if is_removable(instruction) {
                for target in instruction.targets() {
                    instruction.reads(|register| sources[target.index()].push(register));
                }
            } else {
                instruction.reads(|register| need(register, &mut waiting));
            }
        }
        block.terminator.reads(|register| need(register, &mut waiting));
    }
    while let Some(register) = waiting.pop() {
        for source in std::mem::take(&mut sources[register.index()]) {
            need(source, &mut waiting);
        }
    }
    for block in &mut function.blocks {
        block.retain(|_, instruction| {
            !is_removable(instruction)
                || instruction.targets().iter().any(|target| needed.contains(target.index()))
        });
    }
}

/// Returns whether anything was removed.
fn remove_overwritten(function: &mut Function) -> bool {
    let liveness = Liveness::new(function);
    let mut live = BitSet::new(function.registers.len());
    let mut removed = false;
    for id in function.block_ids() {
        live.clear();
        for register in liveness.live_out(id) {
            live.insert(register.index());
        }
        let block = &mut function.blocks[id.index()];
        block.terminator.reads(|register| {
            live.insert(register.index());
        });
        let mut kept = vec![true; block.instructions.len()];
        for (index, instruction) in block.instructions.iter().enumerate().rev() {
            let targets = instruction.targets();
            let is_self_copy = matches!(
                instruction,
                Instruction::Assign { target, value: Operand::Register(source) } if target == source
            );
            let unread = targets.iter().all(|target| !live.contains(target.index()));
            if is_self_copy || unread && is_removable(instruction) {
                kept[index] = false;
                removed = true;
                continue;
            }
            targets.iter().for_each(|target| live.remove(target.index()));
            instruction.reads(|register| {
                live.insert(register.index());
            });
        }
        block.retain(|index, _| kept[index]);
    }
    removed
}

#[cfg(test)]
mod tests {
    use crate::passes::tests::check;

    #[test]
    fn only_what_is_visible_or_needed_stays() {
        let text = "function @f(%a, %b) {
            %x = add.32 %a, 1
            %y = add.32 %x, 1
            %l = load.4 plain %a
            %d = udiv.32 %a, %b
            %e = udiv.32 %a, 2
            %g = sdiv.8 %a, 255
            %s = shl.32 %a, 32
            %k = choose 0, 1
            %q = select %a, 1, 2
            %z = 1
            %z = 2
            %w = %z
            return %w
        }";
        check(
            super::run,
            text,
            "entry:
            %l = load.4 %a
            %d = udiv.32 %a, %b
            %g = sdiv.8 %a, 255
            %s = shl.32 %a, 32
            %k = choose 0, 1
            %q = select %a, 1, 2
            %z = 2
            %w = %z
            return %w",
        );
    }

    #[test]
    fn a_counter_that_only_counts_itself_goes() {
        let text = "function @f(%a) {
            entry: %i = 0
                   %j = 0
                   jump head
            head:  %v = load.4 %a
                   %i = add.32 %i, 1
                   %j = add.32 %j, 1
                   branch %v, out, head
            out:   return %j
        }";
        check(
            super::run,
            text,
            "entry:
            %j = 0
            jump head
            head:
            %v = load.4 %a
            %j = add.32 %j, 1
            branch %v, out, head
            out:
            return %j",
        );
    }

    #[test]
    fn what_lives_around_the_loop_stays() {
        let text = "function @f(%a) {
            entry: %x = 0
                   jump head
            head:  %y = %x
                   %x = load.4 %a
                   branch %y, out, head
            out:   return
        }";
        check(
            super::run,
            text,
            "entry:
            %x = 0
            jump head
            head:
            %y = %x
            %x = load.4 %a
            branch %y, out, head
            out:
            return",
        );
    }
}
