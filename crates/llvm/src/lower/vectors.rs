//! How are vectors taken apart and put together? One register for each element, so most of it is
//! copying.

use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::shape::Leaf;
use crate::tree::instruction::Typed;
use crate::tree::{Constant, ConstantId, Operand as TreeOperand, TypeId, ValueId};
use base::value::mask;
use program::BinaryOperation as B;
use program::{Instruction, Operand, Predicate};

impl Body<'_, '_> {
    /// Gives a value its registers; undefined ones are undefined at their own width.
    fn assign_all(&mut self, result: ValueId, values: Vec<Operand>) -> Lowered<()> {
        let leaves = self.scope.leaves(self.tree.value(result).value_type)?;
        let targets = self.registers(result)?;
        for ((target, value), leaf) in targets.into_iter().zip(values).zip(leaves) {
            self.assign(target, value, leaf.width);
        }
        Ok(())
    }

    pub(super) fn extract_element(
        &mut self,
        result: ValueId,
        vector: Typed,
        index: Typed,
    ) -> Lowered<()> {
        let lanes = self.scope.lanes(vector.value_type)?;
        let values = self.settled_leaves(vector)?;
        let elements: Vec<&[Operand]> = lanes.parts().map(|part| &values[part]).collect();
        let chosen = match self.constant_index(index)? {
            Some(index) => match usize::try_from(index).ok().and_then(|at| elements.get(at)) {
                Some(element) => element.to_vec(),
                None => vec![Operand::Undefined; lanes.element.registers()],
            },
            None => {
                let (width, index) = (self.width(index.value_type)?, self.scalar(index)?);
                // Beyond the last there is nothing.
                let mut chosen = vec![Operand::Undefined; lanes.element.registers()];
                for (lane, element) in elements.iter().enumerate() {
                    let is_it = self.is_lane(index, width, lane);
                    for (chosen, value) in chosen.iter_mut().zip(*element) {
                        *chosen = self.selection(is_it, *value, *chosen);
                    }
                }
                chosen
            }
        };
        self.assign_all(result, chosen)
    }

    fn is_lane(&mut self, index: Operand, width: u8, lane: usize) -> Operand {
        self.comparison(Predicate::Eq, width, index, Operand::Constant(lane as u64))
    }

    pub(super) fn insert_element(
        &mut self,
        result: ValueId,
        vector: Typed,
        element: Typed,
        index: Typed,
    ) -> Lowered<()> {
        let lanes = self.scope.lanes(vector.value_type)?;
        let mut values = self.settled_leaves(vector)?;
        let new = self.settled_leaves(element)?;
        match self.constant_index(index)? {
            Some(index) => match usize::try_from(index).ok().and_then(|at| lanes.parts().nth(at)) {
                Some(part) => values[part].copy_from_slice(&new),
                None => values.fill(Operand::Undefined),
            },
            None => {
                let (width, index) = (self.width(index.value_type)?, self.scalar(index)?);
                for (lane, part) in lanes.parts().enumerate() {
                    let is_it = self.is_lane(index, width, lane);
                    for (old, new) in values[part].iter_mut().zip(&new) {
                        *old = self.selection(is_it, *new, *old);
                    }
                }
            }
        }
        self.assign_all(result, values)
    }

    pub(super) fn shuffle_vector(
        &mut self,
        result: ValueId,
        vector_type: TypeId,
        vectors: [TreeOperand; 2],
        mask: ConstantId,
    ) -> Lowered<()> {
        let lanes = self.scope.lanes(vector_type)?;
        let mut values = self.leaves(vectors[0])?;
        values.extend(self.leaves(vectors[1])?);
        let size = lanes.element.registers();
        let mut shuffled = Vec::new();
        let places = match self.scope.module.constants.get(mask) {
            // What the mask leaves open is anything; so is what its elements do not name.
            Constant::Undefined | Constant::Poison => {
                let count = self.scope.leaves(self.scope.module.constants.type_of(mask))?.len();
                vec![Operand::Undefined; count]
            }
            _ => self.scope.constant(mask)?,
        };
        for place in places {
            let start = match place {
                Operand::Constant(place) => (place as usize).checked_mul(size),
                Operand::Register(_) | Operand::Undefined => None,
            };
            match start.and_then(|start| values.get(start..start + size)) {
                Some(element) => shuffled.extend_from_slice(element),
                None => shuffled.extend(vec![Operand::Undefined; size]),
            }
        }
        self.assign_all(result, shuffled)
    }

    /// The same bits as a value of another type: each register is put together from those that
    /// have its bits, in the order in which memory has them.
    pub(super) fn bitcast(&mut self, result: ValueId, value: Typed, to: TypeId) -> Lowered<()> {
        let sources = self.scope.leaves(value.value_type)?.to_vec();
        let targets = self.scope.leaves(to)?.to_vec();
        let bits = |leaves: &[Leaf]| leaves.iter().map(|leaf| u64::from(leaf.width)).sum::<u64>();
        if bits(&sources) != bits(&targets) {
            return unsupported("conversion `bitcast`");
        }
        let widths = |leaves: &[Leaf]| leaves.iter().map(|leaf| leaf.width).collect::<Vec<u8>>();
        if widths(&sources) == widths(&targets) {
            return self.copy_value(result, value);
        }
        let values = self.settled_leaves(value)?;
        let mut made = Vec::with_capacity(targets.len());
        let mut start = 0;
        for target in &targets {
            let end = start + u64::from(target.width);
            let mut whole: Option<Operand> = None;
            let mut from = 0;
            for (source, value) in sources.iter().zip(&values) {
                let until = from + u64::from(source.width);
                let (first, last) = (start.max(from), end.min(until));
                if first < last {
                    let bits = self.moved_bits(*value, first - from, last - first, first - start);
                    whole = Some(match whole {
                        Some(others) => self.arithmetic(B::Or, 64, others, bits),
                        None => bits,
                    });
                }
                from = until;
            }
            made.push(whole.unwrap_or(Operand::Constant(0)));
            start = end;
        }
        self.assign_all(result, made)
    }

    /// `count` bits from bit `from` on, moved to bit `to`.
    fn moved_bits(&mut self, value: Operand, from: u64, count: u64, to: u64) -> Operand {
        let mut bits = value;
        if from > 0 {
            bits = self.arithmetic(B::LShr, 64, bits, Operand::Constant(from));
        }
        if from + count < 64 {
            bits = self.arithmetic(B::And, 64, bits, Operand::Constant(mask(count as u32)));
        }
        if to > 0 {
            bits = self.arithmetic(B::Shl, 64, bits, Operand::Constant(to));
        }
        bits
    }

    /// Selects element by element.
    pub(super) fn select_elements(
        &mut self,
        result: ValueId,
        condition: Typed,
        value_type: TypeId,
        values: [TreeOperand; 2],
    ) -> Lowered<()> {
        let lanes = self.scope.lanes(value_type)?;
        let conditions = self.leaves(condition.operand)?;
        let [then, otherwise] =
            values.map(|operand| self.settled_leaves(Typed { value_type, operand }));
        let (then, otherwise) = (then?, otherwise?);
        let targets = self.registers(result)?;
        for (condition, part) in conditions.into_iter().zip(lanes.parts()) {
            for at in part {
                let (target, then, otherwise) = (targets[at], then[at], otherwise[at]);
                self.emit(Instruction::Select { target, condition, then, otherwise });
            }
        }
        Ok(())
    }
}
