//! Which lines of a story are related, and which of these relations say something?
//!
//! Drawn are rf from the writes of other threads, and co and fr to the next write, since the others
//! follow. Where a thread has created or joined another one, or goes on itself, co and fr that
//! agree with that are left out.

use super::order::Order;
use crate::story::{Deed, Line, Story};
use base::ThreadId;
use execution::canonical::{Action, EventName};
use execution::{Cell, Witness};
use std::collections::{BTreeMap, BTreeSet, HashMap};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Relation {
    /// From a write to a read of another thread that sees it.
    Rf,
    /// From a write to the next one of the same place.
    Co,
    /// From a read to the write that replaces what it saw.
    Fr,
    /// From the creation of a thread to its first step.
    Create,
    /// From a thread's last step to the join of it.
    Join,
}

/// An edge between the lines with these numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
}

/// The edges to draw, with all that holds between their ends.
pub(super) fn all(witness: &Witness, story: &Story<'_>) -> BTreeMap<Edge, BTreeSet<Relation>> {
    let mut edges: BTreeMap<Edge, BTreeSet<Relation>> = BTreeMap::new();
    let lives: Vec<(Edge, Relation)> =
        story.lines.iter().filter_map(|line| life(line, story)).collect();
    let order = Order::new(story, lives.iter().map(|(edge, _)| *edge));
    let mut add = |relation, from: EventName, to: EventName| {
        let (Some(from), Some(to)) = (story.number(from), story.number(to)) else {
            return;
        };
        let is_known = match relation {
            Relation::Co | Relation::Fr => order.is_before(from, to),
            Relation::Rf => story.lines[from - 1].thread == story.lines[to - 1].thread,
            Relation::Create | Relation::Join => false,
        };
        if from != to && !is_known {
            edges.entry(Edge { from, to }).or_default().insert(relation);
        }
    };
    let next_writes = next_writes(witness);
    for step in &witness.steps {
        match step.action {
            Action::Read { cell, rf, .. } => {
                if let Some(write) = rf {
                    add(Relation::Rf, write, step.event);
                }
                if let Some(next) = next_writes.get(&(cell, rf)) {
                    add(Relation::Fr, step.event, *next);
                }
            }
            Action::Write { .. } => {
                if let Some(before) = step.co_before {
                    add(Relation::Co, before, step.event);
                }
            }
            Action::Fence { .. }
            | Action::Free { .. }
            | Action::Spawn { .. }
            | Action::Join { .. }
            | Action::Choose { .. } => {}
        }
    }
    for (edge, relation) in lives {
        edges.entry(edge).or_default().insert(relation);
    }
    edges
}

/// For each cell and each write to it, or the initial value, the next write in co.
fn next_writes(witness: &Witness) -> HashMap<(Cell, Option<EventName>), EventName> {
    let written = |action| match action {
        Action::Write { cell, .. } => Some(cell),
        Action::Read { .. }
        | Action::Fence { .. }
        | Action::Free { .. }
        | Action::Spawn { .. }
        | Action::Join { .. }
        | Action::Choose { .. } => None,
    };
    witness
        .steps
        .iter()
        .filter_map(|step| Some(((written(step.action)?, step.co_before), step.event)))
        .collect()
}

/// The edge between a thread and the line that creates or joins it.
fn life(line: &Line<'_>, story: &Story<'_>) -> Option<(Edge, Relation)> {
    let mut lines = story.lines.iter();
    let is_of = |thread: ThreadId| move |line: &&Line<'_>| line.thread == thread;
    match line.deed {
        Deed::Create { thread } => {
            let first = lines.find(is_of(thread))?;
            Some((Edge { from: line.number, to: first.number }, Relation::Create))
        }
        Deed::Join { thread } => {
            let last = lines.rev().find(is_of(thread))?;
            Some((Edge { from: last.number, to: line.number }, Relation::Join))
        }
        Deed::Access(_) | Deed::Fence { .. } | Deed::Free { .. } | Deed::Choose { .. } => None,
    }
}
