//! Is a formula faster than an exploration? Where an exploration takes long, the other way is tried
//! beside it, and whoever answers first is heard.
//!
//! Both answers are about all executions, so the verdict is the same whoever wins; of several
//! violations, they may show different ones. Whoever loses is stopped. A formula that has no such
//! answer (a loop was cut, something is not supported, too much memory) leaves the exploration
//! alone.

use crate::bounded::Rival;
use crate::watch::Guard;
use answer::{Answer, Monitor, Statistics, Stop};
use base::Whereabouts;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

/// An exploration in which a worker has seen so many executions is slow: up to a second.
const SLOW: u64 = 20_000;
/// Formulas of larger programs take too long and too much memory to be tried in passing.
const MOST_EVENTS: usize = 1_000;
/// So much memory is too much, in bytes.
const MOST_MEMORY: u64 = 2 << 30;

/// What the two know of each other.
struct Race {
    /// Lets the rival start; gone if it has, or need not any more.
    start: Mutex<Option<Sender<()>>>,
    is_over: AtomicBool,
    has_answer: AtomicBool,
}

impl Race {
    fn take_start(&self) -> Option<Sender<()>> {
        self.start.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Explores, and tries the rival beside it if that takes long. What the exploration has found, and
/// the answer of the rival if that came first.
pub(crate) fn explore<T>(
    rival: Option<&Rival<'_>>,
    guard: &Guard<'_>,
    explore: impl FnOnce(&dyn Monitor) -> T,
) -> (T, Option<(Answer, u32)>) {
    let Some(rival) = rival else { return (explore(guard), None) };
    let (start, started) = channel();
    let race = Race {
        start: Mutex::new(Some(start)),
        is_over: AtomicBool::new(false),
        has_answer: AtomicBool::new(false),
    };
    std::thread::scope(|scope| {
        let beside = scope.spawn(|| run(rival, &race, guard, started));
        let explored = {
            let _end = End(&race);
            explore(&Explorer { guard, race: &race })
        };
        let answer = beside.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (explored, answer)
    })
}

/// Ends a race, also if an exploration panics.
struct End<'r>(&'r Race);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
        drop(self.0.take_start());
    }
}

/// Waits for its start, and answers.
fn run(
    rival: &Rival<'_>,
    race: &Race,
    guard: &Guard<'_>,
    started: Receiver<()>,
) -> Option<(Answer, u32)> {
    started.recv().ok()?;
    let found = rival.answer(MOST_EVENTS, &Beside { guard, race });
    match found {
        Ok(answer) => {
            race.has_answer.store(answer.is_some(), Ordering::Relaxed);
            answer
        }
        Err(what) => {
            guard.interrupt(&format!(
                "a bug in Heddle: an execution that was found is none: {what}\n"
            ));
            None
        }
    }
}

/// Watches the exploration.
struct Explorer<'e> {
    guard: &'e Guard<'e>,
    race: &'e Race,
}

impl Monitor for Explorer<'_> {
    fn poll(&self, worker: usize, statistics: &Statistics) -> Option<Stop> {
        let stop = self.guard.poll(worker, statistics);
        if stop.is_some() {
            return stop;
        }
        if statistics.executions + statistics.blocked >= SLOW
            && let Some(start) = self.race.take_start()
        {
            // The rival waits for this as long as the race is on.
            let _ = start.send(());
        }
        self.race.has_answer.load(Ordering::Relaxed).then_some(Stop::SeenEnough)
    }

    fn stopped(&self, whereabouts: Whereabouts) {
        self.guard.stopped(whereabouts);
    }
}

/// Watches the rival.
struct Beside<'b> {
    guard: &'b Guard<'b>,
    race: &'b Race,
}

impl Monitor for Beside<'_> {
    fn poll(&self, _: usize, _: &Statistics) -> Option<Stop> {
        if self.race.is_over.load(Ordering::Relaxed) {
            return Some(Stop::SeenEnough);
        }
        if answer::memory::resident().is_some_and(|used| used >= MOST_MEMORY) {
            return Some(Stop::MemoryLimit);
        }
        self.guard.watch.stop()
    }

    fn stopped(&self, _: Whereabouts) {}
}
