//! Who answers which test, and what if one of them takes longer than it may?
//!
//! Workers take the next test that nobody has. A test notices by itself that its time is over,
//! nearly always. One that does not, because a single step of it takes so long, is left behind: it
//! counts as not answered, and another worker goes on with the others. What it computes after that
//! nobody sees, and the end of the process is its end.

use super::printer::{Answered, Printer};
use crate::Exit;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a test may take to stop by itself.
const GRACE: Duration = Duration::from_millis(400);
/// How often to look.
const INTERVAL: Duration = Duration::from_millis(20);

/// What the crew is to do.
pub(crate) trait Work: Sync {
    /// How many tests there are.
    fn count(&self) -> usize;
    fn answer(&self, index: usize) -> Answered;
    /// Whether the answer to a test that was begun then is late.
    fn is_late(&self, begun: Instant) -> bool;
    /// What to say of a test that is left behind.
    fn left_behind(&self, index: usize, begun: Instant) -> Answered;
    /// Whether nothing new is to be begun.
    fn is_over(&self) -> bool;
    /// What to say after all answers.
    fn conclusion(&self) -> String;
}

/// What the workers share.
struct Table<'w, W> {
    work: &'w W,
    next: AtomicUsize,
    /// When the tests were begun that are being answered.
    open: Mutex<BTreeMap<usize, Instant>>,
}

impl<W: Work> Table<'_, W> {
    /// What a worker does until there is nothing left, or it is left behind itself.
    fn serve(&self, answers: &Sender<(usize, Answered)>) {
        while !self.work.is_over() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.work.count() {
                return;
            }
            self.change(|open| open.insert(index, Instant::now()));
            let answered = self.work.answer(index);
            // Whoever receives has left only if nobody waits for answers any more.
            if self.change(|open| open.remove(&index)).is_none()
                || answers.send((index, answered)).is_err()
            {
                return;
            }
        }
    }

    fn change<T>(&self, change: impl FnOnce(&mut BTreeMap<usize, Instant>) -> T) -> T {
        change(&mut self.open.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The tests that should have stopped long ago; nobody waits for them from now on.
    fn leave_behind(&self, late: &mut BTreeMap<usize, Instant>) -> Vec<(usize, Instant)> {
        self.change(|open| {
            late.retain(|index, _| open.contains_key(index));
            for (index, begun) in &*open {
                if self.work.is_late(*begun) {
                    late.entry(*index).or_insert_with(Instant::now);
                } else {
                    late.remove(index);
                }
            }
            let is_due = |since: &Instant| since.elapsed() >= GRACE;
            let due = late.iter().filter(|(_, since)| is_due(since)).map(|(index, _)| *index);
            let due: Vec<usize> = due.collect();
            due.iter().filter_map(|index| open.remove_entry(index)).collect()
        })
    }
}

/// Has all tests answered and printed by so many workers.
pub(crate) fn answer_all<W: Work>(work: &W, workers: usize, mut printer: Printer) -> Exit {
    let table = Table { work, next: AtomicUsize::new(0), open: Mutex::default() };
    let (sender, answers) = channel();
    let mut sender = Some(sender);
    let mut late = BTreeMap::new();
    let mut were_left_behind = false;
    std::thread::scope(|scope| {
        let hire = |sender: Sender<(usize, Answered)>| {
            scope.spawn(|| {
                let sender = sender;
                table.serve(&sender);
            });
        };
        (0..workers.min(work.count())).for_each(|_| hire(sender.clone().expect("it is open")));
        loop {
            match answers.recv_timeout(INTERVAL) {
                Ok((index, answered)) => printer.add(index, answered),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    for (index, begun) in table.leave_behind(&mut late) {
                        were_left_behind = true;
                        printer.add(index, work.left_behind(index, begun));
                        sender.iter().cloned().for_each(hire);
                    }
                }
            }
            // Those who were left behind keep their senders, so that the end must be seen here.
            let is_idle = table.change(|open| open.is_empty());
            let is_done = table.next.load(Ordering::Relaxed) >= work.count() || work.is_over();
            if is_idle && is_done {
                sender = None;
                if were_left_behind {
                    break;
                }
            }
        }
        answers.try_iter().for_each(|(index, answered)| printer.add(index, answered));
        let exit = printer.finish(work.count(), &work.conclusion());
        if were_left_behind {
            std::process::exit(exit.code().into());
        }
        exit
    })
}
