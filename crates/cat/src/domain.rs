//! In which world is a model evaluated? Each operator of cat is one method here, and each world is
//! one implementation: relations of a given execution ([`Concrete`](crate::Concrete)), instructions
//! of a flat program (the compiler's builder), and later bounds and literals of a solver.
//!
//! The operators are those of the core of cat (`dat3m-thesis` §2.3, Fig. 2.5) with projections.
//! What else the language has is defined by them once, in the compiler: `r?` is `r | id`, `r^*` is
//! `r^+ | id`, `~x` is everything without `x`.

use std::fmt::Debug;

/// The operators that sets and relations share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Boolean {
    Union,
    Intersection,
    /// The only operator that is not monotone: it falls when its second argument grows.
    Difference,
}

/// Sets of events and relations between events, and what can be done with them.
pub trait Domain {
    type Set: Clone + PartialEq + Debug;
    type Relation: Clone + PartialEq + Debug;

    fn empty_set(&mut self) -> Self::Set;
    fn all_events(&mut self) -> Self::Set;
    fn set(&mut self, operator: Boolean, first: &Self::Set, second: &Self::Set) -> Self::Set;

    fn empty_relation(&mut self) -> Self::Relation;
    fn relation(
        &mut self,
        operator: Boolean,
        first: &Self::Relation,
        second: &Self::Relation,
    ) -> Self::Relation;

    /// `A * B`
    fn product(&mut self, first: &Self::Set, second: &Self::Set) -> Self::Relation;
    /// `[A]`
    fn identity_on(&mut self, set: &Self::Set) -> Self::Relation;
    /// `a ; b`
    fn sequence(&mut self, first: &Self::Relation, second: &Self::Relation) -> Self::Relation;
    /// `a^-1`
    fn inverse(&mut self, relation: &Self::Relation) -> Self::Relation;
    /// `a^+`
    fn closure(&mut self, relation: &Self::Relation) -> Self::Relation;
    /// `domain(a)`
    fn domain(&mut self, relation: &Self::Relation) -> Self::Set;
    /// `range(a)`
    fn range(&mut self, relation: &Self::Relation) -> Self::Set;

    /// `id`
    fn identity(&mut self) -> Self::Relation {
        let all = self.all_events();
        self.identity_on(&all)
    }

    /// `_ * _`
    fn all_pairs(&mut self) -> Self::Relation {
        let all = self.all_events();
        self.product(&all, &all)
    }
}
