//! Are sets of markings inductive, and have they nothing in common with a clause?
//!
//! Upward-closed sets by minimal markings, downward-closed ones by maximal ω-markings, and sets of
//! which all markings are listed.

use super::spaces::weighted;
use super::{Flaw, TOO_MANY, flaw, require, sized};
use crate::half_space::HalfSpace;
use crate::linear::{Clause, Constraint};
use crate::marking::Marking;
use crate::net::{Kind, Net, PlaceId, Transition};
use crate::omega::OmegaMarking;
use std::collections::HashSet;

fn above(marking: &[u64], minimal: &[Marking]) -> bool {
    let is_above = |least: &Marking| least.tokens().iter().zip(marking).all(|(l, m)| l <= m);
    minimal.iter().any(is_above)
}

/// The initial marking is not above the minimal ones, and whatever leads above them is above them
/// already, or outside of a half space whose complement is upward closed.
pub(super) fn check_backward(
    net: &Net,
    spaces: &[HalfSpace],
    minimal: &[Marking],
) -> Result<(), Flaw> {
    require(!above(net.initial().tokens(), minimal), "the initial marking is in the set")?;
    let downward: Vec<&HalfSpace> =
        spaces.iter().filter(|space| space.terms().iter().all(|(_, k)| *k <= 0)).collect();
    for target in minimal {
        for transition in net.transitions() {
            let mut before: Vec<u64> = target.tokens().to_vec();
            for (place, weight) in transition.produces() {
                before[place.index()] = before[place.index()].saturating_sub(*weight);
            }
            for (place, weight) in transition.consumes() {
                let tokens = &mut before[place.index()];
                *tokens = sized(tokens.checked_add(*weight))?;
            }
            if above(&before, minimal) {
                continue;
            }
            let mut is_outside = false;
            for space in &downward {
                let at = |place: PlaceId| i128::from(before[place.index()]);
                let value = weighted(space.terms().iter().map(|(place, k)| (*k, at(*place))))?;
                is_outside |= value < space.constant();
            }
            let text = format!("`{}` leads into the set", transition.name);
            require(is_outside, &text)?;
        }
    }
    Ok(())
}

/// Vectors that are looked at for one clause.
const MOST_VECTORS: usize = 200_000;
/// How many comparisons of such bounds with minimal markings there are at most.
const MOST_COMPARED: usize = 100_000_000;

/// Every marking of the clause is above a minimal one.
///
/// By lower bounds: every marking of the clause is at least 0. One that is at least v, where v does
/// not satisfy a constraint without negative coefficients, has more than v on one of its places
/// (on the only one, as many as it takes). A v that is above a minimal marking is settled.
pub(super) fn check_above(clause: &Clause, minimal: &[Marking], places: usize) -> Result<(), Flaw> {
    let mut open = vec![vec![0_u64; places]];
    let mut seen: HashSet<Vec<u64>> = HashSet::new();
    while let Some(bound) = open.pop() {
        if seen.contains(&bound) || above(&bound, minimal) {
            continue;
        }
        seen.insert(bound.clone());
        let compared = seen.len().saturating_mul(minimal.len());
        require(seen.len() <= MOST_VECTORS && compared <= MOST_COMPARED, TOO_MANY)?;
        let mut violated = None;
        for constraint in &clause.constraints {
            let is_positive = constraint.terms().iter().all(|(_, k)| *k > 0);
            let at = |place: PlaceId| i128::from(bound[place.index()]);
            let value = weighted(constraint.terms().iter().map(|(place, k)| (*k, at(*place))))?;
            if is_positive && value < constraint.bound() {
                violated = Some((constraint, value));
                break;
            }
        }
        let Some((constraint, value)) = violated else {
            return flaw("a clause is not in the set");
        };
        for (place, coefficient) in constraint.terms() {
            let mut more = bound.clone();
            let step = match constraint.terms().len() {
                1 => (constraint.bound() - value + coefficient - 1) / coefficient,
                _ => 1,
            };
            let step = sized(u64::try_from(step).ok())?;
            let tokens = &mut more[place.index()];
            *tokens = sized(tokens.checked_add(step))?;
            open.push(more);
        }
    }
    Ok(())
}

