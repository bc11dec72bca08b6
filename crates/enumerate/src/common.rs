//! What both ways of brute force do alike: running a thread, and what is in memory before anything
//! is written.

use crate::{End, Enumeration};
use base::Value;
use execution::{Cell, Cells, LocationId};
use interp::{Block, Context, Cut, Discovery, Objects, Request, Thread};
use program::Allocation;

/// Runs a thread to its next request, and takes down what is wrong with it.
pub(crate) fn run_thread(
    context: &Context<'_>,
    objects: &dyn Objects,
    thread: &mut Thread,
    answer: Option<Value>,
    found: &mut Enumeration,
) -> Result<(), End> {
    let mut budget = 1 << 16;
    match answer {
        Some(answer) => thread.resume(context, objects, answer, &mut budget),
        None => thread.start(context, objects, &mut budget),
    }
    match thread.request() {
        Request::Paused => return Err(End::TooLarge),
        Request::Discovered(discovery) => return Err(End::Discovered(*discovery)),
        Request::Failed(failure) => {
            found.violations.insert((failure.kind, thread.position(context.program)));
        }
        Request::Unsupported(_) => found.unsupported = true,
        Request::Blocked(Block::Bound) => found.bound_reached = true,
        _ => {}
    }
    Ok(())
}

/// What a cell contains before the first write to it.
pub(crate) fn initial_value(context: &Context<'_>, objects: &dyn Objects, cell: Cell) -> Value {
    let (object, offset) = cell.address.object().expect("a cell is in an object");
    if let Some(global) = context.program.global_of(object) {
        let bytes = &context.program.global(global).bytes;
        return Value::new(interp::memory::initial_bits(bytes, offset, cell.size));
    }
    match objects.object(object) {
        Some(object) => object.initial_value(context.knowledge, offset, cell.size),
        None => Value::uninitialised(u32::from(cell.size) * 8),
    }
}

/// The number of a cell. A cell that overlaps another one in part is a discovery.
pub(crate) fn number(
    context: &Context<'_>,
    objects: &dyn Objects,
    cells: &mut Cells,
    cell: Cell,
) -> Result<LocationId, End> {
    cells.number(cell).map_err(|overlap| {
        let (object, _) = cell.address.object().expect("a cell is in an object");
        let allocation = match context.program.global_of(object) {
            Some(global) => Allocation::Global(global),
            None => objects.object(object).expect("a cell is in an object").allocation,
        };
        End::Discovered(Discovery::Split { allocation, cut: Cut::at(overlap) })
    })
}
