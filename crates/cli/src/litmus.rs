//! `heddle litmus`: what are the outcomes of these tests under this model?
//!
//! Tests are answered by several workers, and printed in the order in which they were named. A test that cannot be read or answered is complained about, and the others go on.

mod files;
mod model;
mod pictures;
mod printer;

use crate::arguments::{Format, Litmus};
use crate::check::workers;
use crate::input::read;
use crate::output::refuse;
use crate::watch::Watch;
use crate::{Exit, Rejection, contradictions};
use candidates::Refusal;
use model::Models;
use printer::{Answered, Printer};
use report::Limits;
use report::litmus::{Answer, Comparison, Recorded, json, json_failure, text};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Answers all tests, and says how to exit.
pub fn run(options: &Litmus) -> Exit {
    let watch = Watch::new(Limits { seconds: None, memory_bytes: None });
    watch.listen();
    if let Some(rejection) = contradictions::of_litmus(options) {
        return refuse(&rejection);
    }
    let prepared = files::find(&options.files).and_then(|files| {
        let recorded = options.compare.as_deref().map(read).transpose()?;
        let recorded = recorded.map(|log| Recorded::parse(&log));
        let task = Task { options, models: Models::load(options)?, recorded, watch: &watch };
        Ok((files, task))
    });
    match prepared {
        Ok((files, task)) => answer_all(&files, &task),
        Err(rejection) => refuse(&rejection),
    }
}

/// What all tests have in common.
struct Task<'t> {
    options: &'t Litmus,
    models: Models,
    /// What to compare with.
    recorded: Option<Recorded>,
    watch: &'t Watch,
}

fn answer_all(files: &[PathBuf], task: &Task<'_>) -> Exit {
    let next = AtomicUsize::new(0);
    let printer = Mutex::new(Printer::new(files.len()));
    std::thread::scope(|scope| {
        for _ in 0..workers(task.options.jobs).min(files.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(index) else { return };
                    let answered = answer(task, file);
                    printer.lock().expect("no worker panics while it prints").add(index, answered);
                }
            });
        }
    });
    printer.into_inner().expect("no worker panics while it prints").finish()
}

fn answer(task: &Task<'_>, file: &Path) -> Answered {
    let Task { options, models, recorded, watch } = task;
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
    let show = pictures::wanted(options.show);
    match candidates::run_and_draw(&test, &lowered, model, show, &go_on) {
        Ok((outcome, drawings)) => {
            if let Err(rejection) = pictures::write(options.output.as_deref(), &test.name, &drawings, &options.files) {
                return failed(Some(&test.name), "no picture", rejection.render(), Exit::BadInput);
            }
            let seconds = start.elapsed().as_secs_f64();
            let answer = Answer { file: &path, test: &test, outcome: &outcome, seconds };
            let (said, exit) = match (recorded, options.format) {
                (Some(recorded), _) => match recorded.compare(&test.name, &outcome) {
                    Comparison::Same => (String::new(), Exit::Holds),
                    Comparison::Different(lines) => (lines, Exit::Violated),
                    Comparison::NotRecorded => {
                        (format!("{}: not in the log\n", test.name), Exit::Violated)
                    }
                },
                (None, Format::Text) => (text(&answer), Exit::Holds),
                (None, Format::Json) => (json(&answer), Exit::Holds),
            };
            if recorded.is_none() && outcome.is_empty() {
                let message = format!(
                    "{path}: no execution of this test is possible, so that its condition is about nothing"
                );
                let complaint = Rejection::new(message).render();
                return Answered { said, complaint, exit: Exit::BadInput };
            }
            Answered { said, complaint: String::new(), exit }
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
