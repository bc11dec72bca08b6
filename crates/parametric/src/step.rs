//! What does a thread do at once? Its next visible operation, with everything that is grouped with
//! it: the parts of an update, of an access that was split, of an atomic block.
//!
//! A step depends on shared memory only by the values of the cells that it reads, and replaces the
//! values of cells that it writes, so it has a value before for each cell that it touches. All
//! combinations of the values that cells may have are tried; those that the thread does not
//! accept, a mutex that is held or an assumption that fails within an atomic block, are no steps.

use crate::local::{Gap, Values, World};
use base::{Address, ThreadId, Value};
use execution::{Cell, LocationId, ReadKind};
use interp::{Discovery, Operation, Request, Thread};
use program::FunctionId;
use std::collections::BTreeMap;

/// What a step does to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touched {
    pub before: Value,
    pub after: Value,
    /// Whether the thread has learned what was there.
    pub is_read: bool,
    pub is_written: bool,
}

/// Another thread that begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Begun {
    pub child: ThreadId,
    pub function: FunctionId,
    pub argument: Value,
}

/// One step, and the thread after it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub touched: BTreeMap<LocationId, Touched>,
    pub begun: Option<Begun>,
    pub after: Thread,
    /// What was met that is not supported; the thread does not go on then.
    pub gap: Option<Gap>,
}

/// All steps of a thread that waits for an answer.
pub(crate) fn steps(
    world: &mut World<'_>,
    thread: &Thread,
    values: &Values,
) -> Result<Vec<Step>, Discovery> {
    let start = Step { touched: BTreeMap::new(), begun: None, after: thread.clone(), gap: None };
    let mut open = vec![start];
    let mut found = Vec::new();
    while let Some(step) = open.pop() {
        for next in extend(world, &step, values)? {
            let is_over = match next.after.request() {
                _ if next.gap.is_some() => true,
                Request::Visible { grouped, .. } => {
                    !grouped && !next.after.is_inside_atomic_block()
                }
                // An atomic block that cannot go on has never begun.
                Request::Blocked(_) if next.after.is_inside_atomic_block() => continue,
                _ => true,
            };
            match is_over {
                true => found.push(next),
                false => open.push(next),
            }
        }
    }
    Ok(found)
}

/// The next visible operation of a step, in all ways.
fn extend(world: &mut World<'_>, step: &Step, values: &Values) -> Result<Vec<Step>, Discovery> {
    let position = step.after.position(world.context.program);
    let gap = |what: &str| {
        let gap = Some(Gap { what: what.to_owned(), position });
        Ok(vec![Step { gap, ..step.clone() }])
    };
    let Some(operation) = step.after.request().operation() else {
        unreachable!("a step goes on only where an answer is waited for")
    };
    match operation {
        Operation::Read { kind: ReadKind::TryLock, .. } => gap("trying a mutex"),
        Operation::Read { cell, kind, .. } => {
            let Some(location) = world.shared(cell)? else { return gap(NOT_GLOBAL) };
            let mut found = Vec::new();
            for value in known(step, location, values.of(world, location)) {
                let is_held = value.defined().and_then(interp::mutex_holder).is_some();
                if kind == ReadKind::Lock && is_held {
                    continue;
                }
                let mut next = step.clone();
                let unread =
                    Touched { before: value, after: value, is_read: true, is_written: false };
                next.touched.entry(location).or_insert(unread);
                found.push(answered(world, next, value)?);
            }
            Ok(found)
        }
        Operation::Write { cell, value, .. } => {
            if is_private_address(value) {
                return gap("writing the address of something that is no global variable");
            }
            let Some(location) = world.shared(cell)? else { return gap(NOT_GLOBAL) };
            let mut found = Vec::new();
            let before = match step.touched.get(&location) {
                Some(touched) => vec![touched.before],
                None => values.of(world, location),
            };
            for before in before {
                let mut next = step.clone();
                let unread = Touched { before, after: value, is_read: false, is_written: true };
                let touched = next.touched.entry(location).or_insert(unread);
                (touched.after, touched.is_written) = (value, true);
                found.push(answered(world, next, Value::ZERO)?);
            }
            Ok(found)
        }
        Operation::Fence { .. } => Ok(vec![answered(world, step.clone(), Value::ZERO)?]),
        Operation::Choose { low, high } => {
            let answer = |value: i64| answered(world, step.clone(), Value::new(value as u64));
            (low..=high).map(answer).collect()
        }
        Operation::Spawn { child, function, argument } => {
            if is_private_address(argument) {
                return gap("handing a thread the address of something that is no global variable");
            }
            let mut next = step.clone();
            next.begun = Some(Begun { child, function, argument });
            Ok(vec![answered(world, next, Value::ZERO)?])
        }
        // `local` ends main there.
        Operation::Join { .. } => gap("joining a thread inside of an atomic block"),
        Operation::Free { .. } => gap("freeing memory"),
    }
}

const NOT_GLOBAL: &str = "sharing memory that is no global variable";

/// What a step may find in a cell: what it left there, or any value.
fn known(step: &Step, location: LocationId, all: Vec<Value>) -> Vec<Value> {
    match step.touched.get(&location) {
        Some(touched) => vec![touched.after],
        None => all,
    }
}

fn answered(world: &World<'_>, mut step: Step, answer: Value) -> Result<Step, Discovery> {
    step.gap = world.resume(&mut step.after, Some(answer))?;
    Ok(step)
}

/// Whether a value is the address of an object of main's. Other threads have no objects.
fn is_private_address(value: Value) -> bool {
    let object = Address(value.bits).object();
    object.is_some_and(|(object, _)| object.thread == ThreadId::MAIN && object.index > 0)
}

/// The cell of a global variable, as it is called.
pub(crate) fn name(world: &World<'_>, cell: Cell) -> String {
    let (object, offset) = cell.address.object().expect("a cell is in an object");
    let global = world.context.program.global_of(object).expect("only globals are shared");
    let name = &world.context.program.global(global).name;
    match offset {
        0 => name.clone(),
        offset => format!("{name}+{offset}"),
    }
}
