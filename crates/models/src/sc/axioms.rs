//! The readable check: builds the relations of a whole graph and looks for a cycle.

use execution::{EventId, Graph, Label, Source};
use relation::Relation;

/// A cycle of groups, each given by one of its events; `None` if the graph is sequentially
/// consistent.
pub fn find_cycle(graph: &Graph) -> Option<Vec<EventId>> {
    let cycle = order(graph).find_cycle()?;
    let events: Vec<EventId> = graph.events().map(|(id, _)| id).collect();
    Some(cycle.into_iter().map(|index| events[index]).collect())
}

/// `po | rf | co | fr` between the heads of groups.
pub fn order(graph: &Graph) -> Relation {
    let mut order = Relation::new(graph.len());
    let mut insert = |from: EventId, to: EventId| {
        let (from, to) = (graph.group_head(from), graph.group_head(to));
        if from != to {
            order.insert(from.index(), to.index());
        }
    };
    for slot in graph.slots() {
        let thread = graph.thread(slot);
        // po
        thread.events.windows(2).for_each(|pair| insert(pair[0], pair[1]));
        if let (Some(spawn), Some(first)) = (thread.spawn, thread.events.first()) {
            insert(spawn, *first);
        }
    }
    for (id, event) in graph.events() {
        match event.label {
            Label::Read { .. } if event.is_waiting() => {}
            Label::Read { location, .. } => {
                if let Source::Write(write) = event.rf {
                    insert(write, id); // rf
                }
                graph.writes_after(location, event.rf).for_each(|write| insert(id, write)); // fr
            }
            Label::Write { location, .. } => {
                let later = graph.writes_after(location, Source::Write(id));
                later.for_each(|write| insert(id, write)); // co
            }
            Label::Join { slot, .. } => {
                let thread = graph.thread(slot);
                if let Some(end) = thread.events.last().copied().or(thread.spawn) {
                    insert(end, id);
                }
            }
            Label::Fence { .. }
            | Label::Free { .. }
            | Label::Spawn { .. }
            | Label::Choose { .. } => {}
        }
    }
    order
}

/// Whether a group reads or writes inconsistently within itself: its events read what the group
/// wrote before them, and co follows po inside of it.
pub fn groups_are_coherent(graph: &Graph) -> bool {
    graph.events().all(|(id, event)| {
        let Some(location) = event.label.location() else {
            return true;
        };
        let thread = graph.thread(event.thread);
        let earlier =
            thread.events[..event.index as usize].iter().rev().take(event.offset as usize);
        let newest = earlier.copied().find(|other| {
            graph.event(*other).is_write() && graph.event(*other).label.location() == Some(location)
        });
        let Some(newest) = newest else { return true };
        match event.label {
            Label::Read { .. } => event.rf == Source::Write(newest),
            Label::Write { .. } => {
                graph.writes_after(location, Source::Write(newest)).any(|write| write == id)
            }
            _ => true,
        }
    })
}
