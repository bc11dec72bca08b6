//! How far is it? A line on the standard error that says so now and then.
//!
//! On a terminal, the line moves: each text takes the place of the one before, and the last one
//! goes away. Elsewhere nothing is said, unless it was asked for (`--progress always`): then each
//! text is a line of its own.

use crate::arguments::ShowProgress;
use crate::watch::Watch;
use answer::{FormulaSize, Statistics};
use report::grouped;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the line changes.
const INTERVAL: Duration = Duration::from_millis(250);
/// A run that is done before this never shows it on a terminal.
const PATIENCE: Duration = Duration::from_millis(500);
/// Back to the start of the line, and away with what is there.
const CLEAR: &str = "\r\x1b[2K";

/// How lines follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// One takes the place of the other.
    Moves,
    /// One stands below the other.
    Grows,
}

impl Style {
    /// The one that was asked for, if any.
    pub(crate) fn of(wanted: ShowProgress) -> Option<Style> {
        let is_terminal = std::io::stderr().is_terminal();
        match wanted {
            ShowProgress::Auto | ShowProgress::Always if is_terminal => Some(Style::Moves),
            ShowProgress::Always => Some(Style::Grows),
            ShowProgress::Auto | ShowProgress::Never => None,
        }
    }

    fn patience(self) -> Duration {
        match self {
            Style::Moves => PATIENCE,
            Style::Grows => Duration::ZERO,
        }
    }

    fn clear(self) -> &'static str {
        match self {
            Style::Moves => CLEAR,
            Style::Grows => "",
        }
    }
}

/// The line; it goes away when this is dropped.
#[derive(Debug)]
pub(crate) struct Line {
    style: Option<Style>,
    /// When it was last written.
    shown: Option<Duration>,
}

impl Line {
    pub(crate) fn new(style: Option<Style>) -> Line {
        Line { style, shown: None }
    }

    /// Writes what `text` says after so long, if it is time to.
    pub(crate) fn show(&mut self, elapsed: Duration, text: impl FnOnce() -> String) {
        let Some(style) = self.style else { return };
        let due = self.shown.map_or(style.patience(), |shown| shown + INTERVAL);
        if elapsed < due {
            return;
        }
        self.shown = Some(elapsed);
        let end = if style == Style::Grows { "\n" } else { "" };
        let text = format!("{}{} s: {}{end}", style.clear(), elapsed.as_secs(), text());
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// Takes the line away, until it is written again.
    pub(crate) fn hide(&self) {
        if let (Some(style), Some(_)) = (self.style, self.shown) {
            let _ = write!(std::io::stderr(), "{}", style.clear());
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.hide();
    }
}

/// Says for how long something has been done, and what.
#[derive(Debug)]
pub(crate) struct PhaseLine<'w> {
    watch: &'w Watch,
    line: Line,
}

impl PhaseLine<'_> {
    pub(crate) fn new(watch: &Watch) -> PhaseLine<'_> {
        PhaseLine { watch, line: Line::new(watch.style()) }
    }

    /// Shows it, if it is time and nobody else says how far it is.
    pub(crate) fn show(&mut self) {
        if self.watch.shows_phase() {
            self.line.show(self.watch.elapsed(), || self.watch.phase());
        }
    }
}

/// Says how far an exploration is.
#[derive(Debug)]
pub struct Progress {
    start: Instant,
    style: Style,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    line: Line,
    /// How far each worker is.
    workers: Vec<Statistics>,
}

impl Progress {
    /// A line for so many workers, if one is wanted, in place of the one that names the phase.
    pub(crate) fn of(watch: &Watch, workers: usize) -> Option<Progress> {
        let style = watch.style()?;
        watch.hide_phase();
        let workers = vec![Statistics::default(); workers];
        let state = Mutex::new(State { line: Line::new(Some(style)), workers });
        Some(Progress { start: Instant::now(), style, state })
    }

    /// What makes room for another text.
    pub(crate) fn clear(&self) -> &'static str {
        self.style.clear()
    }

    /// Takes note of how far a worker is, and shows it if it is time.
    pub fn show(&self, worker: usize, statistics: &Statistics) {
        let elapsed = self.start.elapsed();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let State { line, workers } = &mut *state;
        if let Some(slot) = workers.get_mut(worker) {
            *slot = *statistics;
        }
        line.show(elapsed, || summary(elapsed, workers));
    }
}

fn summary(elapsed: Duration, workers: &[Statistics]) -> String {
    let mut total = Statistics::default();
    workers.iter().for_each(|worker| total.add(worker));
    if let Some(FormulaSize { bound, variables, clauses, conflicts }) = total.formula {
        return format!(
            "bound {bound}, {} variables, {} clauses, {} conflicts",
            grouped(variables),
            grouped(clauses),
            grouped(conflicts),
        );
    }
    let explored = total.executions + total.blocked + total.erroneous;
    let rate = (explored as f64 / elapsed.as_secs_f64()) as u64;
    format!(
        "{} executions, {} blocked, {}/s",
        grouped(total.executions),
        grouped(total.blocked),
        grouped(rate),
    )
}
