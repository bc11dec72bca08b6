//! How were the tests answered? Each counts once: one that was left behind is unknown, whatever
//! comes out of it later.

use ::port::Portability;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// A kind of answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Portable,
    WithinBound,
    NotPortable,
    Unknown,
}

impl From<&Portability> for Kind {
    fn from(portability: &Portability) -> Kind {
        match portability {
            Portability::Portable => Kind::Portable,
            Portability::PortableWithinBound => Kind::WithinBound,
            Portability::NotPortable(_) => Kind::NotPortable,
        }
    }
}

/// The answers to each test: one, or one for each pair of models.
#[derive(Default, Debug)]
pub(super) struct Tally {
    answers: Mutex<BTreeMap<usize, Vec<Kind>>>,
}

impl Tally {
    /// Takes down the answers to a test, if there are none yet.
    pub(super) fn record(&self, test: usize, answers: Vec<Kind>) {
        let mut all = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(test).or_insert(answers);
    }

    /// How many tests have an answer of this kind, for a pair of models by its place.
    pub(super) fn count(&self, pair: usize, kind: Kind) -> usize {
        let all = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        all.values().filter(|answers| answers[pair] == kind).count()
    }

    /// For one pair of models, in a line.
    pub(super) fn text(&self, tests: usize) -> String {
        let count = |kind: Kind| self.count(0, kind);
        let bound = match count(Kind::WithinBound) {
            0 => String::new(),
            some => format!("{some} within the bound, "),
        };
        let (portable, not_portable) = (count(Kind::Portable), count(Kind::NotPortable));
        let unknown = count(Kind::Unknown);
        format!(
            "{tests} tests: {portable} portable, {bound}{not_portable} not portable, {unknown} unknown\n"
        )
    }
}
