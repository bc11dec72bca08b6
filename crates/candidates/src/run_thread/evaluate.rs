//! What are the values of expressions, and of cells apart and together? Addresses are numbers that
//! nobody may look into.

use super::{Held, PART_OF_ADDRESS, Runner, State};
use crate::cells::Bytes;
use crate::trace::Sources;
use litmus::Width;
use litmus::code::{Expression, Operation};

impl Runner<'_> {
    pub(super) fn is_address(&self, value: i64) -> bool {
        self.setting.test.layout.is_address(value)
    }

    pub(super) fn evaluate(&mut self, state: &State, expression: &Expression) -> Held {
        match expression {
            Expression::Constant(value) => Held { value: *value, from: Sources::NONE },
            Expression::Register(register) => state.registers[register.0],
            Expression::Not(inner) => {
                let inner = self.evaluate(state, inner);
                Held { value: i64::from(inner.value == 0), ..inner }
            }
            Expression::Operation(operation, first, second) => {
                let (first, second) = (self.evaluate(state, first), self.evaluate(state, second));
                let value = self.apply(*operation, first.value, second.value);
                Held { value, from: first.from.and(second.from) }
            }
            Expression::Wrap(width, inner) => {
                let inner = self.evaluate(state, inner);
                Held { value: self.wrap(*width, inner.value), ..inner }
            }
        }
    }

    /// The result of an operation; with an address, only if it does not depend on where locations
    /// are.
    fn apply(&mut self, operation: Operation, first: i64, second: i64) -> i64 {
        let value = operation.apply(first, second);
        if self.is_address(first) || self.is_address(second) {
            let compares = matches!(
                operation,
                Operation::Equal | Operation::Differ | Operation::SignOfDifference
            );
            if value != 0 && !compares && !self.is_address(value) {
                self.fault = Some(PART_OF_ADDRESS);
            }
        }
        value
    }

    /// What is left of a value in so many bits. Addresses have room in words, as in herd.
    pub(super) fn wrap(&mut self, width: Width, value: i64) -> i64 {
        if !self.is_address(value) {
            return width.wrap(value);
        }
        if width.bytes < 4 {
            self.fault = Some(PART_OF_ADDRESS);
        }
        value
    }

    /// What a value is in some cells.
    pub(super) fn split(&mut self, cells: &[Bytes], value: i64) -> Vec<i64> {
        if let [(_, size)] = cells {
            return vec![self.wrap(Width::unsigned(*size), value)];
        }
        if self.is_address(value) {
            self.fault = Some(PART_OF_ADDRESS);
        }
        let start = cells[0].0;
        let part =
            |(address, size): &Bytes| Width::unsigned(*size).wrap(value >> (8 * (address - start)));
        cells.iter().map(part).collect()
    }

    /// What the values of some cells are together.
    pub(super) fn together(&mut self, cells: &[Bytes], values: &[i64]) -> i64 {
        if let [value] = values {
            return *value;
        }
        if values.iter().any(|value| self.is_address(*value)) {
            self.fault = Some(PART_OF_ADDRESS);
        }
        let start = cells[0].0;
        let parts = cells.iter().zip(values);
        parts.fold(0, |all, ((address, _), value)| all | value << (8 * (address - start)))
    }
}
