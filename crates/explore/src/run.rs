//! Running a thread to its next request.

use crate::tally::End;
use base::Value;
use interp::{Block, Context, Objects, Request, Thread};

/// How many jumps and calls a thread may make between two looks at the monitor. Many small numbers divide it, so that
/// a loop with one of these for its period is in the same state at both.
const BUDGET: u64 = 720_720;

/// Runs a thread until its next request, looking up now and then.
pub(crate) fn run_thread(
    context: &Context<'_>,
    objects: &dyn Objects,
    thread: &mut Thread,
    answer: Option<Value>,
    poll: impl Fn() -> Result<(), End>,
) -> Result<(), End> {
    let mut budget = BUDGET;
    match answer {
        Some(answer) => thread.resume(context, objects, answer, &mut budget),
        None => thread.start(context, objects, &mut budget),
    }
    let mut earlier: Option<Thread> = None;
    let mut pauses = 0u64;
    while *thread.request() == Request::Paused {
        poll()?;
        // A state that comes back without a visible operation comes back for ever (Brent).
        if earlier.as_ref().is_some_and(|earlier| earlier.goes_on_like(context.program, thread)) {
            thread.block(Block::Diverged);
            return Ok(());
        }
        pauses += 1;
        if pauses.is_power_of_two() {
            earlier = Some(thread.clone());
        }
        budget = BUDGET;
        thread.start(context, objects, &mut budget);
    }
    Ok(())
}
