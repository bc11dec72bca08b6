//! The line that says how far a synthesis is, on a terminal only.

use crate::progress::{CLEAR, INTERVAL, PATIENCE};
use crate::watch::Watch;
use ::synth::{Stage, Watcher};
use report::grouped;
use std::cell::{Cell, RefCell};
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// Watches a synthesis; the line is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Line<'w> {
    watch: &'w Watch,
    is_shown: bool,
    shown: Cell<Option<Duration>>,
    text: RefCell<String>,
}

impl<'w> Line<'w> {
    pub(super) fn new(watch: &'w Watch) -> Line<'w> {
        let is_shown = std::io::stderr().is_terminal();
        Line { watch, is_shown, shown: Cell::new(None), text: RefCell::default() }
    }

    fn show(&self) {
        let elapsed = self.watch.elapsed();
        let due = self.shown.get().map_or(PATIENCE, |shown| shown + INTERVAL);
        if self.is_shown && elapsed >= due {
            self.shown.set(Some(elapsed));
            let text = self.text.borrow();
            let _ = write!(std::io::stderr(), "{CLEAR}{} s: {text}", elapsed.as_secs());
        }
    }
}

impl Watcher for Line<'_> {
    fn go_on(&self) -> bool {
        self.show();
        self.watch.stop().is_none()
    }

    fn stage(&self, stage: &Stage) {
        let Stage { exceptions, size, relations, axioms, open } = stage;
        let mut text = match relations {
            Some(known) => format!("relations up to size {size} ({})", grouped(*known as u64)),
            None => format!("relations up to depth {size}"),
        };
        text += &format!(", {axioms} {}", if *axioms == 1 { "axiom" } else { "axioms" });
        if *exceptions > 0 {
            text += &format!(", {exceptions} exceptions");
        }
        if let Some(first) = open.first() {
            text += &format!(", not yet forbidden: {} ({first}…)", open.len());
        }
        self.watch.enter(format!("while it tried {text}"));
        *self.text.borrow_mut() = text;
        self.show();
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        if self.shown.get().is_some() {
            let _ = write!(std::io::stderr(), "{CLEAR}");
        }
    }
}
