//! Does an execution without co leave open what co is?
//!
//! Often it does not: where each location has one writer, or is written by updates only, co follows from the rest. Then the witness is the only one, and the model with co
//! knows everything; nothing else has to be kept.
//!
//! A write certainly comes after another one if it is by the same thread, if it updates it, or if an event with which the other one has become visible is a cause of it.
//! All of these are causes, so that what holds of a graph holds of its closed parts.

use crate::global::Preserved;
use execution::{EventId, Graph, Source};
use std::marker::PhantomData;

/// The writes of which it is open what they come after.
#[derive(Clone, Debug)]
pub(super) struct Open<P> {
    /// How many there were in the graph from the start.
    base: usize,
    /// Whether it is so for each event that was added since then.
    added: Vec<bool>,
    /// How many of those.
    count: usize,
    preserved: PhantomData<P>,
}

impl<P: Preserved> Open<P> {
    pub(super) fn new() -> Open<P> {
        Open { base: 0, added: Vec::new(), count: 0, preserved: PhantomData }
    }

    /// Whether there is any.
    pub(super) fn is_any(&self) -> bool {
        self.base + self.count > 0
    }

    /// Starts with a graph.
    pub(super) fn restart(&mut self, graph: &Graph) {
        self.added.clear();
        self.count = 0;
        let writes = graph.events().filter(|(_, event)| event.is_write());
        self.base = writes.filter(|(id, event)| !follows::<P>(graph, event.co_before, *id)).count();
    }

    /// Takes note of the last event.
    pub(super) fn push(&mut self, graph: &Graph, id: EventId) {
        let event = graph.event(id);
        // What follows a new write in co is none of its effects.
        let is_open = event.is_write()
            && (event.co_after.is_some() || !follows::<P>(graph, event.co_before, id));
        self.added.push(is_open);
        self.count += usize::from(is_open);
    }

    pub(super) fn pop(&mut self) {
        let was_open = self.added.pop().expect("only what was added is removed");
        self.count -= usize::from(was_open);
    }
}

/// Whether a write comes after another one whatever co is.
fn follows<P: Preserved>(graph: &Graph, before: Source, id: EventId) -> bool {
    let Source::Write(other) = before else { return true };
    let earlier = graph.event(other);
    if earlier.thread == graph.event(id).thread || graph.updated(id) == Some(before) {
        return true;
    }
    let mut rest = graph.thread(earlier.thread).events[earlier.index as usize..].iter();
    let published = rest.find(|event| P::publishes(&graph.event(**event).label));
    published.is_some_and(|published| graph.is_cause(*published, id))
}
