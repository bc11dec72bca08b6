//! Does a run end as it is claimed to: with threads that wait for each other for ever, or in a
//! loop? The rules are those of `explore` (`endings`, `graph::deadlock`):
//!
//! 1. Following from a thread that waits for a mutex who holds it, or whose end that one waits for,
//!    one comes back to a thread, or to one that has ended.
//! 2. A thread waits in a call for something else than the last that was done to the object, and
//!    all others have ended or wait as well.
//! 3. A thread waits in a loop, its last turn has read the last write in co of each location, and
//!    all others have ended or wait as well.

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

/// Whether a read is of the last write in co.
fn reads_last(run: &Run<'_>, read: &Performed<'_>) -> bool {
    let writes = read.cell().map(|cell| coherence(&run.performed, cell)).unwrap_or_default();
    match (read.source, writes.last()) {
        (Source::Initial, None) => true,
        (Source::Write(write), Some(last)) => write == *last,
        _ => false,
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
    let Some(runner) = run.threads.get(thread).filter(|_| !is_over(program, run)) else {
        return false;
    };
    if matches!(runner.state.request(), Request::Blocked(Block::Library { .. })) {
        let spins = |own: &Runner| matches!(own.state.request(), Request::Blocked(Block::Spin));
        return run.threads.iter().all(|own| !spins(own) && rests(run, own));
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
                return chain.len() > 1 && matches!(request, Some(Request::Finished(_)));
            }
        }
    }
    true
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
