//! What computations with floating-point numbers give: what IEEE 754 says, rounded to nearest, ties
//! to even, by the arithmetic of this machine, which is exact in that sense.
//!
//! 1. A result that is no number is always the same one, the quiet one without a payload: IEEE 754
//!    leaves the payload open, and LLVM the sign.
//! 2. If any bit of an operand is undefined, so are all of the result.
//! 3. A number that an integer cannot be is undefined as an integer, as in C.

use crate::instruction::FloatOperation;
use base::Value;
use base::value::mask;

/// What an operation gives for numbers of one type; `$bits` gives the bits of one.
macro_rules! of_numbers {
    ($type:ty, $bits:ident, $operation:expr, $to:expr, $numbers:expr) => {{
        use FloatOperation as F;
        let numbers: &[$type] = $numbers;
        let a = numbers[0];
        let b = numbers.get(1).copied().unwrap_or(a);
        let c = numbers.get(2).copied().unwrap_or(a);
        let number = match $operation {
            F::Add => a + b,
            F::Sub => a - b,
            F::Mul => a * b,
            F::Div => a / b,
            F::Rem => a % b,
            F::FusedMultiplyAdd => a.mul_add(b, c),
            F::SquareRoot => a.sqrt(),
            F::Minimum | F::Maximum if a.is_nan() => b,
            F::Minimum | F::Maximum if b.is_nan() => a,
            F::MinimumOrNan | F::MaximumOrNan if a.is_nan() || b.is_nan() => <$type>::NAN,
            F::Minimum | F::MinimumOrNan => {
                if a.total_cmp(&b).is_le() {
                    a
                } else {
                    b
                }
            }
            F::Maximum | F::MaximumOrNan => {
                if a.total_cmp(&b).is_ge() {
                    a
                } else {
                    b
                }
            }
            F::RoundDown => a.floor(),
            F::RoundUp => a.ceil(),
            F::RoundToZero => a.trunc(),
            F::Round => a.round(),
            F::RoundToEven => a.round_ties_even(),
            F::Convert => a,
            F::Equal => return Value::new(u64::from(a == b)),
            F::Less => return Value::new(u64::from(a < b)),
            F::LessOrEqual => return Value::new(u64::from(a <= b)),
            F::Unordered => return Value::new(u64::from(a.is_nan() || b.is_nan())),
            F::ToSigned | F::ToUnsigned => {
                let is_signed = $operation == F::ToSigned;
                return match exact(f64::from(a), is_signed, $to) {
                    Some(bits) => Value::new(bits),
                    None => Value::uninitialised(u32::from($to)),
                };
            }
            F::ToSignedSaturating | F::ToUnsignedSaturating => {
                let is_signed = $operation == F::ToSignedSaturating;
                return Value::new(saturated(f64::from(a), is_signed, $to));
            }
            F::FromSigned | F::FromUnsigned => unreachable!("integers are no floating numbers"),
        };
        Value::new($bits(number))
    }};
}

/// The result of `to` bits for operands of `from` bits, of which there are as many as the operation
/// has.
pub fn float(operation: FloatOperation, from: u8, to: u8, operands: &[Value]) -> Value {
    if operands.iter().any(|operand| operand.undefined != 0) {
        return Value::uninitialised(u32::from(to));
    }
    let bits = |index: usize| operands[index].bits;
    match operation {
        FloatOperation::FromSigned => {
            let number = super::signed(bits(0), u32::from(from));
            Value::new(if to == 32 { single(number as f32) } else { double(number as f64) })
        }
        FloatOperation::FromUnsigned => {
            let number = bits(0) & mask(u32::from(from));
            Value::new(if to == 32 { single(number as f32) } else { double(number as f64) })
        }
        FloatOperation::Convert if from == 32 && to == 64 => {
            Value::new(double(f64::from(f32::from_bits(bits(0) as u32))))
        }
        FloatOperation::Convert if from == 64 && to == 32 => {
            Value::new(single(f64::from_bits(bits(0)) as f32))
        }
        _ if from == 32 => {
            let numbers: Vec<f32> =
                operands.iter().map(|each| f32::from_bits(each.bits as u32)).collect();
            of_numbers!(f32, single, operation, to, &numbers)
        }
        _ => {
            let numbers: Vec<f64> = operands.iter().map(|each| f64::from_bits(each.bits)).collect();
            of_numbers!(f64, double, operation, to, &numbers)
        }
    }
}

fn single(number: f32) -> u64 {
    u64::from(if number.is_nan() { 0x7fc0_0000 } else { number.to_bits() })
}

