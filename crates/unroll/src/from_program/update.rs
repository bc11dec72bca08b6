//! Atomic updates: a read and a write that nothing comes between, as the model's machine has them.

use super::Builder;
use super::access::Described;
use super::compute::update;
use super::memory::{Located, Manner};
use super::state::{Held, State};
use crate::carried::Carried;
use crate::mapping::{Operation, Recipe, Shape};
use crate::{EventId, Rmw, ValueId};
use base::{TagSet, ViolationKind};
use events::Kind;
use program::{Access, RmwOperation};

impl Builder<'_> {
    /// Relates the events of a read to those of the write that belongs to it.
    pub(super) fn pair(&mut self, shape: Shape, reads: &[EventId], writes: &[EventId]) {
        let is_one = matches!(shape, Shape::One { .. });
        let pairs = reads.iter().zip(writes);
        self.made.rmw.extend(pairs.map(|(read, write)| Rmw {
            read: *read,
            write: *write,
            condition: ValueId::TRUE,
            is_one,
        }));
    }

    /// An atomic update, which gives the old value.
    pub(super) fn read_modify_write(
        &mut self,
        state: &mut State,
        operation: RmwOperation,
        (address, operand): (Held, Held),
        access: Access,
    ) -> Held {
        let manner = Manner {
            size: access.size,
            writes: true,
            is_event: true,
            is_shared: false,
            is_atomic: true,
        };
        let located = self.locate(state, address, manner);
        let operand_bits = self.decide(state, &operand, "the operand of an atomic update");
        let compute = |own: &mut Self, old: &Held| {
            let width = 8 * access.size;
            let values = &mut own.made.values;
            let (old, operand) =
                (values.extract(old.bits, 0, width), values.extract(operand_bits, 0, width));
            let new = update(values, operation, old, operand);
            let bits = values.zero_extend(new, 64);
            own.defined(bits)
        };
        let mut result = self.constant(0);
        if !located.shared.is_empty() {
            let kind = Operation::of_update(operation, access.size);
            let recipe = self.recipe(state, kind, access.ordering, access.tags);
            let mut shared = state.clone();
            shared.guard = self.made.values.and(state.guard, located.is_shared);
            self.barriers(&shared, &recipe.before);
            let (reads, old) = self.read_exclusive(&mut shared, &located, 0, access.size, &recipe);
            self.check_initialised(&mut shared, &old);
            let new = compute(self, &old);
            // One instruction computes with what it reads without a dependency.
            let is_exclusive = matches!(recipe.shape, Shape::Exclusive { .. });
            let data = match is_exclusive && operation != RmwOperation::Exchange {
                true => operand.from.and(&old.from, &mut self.made.values),
                false => operand.from.clone(),
            };
            self.branch_on(&mut shared, &recipe, &old.from);
            match recipe.shape {
                Shape::Single => self.complete_update(&reads, &new, &data),
                Shape::One { .. } | Shape::Exclusive { .. } => {
                    let tags = recipe.write;
                    let size = access.size;
                    let writes =
                        self.write_exclusive(&mut shared, &located, 1, (size, tags), (&new, &data));
                    self.pair(recipe.shape, &reads, &writes);
                    self.branch_on_success(&mut shared, &recipe, &writes);
                }
            }
            self.barriers(&shared, &recipe.after);
            self.take_over(state, &shared, located.is_shared);
            let values = &mut self.made.values;
            let differs = values.compare(program::Predicate::Ne, old.bits, new.bits);
            let changes = values.and(located.is_shared, differs);
            state.have_effect(values, changes);
            result = old;
        }
        for (is_there, place) in &located.others {
            let old = self.read_place(state, place, access.size);
            let undefined = self.made.values.is_nonzero(old.undefined);
            let wrong = self.made.values.and(*is_there, undefined);
            let message = "an atomic update of memory that is not initialised";
            self.fail_if(state, wrong, ViolationKind::UninitialisedRead, message);
            let new = compute(self, &old);
            let values = &mut self.made.values;
            let read = old.from.and(&located.address.from, values);
            let new = Held { from: read.and(&operand.from, values), ..new };
            let old = Held { from: read, ..old };
            let differs = values.compare(program::Predicate::Ne, old.bits, new.bits);
            let changes = values.and(*is_there, differs);
            state.have_effect(values, changes);
            self.write_place(state, place, access.size, &new, *is_there);
            result = Held::select(*is_there, &old, &result, &mut self.made.values);
        }
        result
    }

    /// What an update reads must be initialised.
    pub(super) fn check_initialised(&mut self, state: &mut State, old: &Held) {
        let undefined = self.made.values.is_nonzero(old.undefined);
        let message = "an atomic update of memory that is not initialised";
        self.fail_if(state, undefined, ViolationKind::UninitialisedRead, message);
    }

    /// The state goes on with what an update did in a copy of it, where its place is shared.
    pub(super) fn take_over(&mut self, state: &mut State, shared: &State, is_shared: ValueId) {
        let values = &mut self.made.values;
        let elsewhere = values.and_not(state.guard, is_shared);
        state.guard = values.or(shared.guard, elsewhere);
        state.ctrl = Carried::select(is_shared, &shared.ctrl, &state.ctrl, values);
    }

    /// Gives the events of an update that are reads and writes at once what they write.
    fn complete_update(&mut self, events: &[EventId], new: &Held, data: &Carried) {
        let mut offset = 0;
        for event in events {
            let width = self.made.event(*event).width;
            let value = self.made.values.extract(new.bits, offset, width);
            let own = &mut self.made.events[event.index()];
            (own.value, own.data) = (Some(value), data.dependencies());
            let (guard, size, addresses) = (own.guard, own.size, own.may_addresses.clone());
            self.learn(guard, &addresses, size, value);
            offset += width;
        }
    }

    /// The read of an update, under the state's guard; the state ends where it comes too late.
    pub(super) fn read_exclusive(
        &mut self,
        state: &mut State,
        located: &Located,
        number: u32,
        size: u8,
        recipe: &Recipe,
    ) -> (Vec<EventId>, Held) {
        let described = Described {
            kind: if recipe.shape == Shape::Single { Kind::Update } else { Kind::Read },
            tags: recipe.read,
            size,
            guard: state.guard,
            value: None,
            data: &Carried::NONE,
        };
        let events = self.events(state, located, number, &described);
        self.check_late(state, located, &events);
        let held = self.have_read(located, &events);
        (events, held)
    }

    /// The write of an update, under the state's guard; the state ends where it comes too late.
    pub(super) fn write_exclusive(
        &mut self,
        state: &mut State,
        located: &Located,
        number: u32,
        (size, tags): (u8, TagSet),
        (value, data): (&Held, &Carried),
    ) -> Vec<EventId> {
        let described = Described {
            kind: Kind::Write,
            tags,
            size,
            guard: state.guard,
            value: Some(value),
            data,
        };
        let events = self.events(state, located, number, &described);
        self.check_late(state, located, &events);
        events
    }
}
