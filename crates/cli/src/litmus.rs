//! `heddle litmus`: what are the outcomes of these tests under this model?
//!
//! Tests are answered by several workers, and printed in the order in which they were named. A test
//! that cannot be read or answered is complained about, and the others go on.

pub(crate) mod crew;
pub(crate) mod files;
mod model;
pub(crate) mod pictures;
pub(crate) mod printer;

use crate::arguments::{Format, Litmus, LitmusEngine};
use crate::check::workers;
use crate::input::read;
use crate::output::{complain, refuse};
use crate::watch::Watch;
use crate::{Exit, Rejection, watchdog};
use answer::Stop;
use bmc::NoOutcome;
use candidates::Refusal;
use crew::Work;
use model::Models;
use printer::{Answered, Printer};
use report::litmus::{Answer, Comparison, Recorded, json, json_failure, text};
use report::{Limits, stopped};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Answers all tests, and says how to exit.
pub fn run(options: &Litmus) -> Exit {
    let limits = options.limited.limits();
    let mut watch = Watch::of(options.limited);
    let prepared = watchdog::beside(
        &watch,
        |stop| {
            complain(
                &Rejection::new(format!("{} {}", stopped(stop, limits), watch.phase())).render(),
            );
            Exit::Unknown
        },
        || prepare(options, &watch),
    );
    match prepared {
        Ok((files, models, recorded)) => {
            // From here on, each test has its own time.
            watch.forget_time();
            let task = Task { options, files, models, recorded, limits, watch: &watch };
            let printer = Printer::new(task.files.len(), &watch);
            crew::answer_all(&task, workers(options.jobs), printer)
        }
        Err(rejection) => refuse(&rejection),
    }
}

/// Everything that comes before the first test: which there are, the models, and what to compare
/// with.
fn prepare(
    options: &Litmus,
    watch: &Watch,
) -> Result<(Vec<PathBuf>, Models, Option<Recorded>), Rejection> {
    if options.engine == LitmusEngine::Bmc && options.show.is_some() {
        let message = "`--engine bmc` draws no pictures";
        return Err(Rejection::with_help(message.to_owned(), "`--engine candidates` does"));
    }
    if options.engine == LitmusEngine::Candidates && options.condition_only {
        let message = "`--engine candidates` finds all final states, and no less";
        let help = "`--condition-only` goes with `--engine bmc`";
        return Err(Rejection::with_help(message.to_owned(), help));
    }
    watch.enter("while it looked for tests");
    let files = files::find(&options.files)?;
    watch.enter("while it read the log");
    let recorded = options.compare.as_deref().map(read).transpose()?;
    let recorded = recorded.map(|log| Recorded::parse(&log));
    let name = options.model.as_deref();
    watch.enter(name.map_or("while it read models".to_owned(), |name| {
        format!("while it read the model {name}")
    }));
    Ok((files, Models::load(options)?, recorded))
}

/// What all tests have in common.
struct Task<'t> {
    options: &'t Litmus,
    files: Vec<PathBuf>,
    models: Models,
    /// What to compare with.
    recorded: Option<Recorded>,
    limits: Limits,
    watch: &'t Watch,
}

impl Task<'_> {
    /// Why to stop a test that was begun then, if it is time to.
    fn stop(&self, begun: Instant) -> Option<Stop> {
        let is_over = |limit: f64| begun.elapsed().as_secs_f64() >= limit;
        let time = self.limits.seconds.is_some_and(is_over).then_some(Stop::TimeLimit);
        time.or_else(|| self.watch.stop())
    }

    /// What to say of a test that was begun then and had to be stopped.
    fn reason(&self, begun: Instant) -> String {
        let stop = self.stop(begun).unwrap_or(Stop::Interrupt);
        format!("{} in this litmus test", stopped(stop, self.limits))
    }

    fn failed(
        &self,
        path: &str,
        name: Option<&str>,
        reason: &str,
        complaint: String,
        exit: Exit,
    ) -> Answered {
        let said = match self.options.format {
            Format::Text => String::new(),
            Format::Json => json_failure(path, name, reason),
        };
        Answered { said, complaint, exit }
    }
}

impl Work for Task<'_> {
    fn count(&self) -> usize {
        self.files.len()
    }

    fn answer(&self, index: usize) -> Answered {
        answer(self, &self.files[index])
    }

    fn is_late(&self, begun: Instant) -> bool {
        self.stop(begun).is_some()
    }

    fn left_behind(&self, index: usize, begun: Instant) -> Answered {
        let path = self.files[index].display().to_string();
        let reason = self.reason(begun);
        let complaint = Rejection::new(format!("{path}: {reason}")).render();
        self.failed(&path, None, &reason, complaint, Exit::Unknown)
    }

    fn is_over(&self) -> bool {
        self.watch.stop() == Some(Stop::Interrupt)
    }

    fn conclusion(&self) -> String {
        String::new()
    }
}

fn answer(task: &Task<'_>, file: &Path) -> Answered {
    let Task { options, models, recorded, .. } = task;
    let path = file.display().to_string();
    let start = Instant::now();
    let failed = |name: Option<&str>, reason: &str, complaint: String, exit: Exit| {
        task.failed(&path, name, reason, complaint, exit)
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
    let go_on = || task.stop(start).is_none();
    let show = options.show.map_or(candidates::Show::None, pictures::wanted);
    let found = match options.engine {
        LitmusEngine::Candidates => {
            candidates::run_and_draw(&test, &lowered, model, show, &go_on).map_err(NoOutcome::from)
        }
        LitmusEngine::Bmc => {
            let settings = bmc::Settings {
                method: options.ways.method(options.solver),
                states: match options.condition_only {
                    true => bmc::States::Deciding,
                    false => bmc::States::All,
                },
                ..bmc::Settings::default()
            };
            let model = bmc::Model::new(model.program());
            let found = bmc::run(&test, &lowered, &model, settings, &go_on);
            found.map(|outcome| (outcome, Vec::new()))
        }
    };
    match found {
        Ok((outcome, drawings)) => {
            if let Err(rejection) =
                pictures::write(options.output.as_deref(), &test.name, &drawings, &options.files)
            {
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
        Err(NoOutcome::Broken(what)) => {
            let reason = "a bug in Heddle: an execution that was found is none";
            let complaint = Rejection::new(format!("{path}: {reason}: {what}")).render();
            failed(Some(&test.name), reason, complaint, Exit::OurBug)
        }
        Err(NoOutcome::Refused(refusal)) => {
            let reason = match refusal {
                Refusal::Stopped => task.reason(start),
                Refusal::Unsupported(_) | Refusal::Model(_) => refusal.to_string(),
            };
            let complaint = Rejection::new(format!("{path}: {reason}")).render();
            let exit = match refusal {
                Refusal::Stopped | Refusal::Unsupported(_) => Exit::Unknown,
                Refusal::Model(_) => Exit::BadInput,
            };
            failed(Some(&test.name), &reason, complaint, exit)
        }
    }
}
