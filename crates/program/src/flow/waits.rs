//! After which reads may a thread stop at once, because of what it has read?
//!
//! `while (!load(x));` and `assume(load(x))` go on with some values and stop with others. Which
//! reads are like that is told by where they are in the program: an assumption, or the check of a
//! loop that waits, can be reached from them before the thread does anything that others could see.
//! There may be too many of them, never one too few within a function; what comes after a call or a
//! return is not looked at, and is taken to be an assumption.

use crate::instruction::{Instruction, Terminator};
use crate::structure::{Block, BlockId, Function, FunctionId, Program};

/// Reads, by their places in the program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Waits {
    /// For each function, block and instruction; empty if there are none.
    places: Vec<Vec<Vec<bool>>>,
}

impl Waits {
    pub fn new(program: &Program) -> Waits {
        let blocks = program.functions.iter().flat_map(|function| &function.blocks);
        let mut instructions = blocks.flat_map(|block| &block.instructions);
        let stops = |instruction: &Instruction| {
            matches!(
                instruction,
                Instruction::Assume { .. }
                    | Instruction::SpinCheck { .. }
                    | Instruction::CallLibrary { .. }
            )
        };
        match instructions.any(stops) {
            true => Waits { places: program.functions.iter().map(places).collect() },
            false => Waits::default(),
        }
    }

    /// Whether the instruction at a place is such a read.
    pub fn contains(&self, function: FunctionId, block: BlockId, instruction: u32) -> bool {
        let blocks = self.places.get(function.index());
        let block = blocks.and_then(|blocks| blocks.get(block.index()));
        block.and_then(|block| block.get(instruction as usize)).is_some_and(|waits| *waits)
    }
}

/// The reads of a function.
fn places(function: &Function) -> Vec<Vec<bool>> {
    let mut places: Vec<Vec<bool>> =
        function.blocks.iter().map(|block| vec![false; block.instructions.len()]).collect();
    let mut stops = vec![false; function.blocks.len()];
    loop {
        let mut is_stable = true;
        for (index, block) in function.blocks.iter().enumerate().rev() {
            let stops_here = visit(block, &stops, &mut places[index]);
            is_stable &= stops[index] == stops_here;
            stops[index] = stops_here;
        }
        if is_stable {
            return places;
        }
    }
}

/// Finds the reads of a block. Returns whether its start may be followed by a stop at once. `stops`
/// says that of the blocks.
fn visit(block: &Block, stops: &[bool], places: &mut [bool]) -> bool {
    let mut follows = match &block.terminator {
        Terminator::Return { .. } => true,
        other => other.successors().iter().any(|next| stops[next.index()]),
    };
    for (instruction, place) in block.instructions.iter().zip(places).rev() {
        follows = match instruction {
            Instruction::Assume { .. }
            | Instruction::SpinCheck { .. }
            | Instruction::Call { .. } => true,
            Instruction::CallLibrary { .. } => {
                *place = true;
                false
            }
            Instruction::Load { .. }
            | Instruction::ReadModifyWrite { .. }
            | Instruction::CompareExchange { .. } => {
                *place = follows;
                false
            }
            Instruction::Assign { .. }
            | Instruction::Binary { .. }
            | Instruction::Compare { .. }
            | Instruction::SignExtend { .. }
            | Instruction::Truncate { .. }
            | Instruction::Float { .. }
            | Instruction::Select { .. }
            | Instruction::CurrentThread { .. }
            | Instruction::ThreadLocalAddress { .. }
            | Instruction::SpinMark { .. }
            | Instruction::Bound { .. } => follows,
            _ => false,
        };
    }
    follows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    /// The places in the first function of a program, as block and instruction.
    fn places_in(text: &str) -> Vec<(u32, u32)> {
        let program = text::parse(text).unwrap();
        let waits = Waits::new(&program);
        let blocks = program.functions[0].blocks.iter().enumerate();
        let all = blocks.flat_map(|(index, block)| {
            (0..block.instructions.len() as u32).map(move |at| (index as u32, at))
        });
        all.filter(|(block, at)| waits.contains(FunctionId(0), BlockId(*block), *at)).collect()
    }

    #[test]
    fn a_stop_that_only_computation_separates() {
        let found = places_in(
            r#"global @x : 4
            function @main() {
            entry:
              %a = load.4 seq_cst @x
              %a = add.32 %a, 1
              assume %a
              %a = load.4 seq_cst @x
              store.4 seq_cst @x, %a
              jump head
            head:
              spin_mark %e
              %b = load.4 seq_cst @x
              %c = load.4 seq_cst @x
              branch %c, back, last
            back:
              spin_check %e
              jump head
            last:
              %d = load.4 seq_cst @x
              fence seq_cst
              return
            }"#,
        );
        assert_eq!(found, [(0, 0), (1, 2)]);
    }

    #[test]
    fn what_follows_a_call_or_a_return_is_not_known() {
        let text = |stop: &str| {
            format!(
                "global @x : 4
                function @main() {{
                  %a = load.4 seq_cst @x
                  call @f()
                  %b = load.4 seq_cst @x
                  return
                }}
                function @f() {{
                  {stop}
                  return
                }}"
            )
        };
        assert_eq!(places_in(&text("assume 1")), [(0, 0), (0, 2)]);
        assert_eq!(places_in(&text("")), []);
    }
}
