//! Which loops create threads? Those that `--threads` bounds.
//!
//! A loop creates threads if one of its instructions does, or calls a function that does. Who is
//! called through a pointer is not known, and taken to create none: then nothing is bounded by it,
//! which is to look further.

use program::flow::{Dominators, Graph, Loops};
use program::passes::bound::{self, LoopPlace};
use program::{Callee, Instruction, Program};

/// The loops of a program that create threads.
pub(crate) fn loops(program: &Program) -> Vec<LoopPlace> {
    let creators = creators(program);
    let mut places = Vec::new();
    for function in &program.functions {
        let graph = Graph::new(function);
        let loops = Loops::new(&graph, &Dominators::new(&graph), function.blocks.len());
        for each in &loops.loops {
            let blocks = each.body.iter().map(|block| function.block(*block));
            let mut instructions = blocks.flat_map(|block| &block.instructions);
            if instructions.any(|instruction| creates(instruction, &creators)) {
                places.push(bound::place(function, &loops, each.header));
            }
        }
    }
    places
}

/// Which functions create threads, by their numbers.
fn creators(program: &Program) -> Vec<bool> {
    let mut creators = vec![false; program.functions.len()];
    loop {
        let mut changed = false;
        for (index, function) in program.functions.iter().enumerate() {
            let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
            if !creators[index] && instructions.any(|each| creates(each, &creators)) {
                creators[index] = true;
                changed = true;
            }
        }
        if !changed {
            return creators;
        }
    }
}

fn creates(instruction: &Instruction, creators: &[bool]) -> bool {
    match instruction {
        Instruction::Spawn { .. } => true,
        Instruction::Call { callee: Callee::Direct(callee), .. } => creators[callee.index()],
        _ => false,
    }
}
