//! How are values computed from values?

use super::floats::{float_conversion, float_operation};
use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::lanes::Element;
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
        let lanes = self.scope.lanes(operand_type)?;
        let [left, right] = [self.leaves(operands[0])?, self.leaves(operands[1])?];
        let targets = self.registers(result)?;
        for part in lanes.parts() {
            let (left, right) = (&left[part.clone()], &right[part.clone()]);
            self.binary_element(operation, lanes.element, &targets[part], left, right)?;
        }
        Ok(())
    }

    fn binary_element(
        &mut self,
        operation: BinaryOperation,
        element: Element,
        targets: &[Register],
        left: &[Operand],
        right: &[Operand],
    ) -> Lowered<()> {
        match (element, targets, left, right, float_operation(operation)) {
            (Element::Float(width), [target], [left], [right], Some(operation)) => {
                self.float_binary(operation, width, *target, [*left, *right]);
            }
            (Element::Integer(width), [target], [left], [right], None) => {
                let operation = binary_operation(operation)?;
                self.operation(operation, width, *target, [*left, *right]);
            }
            (Element::Wide(high), [low_target, high_target], [a, b], [c, d], None) => {
                let operation = binary_operation(operation)?;
                let [low, upper] = self.wide_binary(operation, high, [*a, *b], [*c, *d])?;
                self.assign(*low_target, low, 64);
                self.assign(*high_target, upper, high);
            }
            (Element::Long { top, .. }, targets, left, right, None) => {
                let operation = binary_operation(operation)?;
                let words = self.long_binary(operation, top, left, right)?;
                self.assign_words(targets, words, top);
            }
            _ => return unsupported(format!("`{}` of such values", operation.keyword())),
        }
        Ok(())
    }

    /// The registers of a long integer get its words.
    fn assign_words(&mut self, targets: &[Register], words: Vec<Operand>, top: u8) {
        for (index, (target, word)) in targets.iter().zip(words).enumerate() {
            self.assign(*target, word, if index + 1 == targets.len() { top } else { 64 });
        }
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
        let lanes = self.scope.lanes(operand_type)?;
        let [left, right] = [self.leaves(operands[0])?, self.leaves(operands[1])?];
        let targets = self.registers(result)?;
        let predicate = predicate(asked);
        for (part, target) in lanes.parts().zip(targets) {
            match (lanes.element, &left[part.clone()], &right[part]) {
                (Element::Wide(high), [a, b], [c, d]) => {
                    let value = self.wide_comparison(predicate, high, [*a, *b], [*c, *d]);
                    self.assign(target, value, 1);
                }
                (Element::Long { top, .. }, left, right) => {
                    let value = self.long_comparison(predicate, top, left, right);
                    self.assign(target, value, 1);
                }
                (element, left, right) => {
                    let (width, left, right) = (element.width()?, left[0], right[0]);
                    self.emit(Instruction::Compare { predicate, width, target, left, right });
                }
            }
        }
        Ok(())
    }

    pub(super) fn cast(
        &mut self,
        result: ValueId,
        operation: CastOperation,
        value: Typed,
        to: TypeId,
    ) -> Lowered<()> {
        if operation == CastOperation::Bitcast {
            return self.bitcast(result, value, to);
        }
        let (from, to) = (self.scope.lanes(value.value_type)?, self.scope.lanes(to)?);
        let values = self.leaves(value.operand)?;
        let targets = self.registers(result)?;
        for (source, target) in from.parts().zip(to.parts()) {
            let (values, targets) = (&values[source], &targets[target]);
            self.cast_element(operation, (from.element, to.element), values, targets)?;
        }
        Ok(())
    }

    fn cast_element(
        &mut self,
        operation: CastOperation,
        (from, to): (Element, Element),
        values: &[Operand],
        targets: &[Register],
    ) -> Lowered<()> {
        if let Some(operation) = float_conversion(operation) {
            let (from, to, target) = (from.width()?, to.width()?, targets[0]);
            let operands = values.to_vec();
            self.emit(Instruction::Float { operation, from, to, target, operands });
            return Ok(());
        }
        let is_long = |element| matches!(element, Element::Long { .. });
        let is_wide = |element| matches!(element, Element::Wide(_));
        if is_long(from) || is_long(to) || is_wide(from) && is_wide(to) {
            let words = self.long_cast(operation, (from, to), values)?;
            for (target, word) in targets.iter().zip(words) {
                self.assign(*target, word, 64);
            }
            return Ok(());
        }
        match (from, to, values, targets) {
            (Element::Pointer, Element::Integer(width), [value], [target]) if self.is_narrow() => {
                let pointer = self.make_pointer(*value);
                let (to, target, value) = (width.min(32), *target, pointer);
                self.emit(Instruction::Truncate { to, target, value });
            }
            (Element::Integer(_), Element::Pointer, [value], [target]) if self.is_narrow() => {
                let (to, value) = (32, *value);
                let pointer =
                    self.compute_temporary(|target| Instruction::Truncate { to, target, value });
                self.make_address(*target, pointer);
            }
            (from, Element::Wide(high), [value], [low_target, high_target]) => {
                let signed = operation == CastOperation::SignExtend;
                let from = from.width()?;
                let [low, upper] = self.widened(*value, from, high, signed);
                self.assign(*low_target, low, from);
                self.assign(*high_target, upper, high);
            }
            (Element::Wide(_), to, [value, _], [target]) => {
                let (to, target, value) = (to.width()?, *target, *value);
                self.emit(Instruction::Truncate { to, target, value });
            }
            (from, to, [value], [target]) => {
                let (from, to, target, value) = (from.width()?, to.width()?, *target, *value);
                match cast_kind(operation, from, to)? {
                    CastKind::Copy => self.assign(target, value, from),
                    CastKind::Truncate => self.emit(Instruction::Truncate { to, target, value }),
                    CastKind::SignExtend => {
                        self.emit(Instruction::SignExtend { from, to, target, value });
                    }
                }
            }
            _ => return unsupported(format!("conversion `{}`", operation.keyword())),
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
        if let Type::Vector { .. } = self.scope.module.types.get(condition.value_type) {
            return self.select_elements(result, condition, value_type, values);
        }
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
    pub(super) fn constant_index(&self, index: Typed) -> Lowered<Option<i64>> {
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
