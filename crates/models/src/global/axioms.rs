//! The readable check: builds the relations of a whole graph and looks for a cycle.

use super::Preserved;
use execution::{EventId, Graph, Label, Source};
use relation::Relation;

/// Whether a graph is consistent.
pub fn is_consistent<P: Preserved>(graph: &Graph) -> bool {
    find_cycle::<P>(graph).is_none() && is_coherent(graph) && groups_are_coherent(graph)
}

/// A cycle of the global order, each group given by its first event.
pub fn find_cycle<P: Preserved>(graph: &Graph) -> Option<Vec<EventId>> {
    let cycle = order::<P>(graph).find_cycle()?;
    let events: Vec<EventId> = graph.events().map(|(id, _)| id).collect();
    Some(cycle.into_iter().map(|index| events[index]).collect())
}

/// `ppo | rfe | co | fr` between the first events of groups.
pub fn order<P: Preserved>(graph: &Graph) -> Relation {
    let mut order = Relation::new(graph.len());
    let mut insert = |from: EventId, to: EventId| {
        let (from, to) = (graph.group_head(from), graph.group_head(to));
        if from != to {
            order.insert(from.index(), to.index());
        }
    };
    preserved::<P>(graph, &mut insert);
    communication(graph, |from, to, is_rf| {
        if !is_rf || graph.event(from).thread != graph.event(to).thread {
            insert(from, to);
        }
    });
    order
}

/// Which events come before which in every order of the steps of this execution: `order+` between
/// groups, and po inside of a thread.
pub fn happens_before<P: Preserved>(graph: &Graph) -> Relation {
    let between_groups = order::<P>(graph).transitive_closure();
    let mut before = Relation::new(graph.len());
    for (first, one) in graph.events() {
        for (second, other) in graph.events() {
            let heads = (graph.group_head(first).index(), graph.group_head(second).index());
            let is_before = match one.thread == other.thread {
                true => one.index < other.index,
                false => between_groups.contains(heads.0, heads.1),
            };
            if is_before {
                before.insert(first.index(), second.index());
            }
        }
    }
    before
}

/// ppo, with the creation and joining of threads.
fn preserved<P: Preserved>(graph: &Graph, insert: &mut impl FnMut(EventId, EventId)) {
    for slot in graph.slots() {
        let thread = graph.thread(slot);
        for (index, second) in thread.events.iter().enumerate() {
            if let Some(spawn) = thread.spawn {
                insert(spawn, *second);
            }
            for first in &thread.events[..index] {
                if P::keeps(&graph.event(*first).label, &graph.event(*second).label) {
                    insert(*first, *second);
                }
            }
        }
    }
    for (id, event) in graph.events() {
        if let Label::Join { slot, .. } = event.label {
            let thread = graph.thread(slot);
            thread.events.iter().chain(&thread.spawn).for_each(|end| insert(*end, id));
        }
    }
}

/// rf (marked so), co and fr, each as direct pairs.
pub(crate) fn communication(graph: &Graph, mut insert: impl FnMut(EventId, EventId, bool)) {
    for (id, event) in graph.events() {
        match event.label {
            Label::Read { location, .. } => {
                if let Source::Write(write) = event.rf {
                    insert(write, id, true);
                }
                if let Some(write) = graph.co_next(location, event.rf) {
                    insert(id, write, false);
                }
            }
            Label::Write { .. } => {
                if let Some(write) = event.co_after {
                    insert(id, write, false);
                }
            }
            Label::Fence { .. }
            | Label::Free { .. }
            | Label::Spawn { .. }
            | Label::Join { .. }
            | Label::Choose { .. } => {}
        }
    }
}

/// `acyclic po-loc | rf | co | fr`
pub fn is_coherent(graph: &Graph) -> bool {
    let mut order = Relation::new(graph.len());
    for slot in graph.slots() {
        let events = &graph.thread(slot).events;
        for (index, second) in events.iter().enumerate() {
            let location = graph.event(*second).label.location();
            for first in events[..index].iter().filter(|_| location.is_some()) {
                if graph.event(*first).label.location() == location {
                    order.insert(first.index(), second.index());
                }
            }
        }
    }
    communication(graph, |from, to, _| order.insert(from.index(), to.index()));
    order.find_cycle().is_none()
}

/// Whether no group reads or writes inconsistently within itself: its events read what the group
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
