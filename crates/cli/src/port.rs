//! `heddle port`: do these tests do something under the target that they do not do under the
//! source?
//!
//! Tests are answered by several workers, and printed in the order in which they were named, as
//! `heddle litmus` does it, whose crew this is. A test that cannot be read or answered is
//! complained about, and the others go on. With `--matrix`, each test is answered for all pairs of
//! models, and what is printed is how many are portable (`port/matrix`); without tests, the
//! smallest one is looked for that tells the models apart (`port/apart`).

mod apart;
mod matrix;
mod models;
mod one_test;

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
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Answers what is asked, and says how to exit.
pub fn run(options: &Port) -> Exit {
    let memory_bytes = options.memory.map(|mebibytes| mebibytes << 20);
    let limits = Limits { seconds: options.timeout, memory_bytes };
    let mut watch = Watch::new(limits);
    watch.listen();
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
            let matrix = options.matrix.as_ref().map(|_| Matrix::new(models.count()));
            let counts = Default::default();
            let task = Task { options, files, models, matrix, counts, limits, watch: &watch };
            let printer = Printer::new(task.files.len());
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
    Ok((found, models))
}

/// What all tests have in common.
struct Task<'t> {
    options: &'t Port,
    files: Vec<PathBuf>,
    models: Models,
    /// How many tests are portable, for each pair, if there are several pairs.
    matrix: Option<Matrix>,
    counts: Counts,
    limits: Limits,
    watch: &'t Watch,
}

/// How many tests were answered in which way.
#[derive(Default, Debug)]
struct Counts {
    portable: AtomicUsize,
    within_bound: AtomicUsize,
    not_portable: AtomicUsize,
    unknown: AtomicUsize,
}

impl Counts {
    fn text(&self, tests: usize) -> String {
        let count = |own: &AtomicUsize| own.load(Ordering::Relaxed);
        let bound = match count(&self.within_bound) {
            0 => String::new(),
            some => format!("{some} within the bound, "),
        };
        let (portable, not_portable) = (count(&self.portable), count(&self.not_portable));
        let unknown = count(&self.unknown);
        format!(
            "{tests} tests: {portable} portable, {bound}{not_portable} not portable, {unknown} unknown\n"
        )
    }
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
}

impl Work for Task<'_> {
    fn count(&self) -> usize {
        self.files.len()
    }

    fn answer(&self, index: usize) -> Answered {
        one_test::answer(self, &self.files[index])
    }

    fn is_late(&self, begun: Instant) -> bool {
        self.stop(begun).is_some()
    }

    fn left_behind(&self, index: usize, begun: Instant) -> Answered {
        let path = self.files[index].display().to_string();
        one_test::not_answered(self, &path, None, &self.reason(begun), Exit::Unknown)
    }

    fn is_over(&self) -> bool {
        self.watch.stop() == Some(Stop::Interrupt)
    }

    /// The matrix, or for several tests how many were portable.
    fn conclusion(&self) -> String {
        let is_json = self.options.format() == Format::Json;
        match &self.matrix {
            Some(matrix) if is_json => matrix.json(&self.models.names()),
            Some(matrix) => matrix.text(&self.models.names()),
            None if is_json || self.files.len() < 2 => String::new(),
            None => self.counts.text(self.files.len()),
        }
    }
}
