//! Are half spaces inductive, and do they contradict a clause?
//!
//! Inductivity by Algorithm 7 of `dat3m-thesis` (§7.6), for each transition anew; contradictions by
//! adding up (Farkas).

use super::{Flaw, flaw, require, sized};
use crate::certificate::Refutation;
use crate::half_space::HalfSpace;
use crate::linear::Constraint;
use crate::net::{Kind, Net, PlaceId, Transition};
use std::collections::{BTreeSet, HashMap};

/// All contain the initial marking, and no transition leaves them.
pub(super) fn check_spaces(net: &Net, spaces: &[HalfSpace]) -> Result<(), Flaw> {
    for space in spaces {
        let at = |place: PlaceId| i128::from(net.initial().tokens()[place.index()]);
        let value = weighted(space.terms().iter().map(|(place, k)| (*k, at(*place))))?;
        require(value >= space.constant(), "the initial marking is not in a half space")?;
        let entries = Entries::of(space);
        for transition in net.transitions() {
            if !entries.keeps(transition)? {
                let (name, space) = (&transition.name, space.show(net));
                return flaw(format!("`{name}` leaves the half space {space}"));
            }
        }
    }
    Ok(())
}

pub(super) fn weighted(products: impl Iterator<Item = (i128, i128)>) -> Result<i128, Flaw> {
    let mut sum = 0_i128;
    for (left, right) in products {
        sum = sized(left.checked_mul(right).and_then(|product| sum.checked_add(product)))?;
    }
    Ok(sum)
}

/// How many values Algorithm 7 may reach.
const MOST_VALUES: i128 = 1 << 24;

/// A half space, with its coefficients by place: made once, and asked for every transition.
pub(super) struct Entries {
    constant: i128,
    k: HashMap<PlaceId, i128>,
    different: BTreeSet<i128>,
}

impl Entries {
    pub(super) fn of(space: &HalfSpace) -> Entries {
        let k: HashMap<PlaceId, i128> = space.terms().iter().copied().collect();
        let different = k.values().copied().collect();
        Entries { constant: space.constant(), k, different }
    }

    /// Algorithm 7: from k·t⁻, add entries of k as long as the target interval, from c to
    /// c − k·t∆ − 1, can still be met.
    pub(super) fn keeps(&self, transition: &Transition) -> Result<bool, Flaw> {
        let along = |arcs: &[(PlaceId, u64)]| {
            let known = |(place, weight): &(PlaceId, u64)| Some((*self.k.get(place)?, *weight));
            let arcs = arcs.iter().filter_map(known);
            weighted(arcs.map(|(k, weight)| (k, i128::from(weight))))
        };
        let (start, end) = (along(transition.consumes())?, along(transition.produces())?);
        let step = sized(end.checked_sub(start))?;
        if step >= 0 {
            return Ok(true);
        }
        let first = self.constant;
        let limit = sized(first.checked_sub(step))?;
        let has_positive = self.different.last().is_some_and(|entry| *entry > 0);
        let has_negative = self.different.first().is_some_and(|entry| *entry < 0);
        if has_positive && has_negative {
            // Theorem 17.
            return Ok(false);
        }
        let can_meet = |value: i128| if has_positive { value < limit } else { value >= first };
        if !can_meet(start) {
            return Ok(true);
        }
        let (low, high) = (start.min(first), start.max(limit));
        let length = sized(high.checked_sub(low).filter(|length| *length <= MOST_VALUES))?;
        let mut reached = vec![false; usize::try_from(length + 1).expect("it was limited")];
        let index = |value: i128| usize::try_from(value - low).expect("it is in the segment");
        let mut open = vec![start];
        reached[index(start)] = true;
        while let Some(current) = open.pop() {
            if first <= current && current < limit {
                return Ok(false);
            }
            for entry in &self.different {
                let next = sized(current.checked_add(*entry))?;
                if can_meet(next) && !reached[index(next)] {
                    reached[index(next)] = true;
                    open.push(next);
                }
            }
        }
        Ok(true)
    }
}

pub(super) fn check_refutation(
    net: &Net,
    spaces: &[HalfSpace],
    constraints: Vec<Constraint>,
    is_dead: bool,
    refutation: &Refutation,
) -> Result<(), Flaw> {
    match refutation {
        Refutation::Contradiction { constraints: weights, spaces: others } => {
            let mut sum = vec![0_i128; net.place_count()];
            let mut bound = 0_i128;
            let mut add = |terms: &[(PlaceId, i128)], limit: i128, weight: i128| {
                require(weight > 0, "a weight is not positive")?;
                for (place, coefficient) in terms {
                    let entry = &mut sum[place.index()];
                    let product = coefficient.checked_mul(weight);
                    *entry = sized(product.and_then(|product| entry.checked_add(product)))?;
                }
                bound = sized(limit.checked_mul(weight).and_then(|more| bound.checked_add(more)))?;
                Ok(())
            };
            for (number, weight) in weights {
                let Some(constraint) = constraints.get(*number) else {
                    return flaw("it uses a constraint that there is not");
                };
                add(constraint.terms(), constraint.bound(), *weight)?;
            }
            for (number, weight) in others {
                let Some(space) = spaces.get(*number) else {
                    return flaw("it uses a half space that there is not");
                };
                add(space.terms(), space.constant(), *weight)?;
            }
            // Tokens are not negative: a sum without positive coefficients is at most 0.
            let is_contradiction = bound > 0 && sum.iter().all(|entry| *entry <= 0);
            require(is_contradiction, "a weighted sum is no contradiction")
        }
        Refutation::Disabled { transition, cases } => {
            require(is_dead, "the clause is not about what can fire")?;
            let Some(transition) = net.transitions().get(transition.index()) else {
                return flaw("it uses a transition that there is not");
            };
            require(transition.kind == Kind::Ordinary, "a supply may be enabled")?;
            let arcs = transition.consumes();
            require(arcs.len() == cases.len(), "a transition has a case for each place")?;
            for ((place, weight), case) in arcs.iter().zip(cases) {
                let mut more = constraints.clone();
                more.push(Constraint::place_at_most(*place, i128::from(*weight) - 1));
                check_refutation(net, spaces, more, is_dead, case)?;
            }
            Ok(())
        }
        Refutation::Either { constraint, holds, fails } => {
            for (extra, case) in [(constraint.clone(), holds), (constraint.negated(), fails)] {
                let mut more = constraints.clone();
                more.push(extra);
                check_refutation(net, spaces, more, is_dead, case)?;
            }
            Ok(())
        }
    }
}
