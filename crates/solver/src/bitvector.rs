//! How are numbers made of gates? Lowest bit first, in the ways of hardware: ripple-carry adders,
//! shift-and-add multipliers, restoring dividers, barrel shifters.
//!
//! What has no result in `program::eval` has that of SMT-LIB here: a quotient by zero is all ones
//! and the remainder the dividend, with the signed ones following from that; a shift by the width
//! or more leaves nothing, or only signs; the most negative number by -1 is itself. Who makes a
//! program into a formula says when that is an error.

use crate::{Circuit, Literal};

/// A number, lowest bit first.
pub type Bits = Vec<Literal>;

pub fn constant(circuit: &Circuit, value: u128, width: u32) -> Bits {
    (0..width).map(|bit| circuit.constant(value >> bit & 1 == 1)).collect()
}

/// The number, if all its bits are constants.
pub fn known(circuit: &Circuit, bits: &[Literal]) -> Option<u128> {
    bits.iter()
        .rev()
        .try_fold(0, |number, bit| circuit.known(*bit).map(|value| number << 1 | u128::from(value)))
}

/// A number that may be any.
pub fn free(circuit: &mut Circuit, width: u32) -> Bits {
    (0..width).map(|_| circuit.free()).collect()
}

/// What it is in the assignment that was found.
pub fn value(circuit: &mut Circuit, bits: &[Literal]) -> u128 {
    bits.iter().rev().fold(0, |number, bit| number << 1 | u128::from(circuit.value(*bit)))
}

pub fn not(bits: &[Literal]) -> Bits {
    bits.iter().map(|bit| !*bit).collect()
}

/// A gate for each pair of bits.
pub fn bitwise(
    circuit: &mut Circuit,
    first: &[Literal],
    second: &[Literal],
    mut gate: impl FnMut(&mut Circuit, Literal, Literal) -> Literal,
) -> Bits {
    assert_eq!(first.len(), second.len(), "numbers have the same width");
    first.iter().zip(second).map(|(first, second)| gate(circuit, *first, *second)).collect()
}

pub fn and(circuit: &mut Circuit, first: &[Literal], second: &[Literal]) -> Bits {
    bitwise(circuit, first, second, |circuit, first, second| circuit.and([first, second]))
}

pub fn or(circuit: &mut Circuit, first: &[Literal], second: &[Literal]) -> Bits {
    bitwise(circuit, first, second, |circuit, first, second| circuit.or([first, second]))
}

pub fn xor(circuit: &mut Circuit, first: &[Literal], second: &[Literal]) -> Bits {
    bitwise(circuit, first, second, Circuit::xor)
}

/// The sum and the carry out of the highest bit.
fn add_with_carry(
    circuit: &mut Circuit,
    first: &[Literal],
    second: &[Literal],
    carry: Literal,
) -> (Bits, Literal) {
    assert_eq!(first.len(), second.len(), "numbers have the same width");
    let mut carry = carry;
    let mut sum = Bits::with_capacity(first.len());
    for (first, second) in first.iter().zip(second) {
        let half = circuit.xor(*first, *second);
        sum.push(circuit.xor(half, carry));
        carry = circuit.majority([*first, *second, carry]);
    }
    (sum, carry)
}

pub fn add(circuit: &mut Circuit, first: &[Literal], second: &[Literal]) -> Bits {
    let carry = circuit.constant(false);
    add_with_carry(circuit, first, second, carry).0
}

pub fn subtract(circuit: &mut Circuit, first: &[Literal], second: &[Literal]) -> Bits {
    let carry = circuit.constant(true);
    add_with_carry(circuit, first, &not(second), carry).0
}

pub fn negate(circuit: &mut Circuit, bits: &[Literal]) -> Bits {
    let zero = constant(circuit, 0, bits.len() as u32);
    subtract(circuit, &zero, bits)
}

pub fn multiply(circuit: &mut Circuit, first: &[Literal], second: &[Literal]) -> Bits {
    assert_eq!(first.len(), second.len(), "numbers have the same width");
    // The one with more constant bits decides which sums there are.
    let constants =
        |bits: &[Literal]| bits.iter().filter(|bit| circuit.known(**bit).is_some()).count();
    let (first, second) =
        if constants(first) > constants(second) { (first, second) } else { (second, first) };
    let width = first.len();
    let mut product = constant(circuit, 0, width as u32);
    for (index, bit) in first.iter().enumerate() {
        if circuit.known(*bit) == Some(false) {
            continue;
        }
        let addend: Bits =
            second[..width - index].iter().map(|other| circuit.and([*bit, *other])).collect();
        let sum = add(circuit, &product[index..], &addend);
        product.truncate(index);
        product.extend(sum);
    }
    product
}

/// Quotient and remainder of numbers without a sign.
pub fn divide(circuit: &mut Circuit, first: &[Literal], second: &[Literal]) -> (Bits, Bits) {
    assert_eq!(first.len(), second.len(), "numbers have the same width");
    let width = first.len() as u32;
    let divisor = zero_extend(circuit, second, width + 1);
    let mut remainder = constant(circuit, 0, width + 1);
    let mut quotient = Bits::new();
    for bit in first.iter().rev() {
        remainder.pop();
        remainder.insert(0, *bit);
        let fits = !less(circuit, &remainder, &divisor);
        let difference = subtract(circuit, &remainder, &divisor);
        remainder = select(circuit, fits, &difference, &remainder);
        quotient.insert(0, fits);
    }
    remainder.pop();
    (quotient, remainder)
}

