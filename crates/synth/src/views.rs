//! What do the tests say? Their candidate executions, computed once without a model (or with the
//! axioms of a sketch), and of these only the *witnesses*: those that some claim is about
//! (`dat3m-thesis` §6.1, §6.2). A claim that an outcome is *allowed* holds if the model has a
//! witness of it, and *forbidden* if it has none.
//!
//! A model over some base relations sees of a witness only their values, its *view*: equal views
//! are kept once.
//!
//! Not covered: tests with loops that were cut, with accesses in parts, and with more than 32
//! events or 100,000 candidates, which are refused by name.

use crate::base_relations::Evaluator;
use crate::observed::{Claim, Label, Observed};
use candidates::{Allowed, Model, Refusal, visit};
use rustc_hash::FxHashMap;

/// A row of a matrix is one word.
const MOST_EVENTS: usize = 32;
const MOST_CANDIDATES: u64 = 100_000;

/// A matrix of an execution: the successors of each event.
pub(crate) type Rows = Vec<u32>;

/// The witnesses of a claim, by the numbers of their views.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Witnesses {
    pub label: Label,
    pub name: String,
    pub views: Vec<usize>,
    /// Not observed, and not open to doubt.
    pub is_assumed: bool,
}

/// What a model over the base relations sees of an execution.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct View {
    pub events: usize,
    /// The value of each base relation, in their order.
    pub values: Vec<Rows>,
}

impl View {
    /// Without events that nothing relates to any other: they are on no cycle.
    pub(crate) fn of_related(events: usize, values: &[Rows]) -> View {
        let mut related = 0;
        for rows in values {
            for (event, row) in rows.iter().enumerate().filter(|(_, row)| **row != 0) {
                related |= row | 1 << event;
            }
        }
        let kept: Vec<usize> = (0..events).filter(|event| related >> event & 1 == 1).collect();
        let row = |rows: &Rows, from: usize| {
            let bits = kept.iter().enumerate();
            bits.fold(0, |row, (place, to)| row | (rows[from] >> to & 1) << place)
        };
        let compact = |rows: &Rows| kept.iter().map(|from| row(rows, *from)).collect();
        View { events: kept.len(), values: values.iter().map(compact).collect() }
    }
}

/// What there is to explain.
#[derive(Clone, Default, Debug)]
pub(crate) struct Views {
    /// No two are equal.
    pub views: Vec<View>,
    numbers: FxHashMap<View, usize>,
    /// The claims of all tests, in their order.
    pub claims: Vec<Witnesses>,
    /// Tests that could not be looked at, by their numbers, and why.
    pub refused: Vec<(usize, String)>,
}

impl Views {
    /// Computes the witnesses of all tests, as executions of `model`. The error is for being told
    /// to stop, or for a model that cannot be evaluated.
    pub(crate) fn new(
        observed: &[Observed],
        evaluator: &Evaluator,
        model: &Model,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Views, Refusal> {
        let mut found = Views::default();
        for (index, own) in observed.iter().enumerate() {
            match found.witnesses(own, evaluator, model, go_on) {
                Ok(claims) => found.claims.extend(claims),
                Err(Refusal::Unsupported(why)) => found.refused.push((index, why)),
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(found)
    }

    fn witnesses(
        &mut self,
        observed: &Observed,
        evaluator: &Evaluator,
        model: &Model,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Vec<Witnesses>, Refusal> {
        let Observed { test, lowered, claims } = observed;
        let (mut count, mut is_large) = (0, false);
        let mut found: Vec<Vec<usize>> = vec![Vec::new(); claims.len()];
        let by_outcome = observed.by_outcome();
        let mut visitor = |allowed: &Allowed<'_>| {
            count += 1;
            is_large |= allowed.structure.size() > MOST_EVENTS;
            let mut own = by_outcome.of(allowed).peekable();
            if own.peek().is_some() && !is_large {
                let number = self.number(evaluator.view(allowed.structure));
                own.for_each(|claim| found[claim].push(number));
            }
            count <= MOST_CANDIDATES && !is_large
        };
        let outcome = visit(test, lowered, model, &mut visitor, go_on);
        let unsupported = |message: &str| Err(Refusal::Unsupported(message.to_owned()));
        if count > MOST_CANDIDATES {
            return unsupported("it has too many candidate executions");
        }
        if is_large {
            return unsupported("it has more than 32 events");
        }
        if outcome?.is_cut {
            return unsupported("a loop of it was left after a few rounds");
        }
        let found = claims.iter().zip(found).map(|(claim, mut views)| {
            views.sort_unstable();
            views.dedup();
            let Claim { label, name, is_assumed, .. } = claim.clone();
            Witnesses { label, name, views, is_assumed }
        });
        // What a sketch excludes is not assumed.
        Ok(found.filter(|own| !(own.is_assumed && own.views.is_empty())).collect())
    }

    fn number(&mut self, view: View) -> usize {
        let next = self.views.len();
        *self.numbers.entry(view).or_insert_with_key(|view| {
            self.views.push(view.clone());
            next
        })
    }

    /// Which views some claim of a label is about.
    pub(crate) fn labelled(&self, label: Label) -> Vec<bool> {
        let mut is = vec![false; self.views.len()];
        let own = self.claims.iter().filter(|claim| claim.label == label);
        own.flat_map(|claim| &claim.views).for_each(|view| is[*view] = true);
        is
    }
}
