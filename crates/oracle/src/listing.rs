//! All small programs of each vocabulary on several workers, the smaller ones first.

use crate::{Comparison, STATES};
use oracle::case::Case;
use oracle::compare::Outcome;
use oracle::exhaustive::programs::{self, Largest};
use oracle::exhaustive::vocabulary::Vocabulary;
use oracle::lower::lower;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What to run.
#[derive(Debug)]
pub(crate) struct Listing {
    pub(crate) comparison: Comparison,
    pub(crate) vocabularies: Vec<Vocabulary>,
    pub(crate) largest: Largest,
    pub(crate) workers: usize,
    /// One program of so many is compared, and which of them.
    pub(crate) every: usize,
    pub(crate) first: usize,
    /// How many steps brute force may take under one model.
    pub(crate) steps: u64,
    /// How long each vocabulary may take.
    pub(crate) time: Option<Duration>,
    /// Whether the first difference ends the process.
    pub(crate) stops: bool,
}

/// So many differences of a vocabulary say it all.
const ENOUGH: usize = 3;

/// What came of a vocabulary.
#[derive(Default, Debug)]
struct Tally {
    programs: usize,
    models: usize,
    skipped: usize,
    violated: usize,
    most_executions: usize,
    differences: usize,
    /// The most statements of which all programs were compared.
    complete: usize,
}

impl Listing {
    /// Returns whether all agree.
    pub(crate) fn run(&self) -> bool {
        std::panic::set_hook(Box::new(|_| {}));
        println!(
            "| vocabulary | statements | programs | violated | models in all | most executions | not compared | seconds | differences |"
        );
        println!("|---|---|---|---|---|---|---|---|---|");
        let mut agrees = true;
        let mut all = 0;
        for vocabulary in &self.vocabularies {
            let started = Instant::now();
            let tally = self.list(vocabulary, started);
            agrees &= tally.differences == 0;
            all += tally.programs;
            println!(
                "| {} | {} | {} | {} | {} | {} | {} | {:.0} | {} |",
                vocabulary.name,
                tally.complete,
                tally.programs,
                tally.violated,
                tally.models,
                tally.most_executions,
                tally.skipped,
                started.elapsed().as_secs_f64(),
                tally.differences
            );
        }
        println!("{all} programs");
        agrees
    }

    fn list(&self, vocabulary: &Vocabulary, started: Instant) -> Tally {
        let tally = Mutex::new(Tally::default());
        for statements in 1..=self.largest.statements {
            let finished = AtomicUsize::new(0);
            std::thread::scope(|scope| {
                for worker in 0..self.workers {
                    let (tally, finished) = (&tally, &finished);
                    let stack = std::thread::Builder::new().stack_size(crate::STACK);
                    let work = move || {
                        if self.work(vocabulary, statements, worker, tally, started) {
                            finished.fetch_add(1, Ordering::Relaxed);
                        }
                    };
                    stack.spawn_scoped(scope, work).expect("a thread can be created");
                }
            });
            if finished.load(Ordering::Relaxed) < self.workers {
                break;
            }
            tally.lock().unwrap_or_else(PoisonError::into_inner).complete = statements;
        }
        tally.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compares a worker's share of the programs with so many statements. Returns whether it came
    /// to the end.
    fn work(
        &self,
        vocabulary: &Vocabulary,
        statements: usize,
        worker: usize,
        tally: &Mutex<Tally>,
        started: Instant,
    ) -> bool {
        let mut number = 0;
        programs::visit(vocabulary, statements, self.largest, &mut |words| {
            number += 1;
            if number % self.every != self.first % self.every
                || number / self.every % self.workers != worker
            {
                return true;
            }
            let case = programs::case(vocabulary, words);
            let outcome = self.compare(&case);
            let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
            tally.programs += 1;
            match outcome {
                Outcome::Agreement { models, executions, violated } => {
                    tally.models += models;
                    tally.violated += usize::from(violated);
                    tally.most_executions = tally.most_executions.max(executions);
                }
                Outcome::Skipped => tally.skipped += 1,
                Outcome::Difference(what) => {
                    tally.differences += 1;
                    let seconds = started.elapsed().as_secs_f64();
                    println!("{} after {seconds:.1} s: {what}", vocabulary.name);
                    println!("{:?}\n{}", case.threads, program::text::print(&lower(&case)));
                    if self.stops {
                        std::process::exit(1);
                    }
                }
            }
            tally.differences < ENOUGH && self.time.is_none_or(|time| started.elapsed() < time)
        })
    }

    fn compare(&self, case: &Case) -> Outcome {
        let compared = catch_unwind(|| match self.comparison {
            Comparison::Judged => oracle::judged::compare(case, STATES),
            other => other.compare(case, 0, self.steps),
        });
        compared.unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
            Outcome::Difference(format!("a panic: {}", message.unwrap_or("?")))
        })
    }
}
