//! Answers, printed in the order of the files, and a line on the terminal that says how many there
//! are.

use crate::output::{complain, refuse, say};
use crate::progress::Line;
use crate::watch::Watch;
use crate::{Exit, Rejection};
use std::collections::BTreeMap;
use std::time::Instant;

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
    progress: Progress,
}

/// How many tests are answered.
struct Progress {
    start: Instant,
    tests: usize,
    answered: usize,
    line: Line,
}

impl Printer {
    /// For so many tests.
    pub(crate) fn new(tests: usize, watch: &Watch) -> Printer {
        let line = Line::new(watch.style().filter(|_| tests > 1));
        let progress = Progress { start: Instant::now(), tests, answered: 0, line };
        Printer { waiting: BTreeMap::new(), printed: 0, exit: Exit::Holds, can_say: true, progress }
    }

    pub(crate) fn add(&mut self, index: usize, answered: Answered) {
        self.waiting.insert(index, answered);
        while let Some(answered) = self.waiting.remove(&self.printed) {
            self.printed += 1;
            if !(answered.said.is_empty() && answered.complaint.is_empty()) {
                self.progress.line.hide();
            }
            self.say(&answered.said);
            complain(&answered.complaint);
            self.exit = self.exit.max(answered.exit);
        }
        self.progress.advance();
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
        self.progress.line.hide();
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
        let (answered, tests) = (self.answered, self.tests);
        self.line.show(self.start.elapsed(), || format!("{answered} of {tests} tests"));
    }
}
