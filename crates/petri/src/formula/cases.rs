//! Multiplying out a conjunction of disjunctions, without the cases that add nothing: those that
//! contradict themselves, and those that another case covers. Of a chain of fifteen choices of two,
//! a few hundred of 32,768 cases are left.
//!
//! What is left means the same: a case is dropped only if no marking satisfies two of its
//! inequalities with opposite sides, or if every inequality of another case follows from one of
//! its own.

use crate::linear::{Clause, Constraint};
use crate::net::PlaceId;

/// Fewer cases are left as they are, so that people find their formulas again.
const FEW: usize = 64;
/// If so many say something, the others may as well stay: it is looked at all pairs.
const MANY: usize = 2_000;

/// One case of each side; `None` if more than `most` are left.
pub(super) fn both(left: &[Clause], right: &[Clause], most: usize) -> Option<Vec<Clause>> {
    let join = |one: &Clause, other: &Clause| {
        let constraints = one.constraints.iter().chain(&other.constraints).cloned().collect();
        Clause { constraints, is_dead: one.is_dead || other.is_dead }
    };
    let is_small = left.len().saturating_mul(right.len()) <= FEW;
    let (mut found, mut enough) = (Vec::new(), 2 * FEW);
    for one in left {
        found.extend(right.iter().map(|other| join(one, other)));
        if found.len() > enough {
            found = simplified(found);
            enough = if found.len() > MANY { usize::MAX } else { 2 * found.len().max(FEW) };
        }
        if found.len() > most {
            return None;
        }
    }
    let is_worth_it = !is_small && found.len() <= 2 * MANY;
    Some(if is_worth_it { simplified(found) } else { found })
}

/// The cases that say something, each without what follows from the rest of it.
fn simplified(cases: Vec<Clause>) -> Vec<Clause> {
    let mut kept: Vec<Clause> = Vec::new();
    for case in cases.into_iter().filter_map(tightened) {
        if kept.iter().any(|other| covers(other, &case)) {
            continue;
        }
        kept.retain(|other| !covers(&case, other));
        kept.push(case);
    }
    kept
}

/// A case with one inequality for each left side, the strongest; nothing if it contradicts itself.
fn tightened(case: Clause) -> Option<Clause> {
    let mut constraints: Vec<Constraint> = Vec::new();
    for constraint in case.constraints.into_iter().filter(|own| !is_always(own)) {
        match constraints.iter_mut().find(|own| own.terms() == constraint.terms()) {
            Some(own) if own.bound() < constraint.bound() => *own = constraint,
            Some(_) => {}
            None => constraints.push(constraint),
        }
    }
    let contradicts = |one: &Constraint, other: &Constraint| {
        let is_opposite = |(own, other): (&(PlaceId, i128), &(PlaceId, i128))| {
            own.0 == other.0 && own.1.checked_neg() == Some(other.1)
        };
        one.terms().len() == other.terms().len()
            && one.terms().iter().zip(other.terms()).all(is_opposite)
            && one.bound().checked_add(other.bound()).is_some_and(|sum| sum > 0)
    };
    let is_empty = constraints.iter().any(|one| {
        one.terms().is_empty() && one.bound() > 0
            || constraints.iter().any(|other| contradicts(one, other))
    });
    (!is_empty).then_some(Clause { constraints, ..case })
}

/// Whether every marking satisfies an inequality: no place has fewer than no tokens.
fn is_always(constraint: &Constraint) -> bool {
    constraint.bound() <= 0 && constraint.is_monotone()
}

/// Whether every marking of the second case is one of the first.
fn covers(one: &Clause, other: &Clause) -> bool {
    let follows = |wanted: &Constraint| {
        let is_enough =
            |own: &Constraint| own.terms() == wanted.terms() && own.bound() >= wanted.bound();
        other.constraints.iter().any(is_enough)
    };
    (!one.is_dead || other.is_dead) && one.constraints.iter().all(follows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use testing::Random;

    const PLACES: usize = 3;

    fn random_case(random: &mut Random) -> Clause {
        let mut constraint = || {
            let mut coefficient = || random.below(4) as i128 - 1;
            let terms = (0..PLACES).map(|place| (PlaceId::new(place), coefficient())).collect();
            Constraint::at_least(terms, random.below(5) as i128 - 2)
        };
        let constraints = (0..2).map(|_| constraint()).collect();
        Clause { constraints, is_dead: random.below(5) == 0 }
    }

    /// Whether a marking, in a state that may be dead, satisfies one of some cases.
    fn holds(cases: &[Clause], tokens: [i128; PLACES], is_dead: bool) -> bool {
        let value = |constraint: &Constraint| -> i128 {
            constraint.terms().iter().map(|(place, own)| own * tokens[place.index()]).sum()
        };
        cases.iter().any(|case| {
            (is_dead || !case.is_dead)
                && case.constraints.iter().all(|own| value(own) >= own.bound())
        })
    }

    /// What is dropped says nothing: on every small marking, the product is the conjunction.
    #[test]
    fn products_mean_the_conjunction() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let mut side = || (0..12).map(|_| random_case(&mut random)).collect::<Vec<_>>();
            let (left, right) = (side(), side());
            let product = both(&left, &right, usize::MAX).expect("nothing is too many");
            assert!(product.len() <= left.len() * right.len());
            for number in 0..64 {
                let tokens = [number % 4, number / 4 % 4, number / 16];
                for is_dead in [false, true] {
                    let of = |cases: &[Clause]| holds(cases, tokens, is_dead);
                    assert_eq!(of(&product), of(&left) && of(&right), "seed {seed}, {tokens:?}");
                }
            }
        }
    }
}
