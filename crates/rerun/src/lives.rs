//! What a language demands of the lives of objects, in a run: that they begin before the object is
//! used or freed, and end after it was used, in the sense of happens-before. Each function says
//! what is wrong with a claimed use or end, or that nothing is.

use crate::graph::graph;
use crate::run::{Run, RunObjects};
use crate::verdict::Judges;
use crate::{Claim, Performed};
use base::ObjectId;
use execution::canonical::Action;
use interp::{Context, Failure, Knowledge, Objects, unended_object, unordered_object};
use program::Program;

/// S1 ([`safety::rules`]): an access, the end of its object's life, and what is wrong with that:
/// the access does not happen before it.
pub(crate) fn outlives(
    program: &Program,
    run: &Run<'_>,
    (thread, step): (usize, usize),
    ends: usize,
    judges: Judges<'_>,
) -> Result<(usize, usize, Failure), String> {
    let (access, object) = used_object(run, (thread, step))?;
    let ender = run.names.running(ends);
    let ended = Action::Free { object };
    let is_end = |own: &Performed<'_>| Some(own.thread) == ender && own.action == ended;
    let end = run.performed.iter().position(is_end);
    let end = end.ok_or("the life of an object does not end")?;
    if let Some(native) = judges.native {
        let graph = graph(run).ok_or("po and rf have a circle, which the model forbids")?;
        match native.happens_before(&graph, access, end) {
            Some(false) => {}
            Some(true) => return Err("an access happens before the end of a life".to_owned()),
            None => return Err("the model has no happens-before".to_owned()),
        }
    }
    let knowledge = Knowledge::new(program);
    let context = Context { program, knowledge: &knowledge };
    let objects = RunObjects(&run.threads);
    let found = objects.object(object).ok_or("an object was never created")?;
    Ok((access, end, unended_object(&context, found, verb(run, access))))
}

/// S6: an access, and what is wrong with it: the creation of its object does not happen before.
pub(crate) fn precedes(
    program: &Program,
    run: &Run<'_>,
    step: (usize, usize),
    judges: Judges<'_>,
) -> Result<(usize, Failure), String> {
    let (access, object) = used_object(run, step)?;
    let failure = unordered(program, run, (access, object, verb(run, access)), judges)?;
    Ok((access, failure))
}

/// The end of an object's life by a thread, and what is wrong with it: its creation does not happen
/// before. The object has its name of the claim.
pub(crate) fn frees(
    program: &Program,
    claim: &Claim,
    run: &Run<'_>,
    (thread, claimed): (usize, ObjectId),
    judges: Judges<'_>,
) -> Result<(usize, Failure), String> {
    let (ender, states) = (run.names.running(thread), run.states());
    let find = |(number, own): (usize, &Performed<'_>)| match own.action {
        Action::Free { object } if Some(own.thread) == ender => {
            let is_it = run.names.object(claim, &states, object) == Some(claimed);
            is_it.then_some((number, object))
        }
        _ => None,
    };
    let found = run.performed.iter().enumerate().find_map(find);
    let (end, object) = found.ok_or("the life of an object does not end")?;
    Ok((end, unordered(program, run, (end, object, "free"), judges)?))
}

/// What is wrong with an event of another thread than the creator's about an object: the creation
/// does not happen before. What does is there through some later event of the creator's, and so
/// through the first one (`explore::graph`).
fn unordered(
    program: &Program,
    run: &Run<'_>,
    (event, object, verb): (usize, ObjectId, &str),
    judges: Judges<'_>,
) -> Result<Failure, String> {
    let creator = run.threads.iter().find(|own| own.state.id() == object.thread);
    let creator = creator.ok_or("an object that no thread has created")?;
    let found = creator.state.object(object.index).ok_or("an object was never created")?;
    if let (Some(native), Some(first)) =
        (judges.native, creator.events.get(found.birth.events as usize))
    {
        let graph = graph(run).ok_or("po and rf have a circle, which the model forbids")?;
        if native.happens_before(&graph, *first, event) != Some(false) {
            return Err(format!("the creation of an object happens before its {verb}"));
        }
    }
    let knowledge = Knowledge::new(program);
    let context = Context { program, knowledge: &knowledge };
    Ok(unordered_object(&context, found, verb))
}

/// The number of a step in the run, and the object that it uses.
fn used_object(run: &Run<'_>, (thread, step): (usize, usize)) -> Result<(usize, ObjectId), String> {
    let user = run.names.running(thread);
    let is_it = |own: &Performed<'_>| Some(own.thread) == user && own.step == Some(step);
    let access = run.performed.iter().position(is_it).ok_or("an access was never made")?;
    let cell = run.performed[access].cell();
    let object = cell.and_then(|cell| cell.address.object()).map(|(object, _)| object);
    Ok((access, object.ok_or("what uses an object is no access")?))
}

fn verb(run: &Run<'_>, access: usize) -> &'static str {
    if run.performed[access].is_write() { "write" } else { "read" }
}
