//! Which copies can be avoided by computing a value where it is going to be?
//!
//! `t = add x, 1; …; x = t` is what an assignment to a promoted variable looks like. Where `t` is
//! not needed outside of the block, the instruction can write `x` itself: `x = add x, 1`. That
//! holds if between the two `x` is neither read nor written, and if whatever reads `t` after the
//! copy does so before `x` is written again; those reads become reads of `x`.
//!
//! Only the inside of one block is looked at and changed: at its ends `x` holds the same as before
//! and `t` is dead, so liveness stays as it was computed.

use crate::flow::Liveness;
use crate::instruction::{Instruction, Operand, Register};
use crate::structure::{Block, Function, Program};
use std::ops::Range;

/// How far from a copy to look for the computation of its value and for later uses: enough for code
/// as it is written, and linear for code as it is generated.
const WINDOW: usize = 200;

pub fn run(program: &mut Program) {
    program.functions.iter_mut().for_each(coalesce);
}

fn coalesce(function: &mut Function) {
    let liveness = Liveness::new(function);
    for id in function.block_ids() {
        let block = &mut function.blocks[id.index()];
        for index in 0..block.instructions.len() {
            let Instruction::Assign { target, value: Operand::Register(source) } =
                block.instructions[index]
            else {
                continue;
            };
            if source != target
                && !liveness.is_live_out(id, source)
                && let Some(range) = renaming(block, index, source, target)
            {
                // The copy becomes one of `target` to itself.
                rename(block, range, source, target);
            }
        }
        block.retain(|_, instruction| !is_nothing(instruction));
    }
}

/// The instructions from the computation of `source` to its last use, if in them `source` can
/// become `target`, where the instruction at `copy` is `target = source`.
fn renaming(
    block: &Block,
    copy: usize,
    source: Register,
    target: Register,
) -> Option<Range<usize>> {
    let before = &block.instructions[copy.saturating_sub(WINDOW)..copy];
    let mut definition = copy;
    for instruction in before.iter().rev() {
        definition -= 1;
        if is_nothing(instruction) {
            continue;
        }
        if is_bookkeeping(instruction) || instruction.writes_register(target) {
            return None;
        }
        if instruction.writes_register(source) {
            return last_use(block, copy, source, target).map(|end| definition..end);
        }
        if instruction.reads_register(target) {
            return None;
        }
    }
    None
}

/// The end of the reads of `source` after the copy, if `target` still holds the same at all of
/// them.
fn last_use(block: &Block, copy: usize, source: Register, target: Register) -> Option<usize> {
    let mut target_changed = false;
    for (index, instruction) in block.instructions.iter().enumerate().skip(copy + 1) {
        if index > copy + WINDOW || is_bookkeeping(instruction) {
            return None;
        }
        if instruction.reads_register(source) && target_changed {
            return None;
        }
        if instruction.writes_register(source) {
            return Some(index + 1);
        }
        target_changed |= !is_nothing(instruction) && instruction.writes_register(target);
    }
    let mut read = false;
    block.terminator.reads(|register| read |= register == source);
    (!read || !target_changed).then_some(block.instructions.len() + 1)
}

/// A copy of a register to itself.
fn is_nothing(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::Assign { target, value: Operand::Register(source) } if target == source
    )
}

/// Instructions that name registers other than by operands and targets are left alone.
fn is_bookkeeping(instruction: &Instruction) -> bool {
    !instruction.hidden_reads().is_empty()
}

/// Renames in the target of the first instruction of the range, and in the operands of the others.
/// The last one may write `source` anew; an end past the instructions includes the terminator.
fn rename(block: &mut Block, range: Range<usize>, source: Register, target: Register) {
    let rename_operand = |operand: &mut Operand| {
        if *operand == Operand::Register(source) {
            *operand = Operand::Register(target);
        }
    };
    let count = block.instructions.len();
    block.instructions[range.start].targets_mut(|register| {
        if *register == source {
            *register = target;
        }
    });
    for instruction in &mut block.instructions[range.start + 1..range.end.min(count)] {
        instruction.operands_mut(rename_operand);
    }
    if range.end > count {
        block.terminator.operands_mut(rename_operand);
    }
}

#[cfg(test)]
mod tests {
    use crate::passes::tests::check;

    #[test]
    fn a_variable_is_computed_in_place() {
        let text = "function @f(%x) {
            %t = add.32 %x, 1
            %x = %t
            %c = ult.32 %t, 10
            return %c, %t
        }";
        check(
            super::run,
            text,
            "entry:
            %x = add.32 %x, 1
            %c = ult.32 %x, 10
            return %c, %x",
        );
    }

    #[test]
    fn a_variable_that_is_still_needed_is_not_overwritten() {
        for middle in ["%u = %x", "%x = 3", "spin_mark %e, %x -> %m"] {
            let text = format!(
                "function @f(%x) {{
                    %t = add.32 %x, 1
                    {middle}
                    %x = %t
                    return %x
                }}"
            );
            let statements = format!(
                "entry:
                %t = add.32 %x, 1
                {middle}
                %x = %t
                return %x"
            );
            check(super::run, &text, &statements);
        }
    }

    #[test]
    fn a_temporary_that_outlives_the_variable_stays() {
        let text = "function @f(%x) {
            entry: %t = add.32 %x, 1
                   %x = %t
                   %x = 5
                   %u = add.32 %t, 2
                   jump next
            next:  return %x, %u
        }";
        check(
            super::run,
            text,
            "entry:
            %t = add.32 %x, 1
            %x = %t
            %x = 5
            %u = add.32 %t, 2
            jump next
            next:
            return %x, %u",
        );
    }

    #[test]
    fn a_temporary_that_leaves_the_block_stays() {
        let text = "function @f(%x) {
            entry: %t = add.32 %x, 1
                   %x = %t
                   jump next
            next:  return %x, %t
        }";
        check(
            super::run,
            text,
            "entry:
            %t = add.32 %x, 1
            %x = %t
            jump next
            next:
            return %x, %t",
        );
    }
}
