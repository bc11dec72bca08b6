//! The canonical form of an execution: equal if and only if the executions are the same.
//!
//! It forgets how the graph was built (insertion order, numbers of events and locations) and keeps
//! what the execution is: for each thread its events with what they do, each read with the write it
//! reads from, and co for each location that is written more than once.

use crate::cells::{Cell, Cells};
use crate::event::{EventId, Source};
use crate::graph::{Graph, Slot, Slots};
use crate::label::{Label, ReadKind, WriteKind};
use base::{ObjectId, Ordering, Tags, ThreadId, Value};
use std::collections::BTreeSet;
use std::fmt;

/// An event's name in every execution that has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventName {
    pub thread: ThreadId,
    pub index: u32,
}

impl fmt::Debug for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.thread, self.index)
    }
}

/// What an event does, independent of the graph it is in. `None` as a source is the initial value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Read {
        cell: Cell,
        kind: ReadKind,
        ordering: Ordering,
        tags: Tags,
        value: Value,
        rf: Option<EventName>,
    },
    Write {
        cell: Cell,
        kind: WriteKind,
        ordering: Ordering,
        tags: Tags,
        value: Value,
    },
    Fence {
        ordering: Ordering,
        tags: Tags,
    },
    Free {
        object: ObjectId,
    },
    Spawn {
        child: ThreadId,
    },
    Join {
        thread: ThreadId,
    },
    Choose {
        value: i64,
    },
}

/// One thread of a canonical execution; `bool` says whether the event happens at once with the one
/// before it.
pub type ThreadActions = (ThreadId, Vec<(Action, bool)>);

/// An execution without the traces of its construction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Canonical {
    /// By thread.
    pub threads: Vec<ThreadActions>,
    /// By cell, for cells with at least two writes.
    pub co: Vec<(Cell, Vec<EventName>)>,
}

/// What the numbers of a graph mean outside of it.
#[derive(Clone, Copy, Debug)]
pub struct Meaning<'a> {
    pub graph: &'a Graph,
    pub slots: &'a Slots,
    pub cells: &'a Cells,
}

impl Meaning<'_> {
    pub fn name(&self, id: EventId) -> EventName {
        let event = self.graph.event(id);
        EventName { thread: self.slots.thread(event.thread), index: event.index }
    }

    pub fn action(&self, id: EventId) -> Action {
        let event = self.graph.event(id);
        match event.label {
            Label::Read { location, kind, ordering, tags, value } => {
                let rf = match event.rf {
                    Source::Initial => None,
                    Source::Write(write) => Some(self.name(write)),
                };
                let cell = self.cells.cell(location);
                Action::Read { cell, kind, ordering, tags, value, rf }
            }
            Label::Write { location, kind, ordering, tags, value } => {
                let cell = self.cells.cell(location);
                Action::Write { cell, kind, ordering, tags, value }
            }
            Label::Fence { ordering, tags } => Action::Fence { ordering, tags },
            Label::Free { object } => Action::Free { object },
            Label::Spawn { child } => Action::Spawn { child },
            Label::Join { thread, .. } => Action::Join { thread },
            Label::Choose { value, .. } => Action::Choose { value },
        }
    }
}

impl Canonical {
    /// The execution of a graph. A lock that waits has not happened.
    pub fn new(graph: &Graph, slots: &Slots, cells: &Cells) -> Canonical {
        let meaning = Meaning { graph, slots, cells };
        let actions = |slot: Slot| {
            let events = graph.thread(slot).events.iter();
            let happened = events.filter(|id| !graph.is_unfinished_lock(**id));
            happened.map(|id| (meaning.action(*id), graph.event(*id).offset > 0)).collect()
        };
        let mut threads: Vec<ThreadActions> = graph
            .slots()
            .take(slots.len())
            .map(|slot| (slots.thread(slot), actions(slot)))
            .filter(|(_, actions): &ThreadActions| !actions.is_empty())
            .collect();
        threads.sort_by_key(|(thread, _)| *thread);
        let mut co: Vec<(Cell, Vec<EventName>)> = graph
            .locations()
            .filter_map(|location| {
                let writes = graph.writes_backwards(location);
                let mut writes: Vec<EventName> = writes.map(|write| meaning.name(write)).collect();
                writes.reverse();
                (writes.len() > 1).then(|| (cells.cell(location), writes))
            })
            .collect();
        co.sort_by_key(|(cell, _)| *cell);
        Canonical { threads, co }
    }

    /// What is left if nobody looks at co.
    pub fn without_co(mut self) -> Canonical {
        self.co.clear();
        self
    }

    /// What is left if the order of stores that nobody reads does not matter: where several of them
    /// follow each other in co, they get the order of their names.
    pub fn without_unread_order(mut self) -> Canonical {
        let actions = self.threads.iter().flat_map(|(_, actions)| actions);
        let sources = actions.filter_map(|(action, _)| match action {
            Action::Read { rf, .. } => *rf,
            _ => None,
        });
        let read: BTreeSet<EventName> = sources.collect();
        let threads = &self.threads;
        let is_unread_store = |name: &EventName| {
            let thread = threads.iter().find(|(thread, _)| *thread == name.thread);
            let action = thread.map(|(_, actions)| actions[name.index as usize].0);
            let is_store = matches!(action, Some(Action::Write { kind: WriteKind::Store, .. }));
            is_store && !read.contains(name)
        };
        for (_, writes) in &mut self.co {
            let runs =
                writes.chunk_by_mut(|one, other| is_unread_store(one) && is_unread_store(other));
            runs.for_each(<[EventName]>::sort_unstable);
        }
        self
    }
}
