//! Do threads wait for each other for ever, where nothing can run any more?

use base::ThreadId;
use execution::{Cell, ReadKind, Slots};
use interp::{Operation, Request, Thread};
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
    // Threads may wait for each other before main returns, but not for a main that has returned.
    let main_returned = has_returned(program, state(ThreadId::MAIN));
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
                    return matches!(end, Some(Request::Finished(_)))
                        && !(thread == ThreadId::MAIN && main_returned);
                }
            }
        }
        true
    })
}

/// Whether main has returned, which ends the program.
pub(crate) fn has_returned(program: &Program, main: Option<&Thread>) -> bool {
    main.is_some_and(|main| main.has_returned(program))
}
