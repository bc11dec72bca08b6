//! Which memory orders make a program right, and which does it not need?
//!
//! [`repair`] finds the cheapest stronger orders and added fences with which a program holds that
//! does not, [`relax`] the weaker ones with which one still holds that does. Both ask a [`Judge`],
//! who checks a whole program under a memory model, and know no engine and no model themselves:
//! what they find was checked as any other program is.
//!
//! Both rest on one fact about models: more order never brings a new execution. It is tested of the
//! native models (`oracle::monotone`). Under a model of which it does not hold, what is found still
//! is right, since it was checked, but may not be the cheapest.
//!
//! In reading order: [`guarantee`], [`place`] (where can a program be stronger?), [`change`] (the
//! program that is), [`cost`], `hitting` (the cheapest choice that clauses allow), `minimal` (a
//! smallest part with a property), [`search`] (repair), [`plain`] (by trying everything),
//! [`relaxing`], [`patch`] (as a change of the source text).

pub mod change;
pub mod cost;
pub mod guarantee;
mod hitting;
mod minimal;
pub mod patch;
pub mod place;
pub mod plain;
pub mod relaxing;
pub mod search;

pub use change::{Orders, strongest, with_orders};
pub use cost::Costs;
pub use guarantee::{Guarantee, Guarantees};
pub use place::{Kind, Meaningful, Place, Places, Wanted, plain_accesses};
pub use relaxing::{Relaxation, relax};
pub use search::{Outcome, Repair, Solution, repair};

use base::{Ordering, SourcePosition};
use program::Program;
use std::collections::HashSet;

/// What is known of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// Every execution is right, or every one within a bound.
    Holds { within_bound: bool },
    /// One is wrong, in which these places were executed.
    Violated { executed: HashSet<SourcePosition> },
    /// It is not known whether one is wrong, for this reason.
    Unknown(String),
}

/// Who says whether a program is right.
pub trait Judge {
    fn judge(&mut self, program: &Program) -> Judgement;
}

/// What is changed at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    pub place: Place,
    /// The orders before and after; `None` is a fence that is not there.
    pub from: Option<Ordering>,
    pub to: Option<Ordering>,
}

/// How the orders differ from those of the program.
pub fn changes(places: &Places, orders: &[Guarantees]) -> Vec<Change> {
    let differs = |(place, to): &(&Place, &Guarantees)| place.now != **to;
    let changed = places.list().iter().zip(orders).filter(differs);
    changed
        .map(|(place, to)| Change {
            place: place.clone(),
            from: place.order(place.now),
            to: place.order(*to),
        })
        .collect()
}

/// How much was done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Programs that were judged.
    pub programs: u32,
    /// Counterexamples of which a clause was made.
    pub clauses: u32,
}