fn double(number: f64) -> u64 {
    if number.is_nan() { 0x7ff8_0000_0000_0000 } else { number.to_bits() }
}

/// The nearest integer of `width` bits to a whole number; those of 64 bits are what `as` gives.
fn saturated(number: f64, signed: bool, width: u8) -> u64 {
    let width = u32::from(width);
    let bits = if signed {
        let largest = (mask(width) >> 1) as i64;
        (number as i64).clamp(-largest - 1, largest) as u64
    } else {
        (number as u64).min(mask(width))
    };
    bits & mask(width)
}

/// The integer of `width` bits that is a number without its fraction, if there is one.
fn exact(number: f64, signed: bool, width: u8) -> Option<u64> {
    let whole = number.trunc();
    // Powers of two are doubles, so these comparisons are exact, and false for what is no number.
    let (low, high) = match signed {
        true => (-(2_f64.powi(i32::from(width) - 1)), 2_f64.powi(i32::from(width) - 1)),
        false => (0.0, 2_f64.powi(i32::from(width))),
    };
    (whole >= low && whole < high).then(|| saturated(whole, signed, width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use FloatOperation as F;

    fn of(operation: F, operands: &[f64]) -> f64 {
        let values: Vec<Value> = operands.iter().map(|each| Value::new(each.to_bits())).collect();
        f64::from_bits(float(operation, 64, 64, &values).bits)
    }

    fn integer(operation: F, width: u8, number: f64) -> Option<u64> {
        float(operation, 64, width, &[Value::new(number.to_bits())]).defined()
    }

    #[test]
    fn results_are_rounded_once() {
        assert_eq!(of(F::Add, &[0.1, 0.2]).to_bits(), 0x3fd3_3333_3333_3334);
        // The product is one less 2^-54, which is rounded to one unless it is fused.
        let (a, b) = (1.0 + f64::EPSILON / 2.0_f64.powi(-25), 1.0 - 2.0_f64.powi(-27));
        assert_ne!(of(F::FusedMultiplyAdd, &[a, b, -1.0]), of(F::Mul, &[a, b]) - 1.0);
        let single = |number: f32| Value::new(u64::from(number.to_bits()));
        let sum = float(F::Add, 32, 32, &[single(16_777_216.0), single(1.0)]);
        assert_eq!(sum, single(16_777_216.0));
        let narrow = float(F::Convert, 64, 32, &[Value::new(0.1_f64.to_bits())]);
        assert_eq!(narrow, single(0.1));
    }

    #[test]
    fn what_is_no_number_has_one_form() {
        assert_eq!(of(F::Div, &[0.0, 0.0]).to_bits(), 0x7ff8_0000_0000_0000);
        assert_eq!(of(F::SquareRoot, &[-1.0]).to_bits(), 0x7ff8_0000_0000_0000);
        assert_eq!(of(F::Minimum, &[f64::NAN, 3.0]), 3.0);
        assert!(of(F::MinimumOrNan, &[f64::NAN, 3.0]).is_nan());
        assert_eq!(of(F::Minimum, &[0.0, -0.0]).to_bits(), (-0.0_f64).to_bits());
        let nan = Value::new(f64::NAN.to_bits());
        assert_eq!(float(F::Equal, 64, 1, &[nan, nan]), Value::ZERO);
        assert_eq!(float(F::Unordered, 64, 1, &[nan, nan]), Value::new(1));
    }

    #[test]
    fn integers_have_limits() {
        assert_eq!(integer(F::ToSigned, 32, -7.9), Some(u64::from(-7_i32 as u32)));
        assert_eq!(integer(F::ToSigned, 32, 2_147_483_648.0), None);
        assert_eq!(integer(F::ToSigned, 32, -2_147_483_648.5), Some(0x8000_0000));
        assert_eq!(integer(F::ToUnsigned, 8, 255.9), Some(255));
        assert_eq!(integer(F::ToUnsigned, 8, -0.5), Some(0));
        assert_eq!(integer(F::ToUnsigned, 8, -1.0), None);
        assert_eq!(integer(F::ToSigned, 64, f64::NAN), None);
        assert_eq!(integer(F::ToSignedSaturating, 8, 1e9), Some(127));
        assert_eq!(integer(F::ToSignedSaturating, 8, -1e9), Some(0x80));
        assert_eq!(integer(F::ToUnsignedSaturating, 64, f64::NAN), Some(0));
        let large = float(F::FromUnsigned, 64, 64, &[Value::new(u64::MAX)]);
        assert_eq!(f64::from_bits(large.bits), 18_446_744_073_709_551_616.0);
    }
}
