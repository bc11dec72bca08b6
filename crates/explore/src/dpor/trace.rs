//! The trace that is being explored: its events, what threads recorded, and its races, as stacks.

use super::actor::Actor;
use super::footprint::Footprint;
use super::happens_before::HappensBefore;
use crate::states::StateId;
use execution::{Label, LocationId, Slot};

/// A step that was taken. Events are numbered by their place in the trace.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) actor: Actor,
    pub(super) footprint: Footprint,
    /// Which of the values it was given that the step asked for, and how many there are.
    pub(super) choice: u32,
    pub(super) choices: u32,
    /// What the thread recorded: where it starts in the record, and where it ends. For an update,
    /// what its store recorded.
    pub(super) recorded: (u32, u32),
    /// For a thread's step: its thread's step before; the step that created it if there is none.
    pub(super) before: Option<u32>,
    /// For an update, and for a thread's step that waited for its buffers: the thread's last update
    /// before.
    pub(super) update_before: Option<u32>,
    /// For a store that was buffered: its update, once there is one.
    pub(super) update: Option<u32>,
    /// For an update: its store.
    pub(super) store: Option<Stored>,
    /// Where its races start among [`Trace::races`].
    pub(super) races: u32,
    /// The sizes of the stacks before it.
    pub(super) marks: Marks,
}

/// The store of an update.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    pub(super) event: u32,
    /// Its number among the stores of its thread.
    pub(super) number: u32,
    /// Its place in the thread's buffers when it was updated.
    pub(super) place: u32,
    /// How many store barriers came before it.
    pub(super) epoch: u32,
    pub(super) waits_for_all: bool,
}

/// The sizes of the stacks before an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    pub(super) log: u32,
    pub(super) states: u32,
    pub(super) record: u32,
    pub(super) reads: u32,
}

/// An event of the execution graph, as a thread did it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recorded {
    pub(super) slot: Slot,
    pub(super) label: Label,
    /// Whether it happened at once with the one before.
    pub(super) grouped: bool,
    /// For reads: what was read, by its place in the record; `None` is the initial value.
    pub(super) source: Option<u32>,
    /// For writes that have reached the memory: the write there before.
    pub(super) overwritten: Option<u32>,
    /// The state of the thread before.
    pub(super) snapshot: StateId,
    /// The step.
    pub(super) event: u32,
}

/// A read that the next write to its location comes after.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub(super) event: u32,
    pub(super) location: LocationId,
    pub(super) next: Option<u32>,
}

/// Two events that are ordered, and by nothing between them, but can come the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Race {
    pub(super) first: u32,
    pub(super) second: Second,
}

/// The later one of a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Second {
    Event(u32),
    /// The next step of a thread that waits.
    Waiting(Slot),
}

/// Events with their happens-before relation.
#[derive(Default, Debug)]
pub(super) struct Trace {
    pub(super) events: Vec<Event>,
    pub(super) before: HappensBefore,
    pub(super) record: Vec<Recorded>,
    pub(super) reads: Vec<Read>,
    pub(super) races: Vec<Race>,
}

impl Trace {
    pub(super) fn len(&self) -> u32 {
        self.events.len() as u32
    }

    pub(super) fn event(&self, event: u32) -> &Event {
        &self.events[event as usize]
    }

    /// The reads of a list.
    pub(super) fn list(&self, first: Option<u32>) -> impl Iterator<Item = Read> {
        let at = |index: u32| self.reads[index as usize];
        std::iter::successors(first.map(at), move |read| read.next.map(at))
    }
}
