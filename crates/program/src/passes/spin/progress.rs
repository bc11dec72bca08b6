//! Which iterations certainly change something, so that checking them is in vain?
//!
//! An iteration changes something if it passes a block with an instruction that always has an
//! effect, or one that moves a watched register by a constant, as loop counters do; the latter only
//! if that is the register's one assignment in the loop, and outside of inner loops, so that it
//! happens once. Leaving out a check is never wrong, it only keeps a thread running; checking in
//! vain only costs time.

use super::Flow;
use crate::flow::Loop;
use crate::instruction::{BinaryOperation, Instruction, Operand, Register};
use crate::structure::{BlockId, Function};
use base::value::mask;
use std::collections::HashMap;

/// The blocks of a loop that no iteration passes without a change.
pub(super) fn blocks(
    function: &Function,
    flow: &Flow,
    each: &Loop,
    watched: &[Register],
) -> Vec<BlockId> {
    let mut assignments: HashMap<Register, usize> = HashMap::new();
    for block in &each.body {
        for instruction in &function.block(*block).instructions {
            for target in instruction.targets() {
                *assignments.entry(target).or_default() += 1;
            }
        }
    }
    let counts = |register: &Register| assignments[register] == 1 && watched.contains(register);
    let innermost = flow.loops.innermost(each.header);
    let changes = |block: &BlockId| {
        let is_direct = flow.loops.innermost(*block) == innermost;
        function.block(*block).instructions.iter().any(|instruction| {
            always_has_effect(instruction)
                || is_direct
                    && moved_register(instruction).is_some_and(|register| counts(&register))
        })
    };
    each.body.iter().copied().filter(changes).collect()
}

/// Whether the thread has had an effect after the instruction, whatever happened. Stores are not
/// listed: one to memory that only this thread knows may write what is there already. Nor are
/// locks, which an unlock may take back.
fn always_has_effect(instruction: &Instruction) -> bool {
    matches!(
        instruction,
        Instruction::CallLibrary { .. }
            | Instruction::Spawn { .. }
            | Instruction::Join { .. }
            | Instruction::Choose { .. }
            | Instruction::Print { .. }
    )
}

/// The register that an instruction moves by a constant other than zero.
fn moved_register(instruction: &Instruction) -> Option<Register> {
    let Instruction::Binary { operation, width, target, left, right } = *instruction else {
        return None;
    };
    let itself = Operand::Register(target);
    let step = match (operation, left, right) {
        (BinaryOperation::Add | BinaryOperation::Sub, _, Operand::Constant(step))
            if left == itself =>
        {
            step
        }
        (BinaryOperation::Add, Operand::Constant(step), _) if right == itself => step,
        _ => return None,
    };
    (step & mask(u32::from(width)) != 0).then_some(target)
}
