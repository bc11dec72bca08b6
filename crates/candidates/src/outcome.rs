//! What is known of a test in the end: its final states, how many executions satisfy its condition,
//! and what that means.

use litmus::tree::{Place, Quantifier};
use std::collections::BTreeSet;

/// What the observed places hold at the end of an execution, in the order of [`Outcome::places`].
pub type State = Vec<Value>;

/// A value; values are ordered as numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Value {
    pub number: i64,
    /// As people write it: an address is the name of its location.
    pub shown: String,
}

/// Everything that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub places: Vec<Place>,
    /// The same as states call them: an array without an index is `a`, and anything else in memory
    /// `[x]`.
    pub names: Vec<String>,
    pub states: BTreeSet<State>,
    /// Executions that satisfy the condition's proposition, and that do not.
    pub positive: u64,
    pub negative: u64,
    /// The names of the model's flags that some execution raises.
    pub flags: BTreeSet<String>,
    /// Some execution is not defined in the model's language.
    pub is_undefined: bool,
    /// Some loop was left after a few rounds.
    pub is_cut: bool,
    /// There may be other states: only those were looked for that decide the condition.
    pub is_partial: bool,
    pub quantifier: Quantifier,
}

/// How often the proposition holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observation {
    Never,
    Sometimes,
    Always,
}

impl Observation {
    pub fn name(self) -> &'static str {
        match self {
            Observation::Never => "Never",
            Observation::Sometimes => "Sometimes",
            Observation::Always => "Always",
        }
    }
}

/// Whether the condition is what the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Ok,
    No,
    /// The test has no meaning in the model's language: a data race.
    Undefined,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Ok => "Ok",
            Verdict::No => "No",
            Verdict::Undefined => "Undef",
        }
    }
}

impl Outcome {
    pub fn observation(&self) -> Observation {
        match (self.positive, self.negative) {
            (0, _) => Observation::Never,
            (_, 0) => Observation::Always,
            _ => Observation::Sometimes,
        }
    }

    /// Nothing happens in the test: no execution is allowed, or none that its filter takes.
    pub fn is_empty(&self) -> bool {
        self.positive + self.negative == 0
    }

    /// A condition that is about nothing is not what the test says, whatever it says.
    pub fn verdict(&self) -> Verdict {
        let holds = match self.quantifier {
            Quantifier::Exists => self.positive > 0,
            Quantifier::NotExists => self.positive == 0 && !self.is_empty(),
            Quantifier::ForAll => self.negative == 0 && !self.is_empty(),
        };
        match (self.is_undefined, holds) {
            (true, _) => Verdict::Undefined,
            (false, true) => Verdict::Ok,
            (false, false) => Verdict::No,
        }
    }

    /// A state in herd's way: `0:EAX=1; [x]=2;`
    pub fn show(&self, state: &State) -> String {
        let parts: Vec<String> = self
            .names
            .iter()
            .zip(state)
            .map(|(name, value)| format!("{name}={};", value.shown))
            .collect();
        parts.join(" ")
    }
}

/// Why there is no outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It was told to stop.
    Stopped,
    /// The test has something that this engine does not support.
    Unsupported(String),
    /// The model cannot be evaluated.
    Model(String),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::Stopped => f.write_str("stopped before the end"),
            Refusal::Unsupported(what) | Refusal::Model(what) => f.write_str(what),
        }
    }
}
