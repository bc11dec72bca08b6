//! What was observed? Litmus tests, and of each one or more *claims*: that the outcome it asks
//! about, or a final state, is allowed or forbidden (`dat3m-thesis` §6.1).
//!
//! A test asks about the proposition of its condition, or about its negation if the condition is a
//! `forall`: quantifiers that need all executions count as negated there, and so does `~exists`,
//! whose proposition is the outcome that must not happen.

use crate::frame::Frame;
use candidates::{Allowed, Model, Outcome, Refusal, State, visit};
use cat::{LibraryOnly, bundled_model};
use litmus::tree::Quantifier;
use litmus::{Lowered, Test};
use std::collections::{BTreeMap, BTreeSet};

/// What was observed of an outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    Allowed,
    Forbidden,
}

impl Label {
    pub fn name(self) -> &'static str {
        match self {
            Label::Allowed => "allowed",
            Label::Forbidden => "forbidden",
        }
    }
}

/// Which executions of a test a claim is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    /// Those that the condition asks about.
    Condition,
    /// Those that end in this state.
    State(State),
}

/// What is said of an outcome of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub about: About,
    pub label: Label,
    /// What people call it: the name of the test, and the state if it is about one.
    pub name: String,
    /// Nobody has observed it, but every model that is looked for does it.
    pub is_assumed: bool,
}

/// A test with what was observed of it.
#[derive(Clone, Debug)]
pub struct Observed {
    pub test: Test,
    pub lowered: Lowered,
    pub claims: Vec<Claim>,
}

/// All outcomes of a test, whatever the model.
pub fn all_outcomes(
    test: &Test,
    lowered: &Lowered,
    go_on: &dyn Fn() -> bool,
) -> Result<Outcome, Refusal> {
    let (model, _) = Frame::nothing_known().split(&LibraryOnly).expect("the empty frame is cat");
    candidates::run(test, lowered, &model, go_on)
}

impl Observed {
    /// A test whose condition is allowed or forbidden.
    pub fn condition(test: Test, lowered: Lowered, label: Label) -> Observed {
        let name = test.name.clone();
        let claim = Claim { about: About::Condition, label, name, is_assumed: false };
        Observed { test, lowered, claims: vec![claim] }
    }

    /// Adds that what sequential consistency reaches is allowed, unless it was observed that it is
    /// not. A test that cannot be looked at stays as it is.
    pub fn assume_sequential(&mut self, go_on: &dyn Fn() -> bool) {
        let file = bundled_model("sc").expect("it comes with Heddle");
        let sequential = Model::compile(vec![file], &LibraryOnly).expect("it compiles");
        let (mut reached, mut excluded) = (BTreeSet::new(), BTreeSet::new());
        let claims = self.by_outcome();
        let mut look = |execution: &Allowed<'_>| {
            let mut own = claims.of(execution);
            let is_forbidden = own.any(|claim| self.claims[claim].label == Label::Forbidden);
            let states = if is_forbidden { &mut excluded } else { &mut reached };
            if !states.contains(execution.state) {
                states.insert(execution.state.clone());
            }
            true
        };
        let Ok(outcome) = visit(&self.test, &self.lowered, &sequential, &mut look, go_on) else {
            return;
        };
        reached.retain(|state| !excluded.contains(state) && !claims.states.contains_key(state));
        for state in reached {
            let shown = outcome.show(&state);
            let name = format!("{} [{}] as under sc", self.test.name, shown.trim_end_matches(';'));
            let (about, label) = (About::State(state), Label::Allowed);
            self.claims.push(Claim { about, label, name, is_assumed: true });
        }
    }

    /// The claims by what they are about.
    pub(crate) fn by_outcome(&self) -> ByOutcome<'_> {
        let asked = self.test.condition.quantifier != Quantifier::ForAll;
        let mut found = ByOutcome { asked, conditions: Vec::new(), states: BTreeMap::new() };
        for (number, claim) in self.claims.iter().enumerate() {
            match &claim.about {
                About::Condition => found.conditions.push(number),
                About::State(state) => found.states.entry(state).or_default().push(number),
            }
        }
        found
    }
}

/// The claims of a test by what they are about: the condition, or states, of which there may be
/// hundreds.
pub(crate) struct ByOutcome<'o> {
    /// Whether claims about the condition are about executions for which it is true.
    asked: bool,
    conditions: Vec<usize>,
    states: BTreeMap<&'o State, Vec<usize>>,
}

impl ByOutcome<'_> {
    /// The claims that an execution is a witness of, by their numbers.
    pub(crate) fn of(&self, execution: &Allowed<'_>) -> impl Iterator<Item = usize> {
        let conditions = self.conditions.iter().filter(|_| execution.is_positive == self.asked);
        let states = self.states.get(execution.state).into_iter().flatten();
        conditions.chain(states).copied()
    }
}
