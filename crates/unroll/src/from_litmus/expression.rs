//! Values of expressions, and of cells apart and together. Addresses are numbers that nobody may
//! look into: a thread that computes or moves a part of one ends there, with a gap.
//!
//! Operations are those of `litmus::code::Operation::apply`, with their results for zero divisors
//! and large shifts; `tests` compares all of them.

use super::state::{Held, State};
use super::{Builder, PART_OF_ADDRESS};
use crate::carried::Carried;
use crate::{ValueId, Values};
use ::litmus::code::{Expression, Operation};
use ::litmus::{Region, Width};
use program::{BinaryOperation as B, Predicate as P};

impl Builder<'_> {
    /// The value of an expression; the state ends where it has none.
    pub(super) fn evaluate(&mut self, state: &mut State, expression: &Expression) -> Held {
        match expression {
            Expression::Constant(value) => Held { value: self.number(*value), from: Carried::NONE },
            Expression::Register(register) => state.registers[register.0].clone(),
            Expression::Not(inner) => {
                let inner = self.evaluate(state, inner);
                let values = &mut self.made.values;
                let is_zero = values.is(inner.value, 0);
                Held { value: values.zero_extend(is_zero, 64), ..inner }
            }
            Expression::Operation(operation, first, second) => {
                let first = self.evaluate(state, first);
                let second = self.evaluate(state, second);
                let value = self.apply(state, *operation, first.value, second.value);
                Held { value, from: first.from.and(&second.from, &mut self.made.values) }
            }
            Expression::Wrap(width, inner) => {
                let inner = self.evaluate(state, inner);
                Held { value: self.wrap(state, *width, inner.value), ..inner }
            }
        }
    }

    /// Whether a value is the address of something.
    pub(super) fn is_address(&mut self, value: ValueId) -> ValueId {
        let Region { first, length, distance } = self.test.layout.region();
        let (first, length) = (self.number(first), self.number(length));
        let values = &mut self.made.values;
        let offset = values.binary(B::Sub, value, first);
        let is_inside = values.compare(P::Ult, offset, length);
        let half = values.extract(offset, distance.trailing_zeros() as u8 - 1, 1);
        values.and_not(is_inside, half)
    }

    /// The result of an operation; with an address, only if it does not depend on where locations
    /// are.
    fn apply(
        &mut self,
        state: &mut State,
        operation: Operation,
        first: ValueId,
        second: ValueId,
    ) -> ValueId {
        let value = apply(&mut self.made.values, operation, first, second);
        let compares =
            matches!(operation, Operation::Equal | Operation::Differ | Operation::SignOfDifference);
        if !compares {
            let (one, other) = (self.is_address(first), self.is_address(second));
            let result = self.is_address(value);
            let values = &mut self.made.values;
            let with_address = values.or(one, other);
            let is_nonzero = values.is_nonzero(value);
            let is_part = values.and_not(is_nonzero, result);
            let faults = values.and(with_address, is_part);
            self.stop_if(state, faults, PART_OF_ADDRESS);
        }
        value
    }

    /// What is left of a value in so many bits. Addresses have room in words, as in herd.
    pub(super) fn wrap(&mut self, state: &mut State, width: Width, value: ValueId) -> ValueId {
        let is_address = self.is_address(value);
        if width.bytes < 4 {
            self.stop_if(state, is_address, PART_OF_ADDRESS);
        }
        let values = &mut self.made.values;
        let low = values.extract(value, 0, 8 * width.bytes);
        let wrapped =
            if width.is_signed { values.sign_extend(low, 64) } else { values.zero_extend(low, 64) };
        values.select(is_address, value, wrapped)
    }

    /// What a value is in some parts, each with its offset and size.
    pub(super) fn split(
        &mut self,
        state: &mut State,
        parts: &[(u8, u8)],
        value: ValueId,
    ) -> Vec<ValueId> {
        if let [(_, size)] = parts {
            return vec![self.wrap(state, Width::unsigned(*size), value)];
        }
        let is_address = self.is_address(value);
        self.stop_if(state, is_address, PART_OF_ADDRESS);
        let values = &mut self.made.values;
        let part = |(offset, size): &(u8, u8)| {
            let bits = values.extract(value, 8 * offset, 8 * size);
            values.zero_extend(bits, 64)
        };
        parts.iter().map(part).collect()
    }

    /// What the values of some parts are together.
    pub(super) fn together(
        &mut self,
        state: &mut State,
        parts: &[(u8, u8)],
        read: &[ValueId],
    ) -> ValueId {
        if let [value] = read {
            return *value;
        }
        let mut all = self.zero();
        for ((offset, _), value) in parts.iter().zip(read) {
            let is_address = self.is_address(*value);
            self.stop_if(state, is_address, PART_OF_ADDRESS);
            let shift = self.number(8 * i64::from(*offset));
            let values = &mut self.made.values;
            let shifted = values.binary(B::Shl, *value, shift);
            all = values.binary(B::Or, all, shifted);
        }
        all
    }
}

