//! How is computed with integers of 65 to 128 bits? They are two registers, the lower 64 bits and
//! the rest, and the operations are those of a school book; how to divide is in
//! `wide_division`.

use super::fold::{Lowered, unsupported};
use super::function::Body;
use base::value::mask;
use program::BinaryOperation as B;
use program::{Instruction, Operand, Predicate};

/// The lower 64 bits, and the rest.
pub(super) type Pair = [Operand; 2];

pub(super) fn number(value: u64) -> Operand {
    Operand::Constant(value)
}

impl Body<'_, '_> {
    /// A binary operation; the upper registers have `high` bits.
    pub(super) fn wide_binary(
        &mut self,
        operation: B,
        high: u8,
        a: Pair,
        b: Pair,
    ) -> Lowered<Pair> {
        Ok(match operation {
            B::And | B::Or | B::Xor => {
                let low = self.arithmetic(operation, 64, a[0], b[0]);
                [low, self.arithmetic(operation, high, a[1], b[1])]
            }
            B::Add => {
                let low = self.arithmetic(B::Add, 64, a[0], b[0]);
                let carry = self.comparison(Predicate::Ult, 64, low, a[0]);
                let sum = self.arithmetic(B::Add, high, a[1], b[1]);
                [low, self.arithmetic(B::Add, high, sum, carry)]
            }
            B::Sub => {
                let low = self.arithmetic(B::Sub, 64, a[0], b[0]);
                let borrow = self.comparison(Predicate::Ult, 64, a[0], b[0]);
                let difference = self.arithmetic(B::Sub, high, a[1], b[1]);
                [low, self.arithmetic(B::Sub, high, difference, borrow)]
            }
            B::Mul => self.wide_product(high, a, b),
            B::Shl | B::LShr | B::AShr => self.wide_shift(operation, high, a, b),
            B::UDiv | B::SDiv | B::URem | B::SRem => self.wide_division(operation, high, a, b)?,
            B::Gather | B::Scatter => return unsupported("pointers of more than 64 bits"),
        })
    }

    /// The upper 64 bits of a product of two registers, from those of their halves.
    fn upper_product(&mut self, a: Operand, b: Operand) -> Operand {
        let low = |body: &mut Self, x| body.arithmetic(B::And, 64, x, number(mask(32)));
        let high = |body: &mut Self, x| body.arithmetic(B::LShr, 64, x, number(32));
        let (a0, a1, b0, b1) = (low(self, a), high(self, a), low(self, b), high(self, b));
        let lowest = self.arithmetic(B::Mul, 64, a0, b0);
        let one = self.arithmetic(B::Mul, 64, a0, b1);
        let other = self.arithmetic(B::Mul, 64, a1, b0);
        let highest = self.arithmetic(B::Mul, 64, a1, b1);
        // None of these sums overflows: each summand below is less than 2^32, beside a product.
        let carried = high(self, lowest);
        let first = self.arithmetic(B::Add, 64, one, carried);
        let (first_low, first_high) = (low(self, first), high(self, first));
        let second = self.arithmetic(B::Add, 64, other, first_low);
        let second_high = high(self, second);
        let sum = self.arithmetic(B::Add, 64, highest, first_high);
        self.arithmetic(B::Add, 64, sum, second_high)
    }

    fn wide_product(&mut self, high: u8, a: Pair, b: Pair) -> Pair {
        let low = self.arithmetic(B::Mul, 64, a[0], b[0]);
        let carried = self.upper_product(a[0], b[0]);
        let one = self.arithmetic(B::Mul, 64, a[0], b[1]);
        let other = self.arithmetic(B::Mul, 64, a[1], b[0]);
        let sum = self.arithmetic(B::Add, 64, carried, one);
        let sum = self.arithmetic(B::Add, 64, sum, other);
        [low, self.narrowed(sum, 64, high)]
    }

    /// The lowest `to` bits of a register with `from`.
    fn narrowed(&mut self, value: Operand, from: u8, to: u8) -> Operand {
        match to < from {
            true => self.compute_temporary(|target| Instruction::Truncate { to, target, value }),
            false => value,
        }
    }

