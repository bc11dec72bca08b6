//! What does a thread wait for that waits in a function of the runtime?
//!
//! The primitive that it waits in says what kind of object it is (`program::primitives`). For a
//! condition variable, the rest of the execution says why no signal came: there was none, or it
//! came before the wait began.

use crate::names::Names;
use base::{Address, ThreadId};
use execution::Witness;
use execution::canonical::Action;
use execution::witness::Step;

/// The words after "waits" for a thread that stands in front of an object.
pub(crate) fn purpose(
    names: &Names<'_>,
    witness: &Witness,
    thread: ThreadId,
    object: Address,
) -> String {
    let name = names.object_of_library(object);
    let last = witness.steps.iter().rev().find(|step| step.event.thread == thread);
    match last.map(|step| step.function.as_str()) {
        Some("heddle.end_wait") if name.starts_with("heddle.futexes") => {
            format!("for a wake-up of its futex, {}", why_no_signal(witness, thread, object))
        }
        Some("heddle.end_wait") => {
            format!("for a signal on `{name}`, {}", why_no_signal(witness, thread, object))
        }
        Some("heddle.take") => format!("for the semaphore `{name}`"),
        Some("heddle.await_at_least") => format!("at the barrier `{name}` for others to arrive"),
        Some("heddle.read_lock") => format!("for `{name}`, to read"),
        Some("heddle.write_lock") => format!("for `{name}`, to write"),
        Some("heddle.await_other") => format!("for the function that `{name}` lets run once"),
        _ => format!("for `{name}` to change"),
    }
}

/// Why nobody wakes a thread that waits for a signal.
fn why_no_signal(witness: &Witness, thread: ThreadId, condition: Address) -> &'static str {
    let is_about = |step: &Step| match step.action {
        Action::Read { cell, .. } | Action::Write { cell, .. } => cell.address == condition,
        _ => false,
    };
    let last = |is_it: &dyn Fn(&Step) -> bool| {
        witness.steps.iter().rposition(|step| is_about(step) && is_it(step))
    };
    let begin = last(&|step| step.event.thread == thread && step.function == "heddle.begin_wait");
    let signal =
        last(&|step| matches!(step.function.as_str(), "heddle.signal" | "heddle.broadcast"));
    match signal {
        None => "and nobody sends one",
        Some(_) if signal < begin => "and the last one came before it began to wait",
        Some(_) => "and the signals since then woke others",
    }
}
