//! Which lines of a story are related, and how?

use crate::story::{Deed, Line, Story};
use base::ThreadId;
use execution::canonical::{Action, EventName};
use execution::{Cell, Witness};
use std::collections::{BTreeSet, HashMap};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Relation {
    /// From a write to a read that sees it.
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

impl Relation {
    pub(super) fn name(self) -> &'static str {
        match self {
            Relation::Rf => "rf",
            Relation::Co => "co",
            Relation::Fr => "fr",
            Relation::Create => "create",
            Relation::Join => "join",
        }
    }
}

/// An edge between the lines with these numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) relation: Relation,
}

/// The edges to draw, each once.
pub(super) fn all(witness: &Witness, story: &Story<'_>) -> BTreeSet<Edge> {
    let mut edges = BTreeSet::new();
    let mut add = |relation, from: Option<EventName>, to: EventName| {
        let ends = from.and_then(|from| Some((story.number(from)?, story.number(to)?)));
        let Some((from_number, to_number)) = ends.filter(|(from, to)| from != to) else {
            return;
        };
        let is_internal = from.is_some_and(|from| from.thread == to.thread);
        let follows_from_po = match relation {
            Relation::Co | Relation::Fr => is_internal,
            Relation::Rf | Relation::Create | Relation::Join => false,
        };
        if !follows_from_po {
            edges.insert(Edge { from: from_number, to: to_number, relation });
        }
    };
    let next_writes = next_writes(witness);
    for step in &witness.steps {
        match step.action {
            Action::Read { cell, rf, .. } => {
                add(Relation::Rf, rf, step.event);
                if let Some(next) = next_writes.get(&(cell, rf)) {
                    add(Relation::Fr, Some(step.event), *next);
                }
            }
            Action::Write { .. } => add(Relation::Co, step.co_before, step.event),
            Action::Fence { .. }
            | Action::Free { .. }
            | Action::Spawn { .. }
            | Action::Join { .. }
            | Action::Choose { .. } => {}
        }
    }
    edges.extend(story.lines.iter().filter_map(|line| life(line, story)));
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
fn life(line: &Line<'_>, story: &Story<'_>) -> Option<Edge> {
    let mut lines = story.lines.iter();
    let is_of = |thread: ThreadId| move |line: &&Line<'_>| line.thread == thread;
    match line.deed {
        Deed::Create { thread } => Some(Edge {
            from: line.number,
            to: lines.find(is_of(thread))?.number,
            relation: Relation::Create,
        }),
        Deed::Join { thread } => Some(Edge {
            from: lines.rev().find(is_of(thread))?.number,
            to: line.number,
            relation: Relation::Join,
        }),
        Deed::Access(_) | Deed::Fence { .. } | Deed::Free { .. } | Deed::Choose { .. } => None,
    }
}
