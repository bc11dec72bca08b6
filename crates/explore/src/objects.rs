//! The objects that threads have created, and what is in memory before anything is written.

use crate::states::{StateId, States};
use base::{ObjectId, Value};
use execution::{Cell, Graph, Slots, Source};
use interp::{Context, Object, Objects};

/// The objects of all threads.
#[derive(Clone, Copy)]
pub(crate) struct StateObjects<'a> {
    pub(crate) states: &'a States,
    pub(crate) current: &'a [Option<StateId>],
    pub(crate) slots: &'a Slots,
}

impl Objects for StateObjects<'_> {
    fn object(&self, object: ObjectId) -> Option<&Object> {
        let slot = self.slots.find(object.thread)?;
        let state = self.current[slot.index()]?;
        self.states.get(state).object(object.index)
    }
}

impl StateObjects<'_> {
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
        match self.object(object) {
            Some(object) => object.initial_value(context.knowledge, offset, cell.size),
            None => Value::uninitialised(width),
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
