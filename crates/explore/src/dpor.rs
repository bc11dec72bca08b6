//! `dpor`: schedules of an operational machine with store buffers, reduced by happens-before.
//!
//! The machines are those of `chronological-traces` App. A.2 and C.1, and the reduction is over the happens-before relation of chronological traces (§3, App. B), which tells two executions apart exactly if their
//! (po, rf, co) differ. The algorithms are Source-DPOR and Optimal-DPOR (P. A. Abdulla, S. Aronis, B. Jonsson, K. Sagonas. *Optimal Dynamic Partial Order Reduction.* POPL 2014). There is no consistency check, and no
//! memory model but the machine.
//!
//! In reading order: [`buffering`] (the machines), `actor`, `machine`, `trace`, `enabled`, `happens_before`, `footprint` (what depends on what), `step`, `memory`, `update`, `threads`, `lifetime`, `waiting` and `unordered` (what a step does), `sequence`, `updated` and `exactness` (what reverses a race),
//! `node` and `wakeup` (what is explored from a state), [`strategy`], [`source`], [`optimal`], `explorer` (the walk), `convert` (to an execution graph), [`chronological`] (to a chronological trace), `findings`, `schedule` (replay).

mod actor;
pub mod buffering;
pub mod chronological;
mod convert;
mod enabled;
mod exactness;
mod explorer;
mod findings;
mod footprint;
mod happens_before;
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
pub use source::Source;
pub use strategy::Strategy;

use crate::driver::{Config, Observer, explore_until_right};
use crate::end::End;
use crate::path::Path;
use answer::{Answer, Monitor};
use explorer::Explorer;
use interp::Context;
use program::Program;

/// Explores all executions of a program that has a `main` and has been verified, on one worker.
pub fn check<B: Buffering, S: Strategy>(
    program: &Program,
    config: &Config,
    monitor: &dyn Monitor,
    observer: Option<&mut dyn Observer>,
) -> Answer {
    explore_until_right(program, config.weak_cas, observer, |context, observer| {
        match Explorer::<B, S>::new(context, config, monitor).run(observer) {
            (End::Discovered(discovery), _) => Err(discovery),
            (_, tally) => Ok(tally),
        }
    })
}

/// Explores the one execution that a path leads to; `None` if the path is not one of this program.
pub fn replay<B: Buffering, S: Strategy>(
    program: &Program,
    config: &Config,
    monitor: &dyn Monitor,
    path: &Path,
) -> Option<Answer> {
    let knowledge = path.knowledge(program, config.weak_cas)?;
    let context = Context { program, knowledge: &knowledge };
    let tally = Explorer::<B, S>::new(context, config, monitor).replay(&path.choices)?;
    Some(Answer::of_search(tally))
}
