//! Which registers hold a value, and which operands are its scalars?

use super::fold::{Lowered, unsupported};
use super::function::Body;
use crate::tree::instruction::Typed;
use crate::tree::{Operand as TreeOperand, TypeId, ValueId};
use program::{Operand, Register};

impl Body<'_, '_> {
    /// The registers of a value.
    pub(super) fn registers(&self, value: ValueId) -> Lowered<Vec<Register>> {
        let leaves = self.scope.leaves(self.tree.value(value).value_type)?;
        let first = self.first_registers[value.0 as usize];
        Ok((first..first + leaves.len() as u32).map(Register).collect())
    }

    /// The register of a value that is a scalar.
    pub(super) fn register(&self, value: ValueId) -> Lowered<Register> {
        self.scope.scalar_width(self.tree.value(value).value_type)?;
        Ok(Register(self.first_registers[value.0 as usize]))
    }

    /// The scalars of an operand.
    pub(super) fn leaves(&self, operand: TreeOperand) -> Lowered<Vec<Operand>> {
        match operand {
            TreeOperand::Local(value) => {
                Ok(self.registers(value)?.into_iter().map(Operand::from).collect())
            }
            TreeOperand::Constant(constant) => match self.thread_locals.get(&constant) {
                Some(address) => Ok(vec![(*address).into()]),
                None => self.scope.constant(constant),
            },
            TreeOperand::Metadata(_) => unsupported("metadata as a value"),
        }
    }

    /// An operand that is a scalar.
    pub(super) fn operand(&self, operand: TreeOperand) -> Lowered<Operand> {
        match operand {
            TreeOperand::Local(value) => Ok(Operand::Register(self.register(value)?)),
            TreeOperand::Constant(constant) if self.thread_locals.contains_key(&constant) => {
                Ok(self.thread_locals[&constant].into())
            }
            TreeOperand::Constant(constant) => {
                let value = self.scope.scalar_constant(constant)?;
                Ok(super::fold::operand(value))
            }
            TreeOperand::Metadata(_) => unsupported("metadata as a value"),
        }
    }

    /// The same, for one with its type.
    pub(super) fn scalar(&self, value: Typed) -> Lowered<Operand> {
        self.operand(value.operand)
    }

    /// The scalars of a value that leaves the function. Undefined ones are made undefined at their
    /// own width first, so that the bits above stay zero.
    pub(super) fn settled_leaves(&mut self, value: Typed) -> Lowered<Vec<Operand>> {
        let widths = self.scope.leaves(value.value_type)?;
        let mut operands = self.leaves(value.operand)?;
        for (operand, leaf) in operands.iter_mut().zip(widths) {
            if *operand == Operand::Undefined && leaf.width < 64 {
                let temporary = self.temporary();
                self.assign(temporary, Operand::Undefined, leaf.width);
                *operand = temporary.into();
            }
        }
        Ok(operands)
    }

    /// `result := value`, scalar by scalar.
    pub(super) fn copy_value(&mut self, result: ValueId, value: Typed) -> Lowered<()> {
        let leaves = self.scope.leaves(value.value_type)?;
        let operands = self.leaves(value.operand)?;
        let targets = self.registers(result)?;
        for ((target, operand), leaf) in targets.into_iter().zip(operands).zip(leaves) {
            self.assign(target, operand, leaf.width);
        }
        Ok(())
    }

    /// The width of a scalar type.
    pub(super) fn width(&self, of: TypeId) -> Lowered<u8> {
        self.scope.scalar_width(of)
    }
}
