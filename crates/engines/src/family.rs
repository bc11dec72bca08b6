//! What engines find in a model: a way to explore with it, for each of them that has one.
//!
//! Models come in three families, whose members differ in one type each. So a new native model is a
//! line in [`Model::family`](crate::Model), and a new engine a method here if it needs something of
//! its own of every family.

use crate::dpor::Planning;
use explore::Exploration;
use explore::dpor::{Buffering, Observers, Optimal, Schedules, SourceSets};
use explore::graph::{ReadsFromSchedules, Revisits};
use models::Model;
use models::cat::{Definition, Written};
use models::global::{Global, Preserved};
use models::hb::{Causal, Synchronisation};
use models::rf::{CausalReadsFrom, TotalReadsFrom};
use std::marker::PhantomData;

/// The ways to explore under a model.
pub(crate) trait Family {
    /// (po, rf, co).
    fn graph(&self) -> Box<dyn Exploration>;

    /// (po, rf), if the model can do without co.
    fn reads_from(&self) -> Option<Box<dyn Exploration>>;

    /// The same with sets of schedules.
    fn reads_from_schedules(&self) -> Option<Box<dyn Exploration>>;

    /// Schedules of a machine, if there is one.
    fn machine(&self, planning: Planning) -> Option<Box<dyn Exploration>>;

    /// What the exploration relies on and the model does not meet.
    fn misses_assumption(&self, name: &str) -> Option<String>;
}

/// One global order, and a machine with store buffers.
pub(crate) struct OfMachine<P, B>(PhantomData<(P, B)>);

impl<P, B> OfMachine<P, B> {
    pub(crate) fn new() -> OfMachine<P, B> {
        OfMachine(PhantomData)
    }
}

impl<P: Preserved + 'static, B: Buffering + 'static> Family for OfMachine<P, B> {
    fn graph(&self) -> Box<dyn Exploration> {
        Box::new(Revisits::<Global<P>>::new(()))
    }

    fn reads_from(&self) -> Option<Box<dyn Exploration>> {
        Some(Box::new(Revisits::<TotalReadsFrom<P>>::new(())))
    }

    fn reads_from_schedules(&self) -> Option<Box<dyn Exploration>> {
        Some(Box::new(ReadsFromSchedules::<TotalReadsFrom<P>>::new(())))
    }

    fn machine(&self, planning: Planning) -> Option<Box<dyn Exploration>> {
        match planning {
            Planning::Optimal => Some(Box::new(Schedules::<B, Optimal>::new())),
            Planning::Source => Some(Box::new(Schedules::<B, SourceSets>::new())),
            Planning::Observers if B::IS_BUFFERED => None,
            Planning::Observers => Some(Box::new(Schedules::<Observers, SourceSets>::new())),
        }
    }

    fn misses_assumption(&self, name: &str) -> Option<String> {
        Global::<P>::ASSUMPTIONS.objection(name)
    }
}

/// Threads know what they have told each other.
pub(crate) struct OfLanguage<S>(PhantomData<S>);

impl<S> OfLanguage<S> {
    pub(crate) fn new() -> OfLanguage<S> {
        OfLanguage(PhantomData)
    }
}

impl<S: Synchronisation + 'static> Family for OfLanguage<S> {
    fn graph(&self) -> Box<dyn Exploration> {
        Box::new(Revisits::<Causal<S>>::new(()))
    }

    fn reads_from(&self) -> Option<Box<dyn Exploration>> {
        Some(Box::new(Revisits::<CausalReadsFrom<S>>::new(())))
    }

    fn reads_from_schedules(&self) -> Option<Box<dyn Exploration>> {
        Some(Box::new(ReadsFromSchedules::<CausalReadsFrom<S>>::new(())))
    }

    fn machine(&self, _planning: Planning) -> Option<Box<dyn Exploration>> {
        None
    }

    fn misses_assumption(&self, name: &str) -> Option<String> {
        Causal::<S>::ASSUMPTIONS.objection(name)
    }
}

/// A model in cat.
pub(crate) struct OfFile<'d>(pub(crate) &'d Definition);

impl Family for OfFile<'_> {
    fn graph(&self) -> Box<dyn Exploration> {
        Box::new(Revisits::<Written>::new(self.0.clone()))
    }

    fn reads_from(&self) -> Option<Box<dyn Exploration>> {
        None
    }

    fn reads_from_schedules(&self) -> Option<Box<dyn Exploration>> {
        None
    }

    fn machine(&self, _planning: Planning) -> Option<Box<dyn Exploration>> {
        None
    }

    fn misses_assumption(&self, name: &str) -> Option<String> {
        Written::ASSUMPTIONS.objection(name)
    }
}
