//! Which markings does a linear inequality or a conjunction of them mean?
//!
//! Everything asked of markings is a disjunction of clauses, and a clause is a conjunction of
//! inequalities a·m ≥ b, possibly with "no transition can fire". Coefficients and bounds are read
//! from input, where no number is larger than 2^50, so that sums over all places fit into `i128`
//! (`marking`); what is computed from them uses checked arithmetic.

use crate::marking::Marking;
use crate::net::{Net, PlaceId};

/// Σ coefficient · m(place) ≥ bound
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constraint {
    /// Ascending places, no zeros.
    terms: Vec<(PlaceId, i128)>,
    bound: i128,
}

impl Constraint {
    /// Terms may come in any order, and those of one place add up.
    pub fn at_least(mut terms: Vec<(PlaceId, i128)>, bound: i128) -> Constraint {
        terms.sort_by_key(|(place, _)| *place);
        terms.dedup_by(|later, first| {
            let is_same = later.0 == first.0;
            if is_same {
                first.1 += later.1;
            }
            is_same
        });
        terms.retain(|(_, coefficient)| *coefficient != 0);
        Constraint { terms, bound }
    }

    /// m(place) ≥ tokens
    pub fn place_at_least(place: PlaceId, tokens: i128) -> Constraint {
        Constraint { terms: vec![(place, 1)], bound: tokens }
    }

    /// m(place) ≤ tokens
    pub fn place_at_most(place: PlaceId, tokens: i128) -> Constraint {
        Constraint { terms: vec![(place, -1)], bound: -tokens }
    }

    pub fn terms(&self) -> &[(PlaceId, i128)] {
        &self.terms
    }

    pub fn bound(&self) -> i128 {
        self.bound
    }

    /// a·m
    pub fn value(&self, marking: &Marking) -> i128 {
        let product = |(place, coefficient): &(PlaceId, i128)| {
            coefficient.checked_mul(i128::from(marking[*place])).expect("both are within limits")
        };
        self.terms
            .iter()
            .map(product)
            .try_fold(0_i128, i128::checked_add)
            .expect("sums are within limits")
    }

    pub fn holds(&self, marking: &Marking) -> bool {
        self.value(marking) >= self.bound
    }

    /// What holds exactly where this does not: −a·m ≥ 1 − b.
    pub fn negated(&self) -> Constraint {
        let terms = self.terms.iter().map(|(place, coefficient)| (*place, -coefficient)).collect();
        Constraint { terms, bound: 1 - self.bound }
    }

    /// More tokens never make it false.
    pub fn is_monotone(&self) -> bool {
        self.terms.iter().all(|(_, coefficient)| *coefficient > 0)
    }
}

/// A conjunction.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Clause {
    pub constraints: Vec<Constraint>,
    /// Also, no ordinary transition can fire.
    pub is_dead: bool,
}

/// Upward-closed clauses with more minimal markings than this are treated as others are.
const MOST_MINIMAL: usize = 10_000;

impl Clause {
    pub fn holds(&self, net: &Net, marking: &Marking) -> bool {
        self.constraints.iter().all(|constraint| constraint.holds(marking))
            && (!self.is_dead || net.is_dead(marking))
    }

    /// The minimal markings of a clause that is upward closed, if they are not too many; all of
    /// them, and perhaps some that are not minimal.
    pub fn minimal_markings(&self, net: &Net) -> Option<Vec<Marking>> {
        if self.is_dead || !self.constraints.iter().all(Constraint::is_monotone) {
            return None;
        }
        let mut found = vec![Marking::empty(net.place_count())];
        for constraint in &self.constraints {
            let mut extended = Vec::new();
            for marking in &found {
                extend(constraint, 0, marking.clone(), &mut extended)?;
            }
            found = extended;
        }
        Some(found)
    }

    /// The least and the greatest number of tokens of each place, if the clause says nothing else.
    pub fn intervals(&self, net: &Net) -> Option<Vec<(i128, Option<i128>)>> {
        let mut intervals = vec![(0, None); net.place_count()];
        for constraint in &self.constraints {
            let &[(place, coefficient)] = constraint.terms() else { return None };
            let (least, greatest): &mut (i128, Option<i128>) = &mut intervals[place.index()];
            if coefficient > 0 {
                *least = (*least).max(ceiling(constraint.bound, coefficient));
            } else {
                let most = (-constraint.bound).div_euclid(-coefficient);
                *greatest = Some(greatest.map_or(most, |known| known.min(most)));
            }
        }
        (!self.is_dead).then_some(intervals)
    }
}

/// All least ways to add tokens at terms from `first` on so that the constraint holds.
fn extend(
    constraint: &Constraint,
    first: usize,
    marking: Marking,
    found: &mut Vec<Marking>,
) -> Option<()> {
    let missing = constraint.bound - constraint.value(&marking);
    if missing <= 0 {
        found.push(marking);
        return (found.len() <= MOST_MINIMAL).then_some(());
    }
    let Some((place, coefficient)) = constraint.terms.get(first) else { return Some(()) };
    let most = ceiling(missing, *coefficient);
    let is_last = first + 1 == constraint.terms.len();
    for added in if is_last { most..=most } else { 0..=most } {
        let mut next = marking.clone();
        next.set(*place, marking[*place].checked_add(u64::try_from(added).ok()?)?);
        extend(constraint, first + 1, next, found)?;
    }
    Some(())
}

/// ⌈numerator / denominator⌉ for a positive denominator.
fn ceiling(numerator: i128, denominator: i128) -> i128 {
    -(-numerator).div_euclid(denominator)
}
