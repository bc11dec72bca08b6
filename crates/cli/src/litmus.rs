//! `heddle litmus`: what are the outcomes of these tests under this model?
//!
//! Tests are answered by several workers, and printed in the order in which they were named. A test that cannot be read or answered is complained about, and the others go on.

mod files;
mod model;

use crate::arguments::{Format, Litmus};
use crate::check::workers;
use crate::input::read;
use crate::output::{complain, say};
use crate::watch::Watch;
use crate::{Exit, Rejection};
use candidates::Refusal;
use model::Models;
use report::Limits;
use report::litmus::{Answer, json, json_failure, text};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Answers all tests, and says how to exit.
pub fn run(options: &Litmus) -> Exit {
    let watch = Watch::new(Limits { seconds: None, memory_bytes: None });
    watch.listen();
    let prepared =
        files::find(&options.files).and_then(|files| Ok((files, Models::load(options)?)));
    match prepared {
        Ok((files, models)) => answer_all(options, &files, &models, &watch),
        Err(rejection) => {
            complain(&rejection.render());
            Exit::BadInput
        }
    }
}

fn answer_all(options: &Litmus, files: &[PathBuf], models: &Models, watch: &Watch) -> Exit {
    let next = AtomicUsize::new(0);
    let printer = Mutex::new(Printer::default());
    std::thread::scope(|scope| {
        for _ in 0..workers(options.jobs).min(files.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(index) else { return };
                    let answered = answer(options, file, models, watch);
                    printer.lock().expect("no worker panics while it prints").add(index, answered);
                }
            });
        }
    });
    printer.into_inner().expect("no worker panics while it prints").exit
}

/// What is to be printed about one test.
struct Answered {
    said: String,
    complaint: String,
    exit: Exit,
}

/// Prints answers in the order of the files.
struct Printer {
    waiting: BTreeMap<usize, Answered>,
    printed: usize,
    exit: Exit,
}

impl Default for Printer {
    fn default() -> Printer {
        Printer { waiting: BTreeMap::new(), printed: 0, exit: Exit::Holds }
    }
}

impl Printer {
    fn add(&mut self, index: usize, answered: Answered) {
        self.waiting.insert(index, answered);
        while let Some(answered) = self.waiting.remove(&self.printed) {
            self.printed += 1;
            say(&answered.said);
            complain(&answered.complaint);
            if answered.exit.code() > self.exit.code() {
                self.exit = answered.exit;
            }
        }
    }
}

fn answer(options: &Litmus, file: &Path, models: &Models, watch: &Watch) -> Answered {
    let path = file.display().to_string();
    let start = Instant::now();
    let failed = |name: Option<&str>, reason: &str, complaint: String, exit: Exit| {
        let said = match options.format {
            Format::Text => String::new(),
            Format::Json => json_failure(&path, name, reason),
        };
        Answered { said, complaint, exit }
    };
    let source = match read(file) {
        Ok(source) => source,
        Err(rejection) => {
            return failed(None, "cannot be read", rejection.render(), Exit::BadInput);
        }
    };
    let read = ::litmus::parse(&source).and_then(|test| {
        let lowered = ::litmus::lower(&test, &source)?;
        Ok((test, lowered))
    });
    let (test, lowered) = match read {
        Ok(read) => read,
        Err(diagnostic) => {
            let message = diagnostic.message.clone();
            let rejection =
                Rejection::InText { path: path.clone(), text: source.clone(), diagnostic };
            return failed(None, &message, rejection.render(), Exit::BadInput);
        }
    };
    let model = match models.of(&test) {
        Ok(model) => model,
        Err(rejection) => {
            return failed(Some(&test.name), "no model", rejection.render(), Exit::BadInput);
        }
    };
    let go_on = || {
        let in_time = options.timeout.is_none_or(|limit| start.elapsed().as_secs_f64() < limit);
        in_time && watch.stop().is_none()
    };
    match candidates::run(&test, &lowered, model, &go_on) {
        Ok(outcome) => {
            let seconds = start.elapsed().as_secs_f64();
            let answer = Answer { file: &path, test: &test, outcome: &outcome, seconds };
            let said = match options.format {
                Format::Text => text(&answer),
                Format::Json => json(&answer),
            };
            Answered { said, complaint: String::new(), exit: Exit::Holds }
        }
        Err(refusal) => {
            let reason = refusal.to_string();
            let complaint = Rejection::new(format!("{path}: {reason}")).render();
            let exit = match refusal {
                Refusal::Stopped | Refusal::Unsupported(_) => Exit::Unknown,
                Refusal::Model(_) => Exit::BadInput,
            };
            failed(Some(&test.name), &reason, complaint, exit)
        }
    }
}
