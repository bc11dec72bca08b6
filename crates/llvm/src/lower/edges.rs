//! How do values get from one block to the next?
//!
//! A phi is a variable that each predecessor assigns before it jumps. All phis of a block are
//! assigned at once, so the copies of an edge are put into an order in which none overwrites what
//! another still reads, with a temporary where they form a cycle (the swap problem). An edge whose
//! origin has other successors gets a block of its own, so that the other ways see no copy (the
//! lost-copy problem).

use super::fold::{Lowered, Unsupported, unsupported};
use super::function::Body;
use crate::tree::{
    BlockId as TreeBlockId, Function, InstructionKind, Operand as TreeOperand, TypeId, ValueId,
};
use program::{Block, BlockId, Instruction, Operand, Register, Terminator};
use rustc_hash::FxHashMap;

/// A way from one block to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Edge {
    pub(super) from: TreeBlockId,
    pub(super) to: TreeBlockId,
}

/// `target := value` at a width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Copy {
    target: Register,
    value: Operand,
    width: u8,
}

impl Body<'_, '_> {
    /// Ends the current block, which has no other successor.
    pub(super) fn jump(&mut self, from: TreeBlockId, to: TreeBlockId) {
        self.copies(Edge { from, to });
        self.terminate(Terminator::Jump(BlockId(to.0)));
    }

    /// The block that an edge leads to: its target, or a new block that copies and goes there.
    pub(super) fn edge(&mut self, edge: Edge) -> BlockId {
        let target = BlockId(edge.to.0);
        if phis(self.tree, edge.to).next().is_none() {
            return target;
        }
        let name = |id: TreeBlockId| shortened(&self.function.blocks[id.0 as usize].name);
        let name = format!("{}.to.{}", name(edge.from), name(edge.to));
        let added = BlockId(self.function.blocks.len() as u32);
        let block = Block::new(name, Terminator::Jump(target));
        self.function.blocks.push(block);
        let current = std::mem::replace(&mut self.current, added);
        self.copies(edge);
        self.terminate(Terminator::Jump(target));
        self.current = current;
        added
    }

    /// Adds the copies of an edge to the current block.
    fn copies(&mut self, edge: Edge) {
        match self.phi_copies(edge) {
            Ok(copies) => self.parallel_copy(&copies),
            Err(Unsupported(what)) => self.emit(Instruction::Unsupported { what }),
        }
    }

    fn phi_copies(&self, edge: Edge) -> Lowered<Vec<Copy>> {
        let mut copies = Vec::new();
        let sources = self.incoming.get(&edge).map_or(&[][..], Vec::as_slice);
        for (position, (result, value_type, _)) in phis(self.tree, edge.to).enumerate() {
            let Some(source) = sources.get(position) else {
                return unsupported("`phi` without a value for a block that jumps to it");
            };
            let leaves = self.scope.leaves(value_type)?;
            let targets = self.registers(result)?;
            let values = self.leaves(*source)?;
            for ((target, value), leaf) in targets.into_iter().zip(values).zip(leaves) {
                copies.push(Copy { target, value, width: leaf.width });
            }
        }
        Ok(copies)
    }

    /// Assigns all targets at once.
    fn parallel_copy(&mut self, copies: &[Copy]) {
        for Copy { target, value, width } in in_order(copies, || self.function.add_register("")) {
            self.assign(target, value, width);
        }
    }
}

/// As much of a block's name as a person wants to read. A block can have any number of edges, so
/// repeating all of a long name for each would take memory that has nothing to do with the size of
/// the module.
fn shortened(name: &str) -> &str {
    name.char_indices().nth(64).map_or(name, |(end, _)| &name[..end])
}

/// The phis of a block; the parser makes sure that they all stand at its beginning.
fn phis(
    function: &Function,
    block: TreeBlockId,
) -> impl Iterator<Item = (ValueId, TypeId, &[(TreeOperand, TreeBlockId)])> {
    let instructions = function.block(block).instructions.iter();
    let leading = instructions.map_while(|each| match &each.kind {
        InstructionKind::Phi { value_type, incoming } => {
            Some(each.result.map(|result| (result, *value_type, &incoming[..])))
        }
        InstructionKind::DebugVariable(_) => Some(None),
        _ => None,
    });
    leading.flatten()
}

