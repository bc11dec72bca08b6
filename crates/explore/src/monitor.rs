//! How an exploration is watched and stopped from outside.
//!
//! Engines read no clock and print nothing: now and then they show their numbers to a monitor, which may
//! say that it is time to stop.

use crate::Statistics;

/// Why an exploration was stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    TimeLimit,
    MemoryLimit,
    /// The user asked.
    Interrupt,
}

/// Watches an exploration; called from every worker.
pub trait Monitor: Sync {
    /// `worker` has got this far since its start.
    fn poll(&self, worker: usize, statistics: &Statistics) -> Option<Stop>;
}

/// Lets everything run to its end.
#[derive(Clone, Copy, Debug)]
pub struct Unlimited;

impl Monitor for Unlimited {
    fn poll(&self, _worker: usize, _statistics: &Statistics) -> Option<Stop> {
        None
    }
}