/// The result of an operation on numbers of 64 bits.
pub(super) fn apply(
    values: &mut Values,
    operation: Operation,
    first: ValueId,
    second: ValueId,
) -> ValueId {
    let truth = |values: &mut Values, condition| values.zero_extend(condition, 64);
    let extreme = |values: &mut Values, predicate| {
        let is_first = values.compare(predicate, first, second);
        values.select(is_first, first, second)
    };
    match operation {
        Operation::Add => values.binary(B::Add, first, second),
        Operation::Subtract => values.binary(B::Sub, first, second),
        Operation::Multiply => values.binary(B::Mul, first, second),
        Operation::And => values.binary(B::And, first, second),
        Operation::Or => values.binary(B::Or, first, second),
        Operation::ExclusiveOr => values.binary(B::Xor, first, second),
        Operation::AndNot => {
            let ones = values.constant(64, u64::MAX);
            let inverted = values.binary(B::Xor, second, ones);
            values.binary(B::And, first, inverted)
        }
        Operation::Divide => divide(values, B::SDiv, first, second),
        Operation::Remainder => divide(values, B::SRem, first, second),
        Operation::DivideUnsigned => divide(values, B::UDiv, first, second),
        Operation::RemainderUnsigned => divide(values, B::URem, first, second),
        Operation::ShiftLeft => shift(values, B::Shl, first, second),
        Operation::ShiftRight => shift(values, B::AShr, first, second),
        Operation::ShiftRightUnsigned => shift(values, B::LShr, first, second),
        Operation::Equal => {
            let holds = values.equal(first, second);
            truth(values, holds)
        }
        Operation::Differ => {
            let holds = values.compare(P::Ne, first, second);
            truth(values, holds)
        }
        Operation::Less => {
            let holds = values.compare(P::Slt, first, second);
            truth(values, holds)
        }
        Operation::LessOrEqual => {
            let holds = values.compare(P::Sle, first, second);
            truth(values, holds)
        }
        Operation::LessUnsigned => {
            let holds = values.compare(P::Ult, first, second);
            truth(values, holds)
        }
        Operation::LessOrEqualUnsigned => {
            let holds = values.compare(P::Ule, first, second);
            truth(values, holds)
        }
        Operation::SignOfDifference => sign_of_difference(values, first, second),
        Operation::SignOfSum => {
            // The sum with the least number is negative, and that has no negation.
            let (least, zero) = (values.constant(64, 1 << 63), values.constant(64, 0));
            let is_least = values.equal(second, least);
            let negated = values.binary(B::Sub, zero, second);
            let sign = sign_of_difference(values, first, negated);
            let minus = values.constant(64, u64::MAX);
            values.select(is_least, minus, sign)
        }
        Operation::Minimum => extreme(values, P::Slt),
        Operation::Maximum => extreme(values, P::Sgt),
        Operation::MinimumUnsigned => extreme(values, P::Ult),
        Operation::MaximumUnsigned => extreme(values, P::Ugt),
    }
}

