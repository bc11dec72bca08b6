//! Which loops does the source itself bound?
//!
//! `__VERIFIER_loop_bound(N)`, of programs written for Dartagnan, is about the loop that follows it
//! on a straight way. It has the effect of `--unroll` for that loop, unless the command line says
//! something else of it. A mark that is followed by no loop, or whose number is not known, bounds
//! nothing: then Heddle looks further.
//!
//! Marks are looked for before the passes, which remove the calls; the loop is found again after
//! them by the lines of its own code.

use base::SourcePosition;
use program::flow::{Dominators, Graph, Loops};
use program::passes::bound::{self, LoopPlace};
use program::{BlockId, Callee, Function, FunctionId, Instruction, Operand, Program, Terminator};

/// The function whose calls are marks.
const MARK: &str = "__VERIFIER_loop_bound";

/// A loop that is bounded by the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Where its own code is.
    positions: Vec<SourcePosition>,
    turns: u32,
}

/// The marks of a program that no pass has changed yet.
pub(crate) fn find(program: &Program) -> Vec<Mark> {
    let Some(mark) = program.function_named(MARK) else { return Vec::new() };
    program.functions.iter().flat_map(|function| find_in(function, mark)).collect()
}

fn find_in(function: &Function, mark: FunctionId) -> Vec<Mark> {
    let graph = Graph::new(function);
    let loops = Loops::new(&graph, &Dominators::new(&graph), function.blocks.len());
    let mut marks = Vec::new();
    for (index, block) in function.blocks.iter().enumerate() {
        let mut numbers = block.instructions.iter().filter_map(|each| match each {
            Instruction::Call { callee: Callee::Direct(callee), arguments, .. }
                if *callee == mark =>
            {
                match arguments.as_slice() {
                    [Operand::Constant(turns)] => u32::try_from(*turns).ok(),
                    _ => None,
                }
            }
            _ => None,
        });
        // Of several marks for one loop, the last one is next to it.
        let Some(turns) = numbers.next_back() else { continue };
        let Some(header) = next_header(function, &loops, BlockId(index as u32)) else { continue };
        let own = bound::place(function, &loops, header);
        marks.push(Mark { positions: own.positions, turns });
    }
    marks
}

/// The header of the loop that a block leads to without a choice, and is not in.
fn next_header(function: &Function, loops: &Loops, from: BlockId) -> Option<BlockId> {
    let mut block = from;
    for _ in 0..function.blocks.len() {
        let Terminator::Jump(next) = function.block(block).terminator else { return None };
        let entered = loops.loops.iter().find(|each| each.header == next);
        match entered {
            Some(entered) if entered.contains(from) => return None,
            Some(entered) => return Some(entered.header),
            None => block = next,
        }
    }
    None
}

/// What the marked loops of a program are called, and how often they may run.
pub(crate) fn names(program: &Program, marks: &[Mark]) -> Vec<(String, u32)> {
    if marks.is_empty() {
        return Vec::new();
    }
    let loops = bound::loops(program);
    let is_of = |mark: &Mark, place: &LoopPlace| {
        place.positions.iter().any(|position| mark.positions.contains(position))
    };
    let mut names = Vec::new();
    for mark in marks {
        let place = loops.iter().find(|place| is_of(mark, place));
        if let Some(start) = place.and_then(|place| place.start) {
            let file = &program.sources[start.file.0 as usize];
            names.push((format!("{file}:{}", start.line), mark.turns));
        }
    }
    names
}