/// Quotient and remainder of numbers with a sign: towards zero, and the remainder with the sign of
/// the dividend.
pub fn signed_divide(circuit: &mut Circuit, first: &[Literal], second: &[Literal]) -> (Bits, Bits) {
    let (negative, divisor_negative) = (sign(first), sign(second));
    let first = negate_if(circuit, negative, first);
    let second = negate_if(circuit, divisor_negative, second);
    let (quotient, remainder) = divide(circuit, &first, &second);
    let differ = circuit.xor(negative, divisor_negative);
    (negate_if(circuit, differ, &quotient), negate_if(circuit, negative, &remainder))
}

fn sign(bits: &[Literal]) -> Literal {
    *bits.last().expect("a number has bits")
}

fn negate_if(circuit: &mut Circuit, condition: Literal, bits: &[Literal]) -> Bits {
    let negated = negate(circuit, bits);
    select(circuit, condition, &negated, bits)
}

pub fn equal(circuit: &mut Circuit, first: &[Literal], second: &[Literal]) -> Literal {
    let same = bitwise(circuit, first, second, Circuit::equal);
    circuit.and(same)
}

/// Whether the first is smaller, without signs.
pub fn less(circuit: &mut Circuit, first: &[Literal], second: &[Literal]) -> Literal {
    let carry = circuit.constant(true);
    !add_with_carry(circuit, first, &not(second), carry).1
}

/// Whether the first is smaller, with signs.
pub fn signed_less(circuit: &mut Circuit, first: &[Literal], second: &[Literal]) -> Literal {
    let flip = |bits: &[Literal]| {
        let mut bits = bits.to_vec();
        let sign = bits.last_mut().expect("a number has bits");
        *sign = !*sign;
        bits
    };
    less(circuit, &flip(first), &flip(second))
}

/// `yes` if `condition`, and else `no`.
pub fn select(circuit: &mut Circuit, condition: Literal, yes: &[Literal], no: &[Literal]) -> Bits {
    bitwise(circuit, yes, no, |circuit, yes, no| circuit.choose(condition, yes, no))
}

pub fn extract(bits: &[Literal], lowest: u32, width: u32) -> Bits {
    bits[lowest as usize..(lowest + width) as usize].to_vec()
}

/// The bits of `high` above those of `low`.
pub fn concatenate(high: &[Literal], low: &[Literal]) -> Bits {
    low.iter().chain(high).copied().collect()
}

pub fn zero_extend(circuit: &Circuit, bits: &[Literal], width: u32) -> Bits {
    let mut bits = bits.to_vec();
    bits.resize(width as usize, circuit.constant(false));
    bits
}

pub fn sign_extend(bits: &[Literal], width: u32) -> Bits {
    let sign = sign(bits);
    let mut bits = bits.to_vec();
    bits.resize(width as usize, sign);
    bits
}

pub fn shift_left(circuit: &mut Circuit, bits: &[Literal], amount: &[Literal]) -> Bits {
    let reversed: Bits = bits.iter().rev().copied().collect();
    let zero = circuit.constant(false);
    let shifted = shift(circuit, &reversed, amount, zero);
    shifted.into_iter().rev().collect()
}

pub fn shift_right(circuit: &mut Circuit, bits: &[Literal], amount: &[Literal]) -> Bits {
    let zero = circuit.constant(false);
    shift(circuit, bits, amount, zero)
}

/// The bits that `mask` has, moved together at the low end: from the highest on, each is either put
/// below those that are there or left out.
pub fn gather(circuit: &mut Circuit, bits: &[Literal], mask: &[Literal]) -> Bits {
    let mut gathered = constant(circuit, 0, bits.len() as u32);
    for (bit, wanted) in bits.iter().zip(mask).rev() {
        let mut longer = vec![*bit];
        longer.extend_from_slice(&gathered[..bits.len() - 1]);
        gathered = select(circuit, *wanted, &longer, &gathered);
    }
    gathered
}

/// The low bits, moved to where `mask` has bits: each place that wants one takes the next.
pub fn scatter(circuit: &mut Circuit, bits: &[Literal], mask: &[Literal]) -> Bits {
    let none = constant(circuit, 0, 1)[0];
    let mut rest = bits.to_vec();
    let mut scattered = Vec::with_capacity(bits.len());
    for wanted in mask {
        scattered.extend(and(circuit, &rest[..1], &[*wanted]));
        let mut shorter = rest[1..].to_vec();
        shorter.push(none);
        rest = select(circuit, *wanted, &shorter, &rest);
    }
    scattered
}

/// Copies of the sign come from above.
pub fn signed_shift_right(circuit: &mut Circuit, bits: &[Literal], amount: &[Literal]) -> Bits {
    shift(circuit, bits, amount, sign(bits))
}

fn shift(circuit: &mut Circuit, bits: &[Literal], amount: &[Literal], filling: Literal) -> Bits {
    let width = bits.len();
    let mut shifted = bits.to_vec();
    for (index, bit) in amount.iter().enumerate() {
        let distance = 1usize.checked_shl(index as u32).unwrap_or(width).min(width);
        shifted = (0..width)
            .map(|own| {
                let from = shifted.get(own + distance).copied().unwrap_or(filling);
                circuit.choose(*bit, from, shifted[own])
            })
            .collect();
    }
    shifted
}