fn sign_of_difference(values: &mut Values, first: ValueId, second: ValueId) -> ValueId {
    let (minus, zero, plus) =
        (values.constant(64, u64::MAX), values.constant(64, 0), values.constant(64, 1));
    let (is_less, is_equal) = (values.compare(P::Slt, first, second), values.equal(first, second));
    let otherwise = values.select(is_equal, zero, plus);
    values.select(is_less, minus, otherwise)
}

/// A quotient, which is 0 where there is none, or a remainder, which then is the dividend.
fn divide(values: &mut Values, operation: B, first: ValueId, second: ValueId) -> ValueId {
    let mut has_none = values.is(second, 0);
    if matches!(operation, B::SDiv | B::SRem) {
        let (is_least, is_minus) = (values.is(first, 1 << 63), values.is(second, u64::MAX));
        let overflows = values.and(is_least, is_minus);
        has_none = values.or(has_none, overflows);
    }
    let one = values.constant(64, 1);
    let divisor = values.select(has_none, one, second);
    let result = values.binary(operation, first, divisor);
    let otherwise = match operation {
        B::SDiv | B::UDiv => values.constant(64, 0),
        _ => first,
    };
    values.select(has_none, otherwise, result)
}

/// A shift by the lowest six bits of a number.
fn shift(values: &mut Values, operation: B, first: ValueId, second: ValueId) -> ValueId {
    let low = values.constant(64, 63);
    let amount = values.binary(B::And, second, low);
    values.binary(operation, first, amount)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Acyclic, Assignment, Choice, ChoiceId, ChoiceKind, Evaluation, Node};

    const OPERATIONS: [Operation; 26] = [
        Operation::Add,
        Operation::Subtract,
        Operation::Multiply,
        Operation::Divide,
        Operation::Remainder,
        Operation::And,
        Operation::Or,
        Operation::ExclusiveOr,
        Operation::AndNot,
        Operation::ShiftLeft,
        Operation::ShiftRight,
        Operation::DivideUnsigned,
        Operation::RemainderUnsigned,
        Operation::ShiftRightUnsigned,
        Operation::Equal,
        Operation::Differ,
        Operation::Less,
        Operation::LessOrEqual,
        Operation::LessUnsigned,
        Operation::LessOrEqualUnsigned,
        Operation::SignOfDifference,
        Operation::SignOfSum,
        Operation::Minimum,
        Operation::Maximum,
        Operation::MinimumUnsigned,
        Operation::MaximumUnsigned,
    ];

    /// Values and constants, on both sides, are what the interpreter of litmus tests computes.
    #[test]
    fn operations_are_those_of_litmus_tests() {
        let numbers = [0, 1, 2, 7, 63, 64, 65, -1, -2, 1 << 32, i64::MIN, i64::MIN + 1, i64::MAX];
        let choices = vec![Choice { width: 64, what: ChoiceKind::Input }; 2];
        let mut acyclic = Acyclic { choices, ..Acyclic::default() };
        let values = &mut acyclic.values;
        let leaves = [0, 1].map(|own| values.leaf(Node::Choice(ChoiceId(own)), 64));
        let free: Vec<ValueId> = OPERATIONS
            .iter()
            .map(|operation| apply(values, *operation, leaves[0], leaves[1]))
            .collect();
        for (first, second) in
            numbers.iter().flat_map(|one| numbers.iter().map(move |two| (*one, *two)))
        {
            let constants =
                [first, second].map(|number| acyclic.values.constant(64, number as u64));
            let choices = vec![first as u64, second as u64];
            let assignment = Assignment { choices, ..Assignment::default() };
            let evaluation = Evaluation::new(&acyclic, &assignment);
            for (operation, free) in OPERATIONS.iter().zip(&free) {
                let expected = operation.apply(first, second) as u64;
                assert_eq!(evaluation.number(*free), expected, "{first} {operation:?} {second}");
                let folded = apply(&mut acyclic.values, *operation, constants[0], constants[1]);
                assert_eq!(acyclic.values.number(folded), Some(expected), "{operation:?}");
            }
        }
    }
}
