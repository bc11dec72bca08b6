//! When is an expression evaluated: while the model is compiled, or for a given execution?
//!
//! Both phases share one evaluator. While compiling, sets and relations are instructions, and
//! nobody knows what is in them; what needs to know that is deferred as a whole and evaluated again
//! when there is an execution.

use super::value::Value;
use crate::domain::Domain;
use crate::error::Error;
use crate::program::Kind;
use crate::source::Span;
use crate::syntax::{Identifier, Name};

/// A value of a phase.
pub(crate) type ValueOf<P> = Value<<P as Domain>::Set, <P as Domain>::Relation>;

/// Why an evaluation has no value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stop {
    Error(Error),
    /// It needs to know what is in a set, and there is no execution yet.
    Later,
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Error(error)
    }
}

/// What a recursive definition is computed by: from values of all its names to better ones.
pub(crate) type Improvement<'s, P> =
    &'s mut dyn FnMut(&mut P, &[ValueOf<P>]) -> Result<Vec<ValueOf<P>>, Stop>;

/// A world in which expressions can be evaluated.
pub(crate) trait Phase: Domain + Sized {
    /// Whether it can be told what is in a set.
    const KNOWS_EVENTS: bool;

    /// What is computed from here on is needed there.
    fn locate(&mut self, span: Span);

    fn events(&mut self, set: &Self::Set) -> Result<Vec<usize>, Stop>;
    fn pairs(&mut self, relation: &Self::Relation) -> Result<Vec<(usize, usize)>, Stop>;
    fn set_of(&mut self, events: &[usize]) -> Result<Self::Set, Stop>;
    fn relation_of(&mut self, pairs: &[(usize, usize)]) -> Result<Self::Relation, Stop>;

    /// The events that carry a tag.
    fn tagged(&mut self, tag: &Name, span: Span) -> Result<Self::Set, Stop>;
    /// The pairs of events in the same instance of a scope.
    fn scope(&mut self, tag: &Name, span: Span) -> Result<Self::Relation, Stop>;
    /// The relations that order each class linearly and contain an order there.
    fn orders(
        &mut self,
        classes: &Self::Relation,
        order: &Self::Relation,
    ) -> Result<ValueOf<Self>, Stop>;

    /// The least fixpoint of a system of equations between sets and relations.
    fn fixpoint(
        &mut self,
        names: &[Identifier],
        kinds: &[Kind],
        step: Improvement<'_, Self>,
    ) -> Result<Vec<ValueOf<Self>>, Stop>;
}
