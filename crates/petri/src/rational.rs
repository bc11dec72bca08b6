//! Exact fractions for the linear programs.
//!
//! Numerator and denominator are `i128`, and every operation says whether it overflowed. The
//! numbers in tableaus of nets are small; where they are not, the method that wanted them gives
//! up, and another one answers. So no arithmetic of unlimited size is needed, and nothing is ever
//! rounded.

use std::cmp::Ordering;

/// A number did not fit into an `i128`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overflow;

/// A fraction in lowest terms, with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rational {
    numerator: i128,
    denominator: i128,
}

impl Rational {
    pub const ZERO: Rational = Rational { numerator: 0, denominator: 1 };
    pub const ONE: Rational = Rational { numerator: 1, denominator: 1 };

    pub fn from_integer(integer: i128) -> Rational {
        Rational { numerator: integer, denominator: 1 }
    }

    fn reduced(numerator: i128, denominator: i128) -> Result<Rational, Overflow> {
        if denominator == 1 {
            return Ok(Rational { numerator, denominator });
        }
        let divisor = gcd(numerator, denominator)?;
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        match denominator < 0 {
            false => Ok(Rational { numerator, denominator }),
            true => Ok(Rational {
                numerator: numerator.checked_neg().ok_or(Overflow)?,
                denominator: denominator.checked_neg().ok_or(Overflow)?,
            }),
        }
    }

    pub fn numerator(self) -> i128 {
        self.numerator
    }

    pub fn denominator(self) -> i128 {
        self.denominator
    }

    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    pub fn is_positive(self) -> bool {
        self.numerator > 0
    }

    pub fn is_negative(self) -> bool {
        self.numerator < 0
    }

    pub fn is_integer(self) -> bool {
        self.denominator == 1
    }

    /// The greatest integer that is not greater.
    pub fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }

    pub fn plus(self, other: Rational) -> Result<Rational, Overflow> {
        if self.denominator == 1 && other.denominator == 1 {
            let sum = self.numerator.checked_add(other.numerator).ok_or(Overflow)?;
            return Ok(Rational::from_integer(sum));
        }
        let left = self.numerator.checked_mul(other.denominator).ok_or(Overflow)?;
        let right = other.numerator.checked_mul(self.denominator).ok_or(Overflow)?;
        let denominator = self.denominator.checked_mul(other.denominator).ok_or(Overflow)?;
        Rational::reduced(left.checked_add(right).ok_or(Overflow)?, denominator)
    }

    pub fn negated(self) -> Result<Rational, Overflow> {
        let numerator = self.numerator.checked_neg().ok_or(Overflow)?;
        Ok(Rational { numerator, denominator: self.denominator })
    }

    pub fn minus(self, other: Rational) -> Result<Rational, Overflow> {
        self.plus(other.negated()?)
    }

    pub fn times(self, other: Rational) -> Result<Rational, Overflow> {
        let numerator = self.numerator.checked_mul(other.numerator).ok_or(Overflow)?;
        let denominator = self.denominator.checked_mul(other.denominator).ok_or(Overflow)?;
        Rational::reduced(numerator, denominator)
    }

    /// The quotient; the other one is not zero.
    pub fn over(self, other: Rational) -> Result<Rational, Overflow> {
        assert!(!other.is_zero(), "nothing is divided by zero");
        let numerator = self.numerator.checked_mul(other.denominator).ok_or(Overflow)?;
        let denominator = self.denominator.checked_mul(other.numerator).ok_or(Overflow)?;
        Rational::reduced(numerator, denominator)
    }

    pub fn compare(self, other: Rational) -> Result<Ordering, Overflow> {
        if self.denominator == other.denominator {
            return Ok(self.numerator.cmp(&other.numerator));
        }
        let left = self.numerator.checked_mul(other.denominator).ok_or(Overflow)?;
        let right = other.numerator.checked_mul(self.denominator).ok_or(Overflow)?;
        Ok(left.cmp(&right))
    }
}

/// The greatest common divisor, at least 1.
pub fn gcd(left: i128, right: i128) -> Result<i128, Overflow> {
    let (left, right) = (left.unsigned_abs(), right.unsigned_abs());
    let divisor = match (u64::try_from(left), u64::try_from(right)) {
        (Ok(left), Ok(right)) => u128::from(small_gcd(left, right)),
        _ => large_gcd(left, right),
    };
    i128::try_from(divisor.max(1)).map_err(|_| Overflow)
}

fn small_gcd(mut left: u64, mut right: u64) -> u64 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

fn large_gcd(mut left: u128, mut right: u128) -> u128 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// The smallest integers in the same proportions: all times one positive number.
pub fn to_integers(fractions: &[Rational]) -> Result<Vec<i128>, Overflow> {
    let mut multiple = 1_i128;
    for fraction in fractions {
        let shared = gcd(multiple, fraction.denominator)?;
        multiple = (multiple / shared).checked_mul(fraction.denominator).ok_or(Overflow)?;
    }
    let scaled = fractions.iter().map(|fraction| {
        fraction.numerator.checked_mul(multiple / fraction.denominator).ok_or(Overflow)
    });
    let mut integers = scaled.collect::<Result<Vec<i128>, Overflow>>()?;
    let mut divisor = 0;
    for integer in &integers {
        divisor = if divisor == 0 && *integer == 0 { 0 } else { gcd(divisor, *integer)? };
    }
    if divisor > 1 {
        integers.iter_mut().for_each(|integer| *integer /= divisor);
    }
    Ok(integers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i128, denominator: i128) -> Rational {
        Rational::reduced(numerator, denominator).unwrap()
    }

    #[test]
    fn arithmetic_agrees_with_cross_multiplication() {
        for a in -6..=6 {
            for b in 1..=4 {
                for c in -6..=6 {
                    for d in 1..=4 {
                        let (left, right) = (fraction(a, b), fraction(c, d));
                        assert_eq!(left.plus(right), Ok(fraction(a * d + c * b, b * d)));
                        assert_eq!(left.minus(right), Ok(fraction(a * d - c * b, b * d)));
                        assert_eq!(left.times(right), Ok(fraction(a * c, b * d)));
                        assert_eq!(left.compare(right), Ok((a * d).cmp(&(c * b))));
                        if c != 0 {
                            assert_eq!(left.over(right), Ok(fraction(a * d, b * c)));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn lowest_terms_floor_and_overflow() {
        assert_eq!(fraction(4, -6), fraction(-2, 3));
        assert_eq!(fraction(-7, 2).floor(), -4);
        assert_eq!(fraction(0, -5), Rational::ZERO);
        let large = Rational::from_integer(i128::MAX);
        assert_eq!(large.plus(Rational::ONE), Err(Overflow));
        assert_eq!(large.times(large), Err(Overflow));
        assert_eq!(Rational::from_integer(i128::MIN).negated(), Err(Overflow));
    }

    #[test]
    fn proportions_stay() {
        let halves = [fraction(1, 2), fraction(-3, 4), Rational::ZERO];
        assert_eq!(to_integers(&halves), Ok(vec![2, -3, 0]));
        assert_eq!(to_integers(&[fraction(4, 1), fraction(6, 1)]), Ok(vec![2, 3]));
        assert_eq!(to_integers(&[Rational::ZERO]), Ok(vec![0]));
    }
}
