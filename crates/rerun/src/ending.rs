//! Does a run end as it is claimed to: with threads that wait for each other for ever, or in a
//! loop? The rules are those of `explore` (`rest`, `graph::deadlock`):
//!
//! 1. Following from a thread that waits for a mutex who holds it, or whose end that one waits for,
//!    one comes back to a thread, or to one that has ended and is not a main that has returned.
//! 2. The program is not over, a thread is held by a mutex or in a call, and the run is at rest:
//!    every thread has ended, waits for the end of another one, is held, or spins. A thread spins
//!    that has stopped after a turn of a loop that changed nothing, and all that the turn has read
//!    has the value of the last write in co.
//! 3. A thread spins, and the run is at rest.

use crate::performed::{Performed, Source, coherence};
use crate::run::{Run, Runner};
use base::{ThreadId, Value};
use execution::canonical::Action;
use execution::{Cell, ReadKind};
use interp::{Block, Operation, Request, mutex_holder};
use program::Program;

/// The value of a cell where nothing more happens, if somebody has written it.
fn last(run: &Run<'_>, cell: Cell) -> Option<Value> {
    let write = *coherence(&run.performed, cell).last()?;
    match run.performed[write].action {
        Action::Write { value, .. } => Some(value),
        _ => None,
    }
}

/// For whom a thread waits.
pub(crate) fn waits_for(run: &Run<'_>, thread: ThreadId) -> Option<ThreadId> {
    let runner = run.threads.iter().find(|own| own.state.id() == thread)?;
    match runner.state.request() {
        Request::Visible { operation: Operation::Join { thread }, .. } => Some(*thread),
        Request::Visible {
            operation: Operation::Read { cell, kind: ReadKind::Lock, .. }, ..
        } => last(run, *cell).and_then(Value::defined).and_then(mutex_holder),
        Request::Blocked(Block::Lock { mutex, .. }) => {
            let cell = Cell { address: *mutex, size: 8 };
            last(run, cell).and_then(Value::defined).and_then(mutex_holder)
        }
        _ => None,
    }
}

/// Whether the program is over, whatever threads wait for.
fn is_over(program: &Program, run: &Run<'_>) -> bool {
    let exited = run.threads.iter().any(|own| *own.state.request() == Request::Exited);
    exited || run.threads.first().is_some_and(|main| main.state.has_returned(program))
}

/// Whether a read has the value of the last write in co.
fn reads_last(run: &Run<'_>, read: &Performed<'_>) -> bool {
    let Some(cell) = read.cell() else { return false };
    let value = match read.action {
        Action::Read { value, .. } => Some(value),
        _ => None,
    };
    match last(run, cell) {
        None => read.source == Source::Initial,
        last => last == value,
    }
}

/// Whether a thread has ended, or waits for what does not come without others.
fn rests(run: &Run<'_>, runner: &Runner) -> bool {
    match runner.state.request() {
        Request::Finished(_) | Request::Blocked(Block::Diverged) => true,
        Request::Blocked(Block::Library { .. }) => {
            let read = runner.events.last().map(|own| &run.performed[*own]);
            read.is_some_and(|read| reads_last(run, read))
        }
        Request::Blocked(Block::Lock { .. })
        | Request::Visible { operation: Operation::Read { kind: ReadKind::Lock, .. }, .. } => {
            waits_for(run, runner.state.id()).is_some()
        }
        Request::Visible { operation: Operation::Join { .. }, .. } => true,
        Request::Blocked(Block::Spin) => lasting_reads(run, runner).is_some(),
        _ => false,
    }
}

/// Rules 1 and 2, for a thread.
pub(crate) fn is_deadlock(program: &Program, run: &Run<'_>, thread: usize) -> bool {
    let Some(runner) = run.threads.get(thread) else { return false };
    if is_held(runner) && !is_over(program, run) && run.threads.iter().all(|own| rests(run, own)) {
        return true;
    }
    let mut chain = Vec::new();
    let mut next = runner.state.id();
    while !chain.contains(&next) {
        chain.push(next);
        match waits_for(run, next) {
            Some(other) => next = other,
            None => {
                let last = run.threads.iter().find(|own| own.state.id() == next);
                let request = last.map(|own| own.state.request());
                let has_returned = last.is_some_and(|own| own.state.has_returned(program));
                let is_over = next == ThreadId::MAIN && has_returned;
                return chain.len() > 1
                    && matches!(request, Some(Request::Finished(_)))
                    && !is_over;
            }
        }
    }
    true
}

/// Whether a primitive holds a thread, if nothing changes any more.
fn is_held(runner: &Runner) -> bool {
    matches!(
        runner.state.request(),
        Request::Blocked(Block::Library { .. } | Block::Lock { .. })
            | Request::Visible { operation: Operation::Read { kind: ReadKind::Lock, .. }, .. }
    )
}

/// Rule 3, for a thread.
pub(crate) fn waits_in_loop(run: &Run<'_>, thread: usize) -> Option<Vec<usize>> {
    let runner = run.threads.get(thread)?;
    let is_waiting = matches!(runner.state.request(), Request::Blocked(Block::Spin));
    let all_rest = run.threads.iter().all(|own| rests(run, own));
    lasting_reads(run, runner).filter(|_| is_waiting && all_rest)
}

/// What the last turn of a waiting thread read, if it will always read the same.
fn lasting_reads(run: &Run<'_>, runner: &Runner) -> Option<Vec<usize>> {
    let start = runner.state.turn_start()? as usize;
    let events = runner.events.get(start..)?;
    let is_other_choice = |own: &usize| {
        let own = &run.performed[*own];
        matches!(own.action, Action::Choose { value } if value != own.low)
    };
    let is_awaited = |own: &usize| match run.performed[*own].action {
        Action::Read { kind, .. } => kind != ReadKind::Lock,
        _ => false,
    };
    let reads: Vec<usize> = events.iter().copied().filter(is_awaited).collect();
    let is_lasting = !events.iter().any(is_other_choice)
        && reads.iter().all(|own| reads_last(run, &run.performed[*own]));
    is_lasting.then_some(reads)
}
