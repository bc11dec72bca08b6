//! Wakeup trees: what has to be explored below a node, in order.
//!
//! POPL 2014 §5. The branches from a node are ordered; a branch is one step, and the tree below it
//! says how to go on. Where a tree ends, any step does.

use super::actor::Actor;
use super::footprint::Footprint;
use super::sequence::Item;

/// A branch, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BranchId(u32);

#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) actor: Actor,
    pub(super) choice: u32,
    pub(super) footprint: Footprint,
    /// The first branch below.
    pub(super) child: Option<BranchId>,
    /// The next branch beside it.
    pub(super) next: Option<BranchId>,
}

impl Branch {
    /// A step of a sequence. If it may make any choice, it makes the given one.
    pub(super) fn new(item: Item, choice: u32) -> Branch {
        let Item { actor, footprint, .. } = item;
        let choice = item.choice.unwrap_or(choice);
        Branch { actor, choice, footprint, child: None, next: None }
    }

    /// A step with one of its choices.
    pub(super) fn choice(actor: Actor, choice: u32) -> Branch {
        let footprint = Footprint::Anything;
        Branch { actor, choice, footprint, child: None, next: None }
    }
}

/// Where a list of branches starts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parent {
    Root,
    Branch(BranchId),
}

/// Branches of all trees, which reuse their memory.
#[derive(Default, Debug)]
pub(super) struct Branches {
    branches: Vec<Branch>,
    free: Vec<BranchId>,
}

impl Branches {
    pub(super) fn get(&self, id: BranchId) -> &Branch {
        &self.branches[id.0 as usize]
    }

    fn get_mut(&mut self, id: BranchId) -> &mut Branch {
        &mut self.branches[id.0 as usize]
    }

    /// The branches of a list.
    pub(super) fn list(&self, first: Option<BranchId>) -> impl Iterator<Item = BranchId> {
        std::iter::successors(first, |id| self.get(*id).next)
    }

    /// The first branch below a parent.
    pub(super) fn first(&self, root: Option<BranchId>, parent: Parent) -> Option<BranchId> {
        match parent {
            Parent::Root => root,
            Parent::Branch(branch) => self.get(branch).child,
        }
    }

    /// Adds a branch after the others.
    pub(super) fn append(
        &mut self,
        root: &mut Option<BranchId>,
        parent: Parent,
        branch: Branch,
    ) -> BranchId {
        let id = match self.free.pop() {
            Some(id) => {
                *self.get_mut(id) = branch;
                id
            }
            None => {
                self.branches.push(branch);
                BranchId(self.branches.len() as u32 - 1)
            }
        };
        let first = self.first(*root, parent);
        match self.list(first).last() {
            Some(last) => self.get_mut(last).next = Some(id),
            None => match parent {
                Parent::Root => *root = Some(id),
                Parent::Branch(branch) => self.get_mut(branch).child = Some(id),
            },
        }
        id
    }

    /// Removes the first branch of a list, but not what is below it.
    pub(super) fn take_first(&mut self, root: &mut Option<BranchId>) -> Option<Branch> {
        let id = (*root)?;
        let branch = self.get(id).clone();
        *root = branch.next;
        self.free.push(id);
        Some(branch)
    }

    /// Removes a list of branches with all that is below them.
    pub(super) fn release(&mut self, mut first: Option<BranchId>) {
        while let Some(branch) = self.take_first(&mut first) {
            self.release(branch.child);
        }
    }
}
