//! One graph with the model that follows it and the states of its threads.

use super::states::{StateId, States};
use base::{ObjectId, Value};
use execution::{Cell, EventId, Graph, Slot, Slots, Source};
use interp::{Context, Object, Objects};
use models::Model;
use program::AllocationKind;

/// A graph under construction. Layers form a stack: a backward revisit works on a restricted copy, in
/// the layer above.
#[derive(Clone, Debug)]
pub(crate) struct Layer<M> {
    pub(crate) graph: Graph,
    pub(crate) model: M,
    /// The state of each thread that is in the graph.
    pub(crate) current: Vec<Option<StateId>>,
}

impl<M: Model> Layer<M> {
    pub(crate) fn new(definition: &M::Definition, threads: usize) -> Layer<M> {
        let model = M::new(definition, threads);
        Layer { graph: Graph::new(threads), model, current: vec![None; threads] }
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
        self.model.pop(&self.graph);
        self.graph.pop();
        self.model.restore(&mut self.graph);
        self.current[slot.index()] = Some(StateId(snapshot));
    }

    /// Becomes the copy of `other` that keeps of each thread the first `kept` events.
    pub(crate) fn restrict_from(
        &mut self,
        other: &Layer<M>,
        kept: &[u32],
        renamed: &mut Vec<Option<EventId>>,
    ) {
        other.graph.restrict_into(kept, &mut self.graph, renamed);
        self.model.restrict_from(&other.model, &other.graph, &self.graph, renamed);
        for slot in other.graph.slots() {
            let index = slot.index();
            let removed = other.graph.thread(slot).events.get(kept[index] as usize);
            let is_in_graph = slot == Slot(0) || self.graph.thread(slot).spawn.is_some();
            self.current[index] = match removed {
                _ if !is_in_graph => None,
                Some(removed) => Some(StateId(other.graph.event(*removed).snapshot)),
                None => other.current[index],
            };
        }
    }
}

/// The objects of all threads of a layer.
#[derive(Clone, Copy)]
pub(crate) struct LayerObjects<'a> {
    pub(crate) states: &'a States,
    pub(crate) current: &'a [Option<StateId>],
    pub(crate) slots: &'a Slots,
}

impl Objects for LayerObjects<'_> {
    fn object(&self, object: ObjectId) -> Option<&Object> {
        let slot = self.slots.find(object.thread)?;
        let state = self.current[slot.index()]?;
        self.states.get(state).object(object.index)
    }
}

impl LayerObjects<'_> {
    /// What a cell contains before the first write to it.
    pub(crate) fn initial_value(&self, context: &Context<'_>, cell: Cell) -> Value {
        let width = u32::from(cell.size) * 8;
        let Some((object, offset)) = cell.address.object() else {
            return Value::uninitialised(width);
        };
        if let Some(global) = context.program.global_of(object) {
            let bytes = &context.program.global(global).bytes;
            return Value::new(interp::memory::initial_bits(bytes, offset, cell.size));
        }
        match self.object(object).map(|object| object.kind) {
            Some(AllocationKind::ZeroedHeap) => Value::ZERO,
            Some(AllocationKind::Stack | AllocationKind::Heap) | None => {
                Value::uninitialised(width)
            }
        }
    }

    /// What a read of a cell reads from a source.
    pub(crate) fn value(
        &self,
        context: &Context<'_>,
        graph: &Graph,
        cell: Cell,
        source: Source,
    ) -> Value {
        match source {
            Source::Initial => self.initial_value(context, cell),
            Source::Write(write) => graph.event(write).label.value().expect("a write has a value"),
        }
    }
}
