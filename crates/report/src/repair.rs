//! Which orders would make a program right or portable, or are stronger than it needs: as text and
//! as JSON.

mod json;
mod text;

pub use json::json;
pub use text::text;

use crate::port::{self, Asked};
use base::Verdict;
use program::Program;
use repair::{Change, Costs, Effort, Kind};

/// What was asked, of which program.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub program: &'a Program,
    pub goal: Goal<'a>,
    /// What may be changed: orders, fences or both.
    pub what: &'a str,
    pub costs: Costs,
    pub effort: Effort,
    /// Whether more order never brings a new execution under the model, so that no repair is
    /// cheaper than the first.
    pub is_cheapest: bool,
    pub seconds: f64,
}

/// What the program is to be.
#[derive(Clone, Copy, Debug)]
pub enum Goal<'a> {
    /// Right under a model.
    Right {
        model: &'a str,
        /// Whether loops that wait for ever are wrong, too.
        liveness: bool,
    },
    /// Portable, if its code for the target is changed.
    Portable { file: &'a str, from: &'a str, to: &'a str, asked: Asked },
}

impl<'a> Goal<'a> {
    /// The model under which the changed program runs.
    fn model(&self) -> &'a str {
        match self {
            Goal::Right { model, .. } => model,
            Goal::Portable { to, .. } => to,
        }
    }

    /// What a program is that reaches it, in words and for programs.
    fn reached(&self, within_bound: bool) -> [&'static str; 2] {
        match (self, within_bound) {
            (Goal::Right { .. }, false) => ["holds", Verdict::Holds.name()],
            (Goal::Right { .. }, true) => {
                ["holds within the bound", Verdict::HoldsWithinBound.name()]
            }
            (Goal::Portable { .. }, false) => ["portable", port::Verdict::Portable.name()],
            (Goal::Portable { .. }, true) => {
                ["portable within the bound", port::Verdict::PortableWithinBound.name()]
            }
        }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing is wrong.
    NothingToRepair {
        within_bound: bool,
    },
    /// What goes wrong, and what helps.
    Repaired {
        violation: String,
        revisions: Vec<Revision>,
        complete: bool,
        wants_all: bool,
    },
    /// What goes wrong, and that it does so with everything as strong as it can be; whether
    /// sequentially consistent executions do, if that is known.
    NotRepairable {
        violation: String,
        under_sc: Option<bool>,
    },
    /// These orders are enough.
    Relaxed {
        revision: Revision,
        /// Why it is not decided whether some weaker orders are enough, too.
        undecided: Option<String>,
    },
    /// There is nothing to relax in what goes wrong.
    NotRight {
        violation: String,
    },
    Unknown {
        reason: String,
        at_least: Option<u64>,
    },
}

/// A set of changes after which the program holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revision {
    pub changes: Vec<Change>,
    pub cost: Option<u64>,
    pub within_bound: bool,
    /// The changes as unified diffs of the source files, if all of them can be said in the text.
    pub diff: Option<String>,
}

impl Answer {
    /// The word for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Answer::NothingToRepair { .. } => "nothing-to-repair",
            Answer::Repaired { .. } => "repaired",
            Answer::NotRepairable { .. } => "not-repairable",
            Answer::Relaxed { .. } => "relaxed",
            Answer::NotRight { .. } => "violated",
            Answer::Unknown { .. } => "unknown",
        }
    }
}

/// What is at a place, in a word.
fn access(kind: Kind) -> &'static str {
    match kind {
        Kind::Load => "load",
        Kind::Store => "store",
        Kind::Update => "update",
        Kind::Failure => "failed exchange",
        Kind::Fence => "fence",
        Kind::Gap => "fence before",
    }
}

/// An order by its name; a fence that is not there is none.
fn order(order: Option<base::Ordering>) -> &'static str {
    order.map_or("none", base::Ordering::name)
}
