//! Does an execution without co leave open what co is?
//!
//! Often it does not: where each location has one writer, or is written by updates only, co follows
//! from the rest. Then the witness is the only one, and the model with co knows everything; nothing
//! else has to be kept.
//!
//! A write certainly comes after another one if it is by the same thread, if it updates it, or if
//! the other one has become visible to it: if it happens before it, or if an event that publishes
//! it is a cause. All of these are causes, so that what holds of a graph holds of its closed parts.

use execution::{EventId, Graph, Source};

/// The writes of which it is open what they come after.
#[derive(Clone, Default, Debug)]
pub(super) struct Open {
    /// How many there were in the graph from the start.
    base: usize,
    /// Whether it is so for each event that was added since then.
    added: Vec<bool>,
    /// How many of those.
    count: usize,
}

impl Open {
    /// Whether there is any.
    pub(super) fn is_any(&self) -> bool {
        self.base + self.count > 0
    }

    /// Starts with a graph. `is_visible` says whether a write of one thread has become visible to
    /// another one's.
    pub(super) fn restart(&mut self, graph: &Graph, is_visible: impl Fn(EventId, EventId) -> bool) {
        self.added.clear();
        self.count = 0;
        let writes = graph.events().filter(|(_, event)| event.is_write());
        let open = writes.filter(|(id, event)| {
            !follows(graph, event.co_before, *id, |other| is_visible(other, *id))
        });
        self.base = open.count();
    }

    /// Takes note of the last event.
    pub(super) fn push(
        &mut self,
        graph: &Graph,
        id: EventId,
        is_visible: impl FnOnce(EventId) -> bool,
    ) {
        let event = graph.event(id);
        // What follows a new write in co is none of its effects.
        let is_open = event.is_write()
            && (event.co_after.is_some() || !follows(graph, event.co_before, id, is_visible));
        self.added.push(is_open);
        self.count += usize::from(is_open);
    }

    pub(super) fn pop(&mut self) {
        let was_open = self.added.pop().expect("only what was added is removed");
        self.count -= usize::from(was_open);
    }
}

/// Whether a write comes after another one whatever co is.
fn follows(
    graph: &Graph,
    before: Source,
    id: EventId,
    is_visible: impl FnOnce(EventId) -> bool,
) -> bool {
    let Source::Write(other) = before else { return true };
    graph.event(other).thread == graph.event(id).thread
        || graph.updated(id) == Some(before)
        || is_visible(other)
}
