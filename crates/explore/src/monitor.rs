//! How an exploration is watched and stopped from outside.
//!
//! Engines read no clock and print nothing: now and then they show their numbers to a monitor, which may
//! say that it is time to stop.

use crate::Statistics;
use interp::Whereabouts;

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

    /// Where the thread was that ran last, when the exploration stopped because it had to.
    fn stopped(&self, _whereabouts: Whereabouts) {}
}

/// How much a step counts for when the monitor is to be looked at next: what a step costs grows with the size of the graph.
pub(crate) fn weight(events: usize) -> u32 {
    const LIGHT: usize = 64;
    1 + (events / LIGHT) as u32
}

/// Lets everything run to its end.
#[derive(Clone, Copy, Debug)]
pub struct Unlimited;

impl Monitor for Unlimited {
    fn poll(&self, _worker: usize, _statistics: &Statistics) -> Option<Stop> {
        None
    }
}
