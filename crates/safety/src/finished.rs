//! An execution as the rules see it: events with po, rf and co, the status of each thread, and the
//! objects. It stands alone. It is not always at its end: rules about events hold of every part of
//! an execution that is closed under `→`.

use base::{Address, ObjectId, ThreadId, Value, ViolationKind};
use execution::Cell;
use execution::canonical::{Action, EventName};
use program::AllocationKind;
use std::collections::BTreeMap;
use std::fmt;

/// An event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The place of its thread in [`Finished::threads`].
    pub thread: usize,
    /// The number, in its thread, of the group that it belongs to: the events of a group happen at
    /// once.
    pub group: u32,
    pub action: Action,
    /// Whether it is the choice of another value than the first.
    pub is_other_choice: bool,
}

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    pub id: ThreadId,
    /// The event that created it; `None` for main.
    pub created_by: Option<usize>,
    /// Its events in program order.
    pub events: Vec<usize>,
    pub status: Status,
    /// Whether it has stopped inside of an atomic block that has begun.
    pub is_in_block: bool,
}

/// Whether a thread has ended, or why it does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// `returned` says whether by the return of its function and not by a call. Where main returns,
    /// the program ends.
    Ended { returned: bool },
    /// It has ended the program.
    EndedProgram,
    /// It has failed by itself.
    Failed(ViolationKind),
    /// It waits for a mutex. `read` is the event by which it found that the mutex is held, if there
    /// is one.
    Locks { mutex: Address, read: Option<usize> },
    /// A call of a library function waits for another state of its object, which the thread's last
    /// event has read.
    Calls,
    /// It waits for the end of a thread.
    Joins(ThreadId),
    /// An iteration of a loop changed nothing: the one that its events from this place on are.
    Spins { from: u32 },
    /// The same, of a loop that does not concern other threads.
    Diverges,
    /// Its last event was found to be wrong.
    Wrong,
    /// It could go on, or was stopped by an assumption, a bound, or something unsupported.
    Open,
}

/// Whether an object has events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Only its creator has touched it, without events, and its lifetime has not ended.
    Private,
    /// The same, and its lifetime has ended.
    PrivateEnded,
    /// Accesses and its end are events.
    Shared,
}

/// An object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Object {
    /// `None` for what is there from the start of the program to its end.
    pub kind: Option<AllocationKind>,
    pub size: u64,
    /// How many events its creator had when its lifetime began.
    pub born_after: u32,
    pub storage: Storage,
}

/// An execution.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Finished {
    /// Events have the numbers of their places.
    pub events: Vec<Event>,
    pub threads: Vec<Thread>,
    /// The writes to each cell in co.
    pub co: BTreeMap<Cell, Vec<usize>>,
    /// What cells that are accessed contain before the first write.
    pub initial: BTreeMap<Cell, Value>,
    pub objects: BTreeMap<ObjectId, Object>,
    /// The mutexes that a thread holds which locked them before they were shared.
    pub held_at_first: BTreeMap<Address, ThreadId>,
}

impl Finished {
    /// The bytes that an event accesses.
    pub fn cell(&self, event: usize) -> Option<Cell> {
        match self.events[event].action {
            Action::Read { cell, .. } | Action::Write { cell, .. } => Some(cell),
            Action::Fence { .. }
            | Action::Free { .. }
            | Action::Spawn { .. }
            | Action::Join { .. }
            | Action::Choose { .. } => None,
        }
    }

    pub fn is_write(&self, event: usize) -> bool {
        matches!(self.events[event].action, Action::Write { .. })
    }

    /// The object that an event accesses.
    pub fn object_of(&self, event: usize) -> Option<ObjectId> {
        let (object, _) = self.cell(event)?.address.object()?;
        Some(object)
    }

    /// The ends of objects.
    pub fn ends(&self) -> impl Iterator<Item = (usize, ObjectId)> {
        self.events.iter().enumerate().filter_map(|(number, event)| match event.action {
            Action::Free { object } => Some((number, object)),
            _ => None,
        })
    }

    /// Accesses.
    pub fn accesses(&self) -> impl Iterator<Item = usize> {
        (0..self.events.len()).filter(|number| self.cell(*number).is_some())
    }

    /// The number of an event.
    pub fn number(&self, name: EventName) -> Option<usize> {
        let thread = self.threads.iter().find(|thread| thread.id == name.thread)?;
        thread.events.get(name.index as usize).copied()
    }

    /// What a read reads from; `None` for the initial value.
    pub fn source(&self, read: usize) -> Option<usize> {
        match self.events[read].action {
            Action::Read { rf, .. } => rf.map(|name| {
                self.number(name).expect("a read reads from an event of the execution")
            }),
            _ => None,
        }
    }

    /// The writes to a cell in co.
    pub fn writes(&self, cell: Cell) -> &[usize] {
        self.co.get(&cell).map_or(&[], Vec::as_slice)
    }

    /// The last write in co to the cell of a read; `None` for the initial value.
    pub fn last_write(&self, cell: Cell) -> Option<usize> {
        self.writes(cell).last().copied()
    }

    /// What is in a cell after a write, or at first.
    pub fn value_after(&self, cell: Cell, write: Option<usize>) -> Option<Value> {
        match write {
            None => self.initial.get(&cell).copied(),
            Some(write) => match self.events[write].action {
                Action::Write { value, .. } => Some(value),
                _ => None,
            },
        }
    }

    /// The thread with a name.
    pub fn thread(&self, id: ThreadId) -> Option<&Thread> {
        self.threads.iter().find(|thread| thread.id == id)
    }

    /// The read of an update whose write this is: of the same cell, at once with it.
    pub fn read_of_update(&self, write: usize) -> Option<usize> {
        let Event { thread, group, .. } = self.events[write];
        let cell = self.cell(write)?;
        let events = &self.threads[thread].events;
        let place = events.iter().position(|event| *event == write)?;
        let earlier = events[..place].iter().rev().copied();
        let mut members = earlier.take_while(|event| self.events[*event].group == group);
        members.find(|event| self.cell(*event) == Some(cell) && !self.is_write(*event))
    }

    /// Whether main has returned, which ends the program.
    pub fn has_main_returned(&self) -> bool {
        let main = self.thread(ThreadId::MAIN);
        main.is_some_and(|main| main.status == Status::Ended { returned: true })
    }
}

impl fmt::Display for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for thread in &self.threads {
            writeln!(f, "{}: {:?}", thread.id, thread.status)?;
            for event in &thread.events {
                let Event { group, action, .. } = &self.events[*event];
                writeln!(f, "  {event} (group {group}) {action:?}")?;
            }
        }
        for (cell, writes) in self.co.iter().filter(|(_, writes)| !writes.is_empty()) {
            writeln!(f, "co of {cell:?}: {writes:?}")?;
        }
        Ok(())
    }
}
