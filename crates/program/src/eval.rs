//! What the pure operations compute, with undefined bits.
//!
//! Undefined bits follow memcheck's rules: exact for `and`, `or`, `xor`, shifts and `gather` and
//! `scatter` by a defined amount, extension and truncation; from the lowest undefined bit upwards
//! for `add`, `sub` and `mul`; all or nothing elsewhere. A comparison is undefined only where the
//! undefined bits could change it.

mod float;

pub use float::float;

use crate::instruction::{BinaryOperation, FloatOperation, Predicate, RmwOperation};
use base::Value;
use base::address::{gather, scatter};
use base::value::mask;

/// Why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    DivisionByZero,
    /// The most negative number divided by -1.
    DivisionOverflow,
    ShiftTooLarge,
    /// A divisor or shift amount that is not initialised.
    Undefined,
}

/// The value of `width` bits as a signed number.
pub fn signed(bits: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((bits << shift) as i64) >> shift
}

pub fn binary(
    operation: BinaryOperation,
    width: u32,
    left: Value,
    right: Value,
) -> Result<Value, Fault> {
    if left.undefined | right.undefined == 0 {
        return defined_binary(operation, width, left.bits, right.bits).map(Value::new);
    }
    partly_undefined_binary(operation, width, left, right)
}

fn defined_binary(
    operation: BinaryOperation,
    width: u32,
    left: u64,
    right: u64,
) -> Result<u64, Fault> {
    use BinaryOperation as B;
    let all = mask(width);
    Ok(match operation {
        B::Add => left.wrapping_add(right) & all,
        B::Sub => left.wrapping_sub(right) & all,
        B::Mul => left.wrapping_mul(right) & all,
        B::And => left & right,
        B::Or => left | right,
        B::Xor => left ^ right,
        B::Gather => gather(left, right & all),
        B::Scatter => scatter(left, right & all),
        B::UDiv => left.checked_div(right).ok_or(Fault::DivisionByZero)?,
        B::URem => left.checked_rem(right).ok_or(Fault::DivisionByZero)?,
        B::SDiv | B::SRem => {
            let (left, right) = (signed(left, width), signed(right, width));
            if right == 0 {
                return Err(Fault::DivisionByZero);
            }
            if right == -1 && left == signed(1 << (width - 1), width) {
                return Err(Fault::DivisionOverflow);
            }
            let result = if operation == B::SDiv { left / right } else { left % right };
            result as u64 & all
        }
        B::Shl | B::LShr | B::AShr if right >= u64::from(width) => {
            return Err(Fault::ShiftTooLarge);
        }
        B::Shl => left << right & all,
        B::LShr => left >> right,
        B::AShr => (signed(left, width) >> right) as u64 & all,
    })
}

fn partly_undefined_binary(
    operation: BinaryOperation,
    width: u32,
    left: Value,
    right: Value,
) -> Result<Value, Fault> {
    use BinaryOperation as B;
    let all = mask(width);
    let (undefined, bits) = match operation {
        B::And => {
            let known_zero = !(left.bits | left.undefined) | !(right.bits | right.undefined);
            ((left.undefined | right.undefined) & !known_zero, left.bits & right.bits)
        }
        B::Or => {
            let known_one = left.bits & !left.undefined | right.bits & !right.undefined;
            ((left.undefined | right.undefined) & !known_one, left.bits | right.bits)
        }
        B::Xor => (left.undefined | right.undefined, left.bits ^ right.bits),
        B::Add | B::Sub | B::Mul => {
            // A carry travels upwards only.
            let lowest = (left.undefined | right.undefined).trailing_zeros();
            (u64::MAX << lowest, defined_binary(operation, width, left.bits, right.bits)?)
        }
        B::Shl | B::LShr | B::AShr => {
            let amount = right.defined().ok_or(Fault::Undefined)?;
            let bits = defined_binary(operation, width, left.bits, amount)?;
            (defined_binary(operation, width, left.undefined, amount)?, bits)
        }
        B::Gather | B::Scatter => match right.defined() {
            Some(right) => (
                defined_binary(operation, width, left.undefined, right)?,
                defined_binary(operation, width, left.bits, right)?,
            ),
            None => (u64::MAX, 0),
        },
        B::UDiv | B::SDiv | B::URem | B::SRem => {
            let divisor = right.defined().ok_or(Fault::Undefined)?;
            if divisor == 0 {
                return Err(Fault::DivisionByZero);
            }
            (u64::MAX, 0)
        }
    };
    let undefined = undefined & all;
    Ok(Value { bits: bits & !undefined & all, undefined })
}

pub fn compare(predicate: Predicate, width: u32, left: Value, right: Value) -> Value {
    let undefined = left.undefined | right.undefined;
    if undefined != 0 {
        let differs_anyway = (left.bits ^ right.bits) & !undefined != 0;
        return match predicate {
            Predicate::Eq if differs_anyway => Value::new(0),
            Predicate::Ne if differs_anyway => Value::new(1),
            _ => Value::uninitialised(1),
        };
    }
    let (l, r) = (left.bits, right.bits);
    let (sl, sr) = (signed(l, width), signed(r, width));
    let holds = match predicate {
        Predicate::Eq => l == r,
        Predicate::Ne => l != r,
        Predicate::Ult => l < r,
        Predicate::Ule => l <= r,
        Predicate::Ugt => l > r,
        Predicate::Uge => l >= r,
        Predicate::Slt => sl < sr,
        Predicate::Sle => sl <= sr,
        Predicate::Sgt => sl > sr,
        Predicate::Sge => sl >= sr,
    };
    Value::new(u64::from(holds))
}

