//! What synchronises, for finding data races.
//!
//! A model of a language has happens-before, which says it ([`OfModel`]). Under a model of a
//! machine, data races are those of C11, whose clocks are kept beside the model if races are looked
//! for ([`OfC11`]).

use crate::hb::Clocks;
use crate::model::Model;
use crate::rc11::C11;
use execution::{EventId, Graph};

/// Follows a graph together with a model, and knows what synchronises in it.
pub trait Races<M: ?Sized>: Clone {
    /// For an empty graph with room for `threads` threads. Nothing is asked unless it is wanted.
    fn new(threads: usize, is_wanted: bool) -> Self;

    /// Takes note of the event that was just added to the graph.
    fn push(&mut self, graph: &Graph, event: EventId);

    /// Forgets the event that is about to be removed from the end of the graph.
    fn pop(&mut self, graph: &Graph);

    /// Becomes the one for the copy of `graph` that was made with this renaming; `other` follows
    /// `graph`.
    fn restrict_from(&mut self, other: &Self, graph: &Graph, renamed: &[Option<EventId>]);

    /// Whether the first event happens before the second one by what the program's language calls
    /// synchronisation, or is in the same group.
    fn are_synchronised(&self, model: &M, graph: &Graph, first: EventId, second: EventId) -> bool;
}

/// A model of a language: it says itself what synchronises.
pub trait Synchronises: Model {
    /// Whether the first event happens before the second one, or is in the same group.
    fn are_synchronised(&self, graph: &Graph, first: EventId, second: EventId) -> bool;
}

/// What the model says.
#[derive(Clone, Copy, Debug)]
pub struct OfModel;

impl<M: Synchronises> Races<M> for OfModel {
    fn new(_threads: usize, _is_wanted: bool) -> OfModel {
        OfModel
    }

    fn push(&mut self, _graph: &Graph, _event: EventId) {}

    fn pop(&mut self, _graph: &Graph) {}

    fn restrict_from(&mut self, _: &OfModel, _graph: &Graph, _renamed: &[Option<EventId>]) {}

    fn are_synchronised(&self, model: &M, graph: &Graph, first: EventId, second: EventId) -> bool {
        model.are_synchronised(graph, first, second)
    }
}

/// What C11 says, beside a model of a machine.
#[derive(Clone, Debug)]
pub struct OfC11 {
    /// Only if somebody wants to know.
    clocks: Option<Clocks<C11>>,
}

impl<M: Model> Races<M> for OfC11 {
    fn new(threads: usize, is_wanted: bool) -> OfC11 {
        OfC11 { clocks: is_wanted.then(|| Clocks::new(threads)) }
    }

    fn push(&mut self, graph: &Graph, event: EventId) {
        if let Some(clocks) = &mut self.clocks {
            clocks.push(graph, event);
        }
    }

    fn pop(&mut self, graph: &Graph) {
        if let Some(clocks) = &mut self.clocks {
            clocks.pop(graph);
        }
    }

    fn restrict_from(&mut self, other: &OfC11, graph: &Graph, renamed: &[Option<EventId>]) {
        if let (Some(clocks), Some(others)) = (&mut self.clocks, &other.clocks) {
            clocks.restrict_from(others, graph, renamed);
        }
    }

    fn are_synchronised(&self, _: &M, graph: &Graph, first: EventId, second: EventId) -> bool {
        let clocks = self.clocks.as_ref().expect("races are looked for");
        clocks.is_before(graph, first, second)
    }
}
