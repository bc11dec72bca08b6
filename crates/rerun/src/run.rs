//! The state of a run: its threads, what they have done, and how they are called in the claim.

use crate::names::Names;
use crate::performed::Performed;
use base::ObjectId;
use interp::{Object, Objects, Thread};

/// A thread of the run.
pub(crate) struct Runner {
    pub(crate) state: Thread,
    /// How many steps of the claim it has done, and how many bytes of the next one.
    pub(crate) steps: usize,
    pub(crate) bytes: u8,
    /// How many numbers it was given.
    pub(crate) chosen: usize,
    /// The numbers of its events.
    pub(crate) events: Vec<usize>,
    /// How many events it had when it last began a turn of a loop in spite of having changed
    /// nothing in the turn before.
    pub(crate) went_round: Option<usize>,
}

/// What has happened.
pub(crate) struct Run<'p> {
    pub(crate) threads: Vec<Runner>,
    pub(crate) performed: Vec<Performed<'p>>,
    pub(crate) names: Names,
}

/// The states of the threads of a run, for each other.
pub(crate) struct RunObjects<'r>(pub(crate) &'r [Runner]);

impl Objects for RunObjects<'_> {
    fn object(&self, object: ObjectId) -> Option<&Object> {
        let creator = self.0.iter().find(|own| own.state.id() == object.thread)?;
        creator.state.object(object.index)
    }
}

impl Run<'_> {
    pub(crate) fn states(&self) -> Vec<&Thread> {
        self.threads.iter().map(|own| &own.state).collect()
    }

    pub(crate) fn thread(&self, claimed: usize) -> Option<&Runner> {
        self.names.running(claimed).map(|own| &self.threads[own])
    }
}
