//! What does a thread wait for, and who waits for whom?
//!
//! For a mutex it is the holder, for a thread's end that thread. In a function of the runtime,
//! the primitive that it waits in says what kind of object it is (`program::primitives`). For a
//! condition variable, the rest of the execution says why no signal came: there was none, or it
//! came before the wait began.

use crate::names::Names;
use answer::Violation;
use base::{Address, ThreadId};
use execution::Witness;
use execution::canonical::Action;
use execution::witness::{Step, ThreadEnd, ThreadStatus};

/// Who waits for whom, from the thread that was found waiting until it has been told for everyone
/// on the way. If that ends at an object, and not in a cycle, nobody is left to change it: then
/// the others are told, too, who wait for something that is no thread's end.
pub(crate) fn deadlock(names: &Names<'_>, violation: &Violation) -> String {
    let witness = &violation.witness;
    let mut text = violation.message.clone();
    let mut told: Vec<ThreadId> = Vec::new();
    let mut next = Some(violation.thread);
    let mut is_cycle = true;
    while let Some(thread) = next.filter(|thread| !told.contains(thread)) {
        let subject = if told.is_empty() { format!(": {thread}") } else { ", which".to_owned() };
        told.push(thread);
        let Some(end) = witness.threads.iter().find(|end| end.thread == thread) else {
            break;
        };
        next = match &end.status {
            ThreadStatus::WaitsForMutex { holder: other, .. }
            | ThreadStatus::WaitsForEnd(other) => Some(*other),
            _ => None,
        };
        match purpose(names, witness, end) {
            Some(purpose) => text.push_str(&format!("{subject} waits {purpose}")),
            None => text.push_str(&format!("{subject} has ended")),
        }
        is_cycle &= next.is_some();
    }
    for end in &witness.threads {
        let waits_for_thread = matches!(end.status, ThreadStatus::WaitsForEnd(_));
        if is_cycle || waits_for_thread || told.contains(&end.thread) {
            continue;
        }
        if let Some(purpose) = purpose(names, witness, end) {
            text.push_str(&format!("; {} waits {purpose}", end.thread));
        }
    }
    text
}

/// The words after "waits" for a thread that waits.
pub(crate) fn purpose(names: &Names<'_>, witness: &Witness, end: &ThreadEnd) -> Option<String> {
    match &end.status {
        ThreadStatus::WaitsForMutex { mutex, holder } => {
            Some(format!("for `{}`, held by {holder}", names.mutex(*mutex)))
        }
        ThreadStatus::WaitsForEnd(other) => Some(format!("for the end of {other}")),
        ThreadStatus::WaitsForObject(object) => {
            Some(purpose_of_call(names, witness, end.thread, *object))
        }
        ThreadStatus::Ended
        | ThreadStatus::EndedProgram
        | ThreadStatus::Failed(_)
        | ThreadStatus::Wrong
        | ThreadStatus::WaitsInLoop
        | ThreadStatus::LoopsForEver
        | ThreadStatus::StoppedByAssumption
        | ThreadStatus::StoppedByBound
        | ThreadStatus::Updating
        | ThreadStatus::Running
        | ThreadStatus::Unsupported(_) => None,
    }
}

/// The same for a thread that stands in front of an object.
fn purpose_of_call(
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
