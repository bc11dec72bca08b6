//! Which jumps, branches and blocks are not needed?
//!
//! Branches on constants become jumps; jumps to blocks that only jump go on to where those lead; a
//! block that is entered from one jump only is appended to where that comes from; blocks that are
//! not reachable are removed. A branch whose two targets are the same stays if it decides on a
//! register, because deciding on something that is not initialised is reported.

use crate::flow::Graph;
use crate::instruction::{Operand, Terminator};
use crate::structure::{BlockId, Function, Program};

pub fn run(program: &mut Program) {
    for function in &mut program.functions {
        decide_constants(function);
        skip_empty_blocks(function);
        merge_blocks(function);
        remove_unreachable(function);
    }
}

fn decide_constants(function: &mut Function) {
    for block in &mut function.blocks {
        let target = match &block.terminator {
            Terminator::Branch { condition: Operand::Constant(condition), then, otherwise } => {
                if *condition != 0 {
                    *then
                } else {
                    *otherwise
                }
            }
            Terminator::Switch { value: Operand::Constant(value), cases, default } => {
                let case = cases.iter().find(|(constant, _)| constant == value);
                case.map_or(*default, |(_, target)| *target)
            }
            Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::Jump(_)
            | Terminator::Return { .. }
            | Terminator::Unreachable => continue,
        };
        block.terminator = Terminator::Jump(target);
    }
}

fn skip_empty_blocks(function: &mut Function) {
    let mut targets: Vec<Option<BlockId>> = vec![None; function.blocks.len()];
    for block in function.block_ids() {
        // Follow the jumps, marking the way so that a cycle of empty blocks ends in itself.
        let mut way = Vec::new();
        let mut end = block;
        while targets[end.index()].is_none() {
            targets[end.index()] = Some(end);
            match function.block(end).terminator {
                Terminator::Jump(next) if function.block(end).instructions.is_empty() => {
                    way.push(end);
                    end = next;
                }
                _ => break,
            }
        }
        let end = targets[end.index()].unwrap_or(end);
        way.into_iter().for_each(|block| targets[block.index()] = Some(end));
    }
    for block in &mut function.blocks {
        block.terminator.successors_mut(|target| {
            *target = targets[target.index()].unwrap_or(*target);
        });
    }
}

fn merge_blocks(function: &mut Function) {
    let graph = Graph::new(function);
    // A block that is merged into another comes after it in this order.
    for &block in graph.order() {
        while let Terminator::Jump(next) = function.block(block).terminator
            && next != block
            && next != BlockId(0)
            && graph.predecessors(next).len() == 1
        {
            let end = Terminator::Unreachable;
            let end = std::mem::replace(&mut function.blocks[next.index()].terminator, end);
            let instructions = std::mem::take(&mut function.blocks[next.index()].instructions);
            let positions =
                std::mem::replace(&mut function.blocks[next.index()].positions, vec![None]);
            let merged = &mut function.blocks[block.index()];
            merged.instructions.extend(instructions);
            merged.positions.pop();
            merged.positions.extend(positions);
            merged.terminator = end;
        }
    }
}

fn remove_unreachable(function: &mut Function) {
    let graph = Graph::new(function);
    let mut next = 0;
    let numbers: Vec<BlockId> = function
        .block_ids()
        .map(|block| {
            let number = BlockId(next);
            next += u32::from(graph.is_reachable(block));
            number
        })
        .collect();
    let mut ids = function.block_ids();
    function.blocks.retain(|_| graph.is_reachable(ids.next().expect("one id for each block")));
    for block in &mut function.blocks {
        block.terminator.successors_mut(|target| *target = numbers[target.index()]);
    }
}

#[cfg(test)]
mod tests {
    use crate::passes::tests::check;

    #[test]
    fn constants_decide() {
        let text = "function @f(%a) {
            entry: branch 1, yes, no
            yes:   switch 7, no, 7: seven, 8: no
            no:    fail assertion
                   return
            seven: return %a
        }";
        check(super::run, text, "entry:\nreturn %a");
    }

    #[test]
    fn empty_cycles_stay() {
        let text = "function @f(%a) {
            entry: branch %a, one, self
            one:   jump two
            two:   jump one
            self:  jump self
        }";
        let statements = "entry:
            branch %a, one, self
            one:
            jump one
            self:
            jump self";
        check(super::run, text, statements);
    }

    #[test]
    fn deciding_on_a_register_is_not_skipped() {
        let text = "function @f(%a) {
            entry: branch %a, left, right
            left:  jump join
            right: jump join
            join:  return
        }";
        check(super::run, text, "entry:\nbranch %a, join, join\njoin:\nreturn");
    }

    #[test]
    fn the_entry_block_is_not_merged_away() {
        let text = "function @f(%a) {
            entry: %a = add.32 %a, 1
                   jump latch
            latch: store.4 %a, 0
                   jump entry
        }";
        let statements = "entry:
            %a = add.32 %a, 1
            store.4 %a, 0
            jump entry";
        check(super::run, text, statements);
    }
}
