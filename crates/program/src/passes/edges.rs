//! Where does an instruction go that is to run on one edge of the control-flow graph?

use crate::instruction::{Instruction, Terminator};
use crate::structure::{Block, BlockId, Function};
use base::SourcePosition;

/// Adds instructions to the edge from one block to another: at the end of the first if it goes
/// nowhere else, and in a block of their own otherwise. They are at this position in the source.
pub(super) fn insert_on_edge(
    function: &mut Function,
    from: BlockId,
    to: BlockId,
    instructions: impl IntoIterator<Item = Instruction>,
    position: Option<SourcePosition>,
) {
    let block = if function.block(from).terminator == Terminator::Jump(to) {
        from
    } else {
        let name = format!("{}.edge", function.block(to).name);
        let between = BlockId(function.blocks.len() as u32);
        function.blocks.push(Block::new(name, Terminator::Jump(to)));
        function.blocks[from.index()].terminator.successors_mut(|target| {
            if *target == to {
                *target = between;
            }
        });
        between
    };
    for instruction in instructions {
        function.blocks[block.index()].push(instruction, position);
    }
}

/// Adds instructions that run when the function starts, and never again during the same call.
pub(super) fn insert_on_entry(
    function: &mut Function,
    instructions: impl IntoIterator<Item = Instruction>,
) {
    // Block 0 has to stay where the function starts, so its contents move if something jumps to it.
    let is_target = |block: &Block| block.terminator.successors().contains(&BlockId(0));
    if function.blocks.iter().any(is_target) {
        let moved = BlockId(function.blocks.len() as u32);
        let name = format!("{}.entry", function.blocks[0].name);
        let start =
            std::mem::replace(&mut function.blocks[0], Block::new(name, Terminator::Jump(moved)));
        function.blocks.push(start);
        for block in &mut function.blocks {
            block.terminator.successors_mut(|target| {
                if *target == BlockId(0) {
                    *target = moved;
                }
            });
        }
    }
    for (index, instruction) in instructions.into_iter().enumerate() {
        function.blocks[0].insert(index, instruction, None);
    }
}
