//! Which names does a model find, before it defines any? That depends on who evaluates it: an
//! engine for litmus tests knows fences of an architecture, a specification of a library knows its
//! operations. So the caller says.

use crate::program::{Kind, Meaning};
use crate::syntax::Name;
use base::TagSet;

/// The names that a model may use without defining them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Vocabulary {
    names: Vec<(Name, Kind)>,
    tagging: Tagging,
}

/// Which tags events may carry that a model declares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Tagging {
    #[default]
    None,
    /// Those of the one table ([`base::Tag`]).
    Table,
    /// The caller knows what every tag means.
    Any,
}

impl Vocabulary {
    /// No names, and no tags.
    pub fn new() -> Vocabulary {
        Vocabulary::default()
    }

    /// What every execution has: kinds of events, program order with dependencies, reads-from, and
    /// how events are related by thread and location. Coherence is chosen by the model (`cos.cat`)
    /// or added by the caller.
    ///
    /// Tags may be any: the caller knows what they mean.
    ///
    /// `si` and `sm` relate the events of one access, each also to itself.
    ///
    /// The standard library relies on this: `loc` relates every memory access to itself; `ext`
    /// relates what `int` does not, initial writes to everything.
    pub fn basic() -> Vocabulary {
        let sets = ["R", "W", "M", "F", "B", "IW", "FW", "RMW"];
        let relations =
            ["po", "addr", "data", "ctrl", "rmw", "amo", "rf", "loc", "int", "ext", "si", "sm"];
        Vocabulary { tagging: Tagging::Any, ..Vocabulary::new() }.sets(sets).relations(relations)
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

    /// Tags are those of the table ([`base::Tag`]). It is an error if a model uses another one: no
    /// event carries it, so it would be an empty set, and most likely it is a slip.
    pub fn with_tags_of_table(self) -> Vocabulary {
        Vocabulary { tagging: Tagging::Table, ..self }
    }

    /// Whether an input has a meaning.
    pub(crate) fn has(&self, meaning: &Meaning) -> bool {
        match (self.tagging, meaning) {
            (_, Meaning::Named(_)) | (Tagging::Any, _) | (Tagging::Table, Meaning::Scope(_)) => {
                true
            }
            (Tagging::Table, Meaning::Tagged(tag)) => !TagSet::spelled(tag).is_empty(),
            (Tagging::None, Meaning::Tagged(_) | Meaning::Scope(_)) => false,
        }
    }

    /// What a caller must give a meaning.
    pub fn names(&self) -> &[(Name, Kind)] {
        &self.names
    }
}
