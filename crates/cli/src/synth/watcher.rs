//! The line that says how far a synthesis is, and the best model so far, which is known even if
//! the synthesis does not notice that it is time to stop.

use crate::progress::Line;
use crate::watch::Watch;
use ::synth::{Answer, Effort, Found, Stage, Synthesis, Watcher};
use report::grouped;
use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

/// The best model so far, what was asked for, and the size up to which there is none.
#[derive(Default, Debug)]
pub(super) struct Best(Mutex<Option<(Effort, usize, Option<Found>)>>);

impl Best {
    /// What is known, if a search has begun.
    pub(super) fn synthesis(&self) -> Option<(Effort, Synthesis)> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (effort, size, nearest) = known?;
        let synthesis = Synthesis {
            answer: Answer::Stopped { size, nearest },
            others: Vec::new(),
            left_out: Vec::new(),
            idle: Vec::new(),
            assumed: 0,
            is_single: false,
        };
        Some((effort, synthesis))
    }

    fn change(&self, change: impl FnOnce(&mut (Effort, usize, Option<Found>)), effort: Effort) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(known.get_or_insert((effort, 0, None)));
    }
}

/// Watches a synthesis, and says how far it is until this is dropped.
#[derive(Debug)]
pub(super) struct Attempts<'w> {
    watch: &'w Watch,
    best: &'w Best,
    effort: Effort,
    line: RefCell<Line>,
    text: RefCell<String>,
}

impl<'w> Attempts<'w> {
    pub(super) fn new(watch: &'w Watch, best: &'w Best, effort: Effort) -> Attempts<'w> {
        watch.hide_phase();
        let line = RefCell::new(Line::new(watch.style()));
        Attempts { watch, best, effort, line, text: RefCell::default() }
    }

    fn show(&self) {
        self.line.borrow_mut().show(self.watch.elapsed(), || self.text.borrow().clone());
    }
}

impl Watcher for Attempts<'_> {
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
        self.best.change(|(_, done, _)| *done = size.saturating_sub(1), self.effort);
        self.watch.enter(format!("while it tried {text}"));
        *self.text.borrow_mut() = text;
        self.show();
    }

    fn nearest(&self, found: &Found) {
        self.best.change(|(_, _, nearest)| *nearest = Some(found.clone()), self.effort);
    }
}
