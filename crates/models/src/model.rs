//! What an engine needs of a memory model, and nothing more.
//!
//! A value of a type that implements [`Model`] accompanies one graph: the engine tells it of every
//! event that it adds or removes, and asks it what may come next. The graph is consistent at all
//! times; inconsistent choices are never offered.

use execution::{EventId, Graph, Label, Slot, Source};

/// The next event of a thread: a read or a write about to be added.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    pub thread: Slot,
    /// Whether it happens at once with the thread's previous event.
    pub grouped: bool,
    /// Its label; the value does not matter.
    pub label: Label,
}

/// A memory model that follows a graph.
///
/// The exploration of graphs is complete and without repetition for models that are *prefix-closed*
/// (a causally closed part of a consistent graph is consistent), *extensible* (a consistent graph
/// can be extended by any next event, which reads or is placed last in co) and *porf-acyclic* (`genmc` §3, MM1–MM3).
pub trait Model: Clone {
    /// The name on the command line.
    const NAME: &'static str;

    /// Whether the model says what an atomic block is, or any other group of several reads and writes: an update that was
    /// split into cells.
    const HAS_ATOMIC_BLOCKS: bool;

    /// A model for an empty graph with room for `threads` threads.
    fn new(threads: usize) -> Self;

    /// What a pending read may read, last in co first.
    fn sources(&self, graph: &Graph, pending: &Pending, sources: &mut Vec<Source>);

    /// After which writes in co a pending write may come, last in co first.
    fn places(&self, graph: &Graph, pending: &Pending, places: &mut Vec<Source>);

    /// Takes note of the event that was just added to the graph, by a choice that was offered.
    fn push(&mut self, graph: &Graph, event: EventId);

    /// Takes note that a lock that was waiting has acquired its mutex from the event that was pushed last.
    fn wake(&mut self, graph: &Graph, lock: EventId);

    /// Forgets the event that is about to be removed from the end of the graph, and the lock
    /// that it woke.
    fn pop(&mut self, graph: &Graph);

    /// Becomes the model for `restricted`, which was made from `graph` by
    /// [`Graph::restrict_into`] with this renaming; `model` accompanies `graph`.
    fn restrict_from(
        &mut self,
        model: &Self,
        graph: &Graph,
        restricted: &Graph,
        renamed: &[Option<EventId>],
    );

    /// Whether the first event comes before the second one in every order in which this execution can
    /// have happened.
    fn happens_before(&self, graph: &Graph, first: EventId, second: EventId) -> bool;

    /// Whether the first event happens before the second one by what the program's language calls synchronisation, or is in the
    /// same group. Only asked where data races are looked for.
    fn are_synchronised(&self, graph: &Graph, first: EventId, second: EventId) -> bool;

    /// Whether a whole graph is consistent, by the axioms and nothing else.
    fn is_consistent(graph: &Graph) -> bool;
}
