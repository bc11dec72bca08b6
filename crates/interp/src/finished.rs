//! An execution as the rules of safety see it ([`safety::Finished`]), from a graph and the states
//! of its threads. Nothing is decided here: every fact is copied.

use crate::{
    Block, Context, Object, ObjectState, Objects, Operation, Request, Thread, mutex_holder,
};
use base::{Address, ObjectId, Value};
use execution::canonical::Meaning;
use execution::{Cell, EventId, Label, ReadKind, Slot};
use safety::{Event, Finished, Status, Storage};
use std::collections::BTreeSet;

/// An execution, from its graph.
pub struct Source<'s, T> {
    pub context: Context<'s>,
    pub meaning: Meaning<'s>,
    /// The state of each thread that is there.
    pub threads: T,
    pub objects: &'s dyn Objects,
    /// What a cell contains before the first write.
    pub initial: &'s dyn Fn(Cell) -> Value,
}

impl<T> std::fmt::Debug for Source<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").field("meaning", &self.meaning).finish_non_exhaustive()
    }
}

impl<'s, T: Fn(Slot) -> Option<&'s Thread>> Source<'s, T> {
    /// The execution. Its events have the numbers that they have in the graph.
    pub fn finished(&self) -> Finished {
        let Meaning { graph, slots, cells } = self.meaning;
        let mut finished = Finished::default();
        let present: Vec<Slot> =
            (0..slots.len() as u32).map(Slot).filter(|it| (self.threads)(*it).is_some()).collect();
        let place = |slot: Slot| present.iter().position(|it| *it == slot);
        finished.threads = present.iter().map(|slot| self.thread(*slot)).collect();
        for (id, event) in graph.events() {
            let is_other_choice =
                matches!(event.label, Label::Choose { low, value } if low != value);
            finished.events.push(Event {
                thread: place(event.thread).expect("a thread with an event is there"),
                group: event.group,
                action: self.meaning.action(id),
                is_other_choice,
            });
        }
        for location in graph.locations() {
            let cell = cells.cell(location);
            let mut writes: Vec<usize> =
                graph.writes_backwards(location).map(EventId::index).collect();
            writes.reverse();
            finished.co.insert(cell, writes);
            let initial = (self.initial)(cell);
            finished.initial.insert(cell, initial);
            if let Some(holder) = initial.defined().and_then(mutex_holder) {
                finished.held_at_first.insert(cell.address, holder);
            }
        }
        for slot in present {
            // A mutex that no other thread touches has no events.
            if let Some(Request::Blocked(Block::Lock { mutex, holder })) =
                (self.threads)(slot).map(Thread::request)
                && finished.co.keys().all(|cell| cell.address != *mutex)
            {
                finished.held_at_first.insert(*mutex, *holder);
            }
        }
        for object in self.mentioned(&finished) {
            if let Some(found) = self.object(object) {
                finished.objects.insert(object, found);
            }
        }
        finished
    }

    fn thread(&self, slot: Slot) -> safety::Thread {
        let graph = self.meaning.graph;
        let state = (self.threads)(slot).expect("the thread is there");
        let list = graph.thread(slot);
        let waits_to_begin = || {
            let is_first = graph.last_of(slot).is_some_and(|it| graph.event(it).offset == 0);
            is_first && matches!(state.request(), Request::Blocked(Block::Lock { .. }))
        };
        safety::Thread {
            id: state.id(),
            created_by: list.spawn.map(EventId::index),
            events: list.events.iter().map(|event| event.index()).collect(),
            status: self.status(slot, state),
            is_in_block: state.is_inside_atomic_block() && !waits_to_begin(),
        }
    }

    fn status(&self, slot: Slot, state: &Thread) -> Status {
        match state.request() {
            Request::Finished(_) => {
                Status::Ended { returned: state.has_returned(self.context.program) }
            }
            Request::Exited => Status::EndedProgram,
            Request::Failed(failure) => Status::Failed(failure.kind),
            Request::Blocked(Block::Spin) => match state.turn_start() {
                Some(from) => Status::Spins { from },
                None => Status::Open,
            },
            Request::Blocked(Block::Diverged) => Status::Diverges,
            Request::Blocked(Block::Lock { mutex, .. }) => {
                let graph = self.meaning.graph;
                let is_lock = |id: &EventId| {
                    let label = graph.event(*id).label;
                    matches!(label, Label::Read { kind: ReadKind::Lock, .. })
                };
                let read = graph.last_of(slot).filter(is_lock).map(EventId::index);
                Status::Locks { mutex: *mutex, read }
            }
            Request::Blocked(Block::Library { .. }) => Status::Calls,
            Request::Blocked(Block::Wrong) => Status::Wrong,
            Request::Visible { operation: Operation::Join { thread }, .. } => {
                Status::Joins(*thread)
            }
            Request::Visible {
                operation: Operation::Read { cell, kind: ReadKind::Lock, .. },
                ..
            } => Status::Locks { mutex: cell.address, read: None },
            Request::Blocked(Block::Assume | Block::Bound | Block::Unplaceable)
            | Request::Visible { .. }
            | Request::Unsupported(_)
            | Request::Discovered(_)
            | Request::Paused => Status::Open,
        }
    }

    /// The objects that events are about, those of mutexes that threads wait for, and all that
    /// threads have created.
    fn mentioned(&self, finished: &Finished) -> BTreeSet<ObjectId> {
        let object_at = |address: Address| address.object().map(|(object, _)| object);
        let accessed = finished.accesses().filter_map(|event| finished.object_of(event));
        let ended = finished.ends().map(|(_, object)| object);
        let awaited = finished.threads.iter().filter_map(|thread| match thread.status {
            Status::Locks { mutex, .. } => object_at(mutex),
            _ => None,
        });
        let created = finished.threads.iter().flat_map(|thread| {
            let slot = self.meaning.slots.find(thread.id);
            let state = slot.and_then(|slot| (self.threads)(slot));
            let objects = state.into_iter().flat_map(Thread::objects);
            objects.map(|(index, _)| ObjectId { thread: thread.id, index })
        });
        accessed.chain(ended).chain(awaited).chain(created).collect()
    }

    fn object(&self, id: ObjectId) -> Option<safety::Object> {
        let program = self.context.program;
        if let Some(global) = program.global_of(id) {
            let size = program.global(global).size;
            let storage = Storage::Shared;
            return Some(safety::Object { kind: None, size, born_after: 0, storage });
        }
        let Object { kind, size, state, birth, .. } = self.objects.object(id)?;
        let storage = match state {
            ObjectState::Private(_) => Storage::Private,
            ObjectState::Dead => Storage::PrivateEnded,
            ObjectState::Shared | ObjectState::Returned => Storage::Shared,
        };
        Some(safety::Object { kind: Some(*kind), size: *size, born_after: birth.events, storage })
    }
}
