//! What an explorer works on: the graph, the states of its threads, and the graphs below that it
//! was copied from.
//!
//! Everything that can be asked about them without changing the walk is asked here, of a `&World`;
//! the files beside this one each answer some of it.

use super::layer::Layer;
use crate::objects::StateObjects;
use crate::scene::Scene;
use crate::states::States;
use base::ThreadId;
use execution::{Cells, EventId, Slot, Slots};
use interp::{Context, Thread};
use models::Model;

pub(super) struct World<'a, M: Model> {
    pub(super) definition: &'a M::Definition,
    pub(super) context: Context<'a>,
    /// Whether synchronisation is followed, because data races are looked for.
    has_races: bool,
    pub(super) slots: Slots,
    pub(super) cells: Cells,
    /// The slots in the order in which threads are scheduled.
    pub(super) order: Vec<Slot>,
    pub(super) layers: Vec<Layer<M>>,
    /// The layer that is worked on.
    pub(super) depth: usize,
    pub(super) states: States,
}

impl<'a, M: Model> World<'a, M> {
    pub(super) fn new(
        definition: &'a M::Definition,
        context: Context<'a>,
        has_races: bool,
    ) -> World<'a, M> {
        let mut slots = Slots::default();
        let main = slots.slot(ThreadId::MAIN);
        let mut world = World {
            definition,
            context,
            has_races,
            slots,
            cells: Cells::default(),
            order: vec![main],
            layers: Vec::new(),
            depth: 0,
            states: States::default(),
        };
        world.layers.push(world.new_layer());
        world
    }

    /// Goes back to the empty graph, without threads.
    pub(super) fn clear(&mut self) {
        self.depth = 0;
        self.states.truncate(0);
        self.layers[0] = self.new_layer();
    }

    fn new_layer(&self) -> Layer<M> {
        Layer::new(self.definition, self.context.knowledge.threads(), self.has_races)
    }

    pub(super) fn layer(&self) -> &Layer<M> {
        &self.layers[self.depth]
    }

    pub(super) fn layer_mut(&mut self) -> &mut Layer<M> {
        &mut self.layers[self.depth]
    }

    /// Makes the layer above the copy that keeps of each thread the first `kept` events. `renamed`
    /// is memory for short use.
    pub(super) fn restrict(&mut self, kept: &[u32], renamed: &mut Vec<Option<EventId>>) {
        if self.layers.len() == self.depth + 1 {
            self.layers.push(self.new_layer());
        }
        let (lower, upper) = self.layers.split_at_mut(self.depth + 1);
        upper[0].restrict_from(&lower[self.depth], kept, renamed);
        self.depth += 1;
    }

    /// The thread of the last event.
    pub(super) fn last_thread(&self) -> Option<&Thread> {
        let layer = self.layer();
        let (_, event) = layer.graph.events().next_back()?;
        layer.current[event.thread.index()].map(|state| self.states.get(state))
    }

    /// The state of a thread that is in the graph.
    pub(super) fn thread_state(&self, thread: ThreadId) -> Option<&Thread> {
        let slot = self.slots.find(thread)?;
        self.layer().current[slot.index()].map(|state| self.states.get(state))
    }

    pub(super) fn slot_state(&self, slot: Slot) -> &Thread {
        let state = self.layer().current[slot.index()].expect("the thread is in the graph");
        self.states.get(state)
    }

    pub(super) fn objects(&self) -> StateObjects<'_> {
        let current = &self.layer().current;
        StateObjects { states: &self.states, current, slots: &self.slots }
    }

    /// The current graph with the states of its threads.
    pub(super) fn scene(&self) -> Scene<'_> {
        Scene {
            context: self.context,
            graph: &self.layer().graph,
            slots: &self.slots,
            cells: &self.cells,
            states: &self.states,
            current: &self.layer().current,
        }
    }
}
