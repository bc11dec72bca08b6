//! How a search is watched and stopped from outside.
//!
//! Engines read no clock and print nothing: now and then they show their numbers to a monitor,
//! which may say that it is time to stop.

use crate::Statistics;
use base::Whereabouts;

/// Why a search was stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    TimeLimit,
    MemoryLimit,
    /// The user asked.
    Interrupt,
    /// Whoever watches has seen enough, and goes on in another way.
    SeenEnough,
}

/// Watches a search; called from every worker.
pub trait Monitor: Sync {
    /// `worker` has got this far since its start.
    fn poll(&self, worker: usize, statistics: &Statistics) -> Option<Stop>;

    /// Where the thread was that ran last, when the search stopped because it had to.
    fn stopped(&self, _whereabouts: Whereabouts) {}
}

/// Lets everything run to its end.
#[derive(Clone, Copy, Debug)]
pub struct Unlimited;

impl Monitor for Unlimited {
    fn poll(&self, _worker: usize, _statistics: &Statistics) -> Option<Stop> {
        None
    }
}
