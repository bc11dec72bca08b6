//! Which names does a model find, before it defines any? That depends on who evaluates it: an engine for litmus tests knows fences of an
//! architecture, a specification of a library knows its operations. So the caller says.

use crate::program::Kind;
use crate::syntax::Name;

/// The names that a model may use without defining them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Vocabulary {
    names: Vec<(Name, Kind)>,
}

impl Vocabulary {
    pub fn new() -> Vocabulary {
        Vocabulary::default()
    }

    /// What every execution has: kinds of events, program order with dependencies, reads-from, and how events are related by
    /// thread and location. Coherence is chosen by the model (`cos.cat`) or added by the caller.
    ///
    /// `si` and `sm` relate the events of one access, each also to itself.
    ///
    /// The standard library relies on this: `loc` relates every memory access to itself; `ext` relates what `int` does not, initial writes to
    /// everything.
    pub fn basic() -> Vocabulary {
        let sets = ["R", "W", "M", "F", "B", "IW", "FW", "RMW"];
        let relations =
            ["po", "addr", "data", "ctrl", "rmw", "amo", "rf", "loc", "int", "ext", "si", "sm"];
        Vocabulary::new().sets(sets).relations(relations)
    }

    /// Adds names of sets of events.
    pub fn sets<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Vocabulary {
        self.with(names, Kind::Set)
    }

    /// Adds names of relations.
    pub fn relations<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Vocabulary {
        self.with(names, Kind::Relation)
    }

    fn with<'n>(mut self, names: impl IntoIterator<Item = &'n str>, kind: Kind) -> Vocabulary {
        self.names.extend(names.into_iter().map(|name| (name.into(), kind)));
        self
    }

    pub(crate) fn names(&self) -> &[(Name, Kind)] {
        &self.names
    }
}
