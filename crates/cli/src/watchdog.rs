//! What if a phase does not notice that it is time to stop? Then it is given up, with what is known
//! without it.
//!
//! Phases look at the [`Watch`] themselves where they can: explorations now and then, clang's
//! parent all the time, litmus tests between candidates. That gives the most complete answers. But
//! parsing, passes, the compilation of a model, or a single step of an exploration can take long,
//! too, and are not to be littered with questions about the time. So beside each phase a second
//! thread looks at the watch, and when it has been time to stop for a while, that thread prints the
//! answer that nothing more is known, and ends the process.

use crate::Exit;
use crate::progress::PhaseLine;
use crate::watch::Watch;
use answer::Stop;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long a phase may take to stop by itself.
const GRACE: Duration = Duration::from_millis(400);
/// How often to look.
const INTERVAL: Duration = Duration::from_millis(20);

/// Does some work, unless that takes longer than it may: then `give_up` prints what there is to
/// say, and the process ends.
pub(crate) fn beside<T>(
    watch: &Watch,
    give_up: impl FnOnce(Stop) -> Exit + Send,
    work: impl FnOnce() -> T,
) -> T {
    let (finished, end) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if let Some(stop) = overdue(watch, &end) {
                std::process::exit(give_up(stop).code().into());
            }
        });
        // Also dropped if the work panics. Whoever is giving up at this moment is waited for.
        let _finished = finished;
        work()
    })
}

/// Waits until the work is done (`None`), or it should long have stopped.
fn overdue(watch: &Watch, end: &Receiver<()>) -> Option<Stop> {
    let mut since: Option<Instant> = None;
    let mut line = PhaseLine::new(watch);
    loop {
        match end.recv_timeout(INTERVAL) {
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => line.show(),
        }
        match watch.stop() {
            None => since = None,
            Some(stop) if since.get_or_insert_with(Instant::now).elapsed() >= GRACE => {
                return Some(stop);
            }
            Some(_) => {}
        }
    }
}
