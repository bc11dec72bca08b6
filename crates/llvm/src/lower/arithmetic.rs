//! How are values computed from values?

use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::operations::{CastKind, binary_operation, cast_kind, predicate};
use super::path::path;
use crate::tree::instruction::Typed;
use crate::tree::types::Type;
use crate::tree::{
    BinaryOperation, CastOperation, Constant, Operand as TreeOperand, Predicate, TypeId, ValueId,
};
use program::{Instruction, Operand, Register, eval};

impl Body<'_, '_> {
    pub(super) fn binary(
        &mut self,
        result: ValueId,
        operation: BinaryOperation,
        operand_type: TypeId,
        operands: [TreeOperand; 2],
    ) -> Lowered<()> {
        let operation = binary_operation(operation)?;
        let width = self.integer_width(operand_type)?;
        let [left, right] = [self.operand(operands[0])?, self.operand(operands[1])?];
        let target = self.register(result)?;
        self.emit(Instruction::Binary { operation, width, target, left, right });
        Ok(())
    }

    /// The width of an integer type.
    fn integer_width(&self, of: TypeId) -> Lowered<u8> {
        match self.scope.module.types.get(of) {
            Type::Integer(_) => self.width(of),
            _ => {
                let shown = self.scope.module.types.display(of, &self.scope.module.names);
                unsupported(format!("arithmetic on values of type `{shown}`"))
            }
        }
    }

    pub(super) fn compare(
        &mut self,
        result: ValueId,
        asked: Predicate,
        operand_type: TypeId,
        operands: [TreeOperand; 2],
    ) -> Lowered<()> {
        let width = self.width(operand_type)?;
        let [left, right] = [self.operand(operands[0])?, self.operand(operands[1])?];
        let target = self.register(result)?;
        self.emit(Instruction::Compare { predicate: predicate(asked), width, target, left, right });
        Ok(())
    }

    pub(super) fn cast(
        &mut self,
        result: ValueId,
        operation: CastOperation,
        value: Typed,
        to: TypeId,
    ) -> Lowered<()> {
        let (from, to) = (self.width(value.value_type)?, self.width(to)?);
        let value = self.scalar(value)?;
        let target = self.register(result)?;
        match cast_kind(operation, from, to)? {
            CastKind::Copy => self.assign(target, value, from),
            CastKind::Truncate => self.emit(Instruction::Truncate { to, target, value }),
            CastKind::SignExtend => self.emit(Instruction::SignExtend { from, to, target, value }),
        }
        Ok(())
    }

    pub(super) fn select(
        &mut self,
        result: ValueId,
        condition: Typed,
        value_type: TypeId,
        values: [TreeOperand; 2],
    ) -> Lowered<()> {
        let condition = self.scalar(condition)?;
        let [then, otherwise] =
            values.map(|operand| self.settled_leaves(Typed { value_type, operand }));
        let targets = self.registers(result)?;
        for ((target, then), otherwise) in targets.into_iter().zip(then?).zip(otherwise?) {
            self.emit(Instruction::Select { target, condition, then, otherwise });
        }
        Ok(())
    }

    pub(super) fn get_element_pointer(
        &mut self,
        result: ValueId,
        source: TypeId,
        base: Typed,
        indices: &[Typed],
    ) -> Lowered<()> {
        let target = self.register(result)?;
        let mut numbers = Vec::with_capacity(indices.len());
        for index in indices {
            numbers.push(self.constant_index(*index)?);
        }
        let types = &self.scope.module.types;
        let path = path(self.scope.layouts, types, source, &numbers)?;
        let mut sum = self.scalar(base)?;
        for (position, scale) in path.scaled {
            let index = indices[position];
            let width = self.integer_width(index.value_type)?;
            let mut value = self.scalar(index)?;
            if width < 64 {
                value = self.compute_temporary(|target| Instruction::SignExtend {
                    from: width,
                    to: 64,
                    target,
                    value,
                });
            }
            if scale != 1 {
                value = self.arithmetic(
                    program::BinaryOperation::Mul,
                    64,
                    value,
                    Operand::Constant(scale),
                );
            }
            sum = self.arithmetic(program::BinaryOperation::Add, 64, sum, value);
        }
        if path.offset != 0 {
            let offset = Operand::Constant(path.offset);
            sum = self.arithmetic(program::BinaryOperation::Add, 64, sum, offset);
        }
        self.retarget(target, sum, 64);
        Ok(())
    }