/// What each edge of a function brings to the phis of its target. Where a phi has no value for an
/// edge, the list ends before it.
pub(super) fn incoming(function: &Function) -> FxHashMap<Edge, Vec<TreeOperand>> {
    let mut incoming: FxHashMap<Edge, Vec<TreeOperand>> = FxHashMap::default();
    for to in (0..function.blocks.len() as u32).map(TreeBlockId) {
        for (position, (_, _, sources)) in phis(function, to).enumerate() {
            for (operand, from) in sources {
                let values = incoming.entry(Edge { from: *from, to }).or_default();
                // A block that jumps here in several ways is listed as often.
                if values.len() == position {
                    values.push(*operand);
                }
            }
        }
    }
    incoming
}

/// The copies in an order in which each value is read before it is overwritten. Linear in their
/// number.
fn in_order(copies: &[Copy], mut temporary: impl FnMut() -> Register) -> Vec<Copy> {
    let moving = |copy: &&Copy| copy.value != Operand::Register(copy.target);
    let mut copies: Vec<Copy> = copies.iter().filter(moving).copied().collect();
    // Which copy writes a register, and which read it.
    let mut writer: FxHashMap<Register, usize> = FxHashMap::default();
    let mut readers: FxHashMap<Register, Vec<usize>> = FxHashMap::default();
    for (index, copy) in copies.iter().enumerate() {
        writer.insert(copy.target, index);
        if let Operand::Register(source) = copy.value {
            readers.entry(source).or_default().push(index);
        }
    }
    let mut unread: Vec<usize> = (0..copies.len()).collect();
    let mut waiting: Vec<usize> =
        copies.iter().map(|copy| readers.get(&copy.target).map_or(0, Vec::len)).collect();
    let mut ready: Vec<usize> = unread.iter().copied().filter(|each| waiting[*each] == 0).collect();
    ready.reverse();
    let mut done = vec![false; copies.len()];
    let mut ordered = Vec::with_capacity(copies.len());
    unread.reverse();
    loop {
        while let Some(index) = ready.pop() {
            if std::mem::replace(&mut done[index], true) {
                continue;
            }
            ordered.push(copies[index]);
            // Its source has one reader less; if that was the last, it may be overwritten.
            if let Operand::Register(source) = copies[index].value
                && let Some(next) = writer.get(&source)
            {
                waiting[*next] -= 1;
                if waiting[*next] == 0 {
                    ready.push(*next);
                }
            }
        }
        // What is left are cycles, in each of which every target has one reader.
        let Some(index) = unread.pop() else {
            return ordered;
        };
        if done[index] {
            continue;
        }
        let saved = copies[index].target;
        let register = temporary();
        ordered.push(Copy { target: register, value: saved.into(), width: 64 });
        for reader in readers.get(&saved).into_iter().flatten() {
            if !done[*reader] {
                copies[*reader].value = register.into();
            }
        }
        ready.push(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs copies one after the other.
    fn run(copies: &[Copy], registers: &mut [u64]) {
        for copy in copies {
            let value = match copy.value {
                Operand::Register(source) => registers[source.0 as usize],
                Operand::Constant(value) => value,
                Operand::Undefined => 99,
            };
            registers[copy.target.0 as usize] = value;
        }
    }

    /// Every way to assign four registers at once from four registers and a constant.
    #[test]
    fn copies_in_order_do_what_copies_at_once_do() {
        for code in 0..5_u32.pow(4) {
            let copies: Vec<Copy> = (0..4)
                .map(|target| Copy {
                    target: Register(target),
                    value: match code / 5_u32.pow(target) % 5 {
                        4 => Operand::Constant(7),
                        source => Operand::Register(Register(source)),
                    },
                    width: 64,
                })
                .collect();
            let mut next = 3;
            let ordered = in_order(&copies, || {
                next += 1;
                Register(next)
            });
            let start = [10, 11, 12, 13];
            let mut found = start.to_vec();
            found.resize(10, 0);
            run(&ordered, &mut found);
            for copy in &copies {
                let mut expected = start.to_vec();
                run(&[*copy], &mut expected);
                let target = copy.target.0 as usize;
                assert_eq!(found[target], expected[target], "{copies:?}");
            }
        }
    }
}
