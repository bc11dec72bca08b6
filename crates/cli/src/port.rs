//! `heddle port`: do these tests do something under the target that they do not do under the
//! source?
//!
//! Tests are answered by several workers, and printed in the order in which they were named, as
//! `heddle litmus` does it, whose crew this is. A test that cannot be read or answered is
//! complained about, and the others go on. With `--matrix`, each test is answered for all pairs of
//! models, and what is printed is how many are portable (`port/matrix`); without tests, the
//! smallest one is looked for that tells the models apart (`port/apart`). C programs are answered
//! in the same way, each file by itself (`port/one_program`), and with `--repair` made portable
//! (`port/repairing`).

mod apart;
mod matrix;
mod models;
mod one_program;
mod one_test;
mod repairing;
mod tally;

use crate::arguments::{Format, Port};
use crate::check::workers;
use crate::litmus::crew::{self, Work};
use crate::litmus::files;
use crate::litmus::printer::{Answered, Printer};
use crate::output::{complain, refuse};
use crate::watch::Watch;
use crate::{Exit, Rejection, watchdog};
use answer::Stop;
use matrix::Matrix;
use models::Models;
use report::{Limits, stopped};
use std::path::PathBuf;
use std::time::Instant;
use tally::{Kind, Tally};

/// Answers what is asked, and says how to exit.
pub fn run(options: &Port) -> Exit {
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
        Ok((files, models)) if files.is_empty() => {
            apart::run(options, &models, limits, &watch).unwrap_or_else(|error| refuse(&error))
        }
        Ok((files, models)) => {
            // From here on, each test has its own time.
            watch.forget_time();
            let tally = Tally::default();
            let task = Task { options, files, models, tally, limits, watch: &watch };
            let printer = Printer::new(task.files.len(), &watch);
            crew::answer_all(&task, workers(options.jobs), printer)
        }
        Err(rejection) => refuse(&rejection),
    }
}

/// Everything that comes before the first test.
fn prepare(options: &Port, watch: &Watch) -> Result<(Vec<PathBuf>, Models), Rejection> {
    if options.matrix.is_some() && options.files.is_empty() {
        return Err(Rejection::new("`--matrix` compares models on tests, and there are none"));
    }
    watch.enter("while it looked for tests");
    let found = match &options.files[..] {
        [] => Vec::new(),
        files => files::find(files)?,
    };
    let models = Models::load(options, watch)?;
    if options.matrix.is_none() {
        models::moving(options, models.pair(0, 1))?;
    }
    Ok((found, models))
}

/// What all tests have in common.
struct Task<'t> {
    options: &'t Port,
    files: Vec<PathBuf>,
    models: Models,
    tally: Tally,
    limits: Limits,
    watch: &'t Watch,
}

impl Task<'_> {
    fn is_matrix(&self) -> bool {
        self.options.matrix.is_some()
    }

    /// What is recorded of a test without an answer.
    fn unknown(&self) -> Vec<Kind> {
        let pairs = if self.is_matrix() { self.models.count().pow(2) } else { 1 };
        vec![Kind::Unknown; pairs]
    }

    /// Why to stop a test that was begun then, if it is time to.
    fn stop(&self, begun: Instant) -> Option<Stop> {
        let is_over = |limit: f64| begun.elapsed().as_secs_f64() >= limit;
        let time = self.limits.seconds.is_some_and(is_over).then_some(Stop::TimeLimit);
        time.or_else(|| self.watch.stop())
    }

    /// What to say of a test that was begun then and had to be stopped.
    fn reason(&self, begun: Instant) -> String {
        let stop = self.stop(begun).unwrap_or(Stop::Interrupt);
        format!("{} in this test", stopped(stop, self.limits))
    }
}

impl Work for Task<'_> {
    fn count(&self) -> usize {
        self.files.len()
    }

    fn answer(&self, index: usize) -> Answered {
        let (answered, kinds) = one_test::answer(self, &self.files[index]);
        self.tally.record(index, kinds);
        answered
    }

    fn is_late(&self, begun: Instant) -> bool {
        self.stop(begun).is_some()
    }

    fn left_behind(&self, index: usize, begun: Instant) -> Answered {
        let path = self.files[index].display().to_string();
        self.tally.record(index, self.unknown());
        one_test::not_answered(self, &path, None, &self.reason(begun), Exit::Unknown)
    }

    fn is_over(&self) -> bool {
        self.watch.stop() == Some(Stop::Interrupt)
    }

    /// The matrix, or for several tests how many were portable.
    fn conclusion(&self) -> String {
        let is_json = self.options.format() == Format::Json;
        let matrix = Matrix { tally: &self.tally, models: self.models.count() };
        match self.is_matrix() {
            true if is_json => matrix.json(&self.models.names()),
            true => matrix.text(&self.models.names()),
            false if is_json || self.files.len() < 2 => String::new(),
            false => self.tally.text(self.files.len()),
        }
    }
}
