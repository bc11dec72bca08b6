//! What is asked of a net?
//!
//! Either whether some marking of a set can be reached, the set being a disjunction of clauses
//! (`linear`), or whether the number of tokens stays bounded. Coverability, reachability, mutual
//! exclusion and deadlock freedom are all of the first kind. `EF φ` and `AG ¬φ` are the same
//! question: the answer is *safe* if φ cannot be reached.

use crate::linear::{Clause, Constraint};
use crate::net::{Net, PlaceId};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// As the user would recognise it.
    pub name: String,
    pub question: Question,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Can a marking be reached that satisfies one of these?
    Reach(Vec<Clause>),
    /// Is there no limit to the number of tokens?
    Unbounded,
}

impl Property {
    pub fn new(name: impl Into<String>, question: Question) -> Property {
        Property { name: name.into(), question }
    }

    /// No transition can fire.
    pub fn deadlock() -> Property {
        let clause = Clause { constraints: Vec::new(), is_dead: true };
        Property::new("deadlock", Question::Reach(vec![clause]))
    }

    pub fn unbounded() -> Property {
        Property::new("unbounded", Question::Unbounded)
    }

    /// Two tokens at once on these places.
    pub fn together(net: &Net, places: &[PlaceId]) -> Property {
        let terms = places.iter().map(|place| (*place, 1)).collect();
        let two = Clause { constraints: vec![Constraint::at_least(terms, 2)], is_dead: false };
        let names: Vec<&str> = places.iter().map(|place| net.place_name(*place)).collect();
        let name = format!("two tokens on {}", names.join(", "));
        Property::new(name, Question::Reach(vec![two]))
    }
}
