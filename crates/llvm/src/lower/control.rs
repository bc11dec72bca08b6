//! Where does control go at the end of a block?

use super::edges::Edge;
use super::fold::{Lowered, block_number};
use super::function::Body;
use crate::tree::instruction::{Switch, Typed};
use crate::tree::{BlockId as TreeBlockId, Operand as TreeOperand};
use program::{BlockId, Instruction, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};

impl Body<'_, '_> {
    pub(super) fn ret(&mut self, value: Option<&Typed>) -> Lowered<()> {
        // Where the value is not supported, what follows is not reached.
        self.terminate(Terminator::Unreachable);
        let values = match value {
            Some(value) => self.settled_leaves(*value)?,
            None => Vec::new(),
        };
        self.claim_result(&values);
        self.terminate(Terminator::Return { values });
        Ok(())
    }

    pub(super) fn branch(
        &mut self,
        from: TreeBlockId,
        condition: TreeOperand,
        then: TreeBlockId,
        otherwise: TreeBlockId,
    ) -> Lowered<()> {
        let condition = self.operand(condition)?;
        let then = self.edge(Edge { from, to: then });
        let otherwise = self.edge(Edge { from, to: otherwise });
        self.terminate(Terminator::Branch { condition, then, otherwise });
        Ok(())
    }

    /// A jump to an address of a block of this function: a switch over these addresses.
    pub(super) fn indirect_branch(
        &mut self,
        from: TreeBlockId,
        address: Typed,
        targets: &[TreeBlockId],
    ) -> Lowered<()> {
        self.terminate(Terminator::Unreachable);
        let value = self.scalar(address)?;
        let mut cases = Vec::with_capacity(targets.len());
        let mut seen = FxHashSet::default();
        for to in targets {
            let number = self.own_address + block_number(self.tree.block(*to).name);
            if seen.insert(number) {
                cases.push((number, self.edge(Edge { from, to: *to })));
            }
        }
        let what = "a jump to something that is no label of its function".to_owned();
        let default = self.new_block("elsewhere");
        let current = std::mem::replace(&mut self.current, default);
        self.emit(Instruction::Unsupported { what });
        self.current = current;
        self.terminate(Terminator::Switch { value, cases, default });
        Ok(())
    }

    pub(super) fn switch(&mut self, from: TreeBlockId, switch: &Switch) -> Lowered<()> {
        let value = self.scalar(switch.value)?;
        let mut edges: FxHashMap<TreeBlockId, BlockId> = FxHashMap::default();
        let mut target = |body: &mut Self, to: TreeBlockId| {
            *edges.entry(to).or_insert_with(|| body.edge(Edge { from, to }))
        };
        let mut cases = Vec::with_capacity(switch.cases.len());
        let mut seen = FxHashSet::default();
        for (case, to) in &switch.cases {
            let constant = self.scope.scalar_constant(*case)?;
            if seen.insert(constant.bits) {
                cases.push((constant.bits, target(self, *to)));
            }
        }
        let default = target(self, switch.default);
        self.terminate(Terminator::Switch { value, cases, default });
        Ok(())
    }
}
