//! Is a certificate right?
//!
//! Everything is verified from the definitions, with checked integers, and without a line of what
//! searches: inductivity of half spaces has its own decision here, by the values that Algorithm 7
//! of `dat3m-thesis` (§7.6) reaches, for each transition anew.
//!
//! Guarantee: if [`check`] says `Ok`, no run of the net from its initial marking reaches a clause
//! of the question (or the net is bounded, if that was the question). What is too large to be
//! verified is not accepted.

use super::{Certificate, Part, Proof, Refutation};
use crate::half_space::HalfSpace;
use crate::linear::{Clause, Constraint};
use crate::marking::Marking;
use crate::net::{Kind, Net, PlaceId, Transition};
use crate::omega::OmegaMarking;
use crate::property::Question;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What is wrong with a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw(pub String);

fn flaw<T>(text: impl Into<String>) -> Result<T, Flaw> {
    Err(Flaw(text.into()))
}

fn require(holds: bool, otherwise: &str) -> Result<(), Flaw> {
    if holds { Ok(()) } else { flaw(otherwise) }
}

const TOO_LARGE: &str = "its numbers are too large to be verified";

fn sized<T>(number: Option<T>) -> Result<T, Flaw> {
    number.ok_or_else(|| Flaw(TOO_LARGE.to_owned()))
}

/// Whether the certificate shows that the answer to its question is no for this net.
pub fn check(net: &Net, certificate: &Certificate) -> Result<(), Flaw> {
    let clauses = match &certificate.question {
        Question::Reach(clauses) => clauses,
        Question::Unbounded => {
            let [part] = certificate.parts.as_slice() else {
                return flaw("boundedness has exactly one proof");
            };
            return check_bounded(net, &part.proof);
        }
    };
    let mut open: BTreeSet<usize> = (0..clauses.len()).collect();
    for part in &certificate.parts {
        let mut own = Vec::new();
        for number in &part.clauses {
            let Some(clause) = clauses.get(*number) else {
                return flaw("it is about a clause that the question does not have");
            };
            own.push(clause);
        }
        check_part(net, &own, part)?;
        part.clauses.iter().for_each(|number| {
            open.remove(number);
        });
    }
    require(open.is_empty(), "some clause of the question has no proof")
}

fn check_part(net: &Net, clauses: &[&Clause], part: &Part) -> Result<(), Flaw> {
    match &part.proof {
        Proof::HalfSpaces { spaces, refutations } => {
            check_spaces(net, spaces)?;
            require(clauses.len() == refutations.len(), "each clause has one refutation")?;
            for (clause, refutation) in clauses.iter().zip(refutations) {
                let constraints = clause.constraints.clone();
                check_refutation(net, spaces, constraints, clause.is_dead, refutation)?;
            }
            Ok(())
        }
        Proof::Backward { spaces, minimal } => {
            check_spaces(net, spaces)?;
            check_backward(net, spaces, minimal)?;
            clauses.iter().try_for_each(|clause| check_above(net, clause, minimal))
        }
        Proof::Forward { maximal } => {
            check_forward(net, maximal)?;
            for clause in clauses {
                let meets = |top: &OmegaMarking| meets_below(clause, top);
                require(!maximal.iter().any(meets), "its set may meet a clause")?;
            }
            Ok(())
        }
        Proof::Markings(markings) => {
            check_markings(net, markings)?;
            let is_bad =
                |marking: &Marking| clauses.iter().any(|clause| satisfies(net, marking, clause));
            require(!markings.iter().any(is_bad), "one of its markings satisfies a clause")
        }
        Proof::Weights(_) => flaw("weights are a proof of boundedness only"),
    }
}

fn check_bounded(net: &Net, proof: &Proof) -> Result<(), Flaw> {
    match proof {
        Proof::Weights(space) => {
            check_spaces(net, std::slice::from_ref(space))?;
            let is_limited = |place: PlaceId| space.coefficient(place) < 0;
            require(net.places().all(is_limited), "some place has no weight")
        }
        Proof::Forward { maximal } => {
            check_forward(net, maximal)?;
            let is_finite = |top: &OmegaMarking| top.tokens().iter().all(Option::is_some);
            require(maximal.iter().all(is_finite), "its set is not finite")
        }
        Proof::Markings(markings) => check_markings(net, markings),
        Proof::HalfSpaces { .. } | Proof::Backward { .. } => {
            flaw("this is no proof of boundedness")
        }
    }
}

// Half spaces.

