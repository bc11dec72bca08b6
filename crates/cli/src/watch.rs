//! When is it time to stop? The limits of time and memory, and Ctrl-C.

use crate::arguments::Limited;
use crate::output::complain;
use crate::progress::{Progress, Style};
use answer::{Monitor, Statistics, Stop};
use base::Whereabouts;
use report::Limits;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long to wait between two looks at the memory in use.
const MEMORY_INTERVAL: Duration = Duration::from_millis(20);

/// Watches a run from its start.
#[derive(Debug)]
pub struct Watch {
    start: Instant,
    limits: Limits,
    interrupted: Arc<AtomicBool>,
    /// When the memory was last looked at, in milliseconds since the start.
    last_look: AtomicU64,
    /// Whether it was too much then.
    is_over: AtomicBool,
    /// What is being done, for whoever asks why it takes so long.
    phase: Mutex<String>,
    /// Whether to show that, since nothing better is known of how far it is.
    shows_phase: AtomicBool,
    /// How to show how far it is, if at all.
    style: Option<Style>,
}

impl Watch {
    /// Starts the clock, and listens to signals.
    pub fn of(limited: Limited) -> Watch {
        let watch = Watch::quiet(limited.limits());
        watch.listen();
        Watch { style: Style::of(limited.progress), ..watch }
    }

    /// Starts the clock. Nobody is told how far it is.
    pub fn quiet(limits: Limits) -> Watch {
        Watch {
            start: Instant::now(),
            limits,
            style: None,
            interrupted: Arc::default(),
            last_look: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            phase: Mutex::default(),
            shows_phase: AtomicBool::new(true),
        }
    }

    /// From now on, whoever works says how far it is.
    pub(crate) fn hide_phase(&self) {
        self.shows_phase.store(false, Ordering::Relaxed);
    }

    pub(crate) fn shows_phase(&self) -> bool {
        self.shows_phase.load(Ordering::Relaxed)
    }

    /// How to show how far it is, if at all.
    pub(crate) fn style(&self) -> Option<Style> {
        self.style
    }

    /// From now on the first Ctrl-C stops the run, which still reports what it found; the second
    /// one ends the process.
    fn listen(&self) {
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            // The order matters: the second signal finds the flag set by the first.
            let status = 128 + signal;
            let conditional =
                flag::register_conditional_shutdown(signal, status, Arc::clone(&self.interrupted));
            let set = flag::register(signal, Arc::clone(&self.interrupted));
            // Where signals cannot be caught, they end the process as they always do.
            let _ = (conditional, set);
        }
    }

    /// Nobody is in a hurry any more.
    pub fn forget_time(&mut self) {
        self.limits.seconds = None;
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Why to stop now, if it is time to.
    pub fn stop(&self) -> Option<Stop> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Some(Stop::Interrupt);
        }
        let elapsed = self.elapsed();
        if self.limits.seconds.is_some_and(|limit| elapsed.as_secs_f64() >= limit) {
            return Some(Stop::TimeLimit);
        }
        let limit = self.limits.memory_bytes?;
        let now = elapsed.as_millis() as u64;
        let last = self.last_look.load(Ordering::Relaxed);
        if now >= last + MEMORY_INTERVAL.as_millis() as u64 {
            self.last_look.store(now, Ordering::Relaxed);
            let is_over = answer::memory::resident().is_some_and(|used| used >= limit);
            self.is_over.store(is_over, Ordering::Relaxed);
        }
        self.is_over.load(Ordering::Relaxed).then_some(Stop::MemoryLimit)
    }

    /// From now on this is being done: `while …`.
    pub fn enter(&self, phase: impl Into<String>) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase.into();
    }

    /// What is being done.
    pub fn phase(&self) -> String {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Watches an exploration and shows how far it is.
#[derive(Debug)]
pub struct Guard<'a> {
    pub watch: &'a Watch,
    pub progress: Option<Progress>,
    /// How far each worker was when it last looked up.
    workers: Mutex<Vec<Statistics>>,
    /// Where a thread was when the exploration stopped.
    whereabouts: Mutex<Option<Whereabouts>>,
}

impl Guard<'_> {
    pub fn new(watch: &Watch, progress: Option<Progress>) -> Guard<'_> {
        Guard { watch, progress, workers: Mutex::default(), whereabouts: Mutex::default() }
    }

    /// How far all workers together were when they last looked up.
    pub fn statistics(&self) -> Statistics {
        let mut total = Statistics::default();
        let workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        workers.iter().for_each(|worker| total.add(worker));
        total
    }

    /// Says something on stderr, in place of the line that says how far the exploration is.
    pub fn interrupt(&self, text: &str) {
        let clear = self.progress.as_ref().map_or("", Progress::clear);
        complain(&format!("{clear}{text}"));
    }

    /// Where a thread was when the exploration stopped, if it did.
    pub fn whereabouts(&self) -> Option<Whereabouts> {
        *self.whereabouts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Monitor for Guard<'_> {
    fn poll(&self, worker: usize, statistics: &Statistics) -> Option<Stop> {
        if let Some(progress) = &self.progress {
            progress.show(worker, statistics);
        }
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        if workers.len() <= worker {
            workers.resize(worker + 1, Statistics::default());
        }
        workers[worker] = *statistics;
        drop(workers);
        self.watch.stop()
    }

    fn stopped(&self, whereabouts: Whereabouts) {
        let mut first = self.whereabouts.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(whereabouts);
    }
}
