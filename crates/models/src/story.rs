//! In which order to tell an execution.

use crate::global::axioms::{communication, find_cycle};
use crate::sc::ProgramOrder;
use execution::{EventId, Graph, Label, Slot};

/// An order in which the execution can have happened, if it is sequentially consistent: then
/// everything comes after what explains it. Otherwise each thread's events in order, and writes
/// before those who read them. `earlier` comes before `later` for each of the given pairs if
/// possible. Groups stay together, and threads run for as long as they can.
pub fn linearisation(graph: &Graph, wishes: &[(EventId, EventId)]) -> Vec<EventId> {
    for with_wishes in [true, false] {
        for is_sequential in [true, false] {
            let mut edges = Edges::new(graph);
            edges.add_causes(graph);
            if is_sequential {
                communication(graph, |from, to, _| edges.insert(graph, from, to));
            }
            if with_wishes {
                wishes.iter().for_each(|(from, to)| edges.insert(graph, *from, *to));
            }
            let order = edges.sort(graph);
            if order.len() == graph.len() {
                return order;
            }
        }
        if wishes.is_empty() {
            break;
        }
    }
    unreachable!("causes have no cycle")
}

/// A cycle that shows that a graph is not sequentially consistent, each group given by its first
/// event.
pub fn find_sequential_cycle(graph: &Graph) -> Option<Vec<EventId>> {
    let mut edges = Edges::new(graph);
    edges.add_causes(graph);
    communication(graph, |from, to, _| edges.insert(graph, from, to));
    if edges.sort(graph).len() == graph.len() {
        return None;
    }
    find_cycle::<ProgramOrder>(graph)
}

/// Edges between groups, each given by its first event.
struct Edges {
    successors: Vec<Vec<EventId>>,
    /// How many edges lead to a group.
    incoming: Vec<u32>,
}

impl Edges {
    fn new(graph: &Graph) -> Edges {
        Edges { successors: vec![Vec::new(); graph.len()], incoming: vec![0; graph.len()] }
    }

    fn insert(&mut self, graph: &Graph, from: EventId, to: EventId) {
        let (from, to) = (graph.group_head(from), graph.group_head(to));
        if from != to {
            self.successors[from.index()].push(to);
            self.incoming[to.index()] += 1;
        }
    }

    /// Program order, the creation and joining of threads, and rf.
    fn add_causes(&mut self, graph: &Graph) {
        for slot in graph.slots() {
            let thread = graph.thread(slot);
            thread.events.windows(2).for_each(|pair| self.insert(graph, pair[0], pair[1]));
            if let (Some(spawn), Some(first)) = (thread.spawn, thread.events.first()) {
                self.insert(graph, spawn, *first);
            }
        }
        for (id, event) in graph.events() {
            if let Label::Join { slot, .. } = event.label
                && let Some(end) = graph.last_of(slot).or(graph.thread(slot).spawn)
            {
                self.insert(graph, end, id);
            }
        }
        communication(graph, |from, to, is_rf| {
            if is_rf {
                self.insert(graph, from, to);
            }
        });
    }

    /// The events in an order that follows the edges, as far as there is one.
    fn sort(mut self, graph: &Graph) -> Vec<EventId> {
        let slots: Vec<Slot> = graph.slots().collect();
        let mut next: Vec<usize> = vec![0; slots.len()];
        let mut order = Vec::with_capacity(graph.len());
        let mut current = 0;
        let mut idle = 0;
        while idle < slots.len() {
            let events = &graph.thread(slots[current]).events;
            let ready = events.get(next[current]).filter(|head| self.incoming[head.index()] == 0);
            let Some(&head) = ready else {
                current = (current + 1) % slots.len();
                idle += 1;
                continue;
            };
            idle = 0;
            let group = graph.event(head).group;
            let members = events[next[current]..].iter();
            order.extend(members.take_while(|id| graph.event(**id).group == group));
            next[current] = graph.event(order[order.len() - 1]).index as usize + 1;
            for successor in std::mem::take(&mut self.successors[head.index()]) {
                self.incoming[successor.index()] -= 1;
            }
        }
        order
    }
}
