//! How are integers of 128 bits divided? As on paper, one bit of the quotient after the other.
//!
//! Numbers with a sign are divided without it, and the results get theirs afterwards: the quotient
//! is negative if one of the numbers is, the rest if the first is. What has no result is left to
//! divisions of 64 bits that have none for the same reason.

use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::wide::{Pair, number};
use program::BinaryOperation as B;
use program::{Instruction, Operand, Predicate, Register, Terminator};

impl Body<'_, '_> {
    /// A quotient or a rest; the upper registers have `high` bits.
    pub(super) fn wide_division(
        &mut self,
        operation: B,
        high: u8,
        a: Pair,
        b: Pair,
    ) -> Lowered<Pair> {
        if high != 64 {
            return unsupported("a division of integers of 65 to 127 bits");
        }
        let is_signed = matches!(operation, B::SDiv | B::SRem);
        self.check_division(is_signed, a, b);
        let [sign_of_a, sign_of_b] = [a, b].map(|value| match is_signed {
            true => self.comparison(Predicate::Slt, 64, value[1], number(0)),
            false => number(0),
        });
        let (a, b) = (self.negated_if(sign_of_a, a)?, self.negated_if(sign_of_b, b)?);
        let (quotient, rest) = self.divided(a, b)?;
        match operation {
            B::UDiv | B::SDiv => {
                let sign = self.arithmetic(B::Xor, 1, sign_of_a, sign_of_b);
                self.negated_if(sign, quotient)
            }
            _ => self.negated_if(sign_of_a, rest),
        }
    }

    /// Divides by zero where this does, and the least number by -1.
    fn check_division(&mut self, is_signed: bool, a: Pair, b: Pair) {
        let any = self.arithmetic(B::Or, 64, b[0], b[1]);
        self.arithmetic(B::UDiv, 64, number(1), any);
        if is_signed {
            let least = [number(0), number(1 << 63)];
            let is_least = self.wide_comparison(Predicate::Eq, 64, a, least);
            let is_minus_one = self.wide_comparison(Predicate::Eq, 64, b, [number(u64::MAX); 2]);
            let has_no_result = self.arithmetic(B::And, 1, is_least, is_minus_one);
            let divided = self.selection(has_no_result, number(1 << 63), number(0));
            self.arithmetic(B::SDiv, 64, divided, number(u64::MAX));
        }
    }

    fn negated_if(&mut self, condition: Operand, value: Pair) -> Lowered<Pair> {
        let [low, high] = self.wide_binary(B::Sub, 64, [number(0); 2], value)?;
        Ok([self.selection(condition, low, value[0]), self.selection(condition, high, value[1])])
    }

    /// Quotient and rest without signs. In a loop of 128 turns, the first number moves bit by bit
    /// into the rest, from which the second is taken away where it fits; then the quotient, which
    /// moves in from below, has a one.
    fn divided(&mut self, a: Pair, b: Pair) -> Lowered<(Pair, Pair)> {
        let [quotient, rest] =
            [a, [number(0); 2]].map(|start| start.map(|half| self.variable(half)));
        let count = self.variable(number(128));
        let values = |variables: [Register; 2]| variables.map(Operand::from);
        let (turn, done) = (self.new_block("divide"), self.new_block("divided"));
        self.terminate(Terminator::Jump(turn));
        self.current = turn;
        let first = self.arithmetic(B::LShr, 64, quotient[1].into(), number(63));
        let overflow = self.arithmetic(B::LShr, 64, rest[1].into(), number(63));
        let moved_rest = self.doubled(values(rest), first)?;
        let larger = self.wide_comparison(Predicate::Uge, 64, moved_rest, b);
        let fits = self.arithmetic(B::Or, 64, larger, overflow);
        let taken = b.map(|half| self.selection(fits, half, number(0)));
        let less = self.wide_binary(B::Sub, 64, moved_rest, taken)?;
        let moved = self.doubled(values(quotient), fits)?;
        for (target, value) in rest.into_iter().chain(quotient).zip(less.into_iter().chain(moved)) {
            self.emit(Instruction::Assign { target, value });
        }
        let left = self.arithmetic(B::Sub, 64, count.into(), number(1));
        self.emit(Instruction::Assign { target: count, value: left });
        self.terminate(Terminator::Branch { condition: left, then: turn, otherwise: done });
        self.current = done;
        Ok((values(quotient), values(rest)))
    }

    /// A register that is assigned more than once.
    fn variable(&mut self, start: Operand) -> Register {
        let target = self.temporary();
        self.emit(Instruction::Assign { target, value: start });
        target
    }

    /// Twice a number, and one bit more.
    fn doubled(&mut self, value: Pair, bit: Operand) -> Lowered<Pair> {
        let [low, high] = self.wide_binary(B::Add, 64, value, value)?;
        Ok([self.arithmetic(B::Or, 64, low, bit), high])
    }
}
