//! What do the tests say? Their candidate executions, computed once without a model, and of these
//! only the *witnesses*: those with the outcome that a test asks about (`dat3m-thesis` §6.1, §6.2).
//!
//! A test asks about the proposition of its condition, or about its negation if the condition is a
//! `forall` (§6.1: quantifiers that need all executions count as negated). It is *allowed* if the
//! model has a witness of it, and *forbidden* if it has none. A model over some base relations sees
//! of a witness only their values, its *view*: equal views are kept once.
//!
//! Not covered: tests with loops that were cut, with accesses in parts, and with more than 32
//! events or 100,000 candidates, which are refused by name.

use crate::base_relations::{BaseRelation, Evaluator, PRELUDE};
use candidates::{Allowed, Model, Refusal, visit};
use cat::{File, LibraryOnly};
use litmus::tree::Quantifier;
use litmus::{Lowered, Test};
use relation::Relation;

/// A row of a matrix is one word.
pub(crate) const MOST_EVENTS: usize = 32;
const MOST_CANDIDATES: u64 = 100_000;

/// What was observed of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    Allowed,
    Forbidden,
}

/// A test with what was observed.
#[derive(Debug)]
pub struct Observed {
    pub test: Test,
    pub lowered: Lowered,
    pub label: Label,
}

/// The witnesses of a test, by the numbers of their views.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Witnesses {
    pub label: Label,
    pub views: Vec<usize>,
}

/// What there is to explain.
#[derive(Debug)]
pub(crate) struct Views {
    /// Each view is the values of the base relations, in their order. No two are equal.
    pub views: Vec<Vec<Relation>>,
    pub tests: Vec<Witnesses>,
}

impl Views {
    /// Computes the witnesses of all tests; the number of the test that is refused, if one is.
    pub(crate) fn new(
        observed: &[Observed],
        base: &[BaseRelation],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Views, (usize, Refusal)> {
        let evaluator = Evaluator::new(base).map_err(|failure| (0, of_model(&failure)))?;
        if let Some(index) = evaluator.set_among_relations() {
            let name = &base[index].name;
            let message = format!("the base relation `{name}` is a set: [{name}] is a relation");
            return Err((0, Refusal::Model(message)));
        }
        let model = anything().map_err(|refusal| (0, refusal))?;
        let mut found = Views { views: Vec::new(), tests: Vec::new() };
        for (index, own) in observed.iter().enumerate() {
            let witnesses = found.witnesses(own, &evaluator, &model, go_on);
            found.tests.push(witnesses.map_err(|refusal| (index, refusal))?);
        }
        Ok(found)
    }

    fn witnesses(
        &mut self,
        observed: &Observed,
        evaluator: &Evaluator,
        model: &Model,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Witnesses, Refusal> {
        let Observed { test, lowered, label } = observed;
        let mut count = 0;
        let mut is_large = false;
        let mut views = Vec::new();
        let asks_for = test.condition.quantifier != Quantifier::ForAll;
        let mut visitor = |allowed: &Allowed<'_>| {
            let structure = allowed.structure;
            count += 1;
            is_large |= structure.size() > MOST_EVENTS;
            if allowed.is_positive == asks_for && !is_large {
                let view = evaluator.values(structure);
                let known = self.views.iter().position(|own| *own == view);
                let number = known.unwrap_or(self.views.len());
                if known.is_none() {
                    self.views.push(view);
                }
                if !views.contains(&number) {
                    views.push(number);
                }
            }
            count <= MOST_CANDIDATES
        };
        let outcome = visit(test, lowered, model, &mut visitor, go_on);
        let unsupported = |message: &str| Err(Refusal::Unsupported(message.to_owned()));
        if count > MOST_CANDIDATES {
            return unsupported("it has too many candidate executions");
        }
        if outcome?.is_cut {
            return unsupported("a loop of it was left after a few rounds");
        }
        if is_large {
            return unsupported("it has more than 32 events");
        }
        Ok(Witnesses { label: *label, views })
    }
}

/// The model that forbids nothing.
fn anything() -> Result<Model, Refusal> {
    let file = File { path: "anything".to_owned(), text: format!("\"anything\"\n{PRELUDE}") };
    Model::compile(vec![file], &LibraryOnly).map_err(|failure| of_model(&failure))
}

fn of_model(failure: &cat::Failure) -> Refusal {
    Refusal::Model(failure.error.render(&failure.sources))
}
