//! From what happened to a graph.

use crate::world::World;
use execution::{EventId, Graph, Label, NewEvent, Slot, Slots, Source};

/// The graph of an execution: events in the order in which threads did them, with co as the order
/// in which they left the buffers.
pub(crate) fn graph(world: &World, slots: &Slots, threads: usize) -> Graph {
    let mut graph = Graph::new(threads);
    let mut ids: Vec<EventId> = Vec::new();
    let mut rank = vec![usize::MAX; world.record.len()];
    world.done.iter().enumerate().for_each(|(when, index)| rank[*index] = when);
    for (index, issued) in world.record.iter().enumerate() {
        let label = issued.label;
        let slot = Slot(issued.slot as u32);
        let new =
            NewEvent { thread: slot, label, grouped: issued.grouped, stamp: None, snapshot: 0 };
        let id = match label {
            Label::Read { .. } => {
                let source =
                    issued.source.map_or(Source::Initial, |write| Source::Write(ids[write]));
                graph.push_read(new, source)
            }
            Label::Write { location, .. } => {
                let earlier = |other: &usize| {
                    rank[*other] < rank[index]
                        && matches!(world.record[*other].label, Label::Write { location: other, .. } if other == location)
                };
                let before = (0..index).filter(earlier).max_by_key(|other| rank[*other]);
                let place = before.map_or(Source::Initial, |write| Source::Write(ids[write]));
                graph.push_write(new, place)
            }
            Label::Join { slot: joined, .. } => {
                let end = graph.last_of(joined).or(graph.thread(joined).spawn);
                graph.push_other(new, end)
            }
            Label::Spawn { child } => {
                let id = graph.push_other(new, None);
                graph.set_spawn(slots.find(child).expect("a created thread has a slot"), id);
                id
            }
            Label::Fence { .. } | Label::Free { .. } | Label::Choose { .. } => {
                graph.push_other(new, None)
            }
        };
        ids.push(id);
    }
    graph
}
