//! Is a half space inductive, and for which constants c is (k, c)?
//!
//! Source: `dat3m-thesis` §7.6. By Theorem 15, (k, c) is t-inductive iff no x ∈ ℕⁿ has
//! c ≤ k·x + k·t⁻ < c − k·t∆. Where no condition of §7.3 holds, k has no mixed signs (Theorem 17),
//! and with e = −k·t∆ > 0 the question is whether e consecutive numbers contain a sum of the
//! weights |k(i)| (`sums`):
//!
//! - k ≥ 0: the numbers from c − k·t⁻ on;
//! - k ≤ 0: those up to −c − |k|·t⁻.
//!
//! [`constants`] gives all c of an interval at once: for each transition a list of intervals, from
//! the gaps between sums; the lists are intersected.
//!
//! Deviations: 1. Algorithm 7 searches values from k·t⁻ for each transition, and §7.6.1 interleaves
//! the transitions; here the sums are computed once for all transitions. 2. Lemma 14 is used in its
//! strict form, |k(i)| > −k·t∆ (which is what its proof and Lemma 28 show). 3. The bound of
//! Theorem 22 is replaced by the sharper one of Theorem 21, on which it rests.

use crate::half_space::{HalfSpace, Sign};
use crate::halt::Halt;
use crate::net::{Net, PlaceId, Transition};
use crate::rational::Overflow;
use crate::sums::Sums;

/// Whether no transition leaves the half space.
pub fn is_inductive(net: &Net, half_space: &HalfSpace) -> Result<bool, Halt> {
    let mut sums = None;
    for transition in net.transitions() {
        if half_space.triviality(transition)?.is_some() {
            continue;
        }
        if half_space.sign() == Sign::Mixed {
            return Ok(false);
        }
        let known = match sums.take() {
            Some(known) => known,
            None => Sums::new(&weights(half_space))?,
        };
        if leaves(half_space, transition, &known)? {
            return Ok(false);
        }
        sums = Some(known);
    }
    Ok(true)
}

fn weights(half_space: &HalfSpace) -> Vec<i128> {
    half_space.terms().iter().map(|(_, weight)| weight.wrapping_abs()).collect()
}

/// Whether a transition towards which the half space is not oriented leaves it; k is not mixed.
fn leaves(half_space: &HalfSpace, transition: &Transition, sums: &Sums) -> Result<bool, Overflow> {
    let step = half_space.effect(transition)?.checked_neg().ok_or(Overflow)?;
    if sums.least() <= step && half_space.triviality(transition)?.is_none() {
        return Ok(true);
    }
    let difference =
        half_space.constant().checked_sub(half_space.consumed(transition)?).ok_or(Overflow)?;
    let first = match half_space.sign() {
        Sign::Positive => difference,
        Sign::Negative | Sign::Mixed => {
            let last = difference.checked_neg().ok_or(Overflow)?;
            last.checked_sub(step - 1).ok_or(Overflow)?
        }
    };
    Ok(sums.meets(first, first.checked_add(step - 1).ok_or(Overflow)?))
}

/// Some c from `least` to `greatest` with which k is an inductive half space, if there is one.
pub fn constants(
    net: &Net,
    k: &[(PlaceId, i128)],
    least: i128,
    greatest: i128,
) -> Result<Option<HalfSpace>, Halt> {
    let half_space = HalfSpace::new(k.iter().copied(), 0);
    let mut allowed = vec![(least, greatest)];
    let mut sums = None;
    for transition in net.transitions() {
        let step = half_space.effect(transition)?.checked_neg().ok_or(Overflow)?;
        if step <= 0 {
            continue;
        }
        let sign = half_space.sign();
        if sign == Sign::Mixed {
            return Ok(None);
        }
        let known = match sums.take() {
            Some(known) => known,
            None => Sums::new(&weights(&half_space))?,
        };
        // Where `step` numbers may begin that contain no sum.
        let mut starts = vec![(i128::MIN / 4, -step)];
        if known.least() > step {
            let gaps = known.gaps(step);
            starts.extend(gaps.into_iter().map(|(first, last)| (first, last - step + 1)));
        }
        let consumed = half_space.consumed(transition)?;
        let of_start = |start: i128| match sign {
            Sign::Positive => start.checked_add(consumed),
            Sign::Negative | Sign::Mixed => {
                start.checked_add(step - 1)?.checked_neg()?.checked_add(consumed)
            }
        };
        let mut constants = Vec::with_capacity(starts.len());
        for (first, last) in starts {
            let (first, last) = (of_start(first).ok_or(Overflow)?, of_start(last).ok_or(Overflow)?);
            constants.push((first.min(last), first.max(last)));
        }
        constants.sort_unstable();
        allowed = intersection(&allowed, &constants);
        if allowed.is_empty() {
            return Ok(None);
        }
        sums = Some(known);
    }
    let constant = allowed.last().filter(|(first, last)| first <= last).map(|(_, last)| *last);
    Ok(constant.map(|constant| HalfSpace::new(k.iter().copied(), constant)))
}

/// The common part of two ascending lists of disjoint intervals.
fn intersection(left: &[(i128, i128)], right: &[(i128, i128)]) -> Vec<(i128, i128)> {
    let (mut l, mut r) = (0, 0);
    let mut common = Vec::new();
    while l < left.len() && r < right.len() {
        let (first, last) = (left[l].0.max(right[r].0), left[l].1.min(right[r].1));
        if first <= last {
            common.push((first, last));
        }
        if left[l].1 < right[r].1 { l += 1 } else { r += 1 }
    }
    common
}

#[cfg(test)]
mod tests;
