//! The steps that led to each prefix of a search, as a tree that grows at its leaves.

use crate::machine::Move;
use crate::order::{Node, Order};

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrailEnd(Option<u32>);

/// All steps that were taken in a search, each with the one before it.
#[derive(Default, Debug)]
pub(crate) struct Trail {
    steps: Vec<(Node, TrailEnd)>,
}

impl Trail {
    pub(crate) const START: TrailEnd = TrailEnd(None);

    /// The place after a step.
    pub(crate) fn extend(&mut self, place: TrailEnd, node: Node) -> TrailEnd {
        self.steps.push((node, place));
        TrailEnd(Some(self.steps.len() as u32 - 1))
    }

    /// The steps that lead to a place.
    pub(crate) fn steps(&self, order: &Order, place: TrailEnd) -> Vec<Move> {
        let mut steps = Vec::new();
        let mut place = place;
        while let TrailEnd(Some(index)) = place {
            let (node, before) = self.steps[index as usize];
            steps.push(order.entry(node).step);
            place = before;
        }
        steps.reverse();
        steps
    }
}
