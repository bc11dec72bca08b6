//! Reads about to read, and how writes are called.

use base::ThreadId;
use execution::{EventId, Graph, Label, LocationId, Slot, Source};

/// A read, in the graph or about to be.
pub(super) struct Reader {
    pub(super) location: LocationId,
    pub(super) thread: Slot,
    /// How many events of its thread are before it.
    pub(super) index: u32,
    /// Whether it may be the first part of an update.
    pub(super) may_update: bool,
}

impl Reader {
    pub(super) fn new(thread: Slot, index: u32, label: &Label) -> Reader {
        let Label::Read { location, kind, .. } = *label else {
            unreachable!("only reads have sources")
        };
        Reader { location, thread, index, may_update: kind.may_update() }
    }

    /// The event before it in its thread, or the one that created the thread.
    pub(super) fn before(&self, graph: &Graph) -> Option<EventId> {
        let thread = graph.thread(self.thread);
        let before = self.index.checked_sub(1).map(|index| thread.events[index as usize]);
        before.or(thread.spawn)
    }

    /// What a load reads if it happens at once with the event before it in its thread, which
    /// accesses the same location, and that event. `None` if there is no such event.
    pub(super) fn just_seen(&self, graph: &Graph) -> Option<(EventId, Source)> {
        let before = self.index.checked_sub(1).filter(|_| !self.may_update)?;
        let before = graph.thread(self.thread).events[before as usize];
        let event = graph.event(before);
        match event.label {
            Label::Read { location, .. } if location == self.location => Some((before, event.rf)),
            Label::Write { location, .. } if location == self.location => {
                Some((before, Source::Write(before)))
            }
            _ => None,
        }
    }

    /// Whether a write is a cause of it, where `before` is the event before it.
    pub(super) fn knows(&self, graph: &Graph, before: EventId, write: EventId) -> bool {
        let event = graph.event(write);
        let is_later = event.thread == self.thread && event.index >= self.index;
        !is_later && graph.is_cause(write, before)
    }
}

/// What a write is called in every graph that has it.
pub(super) fn name(graph: &Graph, source: Source) -> (ThreadId, u32) {
    let Source::Write(write) = source else { return (ThreadId::GLOBALS, u32::MAX) };
    let event = graph.event(write);
    let spawn = graph.thread(event.thread).spawn.map(|spawn| graph.event(spawn).label);
    let thread = match spawn {
        Some(Label::Spawn { child }) => child,
        _ => ThreadId::MAIN,
    };
    (thread, event.index)
}
