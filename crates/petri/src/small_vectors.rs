//! Is there a separating half space with small coefficients, trivial or not?
//!
//! Source: `dat3m-thesis` §7.5 and §7.6: all k with coefficients up to a bound, the bound growing,
//! without multiples of others (Lemma 16), and for each of them all constants at once
//! (`inductivity::constants`). Only k ≥ 0 and k ≤ 0 are enumerated: half spaces with mixed signs
//! are oriented towards every transition (Theorem 17), and those `refute` finds.
//!
//! For clauses that say something about single places only, such as markings to cover or to reach.
//! This is the semi-decision of §7.5 for small nets; `separate` is for large ones.

use crate::half_space::HalfSpace;
use crate::halt::{Halt, Stop};
use crate::inductivity::constants;
use crate::linear::Clause;
use crate::net::{Net, PlaceId};
use crate::rational::gcd;
use crate::separate::Separation;

/// Nets with more places have too many vectors.
const MOST_PLACES: usize = 10;
/// Coefficients are not larger.
const MOST: i128 = 12;

/// Tries so many vectors.
pub fn find(
    net: &Net,
    clause: &Clause,
    vectors: usize,
    stop: Stop<'_>,
) -> Result<Option<Separation>, Halt> {
    let is_simple = |coefficient: i128| coefficient == 1 || coefficient == -1;
    let mut terms = clause.constraints.iter().flat_map(|constraint| constraint.terms());
    if net.place_count() > MOST_PLACES || !terms.all(|(_, coefficient)| is_simple(*coefficient)) {
        return Ok(None);
    }
    let Some(intervals) = clause.intervals(net) else { return Ok(None) };
    let mut left = vectors;
    for bound in 1..=MOST {
        let mut weights = vec![0_i128; net.place_count()];
        while next(&mut weights, bound) {
            if !weights.contains(&bound) || !is_primitive(&weights)? {
                continue;
            }
            for sign in [-1, 1] {
                if left == 0 {
                    return Err(Halt::Exhausted);
                }
                left -= 1;
                if stop() {
                    return Err(Halt::Stopped);
                }
                let k: Vec<(PlaceId, i128)> =
                    net.places().map(|place| (place, sign * weights[place.index()])).collect();
                if let Some(space) = separating(net, &k, &intervals)? {
                    return Ok(Some(weighted(clause, space)));
                }
            }
        }
    }
    Ok(None)
}

/// The next vector in the order of numbers with so many digits.
fn next(weights: &mut [i128], bound: i128) -> bool {
    match weights.iter().position(|weight| *weight < bound) {
        Some(at) => {
            weights[..at].fill(0);
            weights[at] += 1;
            true
        }
        None => false,
    }
}

fn is_primitive(weights: &[i128]) -> Result<bool, Halt> {
    let mut divisor = 0;
    for weight in weights.iter().filter(|weight| **weight != 0) {
        divisor = gcd(divisor, *weight)?;
    }
    Ok(divisor == 1)
}

/// The half space with this k that contains the initial marking and nothing within the intervals.
fn separating(
    net: &Net,
    k: &[(PlaceId, i128)],
    intervals: &[(i128, Option<i128>)],
) -> Result<Option<HalfSpace>, Halt> {
    let mut greatest_outside = 0_i128;
    let mut inside = 0_i128;
    for (place, coefficient) in k.iter().filter(|(_, coefficient)| *coefficient != 0) {
        let (least, greatest) = intervals[place.index()];
        let tokens = if *coefficient > 0 { greatest } else { Some(least) };
        let Some(tokens) = tokens else { return Ok(None) };
        let add = |sum: i128, tokens: i128| {
            let product = coefficient.checked_mul(tokens);
            product.and_then(|product| sum.checked_add(product)).ok_or(Halt::Overflow)
        };
        greatest_outside = add(greatest_outside, tokens)?;
        inside = add(inside, i128::from(net.initial()[*place]))?;
    }
    if greatest_outside >= inside {
        return Ok(None);
    }
    constants(net, k, greatest_outside + 1, inside)
}

/// With the constraints that say how many tokens there are at most, or at least.
fn weighted(clause: &Clause, space: HalfSpace) -> Separation {
    let mut constraints = Vec::new();
    for (place, coefficient) in space.terms() {
        let sign = -coefficient.signum();
        let of_place = |at: &usize| clause.constraints[*at].terms() == [(*place, sign)];
        // The greatest bound is the strongest of them; without one, tokens are not negative.
        let strongest = (0..clause.constraints.len())
            .filter(of_place)
            .max_by_key(|at| clause.constraints[*at].bound())
            .filter(|at| sign < 0 || clause.constraints[*at].bound() > 0);
        constraints.extend(strongest.map(|at| (at, coefficient.wrapping_abs())));
    }
    constraints.sort_unstable();
    Separation { space, constraints }
}
