//! Several workers on one exploration, with the results of one.
//!
//! The tree of choices is cut into tasks, each a contiguous part of the sequential walk: a worker
//! that is asked gives away the end of what it has left. Tasks are replayed from the root, so
//! nothing is shared but short lists of numbers. The results are put together in the order of the
//! walk, and what comes after the first event that would have ended the sequential walk (a
//! violation, a discovery, a loop without an end) is thrown away; so counts and witness are the
//! same with any number of workers.

use crate::end::End;
use crate::exploration::Setting;
use crate::graph::{Explorer, Others, Task};
use answer::Found;
use interp::Discovery;
use models::Model;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A task that ended: where it started, how it ended, what it found.
struct Done {
    start: Vec<u32>,
    end: End,
    tally: Found,
}

#[derive(Default)]
struct State {
    queue: Vec<Task>,
    running: usize,
    done: Vec<Done>,
    /// Where the first task started that ended the exploration.
    cut: Option<Vec<u32>>,
    /// No worker should start anything any more.
    stopped: bool,
}

struct Pool {
    state: Mutex<State>,
    changed: Condvar,
    /// How many workers wait for a task.
    idle: AtomicUsize,
}

impl Pool {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next task; `None` when all are done.
    fn next(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            if let Some(task) = state.queue.pop() {
                state.running += 1;
                return Some(task);
            }
            if state.running == 0 {
                self.changed.notify_all();
                return None;
            }
            self.idle.fetch_add(1, Ordering::Relaxed);
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn finish(&self, done: Done) {
        let mut state = self.lock();
        state.running -= 1;
        match done.end {
            End::Violated | End::Endless | End::Discovered(_) => {
                if state.cut.as_ref().is_none_or(|cut| done.start < *cut) {
                    state.cut = Some(done.start.clone());
                }
            }
            End::Stopped(_) => state.stopped = true,
            End::Complete | End::Cancelled => {}
        }
        state.done.push(done);
        self.changed.notify_all();
    }
}

/// Wakes the others if a worker dies, so that its panic is seen and not waited for.
struct Watch<'a>(&'a Pool);

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().stopped = true;
            self.0.changed.notify_all();
        }
    }
}

impl Others for Pool {
    fn are_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
    }

    fn take(&self, task: Task) {
        self.lock().queue.push(task);
        self.changed.notify_one();
    }

    fn have_no_use_for(&self, task: &Task) -> bool {
        self.lock().cut.as_ref().is_some_and(|cut| *cut < task.start())
    }
}

/// Explores with several workers.
pub(crate) fn run<M: Model>(
    definition: &M::Definition,
    setting: Setting<'_>,
) -> Result<Found, Discovery> {
    let state = State { queue: vec![Task::default()], ..State::default() };
    let pool =
        Pool { state: Mutex::new(state), changed: Condvar::new(), idle: AtomicUsize::new(0) };
    std::thread::scope(|scope| {
        for worker in 0..setting.config.workers {
            let pool = &pool;
            scope.spawn(move || {
                let _watch = Watch(pool);
                let mut explorer = Explorer::<M>::new(definition, setting, worker);
                while let Some(task) = pool.next() {
                    let (end, tally) = if pool.have_no_use_for(&task) {
                        (End::Cancelled, Found::default())
                    } else {
                        explorer.run(&task, pool, None)
                    };
                    pool.finish(Done { start: task.start(), end, tally });
                }
            });
        }
    });
    let mut done = pool.state.into_inner().unwrap_or_else(PoisonError::into_inner).done;
    done.sort_by(|one, other| one.start.cmp(&other.start));
    let mut total = Found::default();
    for Done { end, tally, .. } in done {
        if let End::Discovered(discovery) = end {
            return Err(discovery);
        }
        total.append(tally);
        if matches!(end, End::Violated | End::Endless) {
            break;
        }
    }
    Ok(total)
}
