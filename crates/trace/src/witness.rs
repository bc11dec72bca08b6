//! What a procedure answers, and the evidence for *yes*.

use crate::operation::OperationId;
use crate::orders::{Coherence, ReadsFrom};
use crate::views::Scope;
use history::Move;

/// A total order of the members of a scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub scope: Scope,
    pub order: Vec<OperationId>,
}

/// How an execution is explained.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Explanation {
    /// The views that a model asks for, in the order of [`crate::views::definition`].
    Views(Vec<View>),
    /// The steps of a machine with store buffers, for TSO and PSO.
    Moves(Vec<Move>),
    /// For axioms: the order of the writes to each location, if the model looks at it.
    Coherence(Option<Coherence>),
}

/// An execution, and why a model allows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    pub reads_from: ReadsFrom,
    pub explanation: Explanation,
}
