//! Many random programs on several workers: one of each family after the other, until there are
//! enough, or the time is over.

use crate::Comparison;
use crate::summary::{Tally, print_table, write_summary};
use oracle::case::Case;
use oracle::compare::Outcome;
use oracle::generate::{Family, case};
use oracle::lower::lower;
use oracle::shrink::shrink;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Length {
    /// So many programs of each family.
    Programs(u64),
    Time(Duration),
}

/// What to run.
#[derive(Debug)]
pub(crate) struct Campaign {
    pub(crate) comparison: Comparison,
    pub(crate) first: u64,
    pub(crate) length: Length,
    pub(crate) workers: usize,
    /// How many steps brute force may take under one model.
    pub(crate) steps: u64,
    pub(crate) families: Vec<Family>,
    /// How much memory the process may use, in bytes.
    pub(crate) memory: u64,
    /// Where the lines of JSON go.
    pub(crate) summary: Option<String>,
    /// Whether the first difference ends the process.
    pub(crate) stops: bool,
}

/// So many differences of a family say it all: no more of its programs are compared.
const ENOUGH: usize = 3;

/// How often to look at the memory in use.
const LOOK: Duration = Duration::from_millis(50);

impl Campaign {
    /// Returns whether all agree.
    pub(crate) fn run(&self) -> bool {
        std::panic::set_hook(Box::new(|_| {}));
        let started = Instant::now();
        let next = AtomicU64::new(0);
        let tallies = Mutex::new(vec![Tally::default(); self.families.len()]);
        let underway = Mutex::new(Vec::new());
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let workers = (0..self.workers).map(|_| {
                let worker = std::thread::Builder::new().stack_size(crate::STACK);
                let work = || self.work(started, &next, &tallies, &underway);
                worker.spawn_scoped(scope, work).expect("a thread can be created")
            });
            let workers: Vec<_> = workers.collect();
            scope.spawn(|| self.watch_memory(started, &is_over, &tallies, &underway));
            let panics = workers.into_iter().filter_map(|worker| worker.join().err()).count();
            is_over.store(true, Ordering::Relaxed);
            assert_eq!(panics, 0, "a comparison's panic is a difference");
        });
        self.report(started, &tallies)
    }

    /// Ends the process with its report if a program takes too much memory, and names it: nothing
    /// else can stop a comparison from outside.
    fn watch_memory(
        &self,
        started: Instant,
        is_over: &AtomicBool,
        tallies: &Mutex<Vec<Tally>>,
        underway: &Mutex<Vec<(Family, u64)>>,
    ) {
        while !is_over.load(Ordering::Relaxed) {
            if answer::memory::resident().is_some_and(|used| used > self.memory) {
                let underway = underway.lock().unwrap_or_else(PoisonError::into_inner);
                for (family, seed) in underway.iter() {
                    println!("too much memory: {} seed {seed}", family.name());
                }
                self.report(started, tallies);
                std::process::exit(1);
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Prints and writes what was compared. Returns whether all agree.
    fn report(&self, started: Instant, tallies: &Mutex<Vec<Tally>>) -> bool {
        let tallies = tallies.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let named: Vec<(Family, Tally)> = self.families.iter().copied().zip(tallies).collect();
        println!(
            "{} from seed {}, {:.0} s on {} workers",
            self.comparison.name(),
            self.first,
            started.elapsed().as_secs_f64(),
            self.workers
        );
        print_table(&named);
        if let Some(file) = &self.summary
            && let Err(problem) = write_summary(file, self.comparison, self.first, &named)
        {
            eprintln!("{file}: {problem}");
        }
        named.iter().all(|(_, tally)| tally.differences.is_empty())
    }

    fn work(
        &self,
        started: Instant,
        next: &AtomicU64,
        tallies: &Mutex<Vec<Tally>>,
        underway: &Mutex<Vec<(Family, u64)>>,
    ) {
        let underway = || underway.lock().unwrap_or_else(PoisonError::into_inner);
        let families = self.families.len() as u64;
        let tallies = || tallies.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let is_over = match self.length {
                Length::Programs(programs) => index >= programs * families,
                Length::Time(time) => started.elapsed() >= time,
            };
            if is_over {
                return;
            }
            let which = (index % families) as usize;
            let (family, seed) = (self.families[which], self.first + index / families);
            if tallies()[which].differences.len() >= ENOUGH {
                continue;
            }
            let begun = Instant::now();
            underway().push((family, seed));
            let random = case(family, self.comparison.size(), seed);
            let outcome = self.compare(&random, seed);
            let time = begun.elapsed();
            let difference = match &outcome {
                Outcome::Difference(what) => {
                    Some(self.tell(family, seed, &random, what, started.elapsed()))
                }
                Outcome::Agreement { .. } | Outcome::Skipped => None,
            };
            underway().retain(|other| *other != (family, seed));
            tallies()[which].add(&random, &outcome, time, difference);
        }
    }

    fn compare(&self, case: &Case, seed: u64) -> Outcome {
        let compared = catch_unwind(|| self.comparison.compare(case, seed, self.steps));
        compared.unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
            Outcome::Difference(format!("a panic: {}", message.unwrap_or("?")))
        })
    }

    /// Makes a failing case small, and prints it. Returns what differs in one line.
    fn tell(&self, family: Family, seed: u64, case: &Case, what: &str, after: Duration) -> String {
        let seconds = after.as_secs_f64();
        println!("{} seed {seed}, after {seconds:.1} s: {what}", family.name());
        if self.stops {
            std::process::exit(1);
        }
        let fails = |case: &Case| matches!(self.compare(case, seed), Outcome::Difference(_));
        let small = shrink(case, &fails);
        if let Outcome::Difference(what) = self.compare(&small, seed) {
            println!("the smallest: {what}");
        }
        println!("{small:?}\n{}", program::text::print(&lower(&small)));
        format!("seed {seed}: {what}")
    }
}
