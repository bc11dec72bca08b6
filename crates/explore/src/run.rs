//! Running a thread to its next request.

use crate::config::Config;
use crate::end::End;
use answer::Gap;
use base::Value;
use interp::{Block, Context, Objects, Request, Thread};
use program::Program;

/// How many jumps and calls a thread may make between two looks at its state. Many small numbers
/// divide it, so that a loop with one of these for its period is in the same state at both.
const PERIOD: u64 = LOOKS * BUDGET;
/// How often the monitor is looked at meanwhile.
const LOOKS: u64 = 8;
/// How many jumps and calls a thread may make between two looks at the monitor.
const BUDGET: u64 = 90_090;
const _: () = assert!(PERIOD == 720_720, "it has many divisors");

/// Runs a thread until its next request, looking up now and then.
pub(crate) fn run_thread(
    context: &Context<'_>,
    objects: &dyn Objects,
    thread: &mut Thread,
    answer: Option<Value>,
    poll: impl Fn(&Thread) -> Result<(), End>,
) -> Result<(), End> {
    let mut budget = BUDGET;
    match answer {
        Some(answer) => thread.resume(context, objects, answer, &mut budget),
        None => thread.start(context, objects, &mut budget),
    }
    let mut earlier: Option<Thread> = None;
    let mut pauses = 0u64;
    while *thread.request() == Request::Paused {
        poll(thread)?;
        pauses += 1;
        if pauses.is_multiple_of(LOOKS) {
            // A state that comes back without a visible operation comes back for ever (Brent).
            let is_back = |earlier: &Thread| earlier.goes_on_like(context.program, thread);
            if earlier.as_ref().is_some_and(is_back) {
                thread.block(Block::Diverged);
                return Ok(());
            }
            if (pauses / LOOKS).is_power_of_two() {
                earlier = Some(thread.clone());
            }
        }
        budget = BUDGET;
        thread.start(context, objects, &mut budget);
    }
    Ok(())
}

/// Why to give up, if a thread goes on for longer than is wanted.
pub(crate) fn endless(config: &Config, program: &Program, thread: &Thread) -> Option<Gap> {
    let goes_on = matches!(thread.request(), Request::Visible { .. })
        && config.endless.is_some_and(|most| thread.has_been_busy(most));
    goes_on.then(|| Gap::Endless { position: thread.whereabouts(program).in_loop })
}
