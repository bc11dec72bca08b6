//! What is evidence that a net is safe?
//!
//! A certificate is a list of parts, each of which excludes some clauses of the question (or says
//! that the net is bounded). There are five kinds of proof; all are sets of markings that contain
//! the initial one, that no transition leaves, and that have nothing in common with the clauses.
//! `certificate::check` verifies them from the definitions and shares nothing with the searches
//! that find them; `certificate::text` writes and reads them.

pub mod check;
pub mod text;

use crate::half_space::HalfSpace;
use crate::linear::Constraint;
use crate::marking::Marking;
use crate::net::TransitionId;
use crate::omega::OmegaMarking;
use crate::property::Question;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// What was asked; the certificate says that the answer is no.
    pub question: Question,
    /// Together they exclude every clause.
    pub parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Which clauses of the question it excludes, by number from 0; none for boundedness.
    pub clauses: Vec<usize>,
    pub proof: Proof,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Inductive half spaces, and for each clause why it contradicts them.
    HalfSpaces { spaces: Vec<HalfSpace>, refutations: Vec<Refutation> },
    /// An inductive downward-closed set, by its complement: an upward-closed set given by minimal
    /// markings, from which there is no way back inside of some inductive half spaces.
    Backward { spaces: Vec<HalfSpace>, minimal: Vec<Marking> },
    /// An inductive downward-closed set, by its maximal markings.
    Forward { maximal: Vec<OmegaMarking> },
    /// All reachable markings.
    Markings(Vec<Marking>),
    /// An inductive half space with negative coefficients for all places: a weighted sum of all
    /// tokens that never exceeds a number.
    Weights(HalfSpace),
}

/// Why no marking in the half spaces satisfies a clause.
///
/// Constraints are numbered: those of the clause, then those of the cases on the way to here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refutation {
    /// A weighted sum of constraints and half spaces says that something not positive is positive
    /// (Farkas). Weights are positive.
    Contradiction { constraints: Vec<(usize, i128)>, spaces: Vec<(usize, i128)> },
    /// The clause wants no transition to be enabled, and this one is: a case for each place of
    /// which it takes tokens, with the constraint that there are too few.
    Disabled { transition: TransitionId, cases: Vec<Refutation> },
    /// This constraint holds, or its negation does.
    Either { constraint: Constraint, holds: Box<Refutation>, fails: Box<Refutation> },
}
