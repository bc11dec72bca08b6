//! S7, S8 and S9: threads that wait for each other, are held, or spin, where nothing moves any
//! more.

use crate::finished::{Finished, Status, Thread};
use crate::judge::Finding;
use crate::rules::Rule;
use base::{ThreadId, ViolationKind};
use execution::canonical::Action;
use execution::{ReadKind, WriteKind};

pub(super) fn find(finished: &Finished, liveness: bool) -> Vec<Finding> {
    let is_stuck_in_block = finished.threads.iter().any(|thread| thread.is_in_block);
    let mut findings = Vec::new();
    if !is_stuck_in_block {
        let waits = |thread: &&Thread| waits_for_ever(finished, thread.id);
        let waiting = finished.threads.iter().filter(waits);
        findings.extend(waiting.map(|it| deadlock(Rule::Deadlock, it)));
    }
    if !is_at_rest(finished) {
        return findings;
    }
    if !is_stuck_in_block && !finished.has_main_returned() {
        let is_held = |it: &&Thread| matches!(it.status, Status::Locks { .. } | Status::Calls);
        let held = finished.threads.iter().filter(is_held);
        findings.extend(held.map(|it| deadlock(Rule::DeadlockAtRest, it)));
    }
    if liveness {
        findings.extend(finished.threads.iter().filter_map(|it| spinning(finished, it)));
    }
    findings
}

fn deadlock(rule: Rule, thread: &Thread) -> Finding {
    Finding { rule, kind: ViolationKind::Deadlock, thread: thread.id, about: Vec::new() }
}

/// Whether a thread that waits for a mutex has read that it is held, and the mutex was released
/// since.
pub(super) fn goes_on_elsewhere(finished: &Finished) -> bool {
    finished.threads.iter().any(|thread| match thread.status {
        Status::Locks { read: Some(read), .. } => {
            let cell = finished.cell(read).expect("a lock reads its mutex");
            finished.source(read) != finished.last_write(cell)
        }
        _ => false,
    })
}

/// The thread that a thread waits for. To join one that has ended is no waiting.
fn waits_for(finished: &Finished, thread: &Thread) -> Option<ThreadId> {
    match thread.status {
        Status::Joins(joined) => {
            let has_ended = |it: &Thread| matches!(it.status, Status::Ended { .. });
            (!finished.thread(joined).is_some_and(has_ended)).then_some(joined)
        }
        Status::Locks { mutex, .. } => finished.holder(mutex),
        _ => None,
    }
}

/// S7. Main is left out as the end of a chain if it has returned: the program was over then.
fn waits_for_ever(finished: &Finished, first: ThreadId) -> bool {
    let mut seen = vec![first];
    let mut current = first;
    loop {
        let Some(thread) = finished.thread(current) else { return false };
        match waits_for(finished, thread) {
            Some(next) if seen.contains(&next) => return true,
            Some(next) => {
                seen.push(next);
                current = next;
            }
            None => {
                let has_ended = matches!(thread.status, Status::Ended { .. });
                let is_main = current == ThreadId::MAIN && finished.has_main_returned();
                return seen.len() > 1 && has_ended && !is_main;
            }
        }
    }
}

fn is_at_rest(finished: &Finished) -> bool {
    finished.threads.iter().all(|thread| match thread.status {
        Status::Ended { .. } | Status::Joins(_) | Status::Diverges => true,
        Status::Locks { mutex, .. } => finished.holder(mutex).is_some(),
        Status::Calls => thread.events.last().is_some_and(|last| reads_last_value(finished, *last)),
        Status::Spins { from } => spins_for_ever(finished, thread, from),
        Status::EndedProgram | Status::Failed(_) | Status::Wrong | Status::Open => false,
    })
}

/// Whether an iteration can be repeated for ever: each read has the value of the last write in co,
/// each write repeats the value before it, and every choice is the first one. A failure without a
/// reason does not happen for ever.
fn spins_for_ever(finished: &Finished, thread: &Thread, from: u32) -> bool {
    let iteration = thread.events.get(from as usize..).unwrap_or_default();
    iteration.iter().all(|event| match finished.events[*event].action {
        Action::Read { kind, .. } => kind == ReadKind::Lock || reads_last_value(finished, *event),
        Action::Write { kind, .. } => kind == WriteKind::Unlock || repeats(finished, *event),
        Action::Choose { .. } => !finished.events[*event].is_other_choice,
        Action::Spawn { .. } | Action::Join { .. } => false,
        Action::Fence { .. } | Action::Free { .. } => true,
    })
}

/// Whether a write writes what is there already, or is that of a lock.
fn repeats(finished: &Finished, write: usize) -> bool {
    let Action::Write { cell, value, .. } = finished.events[write].action else { return false };
    let is_lock = finished.read_of_update(write).is_some_and(|read| {
        let action = finished.events[read].action;
        matches!(action, Action::Read { kind: ReadKind::Lock | ReadKind::TryLock, .. })
    });
    let writes = finished.writes(cell);
    let place = writes.iter().position(|other| *other == write).expect("a write is in co");
    let before = place.checked_sub(1).map(|before| writes[before]);
    is_lock || finished.value_after(cell, before) == Some(value)
}

fn spinning(finished: &Finished, thread: &Thread) -> Option<Finding> {
    let from = match thread.status {
        Status::Spins { from } => from as usize,
        Status::Diverges => thread.events.len(),
        _ => return None,
    };
    let is_awaited = |event: &usize| match finished.events[*event].action {
        Action::Read { kind, .. } => kind != ReadKind::Lock,
        _ => false,
    };
    let about = thread.events[from..].iter().copied().filter(is_awaited).collect();
    Some(Finding { rule: Rule::Liveness, kind: ViolationKind::Liveness, thread: thread.id, about })
}

/// Whether a read has the value of the last write in co.
fn reads_last_value(finished: &Finished, read: usize) -> bool {
    match finished.events[read].action {
        Action::Read { cell, value, .. } => {
            finished.value_after(cell, finished.last_write(cell)) == Some(value)
        }
        _ => false,
    }
}
