//! The steps that led to each prefix of a search, as a tree that grows at its leaves.

use crate::machine::Step;
use crate::order::{Node, Order};

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(Option<u32>);

/// All steps that were taken in a search, each with the one before it.
#[derive(Default, Debug)]
pub(crate) struct Trail {
    steps: Vec<(Node, Place)>,
}

impl Trail {
    pub(crate) const START: Place = Place(None);

    /// The place after a step.
    pub(crate) fn extend(&mut self, place: Place, node: Node) -> Place {
        self.steps.push((node, place));
        Place(Some(self.steps.len() as u32 - 1))
    }

    /// The steps that lead to a place.
    pub(crate) fn steps(&self, order: &Order, place: Place) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut place = place;
        while let Place(Some(index)) = place {
            let (node, before) = self.steps[index as usize];
            steps.push(order.entry(node).step);
            place = before;
        }
        steps.reverse();
        steps
    }
}
