//! What is certain where a model does not name something that the test has (`vocabulary`)?
//!
//! Let M be the model, and M′ one that would name it. It adds order, or makes updates atomic, so
//! SC ⊆ M′ ⊆ M as sets of executions, and of states. For a source S and a target T:
//!
//! - What T allows and S forbids, S′ forbids, too. T′ allows it for certain if SC does.
//! - What T and S allow, S′ allows for certain if SC does; if T′ forbids it, it does not matter.
//!
//! So an answer stands if every execution (or state) on which it rests is one of SC, or the model
//! in question names everything; else the answer is that nothing is known, with the names.

use crate::vocabulary::unnamed;
use crate::{Case, Model, Pair};

/// What the models of a pair do not name.
#[derive(Clone, Default, Debug)]
pub(crate) struct Unnamed {
    pub(crate) by_source: Vec<&'static str>,
    pub(crate) by_target: Vec<&'static str>,
}

impl Unnamed {
    /// Looked up for a test; why one of the models cannot judge it at all, if it cannot.
    pub(crate) fn of(pair: &Pair<'_>, case: &Case<'_>) -> Result<Unnamed, String> {
        let [source, target] = case.languages();
        Ok(Unnamed {
            by_source: unnamed(pair.source, source, case.source())?,
            by_target: unnamed(pair.target, target, case.target())?,
        })
    }

    /// Whether it must be known what sequential consistency allows.
    pub(crate) fn is_some(&self) -> bool {
        !self.by_source.is_empty() || !self.by_target.is_empty()
    }

    /// Why nothing is known.
    pub(crate) fn reason(&self, pair: &Pair<'_>) -> String {
        let side = |role: &str, model: &Model, names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let names = names.join(", ");
            format!("the {role} {} does not name {names}", model.name())
        };
        let mut sides = Vec::new();
        if !self.by_source.is_empty() {
            sides.push(side("source", pair.source, &self.by_source));
        }
        if !self.by_target.is_empty() {
            sides.push(side("target", pair.target, &self.by_target));
        }
        let why = "of which the test has some, and the answer depends on it";
        format!("{}, {why}", sides.join(", and "))
    }
}
