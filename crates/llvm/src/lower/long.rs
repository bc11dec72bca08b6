//! Integers of more than 128 bits, which clang makes of bit-fields that lie beside each other.
//!
//! One register for each 64 bits, the lowest first; the last has the bits that remain, and zeros
//! above them. What bit-fields need is here: logic, sums, shifts by constants, comparisons and
//! conversions. Products, quotients and other shifts are refused.

use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::lanes::Element;
use crate::tree::CastOperation;
use program::{BinaryOperation as B, Instruction, Operand, Predicate};

impl Body<'_, '_> {
    /// An operation on integers whose last words have `top` bits.
    pub(super) fn long_binary(
        &mut self,
        operation: B,
        top: u8,
        a: &[Operand],
        b: &[Operand],
    ) -> Lowered<Vec<Operand>> {
        Ok(match operation {
            B::And | B::Or | B::Xor => {
                let pairs = a.iter().zip(b);
                pairs.map(|(a, b)| self.arithmetic(operation, 64, *a, *b)).collect()
            }
            B::Add | B::Sub => self.long_sum(operation, top, a, b),
            B::Shl | B::LShr | B::AShr => {
                let width = 64 * (a.len() as u64 - 1) + u64::from(top);
                match b {
                    [Operand::Constant(amount), rest @ ..]
                        if *amount < width
                            && rest.iter().all(|word| *word == Operand::Constant(0)) =>
                    {
                        self.long_shift(operation, top, a, *amount)
                    }
                    _ => return unsupported("a shift of more than 128 bits that is not constant"),
                }
            }
            B::Mul | B::UDiv | B::SDiv | B::URem | B::SRem | B::Gather | B::Scatter => {
                let name = operation.name();
                return unsupported(format!("`{name}` of integers of more than 128 bits"));
            }
        })
    }

    /// A sum or difference, word by word, with what is carried from one to the next.
    fn long_sum(&mut self, operation: B, top: u8, a: &[Operand], b: &[Operand]) -> Vec<Operand> {
        let mut carried = Operand::Constant(0);
        let mut words = Vec::with_capacity(a.len());
        for (index, (a, b)) in a.iter().zip(b).enumerate() {
            let width = if index + 1 == words.capacity() { top } else { 64 };
            let first = self.arithmetic(operation, width, *a, *b);
            let word = self.arithmetic(operation, width, first, carried);
            // Where it went past the end, in the first step or in the second.
            let [one, other] = match operation {
                B::Add => [(first, *a), (word, first)],
                _ => [(*a, *b), (first, carried)],
            };
            let one = self.comparison(Predicate::Ult, 64, one.0, one.1);
            let other = self.comparison(Predicate::Ult, 64, other.0, other.1);
            carried = self.arithmetic(B::Or, 64, one, other);
            words.push(word);
        }
        words
    }

    fn long_shift(&mut self, operation: B, top: u8, a: &[Operand], amount: u64) -> Vec<Operand> {
        let (steps, by) = ((amount / 64) as usize, amount % 64);
        let mut source = a.to_vec();
        let mut filler = Operand::Constant(0);
        if operation == B::AShr {
            let last = self.extended(source[a.len() - 1], top);
            source[a.len() - 1] = last;
            filler = self.arithmetic(B::AShr, 64, last, Operand::Constant(63));
        }
        let word = |index: Option<usize>| match index {
            Some(index) => source.get(index).copied().unwrap_or(filler),
            None => Operand::Constant(0),
        };
        let mut shifted = Vec::with_capacity(a.len());
        for index in 0..a.len() {
            // The word that comes here, and its neighbour that it shares this place with.
            let (near, far, toward, away) = match operation {
                B::Shl => {
                    let near = index.checked_sub(steps);
                    (word(near), word(near.and_then(|it| it.checked_sub(1))), B::Shl, B::LShr)
                }
                _ => (word(Some(index + steps)), word(Some(index + steps + 1)), B::LShr, B::Shl),
            };
            shifted.push(match by {
                0 => near,
                _ => {
                    let kept = self.arithmetic(toward, 64, near, Operand::Constant(by));
                    let entering = self.arithmetic(away, 64, far, Operand::Constant(64 - by));
                    self.arithmetic(B::Or, 64, kept, entering)
                }
            });
        }
        self.cut_last(&mut shifted, top);
        shifted
    }

