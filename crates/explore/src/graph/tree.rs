//! The tree of choices, as far as it is open: the nodes on the way to the current graph.
//!
//! The tree's nodes are graphs, its edges choices: what a read reads, where a write goes in co,
//! which read it revisits, which lock another one overtakes; where nothing can run, the end of the
//! execution is a choice, too, since a lock that waits may still overtake another one. A place in
//! the tree is a path, the sequence of choices that leads there, so that a part of the tree can be
//! given away, or an execution replayed, as a short list of numbers.

use super::task::Task;
use crate::states::StateId;
use execution::{Acquisition, EventId, Slot, Source};

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// The only thing that can happen.
    Only,
    ReadFrom(Source),
    WriteAfter(Source),
    /// The pending write is read by this read.
    Revisit(EventId),
    Value(i64),
    /// The pending lock acquires its mutex, which is free.
    Acquire(Acquisition),
    /// The pending lock of a thread acquires its mutex before this one, which has acquired it.
    Overtake {
        slot: Slot,
        lock: EventId,
    },
    /// Nothing can run, and this is an execution.
    End,
    /// The pending write of an unfinished group can go nowhere, and its thread waits for one of the
    /// reads of the group to be revisited.
    Wait,
}

/// The read that a revisit changes, removed from the graph and about to be added again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Revisited {
    pub(super) slot: Slot,
    pub(super) stamp: u32,
}

/// A node of the tree on the current path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The thread whose event is added. Where nothing can run it is any: the choices say who comes
    /// first.
    pub(super) slot: Slot,
    /// Whether this is the lowest node of its layer.
    pub(super) starts_layer: bool,
    /// The read that reads it, if this is the second half of a revisit.
    pub(super) revisited: Option<Revisited>,
    /// Where the node's choices start among [`Tree::choices`], and how many they are.
    pub(super) first: u32,
    pub(super) count: u32,
    /// The next choice to try, and the end of those to try.
    pub(super) next: u32,
    pub(super) limit: u32,
    /// How many events the current choice has added.
    pub(super) pushed: u32,
    /// The state of the thread before it began to wait, if that is the current choice.
    pub(super) waits: Option<StateId>,
    /// The height of the stack of states before.
    pub(super) states: u32,
}

#[derive(Default)]
pub(super) struct Tree {
    pub(super) frames: Vec<Frame>,
    pub(super) choices: Vec<Choice>,
    /// The choices still to be replayed, the last one first, and then the range of the task.
    replay: Vec<u32>,
    range: Option<(u32, u32)>,
}

impl Tree {
    /// Goes back to the root, about to go to the start of a task.
    pub(super) fn start(&mut self, task: &Task) {
        self.replay.clone_from(&task.path);
        self.replay.reverse();
        self.range = task.range;
        self.frames.clear();
        self.choices.clear();
    }

    /// Opens a node of a thread, whose choices are those from `first` on; there are `states`
    /// states.
    pub(super) fn open(
        &mut self,
        slot: Slot,
        revisited: Option<Revisited>,
        first: usize,
        states: u32,
    ) {
        let count = (self.choices.len() - first) as u32;
        let (mut next, mut limit) = (0, count);
        if count > 1 {
            if let Some(choice) = self.replay.pop() {
                // A choice that does not exist is from the path of another program.
                (next, limit) = (choice, (choice + 1).min(count));
            } else if let Some(range) = self.range.take() {
                (next, limit) = range;
            }
        }
        self.frames.push(Frame {
            slot,
            starts_layer: revisited.is_some(),
            revisited,
            first: first as u32,
            count,
            next,
            limit,
            pushed: 0,
            waits: None,
            states,
        });
    }

    /// Whether the walk is still on its way to the start of its task, in a part of the tree that
    /// another task counts.
    pub(super) fn is_replaying(&self) -> bool {
        !self.replay.is_empty() || self.range.is_some()
    }

    /// Gives away the choices that are left at the node nearest to the root: the end of the task in
    /// the order of the walk.
    pub(super) fn split(&mut self) -> Option<Task> {
        let index = self.frames.iter().position(|frame| frame.next < frame.limit)?;
        let path = path_to(&self.frames[..index]);
        let frame = &mut self.frames[index];
        let range = (frame.next, frame.limit);
        frame.limit = frame.next;
        Some(Task { path, range: Some(range) })
    }

    /// The way to the current graph.
    pub(super) fn path(&self) -> Vec<u32> {
        path_to(&self.frames)
    }
}

/// The current choices of the nodes that have several.
fn path_to(frames: &[Frame]) -> Vec<u32> {
    frames.iter().filter(|frame| frame.count > 1).map(|frame| frame.next - 1).collect()
}
