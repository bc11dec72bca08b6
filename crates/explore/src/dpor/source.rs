//! Source-DPOR: from every node, some initial of every sequence that is needed.
//!
//! POPL 2014 §4, Algorithm 1. Each race is reversed when its second event is taken: if no initial
//! of the sequence is explored from the node, one is added. At least one execution of each trace is
//! explored; others may end where everything sleeps.

use super::buffering::Buffering;
use super::sequence::Initial;
use super::strategy::{Planning, Strategy};
use super::wakeup::{Branch, Parent};

/// Source sets with sleep sets.
#[derive(Clone, Copy, Debug)]
pub struct SourceSets;

impl Strategy for SourceSets {
    const NAME: &'static str = "dpor-source";
    const IS_EAGER: bool = true;

    fn plan<B: Buffering>(planning: Planning<'_, '_, B>) {
        let Planning { machine, nodes, node, sequence } = planning;
        if nodes.is_asleep(machine, node, sequence, false) {
            return;
        }
        let mut tree = nodes.node(node).tree;
        let is_planned = nodes.branches.list(tree).any(|branch| {
            let branch = nodes.branches.get(branch);
            let label = (branch.actor, branch.choice);
            let initial = machine.initial(label, &branch.footprint, node, sequence);
            matches!(initial, Some(Initial::At(_)))
        });
        if !is_planned {
            let choice = nodes.awake_choice(node, sequence[0].actor);
            let first = Branch::new(sequence[0].clone(), choice);
            nodes.branches.append(&mut tree, Parent::Root, first);
            nodes.set_tree(node, tree);
        }
    }
}
