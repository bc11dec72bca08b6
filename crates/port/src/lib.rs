//! Portability: does a litmus test do nothing under a target model that it does not do under a source
//! model (`dat3m-thesis` ch. 5)?
//!
//! *Trace portability* (Def. 11) is about executions, which are who reads from whom and coherence:
//! the target allows none that the source forbids. It is asked in this direction only; the other one
//! is the same question with the models exchanged.
//!
//! In reading order: `source` (does the source forbid an execution, and by which axiom?),
//! `enumeration` (the answer by looking at every execution that the target allows), `formula` (the
//! answer by one formula).
//!
//! Not covered: C programs, mappings between instruction sets, and states instead of executions. Both
//! models judge the test as it is written; a fence that a model does not name orders nothing there.

mod enumeration;
mod formula;
mod source;

pub use enumeration::by_enumeration;
pub use formula::by_formula;
pub use source::{Forbidden, Source, forbidden};

use events::EventStructure;

/// Whether a test is trace portable.
#[derive(Clone, Debug)]
pub enum Portability {
    /// The source allows every execution that the target allows.
    Portable,
    /// The same, but some loops were left after a few rounds.
    PortableWithinBound,
    NotPortable(Box<Counterexample>),
}

/// An execution that the target allows and the source forbids.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// With the target's choices.
    pub execution: EventStructure,
    /// Its final state, as `heddle litmus` shows it.
    pub state: String,
    pub forbidden: Forbidden,
}

/// What is said where executions have no meaning in the language of the target.
const UNDEFINED: &str = "under the target, the test has an execution that is not defined (a data race), which may do anything";
