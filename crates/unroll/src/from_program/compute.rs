//! Pure operations on values with undefined bits: `program::eval` as values, fault by fault and
//! undefined bit by undefined bit. `tests` compares them.
//!
//! Where `eval` clears undefined bits, they are left here as the operation makes them: no defined
//! bit of a result depends on them, and masks would hide from `reach` what a value can be.

use super::Builder;
use super::state::{Held, State};
use crate::{ValueId, Values};
use base::ViolationKind;
use program::{BinaryOperation as B, Operand, Predicate as P, RmwOperation};

impl Builder<'_> {
    pub(super) fn operand(&mut self, state: &State, operand: Operand) -> Held {
        match operand {
            Operand::Register(register) => state.registers[register.index()].clone(),
            Operand::Constant(number) => self.constant(number),
            Operand::Undefined => {
                let undefined = self.number(u64::MAX);
                Held { undefined, ..self.constant(0) }
            }
        }
    }

    /// The bits of a value that decides something; the state ends where they are not initialised.
    pub(super) fn decide(&mut self, state: &mut State, held: &Held, what: &str) -> ValueId {
        let undefined = self.made.values.is_nonzero(held.undefined);
        let message = format!("{what} is not initialised");
        self.fail_if(state, undefined, ViolationKind::UninitialisedRead, message);
        held.bits
    }

    pub(super) fn binary(
        &mut self,
        state: &mut State,
        operation: B,
        width: u8,
        left: &Held,
        right: &Held,
    ) -> Held {
        let from = left.from.and(&right.from, &mut self.made.values);
        let (left, right) = (self.narrow(left, width), self.narrow(right, width));
        let mut amount = right.bits;
        if operation.can_fail() {
            let undefined = self.made.values.is_nonzero(right.undefined);
            let message = "a divisor is not initialised";
            self.fail_if(state, undefined, ViolationKind::UninitialisedRead, message);
            amount = self.safe(state, operation, width, &left, &right);
        }
        let values = &mut self.made.values;
        let bits = values.binary(operation, left.bits, amount);
        let undefined = undefined(values, operation, (&left, &right), amount);
        Held {
            bits: values.zero_extend(bits, 64),
            undefined: values.zero_extend(undefined, 64),
            from,
        }
    }

    /// The second operand of an operation that not every number has a result with; the state ends
    /// where there is none.
    fn safe(
        &mut self,
        state: &mut State,
        operation: B,
        width: u8,
        left: &Held,
        right: &Held,
    ) -> ValueId {
        let values = &mut self.made.values;
        let (wrong, kind, message, instead) = match operation {
            B::Shl | B::LShr | B::AShr => {
                let limit = values.constant(width, u64::from(width));
                let wrong = values.compare(P::Uge, right.bits, limit);
                (wrong, ViolationKind::InvalidShift, "shift by at least the width", 0)
            }
            _ => {
                let mut wrong = values.is(right.bits, 0);
                if matches!(operation, B::SDiv | B::SRem) {
                    let least = values.is(left.bits, 1 << (width - 1));
                    let minus = values.is(right.bits, u64::MAX);
                    let minus = values.and(least, minus);
                    let defined = values.is(left.undefined, 0);
                    let overflows = values.and(minus, defined);
                    wrong = values.or(wrong, overflows);
                }
                (wrong, ViolationKind::DivisionByZero, "division by zero, or that overflows", 1)
            }
        };
        let instead = self.made.values.constant(width, instead);
        self.fail_if(state, wrong, kind, message);
        let mut avoided = wrong;
        if matches!(operation, B::SDiv | B::SRem) {
            // With undefined bits in the dividend there is no failure, and no number either.
            let values = &mut self.made.values;
            let least = values.is(left.bits, 1 << (width - 1));
            let minus = values.is(right.bits, u64::MAX);
            let both = values.and(least, minus);
            avoided = values.or(wrong, both);
        }
        self.made.values.select(avoided, instead, right.bits)
    }

    /// The lowest bits of a value.
    fn narrow(&mut self, held: &Held, width: u8) -> Held {
        let values = &mut self.made.values;
        Held {
            bits: values.extract(held.bits, 0, width),
            undefined: values.extract(held.undefined, 0, width),
            from: held.from.clone(),
        }
    }

    /// What is left of a value in so many bits.
    pub(super) fn truncate(&mut self, held: &Held, width: u8) -> Held {
        let narrow = self.narrow(held, width);
        let values = &mut self.made.values;
        Held {
            bits: values.zero_extend(narrow.bits, 64),
            undefined: values.zero_extend(narrow.undefined, 64),
            ..narrow
        }
    }

    pub(super) fn sign_extend(&mut self, held: &Held, from: u8, to: u8) -> Held {
        let narrow = self.narrow(held, from);
        let values = &mut self.made.values;
        let mut extend = |value| {
            let wide = values.sign_extend(value, to);
            values.zero_extend(wide, 64)
        };
        Held { bits: extend(narrow.bits), undefined: extend(narrow.undefined), from: narrow.from }
    }

    pub(super) fn compare(&mut self, predicate: P, width: u8, left: &Held, right: &Held) -> Held {
        let from = left.from.and(&right.from, &mut self.made.values);
        let (left, right) = (self.narrow(left, width), self.narrow(right, width));
        let values = &mut self.made.values;
        let holds = values.compare(predicate, left.bits, right.bits);
        let undefined = values.binary(B::Or, left.undefined, right.undefined);
        let mut is_open = values.is_nonzero(undefined);
        let mut bits = values.and_not(holds, is_open);
        if matches!(predicate, P::Eq | P::Ne) && is_open != ValueId::FALSE {
            // Defined bits that differ decide.
            let differing = values.binary(B::Xor, left.bits, right.bits);
            let differing = without(values, differing, undefined);
            let differs = values.is_nonzero(differing);
            is_open = values.and_not(is_open, differs);
            let holds = if predicate == P::Ne { ValueId::TRUE } else { ValueId::FALSE };
            let decided = values.and(differs, holds);
            bits = values.or(bits, decided);
            bits = values.and_not(bits, is_open);
        }
        Held {
            bits: values.zero_extend(bits, 64),
            undefined: values.zero_extend(is_open, 64),
            from,
        }
    }
}