fn below(marking: &[Option<u64>], top: &OmegaMarking) -> bool {
    top.tokens().iter().zip(marking).all(|(top, tokens)| match (top, tokens) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(top), Some(tokens)) => tokens <= top,
    })
}

/// The initial marking is below a maximal one, and so is what can be fired from below them.
pub(super) fn check_forward(net: &Net, maximal: &[OmegaMarking]) -> Result<(), Flaw> {
    let is_in = |tokens: &[Option<u64>]| maximal.iter().any(|top| below(tokens, top));
    let initial: Vec<_> = net.initial().tokens().iter().map(|tokens| Some(*tokens)).collect();
    require(is_in(&initial), "the initial marking is not in the set")?;
    for top in maximal {
        for transition in net.transitions() {
            let mut tokens = top.tokens().to_vec();
            let mut is_enabled = true;
            for (place, weight) in transition.consumes() {
                if let Some(known) = tokens[place.index()] {
                    is_enabled &= known >= *weight;
                    tokens[place.index()] = Some(known.saturating_sub(*weight));
                }
            }
            if !is_enabled {
                continue;
            }
            for (place, weight) in transition.produces() {
                if let Some(known) = tokens[place.index()] {
                    tokens[place.index()] = Some(sized(known.checked_add(*weight))?);
                }
            }
            let text = format!("`{}` leads out of the set", transition.name);
            require(is_in(&tokens), &text)?;
        }
    }
    Ok(())
}

/// Whether a clause could hold somewhere below an ω-marking: each constraint by itself could.
pub(super) fn meets_below(clause: &Clause, top: &OmegaMarking) -> bool {
    clause.constraints.iter().all(|constraint| {
        let mut most = Some(0_i128);
        for (place, coefficient) in constraint.terms().iter().filter(|(_, k)| *k > 0) {
            most = match (most, top.tokens()[place.index()]) {
                (Some(most), Some(tokens)) => coefficient
                    .checked_mul(i128::from(tokens))
                    .and_then(|product| most.checked_add(product)),
                _ => None,
            };
        }
        most.is_none_or(|most| most >= constraint.bound())
    })
}

/// The initial marking is one of them, and so is everything that can be fired from them.
pub(super) fn check_markings(net: &Net, markings: &[Marking]) -> Result<(), Flaw> {
    let known: HashSet<&[u64]> = markings.iter().map(Marking::tokens).collect();
    require(known.contains(net.initial().tokens()), "the initial marking is missing")?;
    for marking in markings {
        for transition in net.transitions() {
            let Some(next) = fired(marking.tokens(), transition) else { continue };
            let text = format!("`{}` leads to a marking that is missing", transition.name);
            require(known.contains(next.as_slice()), &text)?;
        }
    }
    Ok(())
}

/// The marking after a transition, if it is enabled; too many tokens are simply in no set.
fn fired(tokens: &[u64], transition: &Transition) -> Option<Vec<u64>> {
    if transition.consumes().iter().any(|(place, weight)| tokens[place.index()] < *weight) {
        return None;
    }
    let mut next = tokens.to_vec();
    for (place, weight) in transition.consumes() {
        next[place.index()] -= weight;
    }
    for (place, weight) in transition.produces() {
        next[place.index()] = next[place.index()].saturating_add(*weight);
    }
    Some(next)
}

pub(super) fn satisfies(net: &Net, marking: &Marking, clause: &Clause) -> bool {
    let holds = |constraint: &Constraint| {
        let at = |place: PlaceId| i128::from(marking.tokens()[place.index()]);
        let products = constraint.terms().iter().map(|(place, k)| (*k, at(*place)));
        // What cannot be computed counts as true: then it is not accepted.
        weighted(products).map_or(true, |value| value >= constraint.bound())
    };
    let is_ordinary = |transition: &&Transition| transition.kind == Kind::Ordinary;
    let mut ordinary = net.transitions().iter().filter(is_ordinary);
    let can_fire = ordinary.any(|transition| fired(marking.tokens(), transition).is_some());
    clause.constraints.iter().all(holds) && !(clause.is_dead && can_fire)
}
