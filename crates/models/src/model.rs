//! What an engine needs of every memory model, and nothing more.
//!
//! A value of a type that implements [`Model`] accompanies one graph: the engine tells it of every
//! event that it adds or removes, and asks it what may come next. The graph is consistent at all
//! times. What only some models have to say is in traits of their own: about co in
//! [`crate::equivalence`], about synchronisation in [`crate::races`], about models that are not
//! ours in [`crate::watching`].

use crate::assumptions::Assumptions;
use crate::equivalence::Equivalence;
use crate::races::Races;
use crate::watching::Watching;
use execution::{EventId, Graph, Label, Slot, Source};
use relation::Relation;

/// The next event of a thread: a read or a write about to be added.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    pub thread: Slot,
    /// Whether it happens at once with the thread's previous event.
    pub grouped: bool,
    /// Its label; the value does not matter.
    pub label: Label,
}

/// A memory model that follows a graph. The exploration of graphs is complete and without
/// repetition for models that meet [`Assumptions::ALL`].
pub trait Model: Clone {
    /// The name on the command line.
    const NAME: &'static str;

    /// Which of the assumptions of the exploration it meets.
    const ASSUMPTIONS: Assumptions = Assumptions::ALL;

    /// Whether the model says what an atomic block is, or any other group of several reads and
    /// writes: an update that was split into cells.
    const HAS_ATOMIC_BLOCKS: bool;

    /// Whether accesses may be split into cells, so that several reads or writes happen at once.
    const HAS_SPLIT_ACCESSES: bool = true;

    /// What makes it this model, where the type alone does not.
    type Definition: Clone + Send + Sync + std::fmt::Debug;

    /// Which executions are one.
    type Equivalence: Equivalence<Self>;

    /// Who says what synchronises.
    type Races: Races<Self>;

    /// Whether it is watched.
    type Watching: Watching<Self>;

    /// Whether it asks what events depend on ([`Graph::dependencies`]).
    fn has_dependencies(_definition: &Self::Definition) -> bool {
        false
    }

    /// A model for an empty graph with room for `threads` threads.
    fn new(definition: &Self::Definition, threads: usize) -> Self;

    /// What a pending read may read, last in co first.
    fn sources(&self, graph: &Graph, pending: &Pending, sources: &mut Vec<Source>);

    /// After which writes in co a pending write may come, last in co first.
    fn places(&self, graph: &Graph, pending: &Pending, places: &mut Vec<Source>);

    /// Takes note of the event that was just added to the graph, by a choice that was offered.
    fn push(&mut self, graph: &Graph, event: EventId);

    /// Forgets the event that is about to be removed from the end of the graph.
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

    /// Whether the first event comes before the second one in every order in which this execution
    /// can have happened.
    fn happens_before(&self, graph: &Graph, first: EventId, second: EventId) -> bool;

    /// What the model remarks on a graph at its end, besides that it is consistent.
    fn remark(&self, _graph: &Graph) -> Option<String> {
        None
    }

    /// Which events come before which in every order in which a whole graph can have happened, by
    /// the axioms and nothing else. Without co, for the co of the graph.
    fn order(definition: &Self::Definition, graph: &Graph) -> Relation;

    /// What happens before what by what the program's language calls synchronisation, by the axioms
    /// and nothing else.
    fn synchronisation(definition: &Self::Definition, graph: &Graph) -> Relation;

    /// Whether a whole graph is consistent, by the axioms and nothing else.
    fn is_consistent(definition: &Self::Definition, graph: &Graph) -> bool;
}