/// All contain the initial marking, and no transition leaves them.
fn check_spaces(net: &Net, spaces: &[HalfSpace]) -> Result<(), Flaw> {
    for space in spaces {
        let at = |place: PlaceId| i128::from(net.initial().tokens()[place.index()]);
        let value = weighted(space.terms().iter().map(|(place, k)| (*k, at(*place))))?;
        require(value >= space.constant(), "the initial marking is not in a half space")?;
        for transition in net.transitions() {
            let text = format!("`{}` leaves the half space {}", transition.name, space.show(net));
            require(keeps(space, transition)?, &text)?;
        }
    }
    Ok(())
}

fn weighted(products: impl Iterator<Item = (i128, i128)>) -> Result<i128, Flaw> {
    let mut sum = 0_i128;
    for (left, right) in products {
        sum = sized(left.checked_mul(right).and_then(|product| sum.checked_add(product)))?;
    }
    Ok(sum)
}

/// How many values Algorithm 7 may reach.
const MOST_VALUES: i128 = 1 << 24;

/// Algorithm 7: from k·t⁻, add entries of k as long as the target interval, from c to
/// c − k·t∆ − 1, can still be met.
fn keeps(space: &HalfSpace, transition: &Transition) -> Result<bool, Flaw> {
    let k: HashMap<PlaceId, i128> = space.terms().iter().copied().collect();
    let along = |arcs: &[(PlaceId, u64)]| {
        let arcs = arcs.iter().filter_map(|(place, weight)| Some((*k.get(place)?, *weight)));
        weighted(arcs.map(|(k, weight)| (k, i128::from(weight))))
    };
    let (start, end) = (along(transition.consumes())?, along(transition.produces())?);
    let step = sized(end.checked_sub(start))?;
    if step >= 0 {
        return Ok(true);
    }
    let first = space.constant();
    let limit = sized(first.checked_sub(step))?;
    let (has_positive, has_negative) =
        (k.values().any(|entry| *entry > 0), k.values().any(|entry| *entry < 0));
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
    let entries: BTreeSet<i128> = k.values().copied().collect();
    let mut open = vec![start];
    reached[index(start)] = true;
    while let Some(current) = open.pop() {
        if first <= current && current < limit {
            return Ok(false);
        }
        for entry in &entries {
            let next = sized(current.checked_add(*entry))?;
            if can_meet(next) && !reached[index(next)] {
                reached[index(next)] = true;
                open.push(next);
            }
        }
    }
    Ok(true)
}

fn check_refutation(
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

// Sets of markings.

fn above(marking: &[u64], minimal: &[Marking]) -> bool {
    let is_above = |least: &Marking| least.tokens().iter().zip(marking).all(|(l, m)| l <= m);
    minimal.iter().any(is_above)
}

/// The initial marking is not above the minimal ones, and whatever leads above them is above them
/// already, or outside of a half space whose complement is upward closed.
fn check_backward(net: &Net, spaces: &[HalfSpace], minimal: &[Marking]) -> Result<(), Flaw> {
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

/// Every marking of the clause is above a minimal one. Sufficient: with only lower bounds of
/// single places, their least marking is; in general, each of finitely many boxes is tried.
fn check_above(net: &Net, clause: &Clause, minimal: &[Marking]) -> Result<(), Flaw> {
    let Some(least) = clause.minimal_markings(net) else {
        // Other constraints only make the clause smaller.
        let single = |constraint: &&Constraint| constraint.is_monotone();
        let constraints = clause.constraints.iter().filter(single).cloned().collect();
        let wider = Clause { constraints, is_dead: false };
        let Some(least) = wider.minimal_markings(net) else {
            return flaw("a clause has too many minimal markings");
        };
        return require_above(&least, minimal);
    };
    require_above(&least, minimal)
}

fn require_above(least: &[Marking], minimal: &[Marking]) -> Result<(), Flaw> {
    let is_above = |marking: &Marking| above(marking.tokens(), minimal);
    require(least.iter().all(is_above), "a clause is not in the set")
}

fn below(marking: &[Option<u64>], top: &OmegaMarking) -> bool {
    top.tokens().iter().zip(marking).all(|(top, tokens)| match (top, tokens) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(top), Some(tokens)) => tokens <= top,
    })
}

/// The initial marking is below a maximal one, and so is what can be fired from below them.
fn check_forward(net: &Net, maximal: &[OmegaMarking]) -> Result<(), Flaw> {
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
fn meets_below(clause: &Clause, top: &OmegaMarking) -> bool {
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
fn check_markings(net: &Net, markings: &[Marking]) -> Result<(), Flaw> {
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
    let mut next = tokens.to_vec();
    for (place, weight) in transition.consumes() {
        next[place.index()] = next[place.index()].checked_sub(*weight)?;
    }
    for (place, weight) in transition.produces() {
        next[place.index()] = next[place.index()].saturating_add(*weight);
    }
    Some(next)
}

fn satisfies(net: &Net, marking: &Marking, clause: &Clause) -> bool {
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

#[cfg(test)]
mod tests;
