//! Answers, printed in the order of the files, and a line on the terminal that says how many there
//! are.

use crate::output::{complain, refuse, say};
use crate::progress::{CLEAR, INTERVAL, PATIENCE};
use crate::{Exit, Rejection};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// What is to be printed about one test.
pub(crate) struct Answered {
    pub(crate) said: String,
    pub(crate) complaint: String,
    pub(crate) exit: Exit,
}

/// Prints answers in the order of the files.
pub(crate) struct Printer {
    waiting: BTreeMap<usize, Answered>,
    printed: usize,
    exit: Exit,
    /// Whether answers can be printed.
    can_say: bool,
    progress: Option<Progress>,
}

/// The line that moves.
struct Progress {
    start: Instant,
    tests: usize,
    answered: usize,
    /// When it was last written.
    shown: Option<Duration>,
}

impl Printer {
    /// For so many tests.
    pub(crate) fn new(tests: usize) -> Printer {
        let is_shown = tests > 1 && std::io::stderr().is_terminal();
        let progress =
            is_shown.then(|| Progress { start: Instant::now(), tests, answered: 0, shown: None });
        Printer { waiting: BTreeMap::new(), printed: 0, exit: Exit::Holds, can_say: true, progress }
    }

    pub(crate) fn add(&mut self, index: usize, answered: Answered) {
        self.waiting.insert(index, answered);
        while let Some(answered) = self.waiting.remove(&self.printed) {
            self.printed += 1;
            if !(answered.said.is_empty() && answered.complaint.is_empty()) {
                self.progress.iter_mut().for_each(Progress::hide);
            }
            self.say(&answered.said);
            complain(&answered.complaint);
            self.exit = self.exit.max(answered.exit);
        }
        self.progress.iter_mut().for_each(Progress::advance);
    }

    /// Prints a part of the answer. The first one that cannot be printed is complained about, not
    /// every one.
    fn say(&mut self, text: &str) {
        if self.can_say
            && let Err(rejection) = say(text)
        {
            self.can_say = false;
            self.exit = self.exit.max(refuse(&rejection));
        }
    }

    /// How to exit, after all answers that there are to so many tests, and what follows from them.
    pub(crate) fn finish(mut self, tests: usize, conclusion: &str) -> Exit {
        // After an interrupt, there may be gaps between the answers.
        let waiting = std::mem::take(&mut self.waiting);
        let unanswered = tests - self.printed - waiting.len();
        for (index, answered) in waiting {
            self.printed = index;
            self.add(index, answered);
        }
        self.progress.iter_mut().for_each(Progress::hide);
        self.say(conclusion);
        if unanswered > 0 {
            let message = format!("interrupted: {unanswered} of {tests} tests were not begun");
            complain(&Rejection::new(message).render());
            self.exit = self.exit.max(Exit::Unknown);
        }
        self.exit
    }
}

impl Progress {
    fn advance(&mut self) {
        self.answered += 1;
        let elapsed = self.start.elapsed();
        if elapsed >= self.shown.map_or(PATIENCE, |shown| shown + INTERVAL) {
            self.shown = Some(elapsed);
            let (seconds, answered, tests) = (elapsed.as_secs(), self.answered, self.tests);
            let _ = write!(std::io::stderr(), "{CLEAR}{seconds} s: {answered} of {tests} tests");
        }
    }

    fn hide(&mut self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr(), "{CLEAR}");
        }
    }
}
