//! Whether a litmus test is portable: for people, or as a JSON object on one line.
//!
//! A test that is not comes with an execution: what each thread does, who reads from whom, and the
//! source's axiom with the cycle that forbids it. `litmus::dot` and `litmus::svg` draw it.

mod json;
mod program;
mod text;

pub use json::{json, json_failure, json_none, json_pair};
pub use program::of_program;
pub use text::{failure, text};

use candidates::Drawing;
use port::{Explanation, Permission};

/// What was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// New executions.
    Traces,
    /// New final states.
    States,
}

impl Asked {
    /// The word for programs.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Asked::Traces => "executions",
            Asked::States => "states",
        }
    }

    /// For people.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Asked::Traces => "executions",
            Asked::States => "final states",
        }
    }
}

/// What the answer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Portable,
    PortableWithinBound,
    NotPortable,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Portable => "portable",
            Verdict::PortableWithinBound => "portable-within-bound",
            Verdict::NotPortable => "not-portable",
        }
    }
}

/// A test and the models that it is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// None for a test that was made here.
    pub file: Option<&'a str>,
    /// The name of the test; none if it could not be read.
    pub name: Option<&'a str>,
    pub from: &'a str,
    pub to: &'a str,
    /// The mappings by which a test for another machine was compiled for the source and the target.
    pub by: [Option<&'a str>; 2],
    pub asked: Asked,
}

/// An execution that the target allows and the source forbids.
#[derive(Clone, Debug)]
pub struct NewExecution {
    pub drawing: Drawing,
    pub why: Explanation,
    /// What the target does not keep of the source's cycle.
    pub permission: Option<Permission>,
}

/// An answer with what it is about.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    pub subject: Subject<'a>,
    /// The text of a test that was made here.
    pub made: Option<&'a str>,
    pub verdict: Verdict,
    /// If it is not portable; one, or one for each new state.
    pub new: &'a [NewExecution],
    /// How many executions that the source forbids were looked at, if a solver found them.
    pub iterations: Option<usize>,
    /// The bound on loops, of a program.
    pub bound: Option<u32>,
    pub seconds: f64,
}