pub fn sign_extend(from: u32, to: u32, value: Value) -> Value {
    let extend = |bits: u64| signed(bits, from) as u64 & mask(to);
    Value { bits: extend(value.bits), undefined: extend(value.undefined) }
}

/// The value that an atomic read-modify-write writes. The caller has made sure that both values are
/// defined.
pub fn rmw(operation: RmwOperation, width: u32, old: u64, operand: u64) -> u64 {
    use RmwOperation as R;
    let (so, sv) = (signed(old, width), signed(operand, width));
    let new = match operation {
        R::Exchange => operand,
        R::Add => old.wrapping_add(operand),
        R::Sub => old.wrapping_sub(operand),
        R::And => old & operand,
        R::Nand => !(old & operand),
        R::Or => old | operand,
        R::Xor => old ^ operand,
        R::Max => so.max(sv) as u64,
        R::Min => so.min(sv) as u64,
        R::UMax => old.max(operand),
        R::UMin => old.min(operand),
        R::UIncWrap if old >= operand => 0,
        R::UIncWrap => old + 1,
        R::UDecWrap if old == 0 || old > operand => operand,
        R::UDecWrap => old - 1,
        R::USubCond if old < operand => old,
        R::USubCond => old - operand,
        R::USubSat => old.saturating_sub(operand),
        R::FAdd | R::FSub | R::FMax | R::FMin => {
            let operation = match operation {
                R::FAdd => FloatOperation::Add,
                R::FSub => FloatOperation::Sub,
                R::FMax => FloatOperation::Maximum,
                _ => FloatOperation::Minimum,
            };
            let width = if width == 32 { 32 } else { 64 };
            float(operation, width, width, &[Value::new(old), Value::new(operand)]).bits
        }
    };
    new & mask(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use BinaryOperation as B;

    #[test]
    fn arithmetic_wraps_at_its_width() {
        let value = |bits| Value::new(bits);
        assert_eq!(binary(B::Add, 8, value(255), value(2)), Ok(value(1)));
        assert_eq!(binary(B::Sub, 32, value(0), value(1)), Ok(value(0xffff_ffff)));
        assert_eq!(binary(B::SDiv, 32, value(mask(32) - 6), value(2)), Ok(value(mask(32) - 2)));
        assert_eq!(binary(B::SRem, 32, value(mask(32) - 6), value(2)), Ok(value(mask(32))));
        assert_eq!(binary(B::AShr, 4, value(0b1000), value(3)), Ok(value(0b1111)));
        assert_eq!(binary(B::SDiv, 8, value(0x80), value(0xff)), Err(Fault::DivisionOverflow));
        assert_eq!(binary(B::URem, 8, value(1), value(0)), Err(Fault::DivisionByZero));
        assert_eq!(binary(B::Shl, 8, value(1), value(8)), Err(Fault::ShiftTooLarge));
    }

    #[test]
    fn a_bit_field_store_defines_its_bits() {
        // s.f = 5 on an uninitialised byte: load, and ~7, or 5; then (s & 7) is defined.
        let garbage = Value::uninitialised(8);
        let cleared = binary(B::And, 8, garbage, Value::new(!7 & 0xff)).unwrap();
        let stored = binary(B::Or, 8, cleared, Value::new(5)).unwrap();
        assert_eq!(stored.undefined, 0xf8);
        let field = binary(B::And, 8, stored, Value::new(7)).unwrap();
        assert_eq!(field, Value::new(5));
    }

    #[test]
    fn comparisons_are_undefined_only_where_it_matters() {
        let half = Value { bits: 0x10, undefined: 0x0f };
        assert_eq!(compare(Predicate::Eq, 8, half, Value::new(0x20)), Value::new(0));
        assert_eq!(compare(Predicate::Eq, 8, half, Value::new(0x10)).defined(), None);
    }

    /// Undefined bits are sound: whatever the undefined input bits are, the defined output bits
    /// are the same. Checked exhaustively on four bits.
    #[test]
    fn undefined_bits_cover_every_possible_result() {
        for &operation in B::ALL {
            for (bits, undefined, right) in (0..16u64)
                .flat_map(|b| (0..16u64).flat_map(move |u| (0..16u64).map(move |r| (b, u, r))))
            {
                let left = Value { bits: bits & !undefined, undefined };
                let Ok(result) = binary(operation, 4, left, Value::new(right)) else {
                    continue;
                };
                for filling in (0..16u64).filter(|filling| filling & !undefined == 0) {
                    let concrete = Value::new(left.bits | filling);
                    if let Ok(exact) = binary(operation, 4, concrete, Value::new(right)) {
                        assert_eq!(exact.bits & !result.undefined, result.bits, "{operation:?}");
                    }
                }
            }
        }
    }
}
