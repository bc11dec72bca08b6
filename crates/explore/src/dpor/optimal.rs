//! Optimal-DPOR: sequences in wakeup trees, so that every exploration ends in a trace that was not
//! seen before.
//!
//! POPL 2014 §5, Algorithm 2. When an execution has ended, each of its races is reversed by a
//! sequence that keeps everything which does not depend on the race, and that sequence is put into
//! the wakeup tree of its node, unless a weak initial of it sleeps there or the tree has a sequence
//! to its end that agrees with it.
//!
//! That nothing is missed rests on knowing what the steps of a sequence touch: an addition to a
//! tree that was not needed takes the place of one that is. Where that is not known
//! (`super::exactness`), the explorer reverses races as Source-DPOR does; then explorations may end
//! where everything sleeps.

use super::buffering::Buffering;
use super::sequence::Initial;
use super::strategy::{Planning, Strategy};
use super::wakeup::{Branch, Parent};

/// Wakeup trees.
#[derive(Clone, Copy, Debug)]
pub struct Optimal;

impl Strategy for Optimal {
    const NAME: &'static str = "dpor";
    const IS_EAGER: bool = false;

    fn plan<B: Buffering>(planning: Planning<'_, '_, B>) {
        let Planning { machine, nodes, node, sequence } = planning;
        if nodes.is_asleep(machine, node, sequence, true) {
            return;
        }
        // What the tree does not have yet.
        let mut rest = &mut sequence[..];
        let mut tree = nodes.node(node).tree;
        let mut parent = Parent::Root;
        'down: loop {
            let first = nodes.branches.first(tree, parent);
            if first.is_none() && matches!(parent, Parent::Branch(_)) {
                // What agrees with the sequence to the end of the tree covers it.
                return;
            }
            for id in nodes.branches.list(first) {
                let branch = nodes.branches.get(id);
                let label = (branch.actor, branch.choice);
                match machine.initial(label, &branch.footprint, node, rest) {
                    Some(Initial::At(place)) => {
                        rest[..=place].rotate_right(1);
                        rest = &mut rest[1..];
                    }
                    Some(Initial::Absent) => {}
                    None => continue,
                }
                parent = Parent::Branch(id);
                continue 'down;
            }
            break;
        }
        for item in rest {
            let branch = Branch::new(item.clone(), 0);
            parent = Parent::Branch(nodes.branches.append(&mut tree, parent, branch));
        }
        nodes.set_tree(node, tree);
    }
}
