//! What is certain of a relation before anything is chosen? Two bounds for each, computed by the
//! operators of cat (`dat3m-thesis` §4.6, with the must sets of Haas et al., *Static analysis of
//! memory models for SMT encodings*, OOPSLA 2023).
//!
//! - *may*: in every execution, only these are in it.
//! - *must*: in every execution in which the events are executed, these are in it.
//!
//! The second is about executed events, since nearly every relation is about no others: po is in
//! its own must set. So the right side of a difference can be subtracted, and most pairs of most
//! relations are no variables.

use cat::{Boolean, Domain};
use relation::{Relation, Set};

/// The world of bounds.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// The first event is executed whenever the second is.
    pub follows: Relation,
    /// Whether it is found out what can be in a set or relation, and what is for certain.
    pub may: bool,
    pub must: bool,
    /// Nothing is certain while a recursion goes on in which something falls when something rises.
    pub is_careful: bool,
}

impl Bounds {
    fn events(&self) -> usize {
        self.follows.size()
    }

    /// As much of some bounds as is to be found out.
    fn known_set(&self, bounds: SetBounds) -> SetBounds {
        SetBounds {
            may: if self.may { bounds.may } else { Set::all(self.events()) },
            must: if self.must { bounds.must } else { Set::new(self.events()) },
        }
    }

    fn known_relation(&self, bounds: RelationBounds) -> RelationBounds {
        let all = || Relation::product(&Set::all(self.events()), &Set::all(self.events()));
        RelationBounds {
            may: if self.may { bounds.may } else { all() },
            must: if self.must { bounds.must } else { Relation::new(self.events()) },
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SetBounds {
    pub may: Set,
    pub must: Set,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RelationBounds {
    pub may: Relation,
    pub must: Relation,
}

impl Bounds {
    /// `first ; second`, where the event between is executed whenever one of the others is.
    fn certain_sequence(&self, first: &Relation, second: &Relation) -> Relation {
        let mut sequence = Relation::new(self.events());
        for (from, between) in first.pairs() {
            for to in second.successors(between) {
                let is_executed =
                    self.follows.contains(between, from) || self.follows.contains(between, to);
                if is_executed {
                    sequence.insert(from, to);
                }
            }
        }
        sequence
    }
}

impl Domain for Bounds {
    type Set = SetBounds;
    type Relation = RelationBounds;

    fn empty_set(&mut self) -> SetBounds {
        let none = Set::new(self.events());
        SetBounds { may: none.clone(), must: none }
    }

    fn all_events(&mut self) -> SetBounds {
        let all = Set::all(self.events());
        SetBounds { may: all.clone(), must: all }
    }

    fn set(&mut self, operator: Boolean, first: &SetBounds, second: &SetBounds) -> SetBounds {
        let (SetBounds { may, must }, other) = (first.clone(), second);
        let (may, must) = match operator {
            Boolean::Union => (may.union(&other.may), must.union(&other.must)),
            Boolean::Intersection => (may.intersection(&other.may), must.intersection(&other.must)),
            Boolean::Difference if self.is_careful => (may, Set::new(self.events())),
            Boolean::Difference => (may.difference(&other.must), must.difference(&other.may)),
        };
        self.known_set(SetBounds { may, must })
    }

    fn empty_relation(&mut self) -> RelationBounds {
        let none = Relation::new(self.events());
        RelationBounds { may: none.clone(), must: none }
    }

    fn relation(
        &mut self,
        operator: Boolean,
        first: &RelationBounds,
        second: &RelationBounds,
    ) -> RelationBounds {
        let (RelationBounds { may, must }, other) = (first.clone(), second);
        let (may, must) = match operator {
            Boolean::Union => (may.or(&other.may), must.or(&other.must)),
            Boolean::Intersection => (may.and(&other.may), must.and(&other.must)),
            Boolean::Difference if self.is_careful => (may, Relation::new(self.events())),
            Boolean::Difference => (may.without(&other.must), must.without(&other.may)),
        };
        self.known_relation(RelationBounds { may, must })
    }

    fn product(&mut self, first: &SetBounds, second: &SetBounds) -> RelationBounds {
        self.known_relation(RelationBounds {
            may: Relation::product(&first.may, &second.may),
            must: Relation::product(&first.must, &second.must),
        })
    }

    fn identity_on(&mut self, set: &SetBounds) -> RelationBounds {
        self.known_relation(RelationBounds {
            may: Relation::identity_on(&set.may),
            must: Relation::identity_on(&set.must),
        })
    }

    fn sequence(&mut self, first: &RelationBounds, second: &RelationBounds) -> RelationBounds {
        self.known_relation(RelationBounds {
            may: first.may.then(&second.may),
            must: self.certain_sequence(&first.must, &second.must),
        })
    }

    fn inverse(&mut self, relation: &RelationBounds) -> RelationBounds {
        self.known_relation(RelationBounds {
            may: relation.may.inverse(),
            must: relation.must.inverse(),
        })
    }

    fn closure(&mut self, relation: &RelationBounds) -> RelationBounds {
        let mut must = relation.must.clone();
        loop {
            let longer = must.clone().or(&self.certain_sequence(&must, &must));
            if longer == must {
                break;
            }
            must = longer;
        }
        self.known_relation(RelationBounds { may: relation.may.clone().transitive_closure(), must })
    }

    fn domain(&mut self, relation: &RelationBounds) -> SetBounds {
        let certain = relation.must.filter(|from, to| self.follows.contains(to, from));
        self.known_set(SetBounds { may: relation.may.domain(), must: certain.domain() })
    }

    fn range(&mut self, relation: &RelationBounds) -> SetBounds {
        let certain = relation.must.filter(|from, to| self.follows.contains(from, to));
        self.known_set(SetBounds { may: relation.may.range(), must: certain.range() })
    }
}
