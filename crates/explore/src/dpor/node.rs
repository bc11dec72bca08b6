//! The nodes of the exploration: the states along the trace, with who sleeps there and what is
//! still to be explored.
//!
//! A step that has been explored from a node sleeps there, and in the states after it until
//! somebody takes a step that depends on it: whatever starts with it has been seen. (Godefroid's
//! sleep sets, as in POPL 2014 §3.)

use super::actor::Actor;
use super::buffering::Buffering;
use super::footprint::Footprint;
use super::machine::Machine;
use super::sequence::{Initial, Item};
use super::wakeup::{Branch, BranchId, Branches, Parent};

/// A step that sleeps.
#[derive(Clone, Debug)]
pub(super) struct Sleeper {
    pub(super) actor: Actor,
    pub(super) choice: u32,
    pub(super) choices: u32,
    pub(super) footprint: Footprint,
}

/// A node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Where its sleepers start.
    sleepers: u32,
    /// What is to be explored.
    pub(super) tree: Option<BranchId>,
    /// Whether a step was chosen here.
    pub(super) is_open: bool,
}

/// The nodes on the way to the current state, which is the last of them.
#[derive(Default)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    sleepers: Vec<Sleeper>,
    pub(super) branches: Branches,
}

impl Nodes {
    /// Starts with the first node.
    pub(super) fn start(&mut self) {
        self.nodes.clear();
        self.sleepers.clear();
        self.nodes.push(Node { sleepers: 0, tree: None, is_open: false });
    }

    pub(super) fn last_mut(&mut self) -> &mut Node {
        self.nodes.last_mut().expect("there is a first node")
    }

    pub(super) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    /// The sleepers of a node.
    pub(super) fn sleepers(&self, index: u32) -> &[Sleeper] {
        let index = index as usize;
        let end =
            self.nodes.get(index + 1).map_or(self.sleepers.len(), |next| next.sleepers as usize);
        &self.sleepers[self.nodes[index].sleepers as usize..end]
    }

    /// Opens the node after the step that was just taken, with the tree that is to be explored
    /// there.
    pub(super) fn push<B: Buffering>(&mut self, machine: &Machine<'_, B>, tree: Option<BranchId>) {
        let event = machine.trace.events.last().expect("a step was just taken");
        let slot = event.actor.slot();
        let start = self.nodes.last().map_or(0, |node| node.sleepers as usize);
        let end = self.sleepers.len();
        for index in start..end {
            let sleeper = &self.sleepers[index];
            let own = sleeper.actor.slot();
            let goes_on = sleeper.actor != event.actor
                && (own == slot
                    || !sleeper.footprint.conflicts(
                        &event.footprint,
                        &machine.cells,
                        |store| machine.is_buffered(own, store),
                        |store| machine.is_buffered(slot, store),
                    ));
            if goes_on {
                let sleeper = sleeper.clone();
                self.sleepers.push(sleeper);
            }
        }
        self.nodes.push(Node { sleepers: end as u32, tree, is_open: false });
    }

    /// Goes back to the node before. Returns whether there is one.
    pub(super) fn pop(&mut self) -> bool {
        let node = self.nodes.pop().expect("there is a node");
        self.sleepers.truncate(node.sleepers as usize);
        !self.nodes.is_empty()
    }

    /// Puts a step to sleep at the last node.
    pub(super) fn put_to_sleep(&mut self, sleeper: Sleeper) {
        self.sleepers.push(sleeper);
    }

    /// Whether a step sleeps at the last node.
    pub(super) fn sleeps(&self, actor: Actor, choice: u32) -> bool {
        let sleepers = self.sleepers(self.nodes.len() as u32 - 1);
        sleepers.iter().any(|sleeper| sleeper.actor == actor && sleeper.choice == choice)
    }

    /// The choices with which somebody's step sleeps at a node.
    fn sleeping_choices(&self, index: u32, actor: Actor) -> impl Iterator<Item = u32> {
        let sleepers = self.sleepers(index).iter();
        sleepers.filter(move |sleeper| sleeper.actor == actor).map(|sleeper| sleeper.choice)
    }

    /// The first choice with which somebody's step does not sleep at a node.
    pub(super) fn awake_choice(&self, index: u32, actor: Actor) -> u32 {
        let sleeps = |choice: &u32| self.sleeping_choices(index, actor).any(|own| own == *choice);
        (0..).find(|choice| !sleeps(choice)).expect("there are more numbers than sleepers")
    }

    /// Whether some step of somebody sleeps at the last node.
    pub(super) fn has_sleepers(&self, actor: Actor) -> bool {
        let sleepers = self.sleepers(self.nodes.len() as u32 - 1);
        sleepers.iter().any(|sleeper| sleeper.actor == actor)
    }

    /// Plans every choice that does not sleep at the last node, where some choice of everybody
    /// does. One of them is not enough: it says nothing of executions in which that choice is made
    /// in another way, and sleeps.
    pub(super) fn plan_awake_choices(&mut self, enabled: &[Actor]) {
        let last = self.nodes.len() as u32 - 1;
        for actor in enabled {
            let mut sleepers = self.sleepers(last).iter();
            let choices = sleepers
                .find(|sleeper| sleeper.actor == *actor)
                .map_or(0, |sleeper| sleeper.choices);
            for choice in
                (0..choices).filter(|choice| !self.sleeps(*actor, *choice)).collect::<Vec<u32>>()
            {
                let mut tree = self.node(last).tree;
                self.branches.append(&mut tree, Parent::Root, Branch::choice(*actor, choice));
                self.set_tree(last, tree);
            }
        }
    }

    /// Removes the first branch of the last node.
    pub(super) fn take_branch(&mut self) -> Option<Branch> {
        let mut tree = self.last_mut().tree;
        let branch = self.branches.take_first(&mut tree);
        self.last_mut().tree = tree;
        branch
    }

    /// After a step with one of several choices, the others are to be explored too.
    pub(super) fn add_choices(&mut self, actor: Actor, choice: u32, choices: u32) {
        let last = self.nodes.len() as u32 - 1;
        for other in (0..choices).filter(|other| *other != choice) {
            let mut tree = self.node(last).tree;
            let is_planned = self.branches.list(tree).any(|branch| {
                let branch = self.branches.get(branch);
                branch.actor == actor && branch.choice == other
            });
            if !is_planned && !self.sleeps(actor, other) {
                self.branches.append(&mut tree, Parent::Root, Branch::choice(actor, other));
                self.set_tree(last, tree);
            }
        }
    }

    /// Whether somebody who sleeps at a node may come first in a sequence that starts there.
    pub(super) fn is_asleep<B: Buffering>(
        &self,
        machine: &Machine<'_, B>,
        index: u32,
        sequence: &[Item],
        weakly: bool,
    ) -> bool {
        self.sleepers(index).iter().any(|sleeper| {
            let label = (sleeper.actor, sleeper.choice);
            match machine.initial(label, &sleeper.footprint, index, sequence) {
                // If the step may make any choice, all of them have to sleep.
                Some(Initial::At(place)) if sequence[place].choice.is_none() => {
                    self.sleeping_choices(index, sleeper.actor).count() as u32 == sleeper.choices
                }
                Some(Initial::At(_)) => true,
                Some(Initial::Absent) => weakly,
                None => false,
            }
        })
    }

    pub(super) fn set_tree(&mut self, index: u32, tree: Option<BranchId>) {
        self.nodes[index as usize].tree = tree;
    }
}
