//! A run as evidence, in the form in which reports tell it: its events in the order in which they
//! happened, or where `po` and `rf` have a circle, in which they were performed.

use crate::ending::waits_for;
use crate::performed::{Source, coherence};
use crate::run::{Run, RunObjects};
use answer::ObjectOrigin;
use base::ObjectId;
use execution::canonical::{Action, EventName};
use execution::witness::{Step, ThreadEnd, Witness};
use interp::Objects;
use program::Program;

/// What an event is called.
pub(crate) fn name(run: &Run<'_>, number: usize) -> EventName {
    let own = &run.performed[number];
    let thread = run.threads[own.thread].state.id();
    EventName { thread, index: own.index as u32 }
}

/// The run as evidence.
pub(crate) fn witness(program: &Program, run: &Run<'_>) -> Witness {
    let steps = run.performed.iter().enumerate().map(|(number, own)| {
        let action = match own.action {
            Action::Read { cell, kind, ordering, tags, value, .. } => {
                let rf = match own.source {
                    Source::Initial | Source::Later => None,
                    Source::Write(write) => Some(name(run, write)),
                };
                Action::Read { cell, kind, ordering, tags, value, rf }
            }
            other => other,
        };
        let before = own.cell().filter(|_| own.is_write()).and_then(|cell| {
            let writes = coherence(&run.performed, cell);
            let place = writes.iter().position(|write| *write == number)?;
            place.checked_sub(1).map(|before| name(run, writes[before]))
        });
        Step {
            event: name(run, number),
            action,
            grouped: own.grouped,
            position: own.position,
            function: own.function.clone(),
            co_before: before,
        }
    });
    let steps = steps.collect();
    let standing =
        |own: &crate::run::Runner| own.state.standing(program, |thread| waits_for(run, thread));
    let mut threads: Vec<ThreadEnd> = run.threads.iter().map(standing).collect();
    threads.sort_by_key(|end| end.thread);
    Witness { steps, threads }
}

/// Where the objects come from that a witness mentions.
pub(crate) fn origins(run: &Run<'_>, witness: &Witness) -> Vec<ObjectOrigin> {
    let objects = RunObjects(&run.threads);
    let origin = |object: ObjectId| {
        let found = objects.object(object)?;
        ObjectOrigin::new(object, found.allocation, found.kind, found.size)
    };
    witness.mentioned_objects().into_iter().filter_map(origin).collect()
}