    /// The value of an index that is a constant.
    fn constant_index(&self, index: Typed) -> Lowered<Option<i64>> {
        let TreeOperand::Constant(constant) = index.operand else {
            return Ok(None);
        };
        if let Constant::Undefined | Constant::Poison = self.scope.module.constants.get(constant) {
            return Ok(None);
        }
        let width = self.integer_width(index.value_type)?;
        let value = self.scope.scalar_constant(constant)?;
        Ok(value.defined().map(|bits| eval::signed(bits, u32::from(width))))
    }

    /// `target := value`; if `value` was just computed into a temporary, it is computed into
    /// `target` instead.
    pub(super) fn retarget(&mut self, target: Register, value: Operand, width: u8) {
        let newest = Register(self.function.registers.len() as u32 - 1);
        let block = &mut self.function.blocks[self.current.index()];
        if let Some(Instruction::Binary { target: last, .. }) = block.instructions.last_mut()
            && value == Operand::Register(newest)
            && *last == newest
        {
            *last = target;
            self.function.registers.pop();
            return;
        }
        self.assign(target, value, width);
    }

    /// Computes something into a new register.
    pub(super) fn compute_temporary(
        &mut self,
        instruction: impl FnOnce(Register) -> Instruction,
    ) -> Operand {
        let target = self.temporary();
        self.emit(instruction(target));
        target.into()
    }

    /// A binary operation into a new register.
    pub(super) fn arithmetic(
        &mut self,
        operation: program::BinaryOperation,
        width: u8,
        left: Operand,
        right: Operand,
    ) -> Operand {
        self.compute_temporary(|target| Instruction::Binary {
            operation,
            width,
            target,
            left,
            right,
        })
    }

    /// Which of an aggregate's scalars are those of the part that `indices` lead to.
    fn part(&self, aggregate: TypeId, indices: &[u32]) -> Lowered<std::ops::Range<usize>> {
        let types = &self.scope.module.types;
        let mut first = 0;
        let mut current = aggregate;
        for index in indices {
            let resolved = types.resolve(current).map(|id| types.get(id));
            let before = match resolved {
                Some(Type::Struct { fields, .. }) => {
                    let mut before = 0;
                    for field in &fields[..*index as usize] {
                        before += self.scope.leaves(*field)?.len();
                    }
                    current = fields[*index as usize];
                    before
                }
                Some(Type::Array { element, .. }) => {
                    current = *element;
                    self.scope.leaves(*element)?.len() * *index as usize
                }
                _ => return unsupported("a part of something that has no parts"),
            };
            first += before;
        }
        Ok(first..first + self.scope.leaves(current)?.len())
    }

    pub(super) fn extract_value(
        &mut self,
        result: ValueId,
        aggregate: Typed,
        indices: &[u32],
    ) -> Lowered<()> {
        let part = self.part(aggregate.value_type, indices)?;
        let widths = &self.scope.leaves(aggregate.value_type)?[part.clone()];
        let operands = &self.leaves(aggregate.operand)?[part];
        let targets = self.registers(result)?;
        for ((target, operand), leaf) in targets.into_iter().zip(operands).zip(widths) {
            self.assign(target, *operand, leaf.width);
        }
        Ok(())
    }

    pub(super) fn insert_value(
        &mut self,
        result: ValueId,
        aggregate: Typed,
        element: Typed,
        indices: &[u32],
    ) -> Lowered<()> {
        let part = self.part(aggregate.value_type, indices)?;
        let widths = self.scope.leaves(aggregate.value_type)?;
        let mut operands = self.leaves(aggregate.operand)?;
        operands.splice(part, self.leaves(element.operand)?);
        let targets = self.registers(result)?;
        for ((target, operand), leaf) in targets.into_iter().zip(operands).zip(widths) {
            self.assign(target, operand, leaf.width);
        }
        Ok(())
    }
}
