//! Brute force against the rules of safety: what [`safety::judge`] finds in an execution that brute
//! force has come to the end of, brute force has to report.

use crate::compare::Outcome;
use base::ViolationKind;
use enumerate::{Answers, Ending, Enumeration, TooLarge};
use execution::Graph;
use relation::Relation;
use rustc_hash::FxHashMap;
use safety::{Asked, Orders, judge};
use std::cell::RefCell;

/// The rules that were broken, each with an execution.
#[derive(Default)]
pub(crate) struct Broken(RefCell<FxHashMap<ViolationKind, String>>);

impl Broken {
    /// Judges an execution, whose order is that of the model.
    pub(crate) fn add(&self, ending: &Ending<'_>, order: fn(&Graph) -> Relation) -> Answers {
        let finished = ending.finished();
        let before = order(ending.graph);
        let orders = Orders { before: &before, synchronised: None };
        let mut known = self.0.borrow_mut();
        for finding in judge(&finished, orders, Asked::default()).findings {
            let what = || format!("{}: {finished}", finding.rule);
            known.entry(finding.kind).or_insert_with(what);
        }
        Answers::default()
    }

    /// What brute force has found, unless it has not reported one of them.
    pub(crate) fn compare(
        self,
        found: Result<Enumeration, TooLarge>,
    ) -> Result<Result<Enumeration, TooLarge>, Outcome> {
        let Ok(enumeration) = &found else { return Ok(found) };
        let is_reported = |kind| enumeration.violations.iter().any(|(other, _)| *other == kind);
        match self.0.into_inner().into_iter().find(|(kind, _)| !is_reported(*kind)) {
            Some((kind, what)) => {
                let message = format!("brute force does not report {kind}, by {what}");
                Err(Outcome::Difference(message))
            }
            None => Ok(found),
        }
    }
}
