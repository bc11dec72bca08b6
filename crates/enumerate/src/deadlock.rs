//! Does some thread wait in vain, where nothing can run any more?

use base::ThreadId;
use execution::{Cell, EventId, Graph, ReadKind, Slot, Slots};
use interp::{Block, Operation, Request, Thread};
use program::Program;
use rustc_hash::FxHashMap;

/// Whether some thread waits for itself, through others, or for a thread that has ended. `holder`
/// says who holds a mutex, as the thread in a slot sees it.
pub(crate) fn is_deadlock(
    program: &Program,
    slots: &Slots,
    threads: &[Option<Thread>],
    mut holder: impl FnMut(usize, Cell) -> Option<ThreadId>,
) -> bool {
    let state = |thread: ThreadId| threads.get(slots.find(thread)?.index())?.as_ref();
    // When main returns, the program ends, and nobody waits.
    if state(ThreadId::MAIN).is_some_and(|main| main.has_returned(program)) {
        return false;
    }
    let mut waits: FxHashMap<ThreadId, ThreadId> = FxHashMap::default();
    for (slot, thread) in threads.iter().enumerate() {
        let Some(thread) = thread else { continue };
        let waited_for = match thread.request() {
            Request::Visible { operation: Operation::Join { thread }, .. } => Some(*thread),
            Request::Visible {
                operation: Operation::Read { kind: ReadKind::Lock, cell, .. },
                ..
            } => holder(slot, *cell),
            _ => None,
        };
        waited_for.map(|waited_for| waits.insert(thread.id(), waited_for));
    }
    waits.keys().any(|start| {
        let mut thread = *start;
        for _ in 0..=waits.len() {
            match waits.get(&thread) {
                Some(next) => thread = *next,
                None => {
                    let end = state(thread).map(Thread::request);
                    return matches!(end, Some(Request::Finished(_)));
                }
            }
        }
        true
    })
}

/// Whether some thread waits in vain in a call of a library: nobody can run, main has not returned,
/// all others have ended or wait for others, too, and what each call that waits has seen is the
/// last that was done to its object.
pub(crate) fn waits_in_call(
    program: &Program,
    slots: &Slots,
    threads: &[Option<Thread>],
    graph: &Graph,
) -> bool {
    let main = slots.find(ThreadId::MAIN).and_then(|slot| threads.get(slot.index())?.as_ref());
    if main.is_some_and(|main| main.has_returned(program)) {
        return false;
    }
    let has_seen_the_last = |slot: usize| {
        let reads_last = |id: EventId| {
            let event = graph.event(id);
            event.label.location().is_some_and(|location| event.rf == graph.co_last(location))
        };
        graph.last_of(Slot(slot as u32)).is_some_and(reads_last)
    };
    let mut is_any = false;
    for (slot, thread) in threads.iter().enumerate() {
        let Some(thread) = thread else { continue };
        match thread.request() {
            Request::Blocked(Block::Library { .. }) if has_seen_the_last(slot) => is_any = true,
            Request::Blocked(Block::Lock { .. }) if has_seen_the_last(slot) => {}
            Request::Finished(_)
            | Request::Visible {
                operation: Operation::Join { .. } | Operation::Read { kind: ReadKind::Lock, .. },
                ..
            } => {}
            _ => return false,
        }
    }
    is_any
}
