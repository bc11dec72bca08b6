//! The answer to a question about a net, by all methods in turn.
//!
//! First what is cheap and gives short proofs, then searches that take turns with growing budgets:
//!
//! 1. `forward`, a little: a short run, if there is one; for deadlocks also `dead_end`;
//! 2. `refute`: the state equation with traps, and cases where nothing must be enabled; where it
//!    has a solution, `realise` looks for a run like it;
//! 3. `separate` and `small_vectors`: half spaces of chapter 7 of `dat3m-thesis`;
//! 4. `forward`, `backward` (with the half spaces found so far) and `karp_miller` in turn.
//!
//! For coverability and boundedness the last step always ends, given time and memory. For
//! reachability and deadlocks of nets without bound it may not; then the answer is *unknown*, with
//! what was tried.
//!
//! *Safe* and *unsafe* are made in [`Answer::safe`] and [`Answer::reached`] only, from what the
//! independent checker and the replay accept. What they do not accept is a bug, and a panic; only a
//! certificate that is too large to be checked makes the answer unknown.

mod bounded;
mod clauses;
mod weights;

use crate::certificate::{Certificate, check};
use crate::halt::{Halt, Stop};
use crate::net::Net;
use crate::property::Question;
use crate::replay::{Witness, replay};

/// What is known in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The answer to the question is no.
    Safe(Certificate),
    /// The answer is yes.
    Unsafe(Witness),
    Unknown,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub verdict: Verdict,
    /// What was done, in order.
    pub tried: Vec<Tried>,
}

/// A method, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    pub method: Method,
    pub outcome: String,
}

/// The methods, in the order in which they are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Weights,
    StateEquation,
    Realisation,
    DeadEnd,
    HalfSpace,
    SmallVectors,
    Forward,
    Backward,
    KarpMiller,
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Method::Weights => "weights",
            Method::StateEquation => "state equation and traps",
            Method::Realisation => "run like a solution of the state equation",
            Method::DeadEnd => "walk to where less can fire",
            Method::HalfSpace => "half space",
            Method::SmallVectors => "half space with small coefficients",
            Method::Forward => "forward search",
            Method::Backward => "backward search",
            Method::KarpMiller => "Karp-Miller tree",
        }
    }
}

/// How much each method may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Markings of the first forward search.
    pub first_markings: usize,
    /// Linear programs for a clause, of each kind.
    pub programs: usize,
    /// Transitions that are looked at on the walk into a deadlock, which are all at each step.
    pub walking: usize,
    /// Steps of the search for a run like a solution of the state equation.
    pub realising: usize,
    /// Small vectors that are tried for a clause.
    pub vectors: usize,
    /// Steps of each search in its first turn; each turn is twice as long as the one before.
    pub first_turn: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            first_markings: 500,
            programs: 200,
            walking: 20_000_000,
            realising: 20_000,
            vectors: 40_000,
            first_turn: 1000,
        }
    }
}

/// Answers a question.
pub fn answer(net: &Net, question: &Question, effort: &Effort, stop: Stop<'_>) -> Answer {
    match question {
        Question::Reach(clauses) => clauses::answer(net, clauses, effort, stop),
        Question::Unbounded => bounded::answer(net, effort, stop),
    }
}

impl Answer {
    /// Safe, by a certificate that the independent checker accepts.
    /// One that is too large to be checked is no answer.
    fn safe(net: &Net, certificate: Certificate, mut tried: Vec<Tried>) -> Answer {
        match check::check(net, &certificate) {
            Ok(()) => Answer { verdict: Verdict::Safe(certificate), tried },
            Err(flaw) if flaw.is_limit() => {
                if let Some(last) = tried.last_mut() {
                    last.outcome += &format!(", with a proof that is not accepted: {}", flaw.0);
                }
                Answer::unknown(tried)
            }
            Err(flaw) => panic!("a certificate is wrong: {}", flaw.0),
        }
    }

    /// Unsafe, by a run that the independent replay accepts.
    fn reached(net: &Net, question: &Question, witness: Witness, tried: Vec<Tried>) -> Answer {
        if let Err(flaw) = replay(net, question, &witness) {
            panic!("a run is wrong: {flaw}");
        }
        Answer { verdict: Verdict::Unsafe(witness), tried }
    }

    fn unknown(tried: Vec<Tried>) -> Answer {
        Answer { verdict: Verdict::Unknown, tried }
    }
}

/// Takes note of what was done.
fn note(tried: &mut Vec<Tried>, method: Method, outcome: impl Into<String>) {
    tried.push(Tried { method, outcome: outcome.into() });
}

/// Whether to end everything.
fn is_stopped(halt: Halt) -> bool {
    halt == Halt::Stopped
}
