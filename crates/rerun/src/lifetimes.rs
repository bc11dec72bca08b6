//! Has the life of an object ended before a thread uses it? In a run that is known of what comes
//! before in the order of threads: what a thread has done itself, what its creator did before, and
//! what those have done whom it has joined. That is before in every model.
//!
//! If another thread has ended it and all that is left to do is the use, that comes later in the
//! run, and nothing can make it come before the end: it is the last of its thread, and nobody has
//! seen it. So it is too late as well, whatever the model, if the claim does not have it.

use crate::Performed;
use crate::run::{Run, RunObjects};
use base::ObjectId;
use execution::canonical::Action;
use interp::{Context, Failure, Objects, Operation, dead_object};
use safety::rules::messages;

/// S1 and S2 ([`safety::rules`]): what is wrong with what a thread is about to do, because the life
/// of an object has ended.
pub(crate) fn is_too_late(run: &Run<'_>, context: &Context<'_>, thread: usize) -> Option<Failure> {
    let before = before(run, thread);
    used_after(run, context, thread, |own| own.index < before[own.thread])
}

/// The same if another thread has ended it, in whatever order to this one.
pub(crate) fn is_late(run: &Run<'_>, context: &Context<'_>, thread: usize) -> Option<Failure> {
    used_after(run, context, thread, |_| true)
}

/// What is wrong with what a thread is about to do after one of some events.
fn used_after(
    run: &Run<'_>,
    context: &Context<'_>,
    thread: usize,
    is_before: impl Fn(&Performed<'_>) -> bool,
) -> Option<Failure> {
    let operation = run.threads[thread].state.request().operation()?;
    let (object, verb) = match operation {
        Operation::Read { cell, .. } => (cell.address.object()?.0, "read"),
        Operation::Write { cell, .. } => (cell.address.object()?.0, "write"),
        Operation::Free { object } => (object, "free"),
        Operation::Fence { .. }
        | Operation::Spawn { .. }
        | Operation::Join { .. }
        | Operation::Choose { .. } => return None,
    };
    let is_end = |own: &&Performed<'_>| own.action == (Action::Free { object }) && is_before(own);
    run.performed.iter().find(is_end)?;
    if matches!(operation, Operation::Free { .. }) {
        return Some(freed_twice());
    }
    let objects = RunObjects(&run.threads);
    Some(dead_object(context, objects.object(object)?, verb))
}

pub(crate) fn freed_twice() -> Failure {
    Failure::new(base::ViolationKind::DoubleFree, messages::DOUBLE_END)
}

/// The events of a thread that end the life of an object which another event ends, too.
pub(crate) fn second_ends(run: &Run<'_>, thread: usize) -> Vec<usize> {
    let ends = |own: &Performed<'_>| match own.action {
        Action::Free { object } => Some(object),
        _ => None,
    };
    let all: Vec<(usize, ObjectId)> = run
        .performed
        .iter()
        .enumerate()
        .filter_map(|(number, own)| Some((number, ends(own)?)))
        .collect();
    let is_second = |(number, object): &&(usize, ObjectId)| {
        run.performed[*number].thread == thread
            && all.iter().any(|(other, freed)| freed == object && other != number)
    };
    all.iter().filter(is_second).map(|(number, _)| *number).collect()
}

/// How many events of each thread come before the place where a thread stands.
fn before(run: &Run<'_>, thread: usize) -> Vec<usize> {
    let mut known = vec![0; run.threads.len()];
    known[thread] = run.threads[thread].events.len();
    loop {
        let earlier = known.clone();
        for own in &run.performed {
            match own.action {
                Action::Spawn { .. } if own.other.is_some_and(|child| earlier[child] > 0) => {
                    known[own.thread] = known[own.thread].max(own.index + 1);
                }
                // A thread that has done nothing yet comes after its creation, too.
                Action::Spawn { .. } if own.other == Some(thread) => {
                    known[own.thread] = known[own.thread].max(own.index + 1);
                }
                Action::Join { .. } if own.index < earlier[own.thread] => {
                    let joined = own.other.expect("who joins knows whom");
                    known[joined] = run.threads[joined].events.len();
                }
                _ => {}
            }
        }
        if known == earlier {
            return known;
        }
    }
}
