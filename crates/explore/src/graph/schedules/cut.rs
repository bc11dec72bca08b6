//! Cuts of a trace: sets of events that are closed under their causes (`rf-sc` §4, `predec`).
//!
//! The causes of an event are those of the graph.

use super::step::is_step;
use execution::{EventId, Graph, Label, Slot, Source};

/// A set of events.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// By event.
    contains: Vec<bool>,
}

impl Cut {
    /// The least cut with these events.
    pub(super) fn new(graph: &Graph, events: impl IntoIterator<Item = EventId>) -> Cut {
        let mut contains = vec![false; graph.len()];
        events.into_iter().for_each(|event| contains[event.index()] = true);
        // Causes were added before what they cause.
        for (id, _) in graph.events().rev() {
            if contains[id.index()] {
                causes(graph, id).for_each(|cause| contains[cause.index()] = true);
            }
        }
        Cut { contains }
    }

    pub(super) fn contains(&self, event: EventId) -> bool {
        self.contains[event.index()]
    }

    /// How many events it has of each thread, together with what is before a stamp.
    pub(super) fn with_prefix(&self, graph: &Graph, stamp: u32, kept: &mut Vec<u32>) {
        kept.clear();
        kept.extend(graph.slots().map(|slot| {
            let is_kept = |id: &EventId| self.contains(*id) || graph.event(*id).stamp < stamp;
            let events = &graph.thread(slot).events;
            events.iter().rposition(is_kept).map_or(0, |last| last as u32 + 1)
        }));
    }

    /// Its steps that are not before a stamp, causes first and groups together, in an order that
    /// does not depend on how they were added.
    pub(super) fn steps_after(&self, graph: &Graph, stamp: u32) -> Vec<EventId> {
        let is_after = |id: EventId| self.contains(id) && graph.event(id).stamp >= stamp;
        let mut groups: Vec<Vec<Vec<EventId>>> = graph
            .slots()
            .map(|slot| {
                let events: Vec<EventId> = graph.thread(slot).events.clone();
                let after = events.into_iter().filter(|id| is_after(*id)).collect::<Vec<_>>();
                let same = |one: &EventId, other: &EventId| {
                    graph.event(*one).group == graph.event(*other).group
                };
                after.chunk_by(same).rev().map(<[EventId]>::to_vec).collect()
            })
            .collect();
        let mut is_missing = vec![false; graph.len()];
        groups.iter().flatten().flatten().for_each(|id| is_missing[id.index()] = true);
        let mut steps = Vec::new();
        while groups.iter().any(|groups| !groups.is_empty()) {
            for groups in &mut groups {
                while let Some(group) = groups.last() {
                    let is_ready =
                        |cause: EventId| !is_missing[cause.index()] || group.contains(&cause);
                    if !group.iter().all(|id| causes(graph, *id).all(is_ready)) {
                        break;
                    }
                    group.iter().for_each(|id| is_missing[id.index()] = false);
                    steps.extend(group.iter().filter(|id| is_step(graph.event(**id))));
                    groups.pop();
                }
            }
        }
        steps
    }
}

/// The event of its thread before an event, or the one that created the thread.
pub(super) fn before(graph: &Graph, slot: Slot, index: u32) -> Option<EventId> {
    let thread = graph.thread(slot);
    match index {
        0 => thread.spawn.map(|spawn| graph.group_end(spawn)),
        index => Some(thread.events[index as usize - 1]),
    }
}

/// What an event follows directly.
fn causes(graph: &Graph, id: EventId) -> impl Iterator<Item = EventId> {
    let event = graph.event(id);
    let previous = before(graph, event.thread, event.index);
    let write = |source: Source| match source {
        Source::Initial => None,
        Source::Write(write) => Some(write),
    };
    let other = match event.label {
        Label::Read { .. } => write(event.rf),
        Label::Join { slot, .. } => graph.before_next(slot),
        Label::Write { .. }
        | Label::Fence { .. }
        | Label::Free { .. }
        | Label::Spawn { .. }
        | Label::Choose { .. } => None,
    };
    let other = other.map(|other| graph.group_end(other));
    [previous, other].into_iter().flatten()
}