    /// A shift, as of 128 bits. One by less than 64 bits and one by more are computed, both with an
    /// amount that is made to fit, and one of them chosen.
    fn wide_shift(&mut self, operation: B, width: u8, a: Pair, amount: Pair) -> Pair {
        let is_small = self.comparison(Predicate::Eq, 64, amount[1], number(0));
        let most = number(64 + u64::from(width));
        let fits = self.comparison(Predicate::Ult, 64, amount[0], most);
        let fits = self.arithmetic(B::And, 1, is_small, fits);
        let is_optimised = self.is_optimised();
        if !is_optimised {
            // One by more than that has no result, nor has this one.
            let checked = self.selection(fits, number(0), number(64));
            self.arithmetic(B::Shl, 64, number(1), checked);
        }
        let by = self.arithmetic(B::And, 64, amount[0], number(63));
        let is_far = self.comparison(Predicate::Uge, 64, amount[0], number(64));
        // What leaves one register enters the other, by 64 less the amount, in two steps.
        let rest = self.arithmetic(B::Sub, 64, number(63), by);
        let [low, mut high] = a;
        if operation == B::AShr && width < 64 {
            let (from, to, value) = (width, 64, high);
            high = self.compute_temporary(|target| Instruction::SignExtend {
                from,
                to,
                target,
                value,
            });
        }
        let [low, high] = if operation == B::Shl {
            let moved = self.arithmetic(B::Shl, 64, low, by);
            let leaving = self.arithmetic(B::LShr, 64, low, number(1));
            let leaving = self.arithmetic(B::LShr, 64, leaving, rest);
            let kept = self.arithmetic(B::Shl, 64, high, by);
            let near = self.arithmetic(B::Or, 64, kept, leaving);
            [self.selection(is_far, number(0), moved), self.selection(is_far, moved, near)]
        } else {
            let moved = self.arithmetic(operation, 64, high, by);
            let leaving = self.arithmetic(B::Shl, 64, high, number(1));
            let leaving = self.arithmetic(B::Shl, 64, leaving, rest);
            let kept = self.arithmetic(B::LShr, 64, low, by);
            let near = self.arithmetic(B::Or, 64, kept, leaving);
            let filled = match operation {
                B::AShr => self.arithmetic(B::AShr, 64, high, number(63)),
                _ => number(0),
            };
            [self.selection(is_far, moved, near), self.selection(is_far, filled, moved)]
        };
        let high = self.narrowed(high, 64, width);
        if !is_optimised {
            return [low, high];
        }
        let undefined = [self.undefined(64), self.undefined(width)];
        [self.selection(fits, low, undefined[0]), self.selection(fits, high, undefined[1])]
    }

    /// A comparison: that of the upper registers, or if they are equal, of the lower ones.
    pub(super) fn wide_comparison(
        &mut self,
        predicate: Predicate,
        high: u8,
        a: Pair,
        b: Pair,
    ) -> Operand {
        use Predicate as P;
        let same = self.comparison(P::Eq, high, a[1], b[1]);
        // How the lower registers are compared: they have no sign.
        let below = match predicate {
            P::Eq | P::Ne => {
                let low = self.comparison(P::Eq, 64, a[0], b[0]);
                let both = self.arithmetic(B::And, 1, same, low);
                return match predicate {
                    P::Eq => both,
                    _ => self.arithmetic(B::Xor, 1, both, number(1)),
                };
            }
            P::Ult | P::Slt => P::Ult,
            P::Ule | P::Sle => P::Ule,
            P::Ugt | P::Sgt => P::Ugt,
            P::Uge | P::Sge => P::Uge,
        };
        let upper = self.comparison(predicate, high, a[1], b[1]);
        let lower = self.comparison(below, 64, a[0], b[0]);
        // No selection: nothing is decided yet if some of the bits are undefined.
        let by_lower = self.arithmetic(B::And, 1, same, lower);
        let differs = self.arithmetic(B::Xor, 1, same, number(1));
        let by_upper = self.arithmetic(B::And, 1, differs, upper);
        self.arithmetic(B::Or, 1, by_lower, by_upper)
    }

    /// Two registers from one of `from` bits.
    pub(super) fn widened(&mut self, value: Operand, from: u8, high: u8, signed: bool) -> Pair {
        if !signed {
            return [value, number(0)];
        }
        let low = self.compute_temporary(|target| Instruction::SignExtend {
            from,
            to: 64,
            target,
            value,
        });
        let sign = self.arithmetic(B::AShr, 64, low, number(63));
        [low, self.narrowed(sign, 64, high)]
    }
}
