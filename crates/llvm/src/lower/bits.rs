//! How are the arithmetic intrinsics computed with the operations of the register machine?
//!
//! Registers are zero above their width, so counting is done on 64 bits whatever the width.

use super::function::Body;
use base::value::mask;
use program::BinaryOperation as B;
use program::{Instruction, Operand, Predicate};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Overflow {
    Add,
    Sub,
    Mul,
}

/// An operation whose result may not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wrapping {
    pub(super) operation: Overflow,
    pub(super) signed: bool,
}

fn number(value: u64) -> Operand {
    Operand::Constant(value)
}

impl Body<'_, '_> {
    pub(super) fn comparison(
        &mut self,
        predicate: Predicate,
        width: u8,
        left: Operand,
        right: Operand,
    ) -> Operand {
        self.compute_temporary(|target| Instruction::Compare {
            predicate,
            width,
            target,
            left,
            right,
        })
    }

    pub(super) fn selection(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Operand {
        self.compute_temporary(|target| Instruction::Select { target, condition, then, otherwise })
    }

    /// -1, 0 or 1 as a number of `of_result` bits.
    pub(super) fn three_way(
        &mut self,
        less: Predicate,
        width: u8,
        of_result: u8,
        a: Operand,
        b: Operand,
    ) -> Operand {
        let below = self.comparison(less, width, a, b);
        let different = self.comparison(Predicate::Ne, width, a, b);
        let minus_one = number(mask(u32::from(of_result)));
        self.selection(below, minus_one, different)
    }

    pub(super) fn absolute(&mut self, width: u8, a: Operand) -> Operand {
        let negative = self.comparison(Predicate::Slt, width, a, number(0));
        let negated = self.arithmetic(B::Sub, width, number(0), a);
        self.selection(negative, negated, a)
    }

    pub(super) fn byte_swap(&mut self, width: u8, a: Operand) -> Operand {
        let mut result = number(0);
        for position in (0..u64::from(width)).step_by(8) {
            let moved = self.arithmetic(B::LShr, 64, a, number(position));
            let byte = self.arithmetic(B::And, 64, moved, number(0xff));
            let place = number(u64::from(width) - 8 - position);
            let placed = self.arithmetic(B::Shl, 64, byte, place);
            result = self.arithmetic(B::Or, 64, result, placed);
        }
        result
    }

    pub(super) fn bit_reverse(&mut self, width: u8, a: Operand) -> Operand {
        let steps =
            [(1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333), (4, 0x0f0f_0f0f_0f0f_0f0f)];
        let mut bits = a;
        for (distance, low) in steps {
            let moved = self.arithmetic(B::LShr, 64, bits, number(distance));
            let high = self.arithmetic(B::And, 64, moved, number(low));
            let kept = self.arithmetic(B::And, 64, bits, number(low));
            let raised = self.arithmetic(B::Shl, 64, kept, number(distance));
            bits = self.arithmetic(B::Or, 64, high, raised);
        }
        let reversed = self.byte_swap(64, bits);
        self.arithmetic(B::LShr, 64, reversed, number(64 - u64::from(width)))
    }

    /// Adds up neighbouring counts, first of one bit, then of two, of four, and all bytes.
    pub(super) fn population_count(&mut self, a: Operand) -> Operand {
        let odd = self.arithmetic(B::LShr, 64, a, number(1));
        let odd = self.arithmetic(B::And, 64, odd, number(0x5555_5555_5555_5555));
        let pairs = self.arithmetic(B::Sub, 64, a, odd);
        let low = self.arithmetic(B::And, 64, pairs, number(0x3333_3333_3333_3333));
        let high = self.arithmetic(B::LShr, 64, pairs, number(2));
        let high = self.arithmetic(B::And, 64, high, number(0x3333_3333_3333_3333));
        let fours = self.arithmetic(B::Add, 64, low, high);
        let upper = self.arithmetic(B::LShr, 64, fours, number(4));
        let bytes = self.arithmetic(B::Add, 64, fours, upper);
        let bytes = self.arithmetic(B::And, 64, bytes, number(0x0f0f_0f0f_0f0f_0f0f));
        let sum = self.arithmetic(B::Mul, 64, bytes, number(0x0101_0101_0101_0101));
        self.arithmetic(B::LShr, 64, sum, number(56))
    }

    pub(super) fn leading_zeros(&mut self, width: u8, a: Operand) -> Operand {
        let mut smeared = a;
        for distance in [1, 2, 4, 8, 16, 32] {
            let moved = self.arithmetic(B::LShr, 64, smeared, number(distance));
            smeared = self.arithmetic(B::Or, 64, smeared, moved);
        }
        let ones = self.population_count(smeared);
        self.arithmetic(B::Sub, 64, number(u64::from(width)), ones)
    }

    pub(super) fn trailing_zeros(&mut self, width: u8, a: Operand) -> Operand {
        let below = self.arithmetic(B::Sub, width, a, number(1));
        let complement = self.arithmetic(B::Xor, width, a, number(mask(u32::from(width))));
        let zeros = self.arithmetic(B::And, width, complement, below);
        self.population_count(zeros)
    }

    /// The upper (or, for a right shift, lower) half of `a:b` shifted by `c` modulo the width.
    pub(super) fn funnel_shift(
        &mut self,
        left: bool,
        width: u8,
        a: Operand,
        b: Operand,
        c: Operand,
    ) -> Operand {
        let w = u64::from(width);
        let amount = self.arithmetic(B::URem, width, c, number(w & mask(u32::from(width))));
        let rest = self.arithmetic(B::Sub, width, number(w - 1), amount);
        // The other half moves by the width less the amount, in two steps: that may be the width.
        let (from_a, from_b) = if left {
            let half = self.arithmetic(B::LShr, width, b, number(1));
            let from_b = self.arithmetic(B::LShr, width, half, rest);
            (self.arithmetic(B::Shl, width, a, amount), from_b)
        } else {
            let half = self.arithmetic(B::Shl, width, a, number(1));
            let from_a = self.arithmetic(B::Shl, width, half, rest);
            (from_a, self.arithmetic(B::LShr, width, b, amount))
        };
        self.arithmetic(B::Or, width, from_a, from_b)
    }

    /// The wrapped result and whether it is not the true one.
    pub(super) fn with_overflow(
        &mut self,
        wrapping: Wrapping,
        width: u8,
        a: Operand,
        b: Operand,
    ) -> (Operand, Operand) {
        match (wrapping.operation, wrapping.signed) {
            (Overflow::Add, false) => {
                let sum = self.arithmetic(B::Add, width, a, b);
                (sum, self.comparison(Predicate::Ult, width, sum, a))
            }
            (Overflow::Sub, false) => {
                let difference = self.arithmetic(B::Sub, width, a, b);
                (difference, self.comparison(Predicate::Ult, width, a, b))
            }
            // The sum of numbers of one sign has the other, or the difference of numbers of
            // different signs has not that of the first.
            (Overflow::Add, true) => {
                let sum = self.arithmetic(B::Add, width, a, b);
                let one = self.arithmetic(B::Xor, width, a, sum);
                let other = self.arithmetic(B::Xor, width, b, sum);
                (sum, self.both_negative(width, one, other))
            }
            (Overflow::Sub, true) => {
                let difference = self.arithmetic(B::Sub, width, a, b);
                let one = self.arithmetic(B::Xor, width, a, b);
                let other = self.arithmetic(B::Xor, width, a, difference);
                (difference, self.both_negative(width, one, other))
            }
            (Overflow::Mul, false) => self.unsigned_product(width, a, b),
            (Overflow::Mul, true) => self.signed_product(width, a, b),
        }
    }

    fn both_negative(&mut self, width: u8, one: Operand, other: Operand) -> Operand {
        let both = self.arithmetic(B::And, width, one, other);
        self.comparison(Predicate::Slt, width, both, number(0))
    }

    fn unsigned_product(&mut self, width: u8, a: Operand, b: Operand) -> (Operand, Operand) {
        let product = self.arithmetic(B::Mul, width, a, b);
        // It is exact if dividing gives back `b`, or if there is nothing to divide by.
        let zero = self.comparison(Predicate::Eq, width, a, number(0));
        let divisor = self.selection(zero, number(1), a);
        let quotient = self.arithmetic(B::UDiv, width, product, divisor);
        let differs = self.comparison(Predicate::Ne, width, quotient, b);
        let not_zero = self.arithmetic(B::Xor, 1, zero, number(1));
        (product, self.arithmetic(B::And, 1, differs, not_zero))
    }

    fn signed_product(&mut self, width: u8, a: Operand, b: Operand) -> (Operand, Operand) {
        let product = self.arithmetic(B::Mul, width, a, b);
        let a_negative = self.comparison(Predicate::Slt, width, a, number(0));
        let b_negative = self.comparison(Predicate::Slt, width, b, number(0));
        let (a, b) = (self.absolute(width, a), self.absolute(width, b));
        let (magnitude, too_large) = self.unsigned_product(width, a, b);
        // A negative product may be larger by one.
        let negative = self.arithmetic(B::Xor, 1, a_negative, b_negative);
        let largest = number(mask(u32::from(width)) >> 1);
        let limit = self.arithmetic(B::Add, width, largest, negative);
        let beyond = self.comparison(Predicate::Ugt, width, magnitude, limit);
        (product, self.arithmetic(B::Or, 1, too_large, beyond))
    }

    pub(super) fn saturating(
        &mut self,
        wrapping: Wrapping,
        width: u8,
        a: Operand,
        b: Operand,
    ) -> Operand {
        let all = mask(u32::from(width));
        let (value, overflow) = self.with_overflow(wrapping, width, a, b);
        let limit = match (wrapping.operation, wrapping.signed) {
            (Overflow::Add | Overflow::Mul, false) => number(all),
            (Overflow::Sub, false) => number(0),
            (Overflow::Add | Overflow::Sub | Overflow::Mul, true) => {
                let negative = self.comparison(Predicate::Slt, width, a, number(0));
                self.selection(negative, number((all >> 1) + 1), number(all >> 1))
            }
        };
        self.selection(overflow, limit, value)
    }
}
