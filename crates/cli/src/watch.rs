//! When is it time to stop? The limits of time and memory, and Ctrl-C.

use crate::memory;
use crate::progress::Progress;
use explore::{Monitor, Statistics, Stop};
use report::Limits;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
}

impl Watch {
    /// Starts the clock.
    pub fn new(limits: Limits) -> Watch {
        Watch {
            start: Instant::now(),
            limits,
            interrupted: Arc::default(),
            last_look: AtomicU64::new(0),
        }
    }

    /// From now on the first Ctrl-C stops the run, which still reports what it found; the second one ends the process.
    pub fn listen(&self) {
        for signal in [SIGINT, SIGTERM] {
            // The order matters: the second signal finds the flag set by the first.
            let status = 128 + signal;
            let conditional =
                flag::register_conditional_shutdown(signal, status, Arc::clone(&self.interrupted));
            let set = flag::register(signal, Arc::clone(&self.interrupted));
            // Where signals cannot be caught, they end the process as they always do.
            let _ = (conditional, set);
        }
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
        if now < last + MEMORY_INTERVAL.as_millis() as u64 {
            return None;
        }
        self.last_look.store(now, Ordering::Relaxed);
        memory::resident().filter(|used| *used >= limit).map(|_| Stop::MemoryLimit)
    }
}

/// Watches an exploration and shows how far it is.
#[derive(Debug)]
pub struct Guard<'a> {
    pub watch: &'a Watch,
    pub progress: Option<Progress>,
}

impl Monitor for Guard<'_> {
    fn poll(&self, worker: usize, statistics: &Statistics) -> Option<Stop> {
        if let Some(progress) = &self.progress {
            progress.show(self.watch.elapsed(), worker, statistics);
        }
        self.watch.stop()
    }
}
