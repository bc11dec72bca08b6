//! From a trace to an execution graph.
//!
//! What threads did is in the record, in the order in which they did it; co is the order in which
//! writes reached the memory. Stores that are still buffered reach it in the order of the record:
//! that is a way in which the trace can go on.

use super::buffering::Buffering;
use super::machine::Machine;
use crate::scene::Scene;
use execution::{EventId, Graph, Label, NewEvent, Source};

impl<B: Buffering> Machine<'_, B> {
    /// The graph of the trace, with the event for each record.
    pub(super) fn graph(&self) -> (Graph, Vec<EventId>) {
        let mut graph = Graph::new(self.context.knowledge.threads());
        let mut ids: Vec<EventId> = Vec::new();
        let record = &self.trace.record;
        let ranks = self.ranks();
        for (index, recorded) in record.iter().enumerate() {
            let label = recorded.label;
            let new = NewEvent {
                thread: recorded.slot,
                label,
                grouped: recorded.grouped,
                stamp: None,
                snapshot: recorded.snapshot.0,
            };
            let source = |write: Option<u32>| {
                write.map_or(Source::Initial, |write| Source::Write(ids[write as usize]))
            };
            let id = match label {
                Label::Read { .. } => graph.push_read(new, source(recorded.source)),
                Label::Write { location, .. } => {
                    let is_earlier = |other: &u32| {
                        let other = *other as usize;
                        (ranks[other], other) < (ranks[index], index)
                            && matches!(record[other].label, Label::Write { location: at, .. } if at == location)
                    };
                    let before = (0..index as u32).filter(is_earlier);
                    let before = before.max_by_key(|other| (ranks[*other as usize], *other));
                    graph.push_write(new, source(before))
                }
                Label::Join { slot, .. } => {
                    let end = graph.last_of(slot).or(graph.thread(slot).spawn);
                    graph.push_other(new, end)
                }
                Label::Spawn { child } => {
                    let id = graph.push_other(new, None);
                    let child = self.slots.find(child).expect("a created thread has a slot");
                    graph.set_spawn(child, id);
                    id
                }
                Label::Fence { .. } | Label::Free { .. } | Label::Choose { .. } => {
                    graph.push_other(new, None)
                }
            };
            ids.push(id);
        }
        (graph, ids)
    }

    /// When each write reached the memory.
    fn ranks(&self) -> Vec<u32> {
        if self.configuration.imposed().is_empty() {
            return (0..self.trace.record.len() as u32).map(|index| self.rank(index)).collect();
        }
        let order = self.linear_order();
        self.trace.record.iter().map(|recorded| order[recorded.event as usize]).collect()
    }

    /// When a write reached the memory: after all others if it has not yet.
    fn rank(&self, index: u32) -> u32 {
        let event = self.trace.record[index as usize].event;
        let is_buffered = self.configuration.is_buffered(event);
        match self.trace.event(event).update {
            Some(update) => update,
            None if is_buffered => u32::MAX,
            None => event,
        }
    }

    /// A graph of the trace with the states of its threads.
    pub(super) fn scene<'s>(&'s self, graph: &'s Graph) -> Scene<'s> {
        Scene {
            context: self.context,
            graph,
            slots: &self.slots,
            cells: &self.cells,
            states: &self.states,
            current: self.configuration.current(),
        }
    }
}
