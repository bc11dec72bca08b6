//! Which branches does the block before decide? (Jump threading.)
//!
//! Compilers leave blocks in several ways through one: what is left is noted in a register, the
//! common block ends the lives of variables, and a switch on the register goes on. `a && b` is a
//! register, too, that is decided twice. Where the block before sets that register to a constant,
//! it does what the common block does and goes on by itself: so the ways stay apart, and a loop is
//! seen to leave where it leaves.
//!
//! Blocks to which a loop goes back stay, because a way past them would be a second entry to it.

use crate::flow::Graph;
use crate::instruction::{Deallocation, Instruction, Operand, Register, Terminator};
use crate::structure::{BlockId, Function, Program};

/// Common blocks that do more are not repeated.
const MOST_INSTRUCTIONS: usize = 8;

pub fn run(program: &mut Program) {
    for function in &mut program.functions {
        run_function(function);
    }
}

fn run_function(function: &mut Function) {
    let graph = Graph::new(function);
    let is_header = |block: BlockId| {
        let position = graph.position(block);
        graph.predecessors(block).iter().any(|from| graph.position(*from) >= position)
    };
    let common: Vec<bool> =
        function.block_ids().map(|block| is_common(function, block) && !is_header(block)).collect();
    for block in graph.order().iter().copied() {
        // No way is longer than all blocks are many.
        for _ in 0..function.blocks.len() {
            let Terminator::Jump(next) = function.block(block).terminator else { break };
            if !common[next.index()] {
                break;
            }
            let Some(target) = decided(function, block, next) else { break };
            let repeated = function.block(next).clone();
            for (instruction, position) in repeated.instructions.into_iter().zip(repeated.positions)
            {
                function.blocks[block.index()].push(instruction, position);
            }
            function.blocks[block.index()].terminator = Terminator::Jump(target);
        }
    }
}

/// Whether a block decides on a register, and before that only ends the lives of variables.
fn is_common(function: &Function, block: BlockId) -> bool {
    let block = function.block(block);
    deciding(&block.terminator).is_some()
        && block.instructions.len() <= MOST_INSTRUCTIONS
        && block.instructions.iter().all(|instruction| {
            matches!(instruction, Instruction::Free { by: Deallocation::Leave, .. })
        })
}

fn deciding(terminator: &Terminator) -> Option<Register> {
    match terminator {
        Terminator::Branch { condition: Operand::Register(register), .. }
        | Terminator::Switch { value: Operand::Register(register), .. } => Some(*register),
        _ => None,
    }
}

/// Where a block goes on after the next one, if it says so with a constant.
fn decided(function: &Function, block: BlockId, next: BlockId) -> Option<BlockId> {
    let register = deciding(&function.block(next).terminator)?;
    let instructions = function.block(block).instructions.iter().rev();
    let last = instructions.clone().find(|own| own.targets().contains(&register))?;
    let Instruction::Assign { value: Operand::Constant(constant), .. } = last else { return None };
    Some(match &function.block(next).terminator {
        Terminator::Branch { then, otherwise, .. } => {
            if *constant != 0 {
                *then
            } else {
                *otherwise
            }
        }
        Terminator::Switch { cases, default, .. } => {
            let case = cases.iter().find(|(number, _)| number == constant);
            case.map_or(*default, |(_, target)| *target)
        }
        Terminator::Jump(_) | Terminator::Return { .. } | Terminator::Unreachable => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::passes::tests::check;

    #[test]
    fn a_way_out_of_a_loop_is_its_own() {
        let text = "function @f(%p) {
            head:    %v = load.4 %p
                     branch %v, in, again
            in:      %way = 1
                     jump cleanup
            again:   %way = 0
                     jump cleanup
            cleanup: leave %p
                     switch %way, never, 0: head, 1: out
            never:   unreachable
            out:     return %v
        }";
        let statements = "head:
            %v = load.4 %p
            branch %v, in, again
            in:
            %way = 1
            leave %p
            jump out
            again:
            %way = 0
            leave %p
            jump head
            cleanup:
            leave %p
            switch %way, never, 0: head, 1: out
            never:
            unreachable
            out:
            return %v";
        check(super::run, text, statements);
    }

    #[test]
    fn a_constant_goes_through_several_blocks() {
        let text = "function @f(%a, %x) {
            entry: %x = 1
                   jump one
            one:   branch %x, two, no
            two:   switch %x, no, 1: yes
            no:    fail assertion
                   return
            yes:   return
        }";
        let expected = "entry:\n%x = 1\njump yes\none:\nbranch %x, two, no\ntwo:\n\
            switch %x, no, 1: yes\nno:\nfail assertion\nreturn\nyes:\nreturn";
        check(super::run, text, expected);
    }

    #[test]
    fn the_head_of_a_loop_and_what_is_set_anew_stay() {
        let text = "function @f(%a, %x) {
            entry: %x = 1
                   jump head
            head:  branch %x, body, out
            body:  %x = 1
                   %x = load.4 %a
                   jump join
            join:  branch %x, head, out
            out:   return
        }";
        let statements = "entry:
            %x = 1
            jump head
            head:
            branch %x, body, out
            body:
            %x = 1
            %x = load.4 %a
            jump join
            join:
            branch %x, head, out
            out:
            return";
        check(super::run, text, statements);
    }
}
