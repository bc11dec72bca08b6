//! The relations of one execution, as bit matrices over the numbers of its events.

use crate::domain::{Boolean, Domain};
use relation::{Relation, Set};

/// The world of an execution with this many events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Concrete {
    pub events: usize,
}

impl Domain for Concrete {
    type Set = Set;
    type Relation = Relation;

    fn empty_set(&mut self) -> Set {
        Set::new(self.events)
    }

    fn all_events(&mut self) -> Set {
        Set::all(self.events)
    }

    fn set(&mut self, operator: Boolean, first: &Set, second: &Set) -> Set {
        let first = first.clone();
        match operator {
            Boolean::Union => first.union(second),
            Boolean::Intersection => first.intersection(second),
            Boolean::Difference => first.difference(second),
        }
    }

    fn empty_relation(&mut self) -> Relation {
        Relation::new(self.events)
    }

    fn relation(&mut self, operator: Boolean, first: &Relation, second: &Relation) -> Relation {
        let first = first.clone();
        match operator {
            Boolean::Union => first.or(second),
            Boolean::Intersection => first.and(second),
            Boolean::Difference => first.without(second),
        }
    }

    fn product(&mut self, first: &Set, second: &Set) -> Relation {
        Relation::product(first, second)
    }

    fn identity_on(&mut self, set: &Set) -> Relation {
        Relation::identity_on(set)
    }

    fn sequence(&mut self, first: &Relation, second: &Relation) -> Relation {
        first.then(second)
    }

    fn inverse(&mut self, relation: &Relation) -> Relation {
        relation.inverse()
    }

    fn closure(&mut self, relation: &Relation) -> Relation {
        relation.clone().transitive_closure()
    }

    fn domain(&mut self, relation: &Relation) -> Set {
        relation.domain()
    }

    fn range(&mut self, relation: &Relation) -> Set {
        relation.range()
    }
}
