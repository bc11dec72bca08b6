//! How are floating-point numbers computed with?
//!
//! `float` and `double` are supported, exactly as IEEE 754 says (see `program::eval`); `half`,
//! `bfloat` and wider ones are not. A product to which something is added (`fmuladd`) is rounded
//! twice, as x86-64 does unless told otherwise.

use super::fold::{Lowered, unsupported};
use super::function::Body;
use super::lanes::Element;
use crate::tree::instruction::Typed;
use crate::tree::{
    BinaryOperation, CastOperation, FloatPredicate, Operand as TreeOperand, TypeId, ValueId,
};
use program::BinaryOperation as B;
use program::{FloatOperation, Instruction, Operand, Predicate, Register};

/// The operation that one of LLVM's is.
pub(super) fn float_operation(operation: BinaryOperation) -> Option<FloatOperation> {
    match operation {
        BinaryOperation::FloatAdd => Some(FloatOperation::Add),
        BinaryOperation::FloatSub => Some(FloatOperation::Sub),
        BinaryOperation::FloatMul => Some(FloatOperation::Mul),
        BinaryOperation::FloatDivide => Some(FloatOperation::Div),
        BinaryOperation::FloatRemainder => Some(FloatOperation::Rem),
        _ => None,
    }
}

/// What a function of the C library computes, and for which width. Only those are here that IEEE
/// 754 defines to the last bit.
pub(super) fn math_function(name: &str) -> Option<(FloatOperation, u8)> {
    use FloatOperation as F;
    let (base, width) = match name.strip_suffix('f') {
        Some(base) => (base, 32),
        None => (name, 64),
    };
    let operation = match base {
        "sqrt" => F::SquareRoot,
        "fmod" => F::Rem,
        "fma" => F::FusedMultiplyAdd,
        "fmin" => F::Minimum,
        "fmax" => F::Maximum,
        "floor" => F::RoundDown,
        "ceil" => F::RoundUp,
        "trunc" => F::RoundToZero,
        "round" => F::Round,
        "rint" | "nearbyint" | "roundeven" => F::RoundToEven,
        _ => return None,
    };
    Some((operation, width))
}

/// The conversion between numbers and integers that a cast is.
pub(super) fn float_conversion(operation: CastOperation) -> Option<FloatOperation> {
    match operation {
        CastOperation::FloatTruncate | CastOperation::FloatExtend => Some(FloatOperation::Convert),
        CastOperation::FloatToSigned => Some(FloatOperation::ToSigned),
        CastOperation::FloatToUnsigned => Some(FloatOperation::ToUnsigned),
        CastOperation::SignedToFloat => Some(FloatOperation::FromSigned),
        CastOperation::UnsignedToFloat => Some(FloatOperation::FromUnsigned),
        _ => None,
    }
}

/// The bit that is the sign.
fn sign(width: u8) -> u64 {
    1 << (width - 1)
}

impl Body<'_, '_> {
    /// A computation into a new register.
    pub(super) fn float(
        &mut self,
        operation: FloatOperation,
        (from, to): (u8, u8),
        operands: Vec<Operand>,
    ) -> Operand {
        self.compute_temporary(|target| Instruction::Float {
            operation,
            from,
            to,
            target,
            operands,
        })
    }

    pub(super) fn float_compare(
        &mut self,
        result: ValueId,
        predicate: FloatPredicate,
        operand_type: TypeId,
        operands: [TreeOperand; 2],
    ) -> Lowered<()> {
        let lanes = self.scope.lanes(operand_type)?;
        let Element::Float(width) = lanes.element else {
            return unsupported("a comparison of this kind of floating-point numbers");
        };
        let [left, right] = [self.leaves(operands[0])?, self.leaves(operands[1])?];
        for ((target, left), right) in self.registers(result)?.into_iter().zip(left).zip(right) {
            let value = self.float_comparison(predicate, width, left, right);
            self.assign(target, value, 1);
        }
        Ok(())
    }

