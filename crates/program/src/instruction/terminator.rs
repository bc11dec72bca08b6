//! Where does control go at the end of a block?

use super::Operand;
use crate::structure::BlockId;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Terminator {
    Jump(BlockId),
    Branch { condition: Operand, then: BlockId, otherwise: BlockId },
    Switch { value: Operand, cases: Vec<(u64, BlockId)>, default: BlockId },
    Return { values: Vec<Operand> },
    Unreachable,
}

impl Terminator {
    /// The blocks control may go to, in order, possibly with repetitions.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Terminator::Jump(block) => vec![*block],
            Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, block)| *block).chain([*default]).collect()
            }
            Terminator::Return { .. } | Terminator::Unreachable => Vec::new(),
        }
    }

    /// What decides where control goes.
    pub fn decides_on(&self) -> Option<Operand> {
        match self {
            Terminator::Branch { condition, .. } => Some(*condition),
            Terminator::Switch { value, .. } => Some(*value),
            Terminator::Jump(_) | Terminator::Return { .. } | Terminator::Unreachable => None,
        }
    }

    /// Calls `change` on every block that control may go to.
    pub fn successors_mut(&mut self, mut change: impl FnMut(&mut BlockId)) {
        match self {
            Terminator::Jump(block) => change(block),
            Terminator::Branch { then, otherwise, .. } => {
                change(then);
                change(otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, block)| change(block));
                change(default);
            }
            Terminator::Return { .. } | Terminator::Unreachable => {}
        }
    }

    /// Calls `visit` on every operand.
    pub fn operands_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        match self {
            Terminator::Jump(_) | Terminator::Unreachable => {}
            Terminator::Branch { condition, .. } => visit(condition),
            Terminator::Switch { value, .. } => visit(value),
            Terminator::Return { values } => values.iter_mut().for_each(visit),
        }
    }
}
