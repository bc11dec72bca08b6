//! The world of a candidate: relations between all events of the program, of which only some are
//! executed. Everything is as in `cat::Concrete`, but for what *all events* are.

use cat::{Boolean, Concrete, Domain};
use relation::{Relation, Set};

/// The world in which these events are executed.
#[derive(Clone, Debug)]
pub(super) struct Present {
    pub executed: Set,
}

impl Present {
    fn concrete(&self) -> Concrete {
        Concrete { events: self.executed.size() }
    }
}

impl Domain for Present {
    type Set = Set;
    type Relation = Relation;

    fn empty_set(&mut self) -> Set {
        self.concrete().empty_set()
    }

    fn all_events(&mut self) -> Set {
        self.executed.clone()
    }

    fn set(&mut self, operator: Boolean, first: &Set, second: &Set) -> Set {
        self.concrete().set(operator, first, second)
    }

    fn empty_relation(&mut self) -> Relation {
        self.concrete().empty_relation()
    }

    fn relation(&mut self, operator: Boolean, first: &Relation, second: &Relation) -> Relation {
        self.concrete().relation(operator, first, second)
    }

    fn product(&mut self, first: &Set, second: &Set) -> Relation {
        self.concrete().product(first, second)
    }

    fn identity_on(&mut self, set: &Set) -> Relation {
        self.concrete().identity_on(set)
    }

    fn sequence(&mut self, first: &Relation, second: &Relation) -> Relation {
        self.concrete().sequence(first, second)
    }

    fn inverse(&mut self, relation: &Relation) -> Relation {
        self.concrete().inverse(relation)
    }

    fn closure(&mut self, relation: &Relation) -> Relation {
        self.concrete().closure(relation)
    }

    fn domain(&mut self, relation: &Relation) -> Set {
        self.concrete().domain(relation)
    }

    fn range(&mut self, relation: &Relation) -> Set {
        self.concrete().range(relation)
    }
}
