//! Where does control go at the end of a block?

use super::edges::Edge;
use super::fold::Lowered;
use super::function::Body;
use crate::tree::instruction::{Switch, Typed};
use crate::tree::{BlockId as TreeBlockId, Operand as TreeOperand};
use program::{BlockId, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};

impl Body<'_, '_> {
    pub(super) fn ret(&mut self, value: Option<&Typed>) -> Lowered<()> {
        // Where the value is not supported, what follows is not reached.
        self.terminate(Terminator::Unreachable);
        let values = match value {
            Some(value) => self.settled_leaves(*value)?,
            None => Vec::new(),
        };
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