    /// Sixteen predicates from four: the others are those with operands exchanged, and what is
    /// left.
    fn float_comparison(
        &mut self,
        predicate: FloatPredicate,
        width: u8,
        a: Operand,
        b: Operand,
    ) -> Operand {
        use FloatOperation as F;
        use FloatPredicate as P;
        let (operation, a, b, is_negated) = match predicate {
            P::False => return Operand::Constant(0),
            P::True => return Operand::Constant(1),
            P::Equal => (F::Equal, a, b, false),
            P::Less => (F::Less, a, b, false),
            P::LessEqual => (F::LessOrEqual, a, b, false),
            P::Greater => (F::Less, b, a, false),
            P::GreaterEqual => (F::LessOrEqual, b, a, false),
            P::Unordered => (F::Unordered, a, b, false),
            P::Ordered => (F::Unordered, a, b, true),
            P::UnorderedNotEqual => (F::Equal, a, b, true),
            P::UnorderedGreater => (F::LessOrEqual, a, b, true),
            P::UnorderedGreaterEqual => (F::Less, a, b, true),
            P::UnorderedLess => (F::LessOrEqual, b, a, true),
            P::UnorderedLessEqual => (F::Less, b, a, true),
            P::UnorderedEqual | P::NotEqual => {
                let equal = self.float(F::Equal, (width, 1), vec![a, b]);
                let unordered = self.float(F::Unordered, (width, 1), vec![a, b]);
                let either = self.arithmetic(B::Or, 1, equal, unordered);
                return match predicate {
                    P::UnorderedEqual => either,
                    _ => self.arithmetic(B::Xor, 1, either, Operand::Constant(1)),
                };
            }
        };
        let holds = self.float(operation, (width, 1), vec![a, b]);
        match is_negated {
            true => self.arithmetic(B::Xor, 1, holds, Operand::Constant(1)),
            false => holds,
        }
    }

    /// Changes the sign: the bit, also of what is no number.
    pub(super) fn float_negate(&mut self, result: ValueId, value: Typed) -> Lowered<()> {
        let lanes = self.scope.lanes(value.value_type)?;
        let Element::Float(width) = lanes.element else {
            return unsupported("a sign of this kind of floating-point numbers");
        };
        let operands = self.leaves(value.operand)?;
        for (target, left) in self.registers(result)?.into_iter().zip(operands) {
            let right = Operand::Constant(sign(width));
            self.emit(Instruction::Binary { operation: B::Xor, width, target, left, right });
        }
        Ok(())
    }

    pub(super) fn float_binary(
        &mut self,
        operation: FloatOperation,
        width: u8,
        target: Register,
        [left, right]: [Operand; 2],
    ) {
        let operands = vec![left, right];
        self.emit(Instruction::Float { operation, from: width, to: width, target, operands });
    }

    pub(super) fn float_absolute(&mut self, width: u8, a: Operand) -> Operand {
        self.arithmetic(B::And, width, a, Operand::Constant(sign(width) - 1))
    }

    /// The first with the sign of the second.
    pub(super) fn copy_sign(&mut self, width: u8, a: Operand, b: Operand) -> Operand {
        let magnitude = self.float_absolute(width, a);
        let taken = self.arithmetic(B::And, width, b, Operand::Constant(sign(width)));
        self.arithmetic(B::Or, width, magnitude, taken)
    }

    /// Whether a number is of one of the classes that are bits of `classes`, in LLVM's order: no
    /// number (signalling, quiet), then below zero infinite, normal, subnormal, zero, then above
    /// zero zero, subnormal, normal, infinite.
    pub(super) fn is_of_class(&mut self, width: u8, a: Operand, classes: u64) -> Operand {
        let number = Operand::Constant;
        let (infinity, quiet, smallest): (u64, u64, u64) = match width {
            32 => (0x7f80_0000, 0x0040_0000, 0x0080_0000),
            _ => (0x7ff0 << 48, 1 << 51, 1 << 52),
        };
        let magnitude = self.float_absolute(width, a);
        let negative = self.comparison(Predicate::Uge, width, a, number(sign(width)));
        // What the magnitude is at least and at most, and whether it is below zero.
        let ranges = [
            (infinity + 1, infinity + quiet - 1, None),
            (infinity + quiet, sign(width) - 1, None),
            (infinity, infinity, Some(1)),
            (smallest, infinity - 1, Some(1)),
            (1, smallest - 1, Some(1)),
            (0, 0, Some(1)),
            (0, 0, Some(0)),
            (1, smallest - 1, Some(0)),
            (smallest, infinity - 1, Some(0)),
            (infinity, infinity, Some(0)),
        ];
        let mut any = number(0);
        for (class, (low, high, below)) in ranges.into_iter().enumerate() {
            if classes >> class & 1 == 0 {
                continue;
            }
            let above = self.comparison(Predicate::Uge, width, magnitude, number(low));
            let within = self.comparison(Predicate::Ule, width, magnitude, number(high));
            let mut holds = self.arithmetic(B::And, 1, above, within);
            if let Some(below) = below {
                let same = self.comparison(Predicate::Eq, 1, negative, number(below));
                holds = self.arithmetic(B::And, 1, holds, same);
            }
            any = self.arithmetic(B::Or, 1, any, holds);
        }
        any
    }
}
