//! `graph`: execution graphs, one event at a time, with backward revisits of reads.
//!
//! The idea is that of `genmc` §2 and §4: a read may read from any write in the graph, and a new
//! write may be read by reads that are already there. The bookkeeping is that of TruSt (POPL 2022),
//! which remembers nothing of what it tried: a revisit is taken only from the one graph in which
//! everything that it deletes had been chosen canonically ([`canonical`]). Each consistent graph of
//! complete executions is reached exactly once, in memory linear in the size of the program's
//! executions, and branches share no state.
//!
//! In reading order: [`task`] (parts of the tree of choices), [`tree`] (the open part of it),
//! [`layer`] (one graph with its model and thread states), [`world`] (the stack of them),
//! [`explorer`] (the walk), [`schedule`] (whose event is next), [`choices`] (what can be chosen),
//! [`events`] (adding one), [`canonical`] and [`revisits`] (which reads are revisited, and how),
//! [`locks`] (the choices of mutexes), [`watch`] (whether the model can be relied on),
//! [`findings`], [`lifetime`], [`races`], [`deadlock`], [`rest`] and [`robustness`] (what is
//! wrong), [`judged`] (is that so?). [`schedules`] is another walk, as published, for comparison.

mod canonical;
mod choices;
mod deadlock;
mod events;
mod explorer;
mod findings;
mod judged;
mod layer;
mod lifetime;
mod locks;
mod races;
mod rest;
mod revisits;
mod robustness;
mod schedule;
mod schedules;
mod task;
mod tree;
mod watch;
mod world;

pub use schedules::ReadsFromSchedules;

use crate::end::End;
use crate::exploration::{Exploration, Setting};
use crate::observer::Observer;
use crate::parallel;
use answer::Found;
use interp::Discovery;
use models::Model;

pub(crate) use explorer::Explorer;
pub(crate) use task::{Alone, Others, Task};

/// The exploration of graphs under a model by backward revisits, on as many workers as wanted. The
/// model must meet the assumptions of the exploration ([`models::Assumptions::objection`]).
#[derive(Debug)]
pub struct Revisits<M: Model> {
    definition: M::Definition,
}

impl<M: Model> Revisits<M> {
    pub fn new(definition: M::Definition) -> Revisits<M> {
        assert_eq!(M::ASSUMPTIONS.objection(M::NAME), None, "callers refuse other models");
        Revisits { definition }
    }
}

impl<M: Model> Exploration for Revisits<M> {
    fn walk(
        &self,
        setting: Setting<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Found, Discovery> {
        if setting.config.workers > 1 && observer.is_none() {
            return parallel::run::<M>(&self.definition, setting);
        }
        let mut explorer = Explorer::<M>::new(&self.definition, setting, 0);
        match explorer.run(&Task::default(), &Alone, observer) {
            (End::Discovered(discovery), _) => Err(discovery),
            (_, found) => Ok(found),
        }
    }

    fn walk_to(&self, setting: Setting<'_>, choices: &[u32]) -> Option<Found> {
        let mut explorer = Explorer::<M>::new(&self.definition, setting, 0);
        let task = Task { path: choices.to_vec(), range: Some((0, 1)) };
        match explorer.run(&task, &Alone, None) {
            (End::Discovered(_), _) => None,
            (_, found) => Some(found),
        }
    }
}
