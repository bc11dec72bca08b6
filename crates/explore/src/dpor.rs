//! `dpor`: schedules of an operational machine with store buffers, reduced by happens-before.
//!
//! The machines are those of `chronological-traces` App. A.2 and C.1, and the reduction is over the
//! happens-before relation of chronological traces (§3, App. B), which tells two executions apart
//! exactly if their (po, rf, co) differ. The algorithms are Source-DPOR and Optimal-DPOR (P. A.
//! Abdulla, S. Aronis, B. Jonsson, K. Sagonas. *Optimal Dynamic Partial Order Reduction.* POPL
//! 2014). There is no consistency check, and no memory model but the machine.
//!
//! In reading order: [`buffering`] (the machines), `actor`, `configuration`, `machine`, `trace`,
//! `enabled`, `happens_before`, `footprint` (what depends on what), `step`, `memory`, `update`,
//! `threads`, `lifetime`, `waiting` and `unordered` (what a step does), `sequence`, `updated` and
//! `exactness` (what reverses a race), `node` and `wakeup` (what is explored from a state),
//! [`strategy`], [`source`], [`optimal`], `explorer` (the walk), `convert` (to an execution graph),
//! [`chronological`] (to a chronological trace), `findings`, `judged` (is that so?), `schedule`
//! (replay).

mod actor;
pub mod buffering;
pub mod chronological;
mod configuration;
mod convert;
mod enabled;
mod exactness;
mod explorer;
mod findings;
mod footprint;
mod happens_before;
mod judged;
mod lifetime;
mod machine;
mod memory;
mod node;
pub mod optimal;
mod schedule;
mod sequence;
pub mod source;
mod step;
pub mod strategy;
mod threads;
mod trace;
mod unordered;
mod update;
mod updated;
mod waiting;
mod wakeup;

pub use buffering::{Buffering, Observers, Pso, Sc, Tso};
pub use chronological::Schedule;
pub use optimal::Optimal;
pub use source::SourceSets;
pub use strategy::Strategy;

use crate::end::End;
use crate::exploration::{Exploration, Setting};
use crate::observer::Observer;
use answer::Found;
use explorer::Explorer;
use interp::Discovery;
use std::fmt;
use std::marker::PhantomData;

/// A strategy on a machine, on one worker.
pub struct Schedules<B, S>(PhantomData<fn() -> (B, S)>);

impl<B, S> Schedules<B, S> {
    pub const fn new() -> Schedules<B, S> {
        Schedules(PhantomData)
    }
}

impl<B, S> Default for Schedules<B, S> {
    fn default() -> Schedules<B, S> {
        Schedules::new()
    }
}

impl<B: Buffering, S: Strategy> fmt::Debug for Schedules<B, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", S::NAME, B::NAME)
    }
}

impl<B: Buffering, S: Strategy> Exploration for Schedules<B, S> {
    fn walk(
        &self,
        setting: Setting<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Found, Discovery> {
        match Explorer::<B, S>::new(setting).run(observer) {
            (End::Discovered(discovery), _) => Err(discovery),
            (_, found) => Ok(found),
        }
    }

    fn walk_to(&self, setting: Setting<'_>, choices: &[u32]) -> Option<Found> {
        Explorer::<B, S>::new(setting).replay(choices)
    }
}
