//! Can the exploration rely on a model, or should it look again?
//!
//! A consistent execution can always be extended as the exploration does it: a read can read the
//! last write in co, a write can come last, and what has no choice can happen. Of the models that
//! come with Heddle this is known ([`Trusted`]). Of a cat file it was proved before it was taken,
//! and is watched all the same ([`Watched`]).

use crate::model::Model;
use execution::Graph;

/// Whether a model is watched.
pub trait Watching<M: ?Sized> {
    const IS_WATCHED: bool;

    /// Whether the graph is consistent after something that had no choice.
    fn goes_on(model: &M, graph: &Graph) -> bool;
}

/// The model is known to go on.
#[derive(Clone, Copy, Debug)]
pub enum Trusted {}

impl<M: Model> Watching<M> for Trusted {
    const IS_WATCHED: bool = false;

    fn goes_on(_: &M, _: &Graph) -> bool {
        true
    }
}

/// A model that can say whether it goes on.
pub trait GoesOn: Model {
    /// Whether the graph is consistent after something that had no choice.
    fn goes_on(&self, graph: &Graph) -> bool;
}

/// The model is asked.
#[derive(Clone, Copy, Debug)]
pub enum Watched {}

impl<M: GoesOn> Watching<M> for Watched {
    const IS_WATCHED: bool = true;

    fn goes_on(model: &M, graph: &Graph) -> bool {
        model.goes_on(graph)
    }
}
