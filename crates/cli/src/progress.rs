//! The line that says how far an exploration is, on a terminal only.

use crate::watch::Watch;
use answer::{FormulaSize, Statistics};
use report::grouped;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the line changes.
pub(crate) const INTERVAL: Duration = Duration::from_millis(250);
/// A run that is done before this never shows it.
pub(crate) const PATIENCE: Duration = Duration::from_millis(500);
/// Back to the start of the line, and away with what is there.
pub(crate) const CLEAR: &str = "\r\x1b[2K";

/// A line on the terminal of stderr, removed when this is dropped.
#[derive(Debug)]
pub struct Progress {
    start: Instant,
    state: Mutex<State>,
}

#[derive(Default, Debug)]
struct State {
    /// When the line was last written.
    shown: Option<Duration>,
    /// How far each worker is.
    workers: Vec<Statistics>,
}

/// A line on the terminal of stderr that says for how long something has been done, and what,
/// removed when this is dropped.
#[derive(Debug)]
pub(crate) struct PhaseLine<'w> {
    watch: &'w Watch,
    shown: Option<Duration>,
}

impl PhaseLine<'_> {
    /// Nothing is shown unless the watch says so.
    pub(crate) fn new(watch: &Watch) -> PhaseLine<'_> {
        PhaseLine { watch, shown: None }
    }

    /// Shows it, if it is time.
    pub(crate) fn show(&mut self) {
        let elapsed = self.watch.elapsed();
        let due = self.shown.map_or(PATIENCE, |shown| shown + INTERVAL);
        if self.watch.shows_phase() && elapsed >= due {
            self.shown = Some(elapsed);
            let phase = self.watch.phase();
            let _ = write!(std::io::stderr(), "{CLEAR}{} s: {phase}", elapsed.as_secs());
        }
    }
}

impl Drop for PhaseLine<'_> {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr(), "{CLEAR}");
        }
    }
}

impl Progress {
    /// A line for so many workers, if there is a terminal for it.
    pub fn on_terminal(workers: usize) -> Option<Progress> {
        std::io::stderr().is_terminal().then(|| Progress {
            start: Instant::now(),
            state: Mutex::new(State {
                workers: vec![Statistics::default(); workers],
                ..State::default()
            }),
        })
    }

    /// Takes note of how far a worker is, and shows it if it is time.
    pub fn show(&self, worker: usize, statistics: &Statistics) {
        let elapsed = self.start.elapsed();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = state.workers.get_mut(worker) {
            *slot = *statistics;
        }
        let due = state.shown.map_or(PATIENCE, |shown| shown + INTERVAL);
        if elapsed >= due {
            state.shown = Some(elapsed);
            let _ = write!(std::io::stderr(), "{CLEAR}{}", line(elapsed, &state.workers));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if state.shown.is_some() {
            let _ = write!(std::io::stderr(), "{CLEAR}");
        }
    }
}

fn line(elapsed: Duration, workers: &[Statistics]) -> String {
    let mut total = Statistics::default();
    workers.iter().for_each(|worker| total.add(worker));
    if let Some(FormulaSize { bound, variables, clauses, conflicts }) = total.formula {
        return format!(
            "{} s: bound {bound}, {} variables, {} clauses, {} conflicts",
            elapsed.as_secs(),
            grouped(variables),
            grouped(clauses),
            grouped(conflicts),
        );
    }
    let explored = total.executions + total.blocked + total.erroneous;
    let rate = (explored as f64 / elapsed.as_secs_f64()) as u64;
    format!(
        "{} s: {} executions, {} blocked, {}/s",
        elapsed.as_secs(),
        grouped(total.executions),
        grouped(total.blocked),
        grouped(rate),
    )
}
