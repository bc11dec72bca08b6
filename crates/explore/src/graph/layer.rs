//! One graph with the model that follows it and the states of its threads.

use crate::states::StateId;
use execution::{EventId, Graph, Slot, Slots};
use models::races::Races;
use models::{Equivalence, Model};

/// A graph under construction. Layers form a stack: a backward revisit works on a restricted copy,
/// in the layer above.
#[derive(Clone)]
pub(crate) struct Layer<M: Model> {
    pub(crate) graph: Graph,
    pub(crate) model: M,
    races: M::Races,
    /// The state of each thread that is in the graph.
    pub(crate) current: Vec<Option<StateId>>,
    /// The threads whose last events are wrong in this graph, the newest last.
    pub(crate) stopped: Vec<Stopped>,
}

/// A thread that was stopped because its last event turned out to be wrong, perhaps by what others
/// have done since.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped {
    pub(crate) slot: Slot,
    /// Its state before.
    pub(crate) state: StateId,
    /// How many nodes there were: it goes on when the choice of the last of them is taken back.
    pub(crate) frames: usize,
}

impl<M: Model> Layer<M> {
    pub(crate) fn new(definition: &M::Definition, threads: usize, races: bool) -> Layer<M> {
        Layer {
            graph: Graph::new(threads),
            model: M::new(definition, threads),
            races: M::Races::new(threads, races),
            current: vec![None; threads],
            stopped: Vec::new(),
        }
    }

    /// Tells who follows the graph of the event that was just added to it.
    pub(crate) fn follow(&mut self, event: EventId) {
        self.model.push(&self.graph, event);
        self.races.push(&self.graph, event);
    }

    /// Whether the first event happens before the second one by what the program's language calls
    /// synchronisation, or is in the same group. Only asked where data races are looked for.
    pub(crate) fn are_synchronised(&self, first: EventId, second: EventId) -> bool {
        self.races.are_synchronised(&self.model, &self.graph, first, second)
    }

    /// Lets threads go on that were stopped when there were at least so many nodes.
    pub(crate) fn release(&mut self, frames: usize) {
        while let Some(stopped) = self.stopped.pop_if(|stopped| stopped.frames >= frames) {
            self.current[stopped.slot.index()] = Some(stopped.state);
        }
    }

    /// The state of a thread as if it had not been stopped.
    fn unstopped(&self, slot: Slot) -> Option<StateId> {
        let stopped = self.stopped.iter().find(|stopped| stopped.slot == slot);
        stopped.map_or(self.current[slot.index()], |stopped| Some(stopped.state))
    }

    /// Removes the last event.
    pub(crate) fn pop(&mut self, slots: &Slots) {
        let last = self.graph.events().next_back().expect("there is an event to remove");
        let (_, event) = last;
        let (slot, snapshot) = (event.thread, event.snapshot);
        if let execution::Label::Spawn { child } = event.label {
            let child = slots.find(child).expect("a created thread has a slot");
            self.current[child.index()] = None;
        }
        self.races.pop(&self.graph);
        self.model.pop(&self.graph);
        self.graph.pop();
        M::Equivalence::restore(&mut self.model, &mut self.graph);
        self.current[slot.index()] = Some(StateId(snapshot));
    }

    /// Becomes the copy of `other` that keeps of each thread the first `kept` events. Whose last
    /// event is wrong in it is to be found anew.
    pub(crate) fn restrict_from(
        &mut self,
        other: &Layer<M>,
        kept: &[u32],
        renamed: &mut Vec<Option<EventId>>,
    ) {
        other.graph.restrict_into(kept, &mut self.graph, renamed);
        self.model.restrict_from(&other.model, &other.graph, &self.graph, renamed);
        self.races.restrict_from(&other.races, &other.graph, renamed);
        for slot in other.graph.slots() {
            let index = slot.index();
            let removed = other.graph.thread(slot).events.get(kept[index] as usize);
            let is_in_graph = slot == Slot(0) || self.graph.thread(slot).spawn.is_some();
            self.current[index] = match removed {
                _ if !is_in_graph => None,
                Some(removed) => Some(StateId(other.graph.event(*removed).snapshot)),
                None => other.unstopped(slot),
            };
        }
        self.stopped.clear();
    }
}