    /// Removes what the last word has above its bits.
    fn cut_last(&mut self, words: &mut [Operand], top: u8) {
        if let Some(last) = words.last_mut()
            && top < 64
        {
            let (to, value) = (top, *last);
            *last = self.compute_temporary(|target| Instruction::Truncate { to, target, value });
        }
    }

    /// A word of `from` bits with its sign in all bits above.
    fn extended(&mut self, value: Operand, from: u8) -> Operand {
        match from {
            64 => value,
            _ => self.compute_temporary(|target| Instruction::SignExtend {
                from,
                to: 64,
                target,
                value,
            }),
        }
    }

    /// A comparison: from the lowest words up, each decides unless its words are equal.
    pub(super) fn long_comparison(
        &mut self,
        predicate: Predicate,
        top: u8,
        a: &[Operand],
        b: &[Operand],
    ) -> Operand {
        use Predicate as P;
        let (strict, lowest) = match predicate {
            P::Eq | P::Ne => (None, 1),
            P::Ult | P::Slt => (Some(P::Ult), 0),
            P::Ule | P::Sle => (Some(P::Ult), 1),
            P::Ugt | P::Sgt => (Some(P::Ugt), 0),
            P::Uge | P::Sge => (Some(P::Ugt), 1),
        };
        let is_signed = matches!(predicate, P::Slt | P::Sle | P::Sgt | P::Sge);
        let mut result = Operand::Constant(lowest);
        let last = a.len() - 1;
        for (index, (a, b)) in a.iter().zip(b).enumerate() {
            // Only the last words have signs.
            let [a, b] = match is_signed && index == last {
                true => [self.extended(*a, top), self.extended(*b, top)],
                false => [*a, *b],
            };
            let same = self.comparison(P::Eq, 64, a, b);
            result = self.arithmetic(B::And, 1, same, result);
            if let Some(strict) = strict {
                let strict = match (is_signed && index == last, strict) {
                    (true, P::Ult) => P::Slt,
                    (true, _) => P::Sgt,
                    (false, strict) => strict,
                };
                let decided = self.comparison(strict, 64, a, b);
                result = self.arithmetic(B::Or, 1, decided, result);
            }
        }
        if predicate == P::Ne {
            result = self.arithmetic(B::Xor, 1, result, Operand::Constant(1));
        }
        result
    }

    /// A conversion from or to an integer of more than 128 bits.
    pub(super) fn long_cast(
        &mut self,
        operation: CastOperation,
        (from, to): (Element, Element),
        values: &[Operand],
    ) -> Lowered<Vec<Operand>> {
        let (Some((_, top)), Some((count, to_top))) = (words(from), words(to)) else {
            return unsupported(format!("conversion `{}`", operation.keyword()));
        };
        let mut found = values.to_vec();
        let mut filler = Operand::Constant(0);
        match operation {
            CastOperation::SignExtend => {
                let last = self.extended(found[found.len() - 1], top);
                filler = self.arithmetic(B::AShr, 64, last, Operand::Constant(63));
                let place = found.len() - 1;
                found[place] = last;
            }
            CastOperation::ZeroExtend | CastOperation::Truncate => {}
            _ => return unsupported(format!("conversion `{}`", operation.keyword())),
        }
        found.resize(count, filler);
        self.cut_last(&mut found, to_top);
        Ok(found)
    }
}

/// How many words an integer has, and how many bits the last of them has.
fn words(element: Element) -> Option<(usize, u8)> {
    match element {
        Element::Integer(width) => Some((1, width)),
        Element::Wide(high) => Some((2, high)),
        Element::Long { words, top } => Some((usize::from(words), top)),
        Element::Pointer | Element::Float(_) => None,
    }
}
