//! Is a certificate right?
//!
//! Everything is verified from the definitions, with checked integers, and without a line of what
//! searches: inductivity of half spaces has its own decision here (`spaces`).
//!
//! Guarantee: if [`check`] says `Ok`, no run of the net from its initial marking reaches a clause
//! of the question (or the net is bounded, if that was the question). What is too large to be
//! verified is not accepted.

mod sets;
mod spaces;

use super::{Certificate, Part, Proof};
use crate::linear::Clause;
use crate::marking::Marking;
use crate::net::{Net, PlaceId};
use crate::omega::OmegaMarking;
use crate::property::Question;
use sets::{check_above, check_backward, check_forward, check_markings, meets_below, satisfies};
use spaces::{check_refutation, check_spaces};
use std::collections::BTreeSet;

/// What is wrong with a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw(pub String);

impl Flaw {
    /// Nothing is wrong with it, as far as is known: it is only too large.
    pub fn is_limit(&self) -> bool {
        self.0 == TOO_LARGE || self.0 == TOO_MANY
    }
}

fn flaw<T>(text: impl Into<String>) -> Result<T, Flaw> {
    Err(Flaw(text.into()))
}

fn require(holds: bool, otherwise: &str) -> Result<(), Flaw> {
    if holds { Ok(()) } else { flaw(otherwise) }
}

const TOO_LARGE: &str = "its numbers are too large to be verified";
const TOO_MANY: &str = "a clause has too many minimal markings to be verified";

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
            let places = net.place_count();
            clauses.iter().try_for_each(|clause| check_above(clause, minimal, places))
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

#[cfg(test)]
mod tests;