/// A value with some of its bits cleared.
fn without(values: &mut Values, value: ValueId, bits: ValueId) -> ValueId {
    let width = values.width(value);
    let ones = values.constant(width, u64::MAX);
    let kept = values.binary(B::Xor, bits, ones);
    values.binary(B::And, value, kept)
}

/// The undefined bits of a result. The second operand of shifts and divisions is defined.
fn undefined(
    values: &mut Values,
    operation: B,
    (left, right): (&Held, &Held),
    amount: ValueId,
) -> ValueId {
    let width = values.width(left.bits);
    let either = values.binary(B::Or, left.undefined, right.undefined);
    if values.number(either) == Some(0) {
        return either;
    }
    let ones = values.constant(width, u64::MAX);
    match operation {
        B::And => {
            // A zero that is known decides.
            let (one, two) = (
                values.binary(B::Or, left.bits, left.undefined),
                values.binary(B::Or, right.bits, right.undefined),
            );
            let open = values.binary(B::And, one, two);
            values.binary(B::And, either, open)
        }
        B::Or => {
            let one = without(values, left.bits, left.undefined);
            let two = without(values, right.bits, right.undefined);
            let known = values.binary(B::Or, one, two);
            without(values, either, known)
        }
        B::Xor => either,
        B::Add | B::Sub | B::Mul => {
            // A carry travels upwards only: from the lowest undefined bit on.
            let zero = values.constant(width, 0);
            let negated = values.binary(B::Sub, zero, either);
            values.binary(B::Or, either, negated)
        }
        B::Shl | B::LShr | B::AShr => values.binary(operation, left.undefined, amount),
        B::Gather | B::Scatter => {
            let moved = values.binary(operation, left.undefined, right.bits);
            let is_known = values.is(right.undefined, 0);
            values.select(is_known, moved, ones)
        }
        B::UDiv | B::SDiv | B::URem | B::SRem => {
            let any = values.is_nonzero(left.undefined);
            let zero = values.constant(width, 0);
            values.select(any, ones, zero)
        }
    }
}

/// What an atomic update writes: values of one width, both defined.
pub(super) fn update(
    values: &mut Values,
    operation: RmwOperation,
    old: ValueId,
    operand: ValueId,
) -> ValueId {
    use RmwOperation as R;
    let width = values.width(old);
    let (zero, one) = (values.constant(width, 0), values.constant(width, 1));
    let mut extreme = |predicate| {
        let is_old = values.compare(predicate, old, operand);
        values.select(is_old, old, operand)
    };
    match operation {
        R::Exchange => operand,
        R::Add => values.binary(B::Add, old, operand),
        R::Sub => values.binary(B::Sub, old, operand),
        R::And => values.binary(B::And, old, operand),
        R::Or => values.binary(B::Or, old, operand),
        R::Xor => values.binary(B::Xor, old, operand),
        R::Nand => {
            let both = values.binary(B::And, old, operand);
            let ones = values.constant(width, u64::MAX);
            values.binary(B::Xor, both, ones)
        }
        R::Max => extreme(P::Sgt),
        R::Min => extreme(P::Slt),
        R::UMax => extreme(P::Ugt),
        R::UMin => extreme(P::Ult),
        R::UIncWrap => {
            let wraps = values.compare(P::Uge, old, operand);
            let next = values.binary(B::Add, old, one);
            values.select(wraps, zero, next)
        }
        R::UDecWrap => {
            let (is_zero, is_above) = (values.is(old, 0), values.compare(P::Ugt, old, operand));
            let wraps = values.or(is_zero, is_above);
            let next = values.binary(B::Sub, old, one);
            values.select(wraps, operand, next)
        }
        R::USubCond | R::USubSat => {
            let fits = values.compare(P::Uge, old, operand);
            let difference = values.binary(B::Sub, old, operand);
            let otherwise = if operation == R::USubCond { old } else { zero };
            values.select(fits, difference, otherwise)
        }
        R::FAdd | R::FSub | R::FMax | R::FMin => {
            unreachable!("updates of floating-point numbers are refused")
        }
    }
}
