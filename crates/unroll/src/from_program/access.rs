//! Loads and stores. What is done to shared memory becomes events, in the parts that the plan gives
//! each access; what is done to private memory changes the state.

use super::Builder;
use super::memory::{Located, Manner, Place};
use super::state::{Held, State};
use crate::carried::Carried;
use crate::mapping::Operation;
use crate::{Choice, ChoiceId, ChoiceKind, Event, EventId, Node, ValueId};
use base::{Address, Ordering, TagSet};
use events::Kind;
use program::{Access, AllocationKind, BinaryOperation};

/// What the parts of an access have in common.
pub(super) struct Described<'d> {
    pub kind: Kind,
    pub tags: TagSet,
    pub size: u8,
    pub guard: ValueId,
    /// What it writes, if it does.
    pub value: Option<&'d Held>,
    /// What the value depends on.
    pub data: &'d Carried,
}

impl Builder<'_> {
    /// Adds the events of an access to shared memory.
    pub(super) fn events(
        &mut self,
        state: &State,
        located: &Located,
        number: u32,
        described: &Described<'_>,
    ) -> Vec<EventId> {
        let site = self.site(number);
        self.facts.plan.note(&site, described.size, Some(&located.shared), |_| true);
        let parts = self.facts.plan.parts(&site, described.size);
        let access = self.next_event();
        for (offset, size) in &parts {
            let distance = self.number(u64::from(*offset));
            let values = &mut self.made.values;
            let address = values.binary(BinaryOperation::Add, located.address.bits, distance);
            let value =
                described.value.map(|value| values.extract(value.bits, 8 * offset, 8 * size));
            let may_addresses: Vec<u64> =
                located.shared.iter().map(|at| at + u64::from(*offset)).collect();
            let reads = self.facts.read(self.program, &may_addresses, *size);
            self.known.reads.push(reads);
            if let Some(value) = value {
                self.learn(described.guard, &may_addresses, *size, value);
            }
            self.made.events.push(Event {
                thread: Some(self.here.thread),
                kind: described.kind,
                tags: described.tags,
                guard: described.guard,
                address: Some(address),
                size: *size,
                access,
                block: state.block,
                value,
                width: 8 * size,
                may_addresses,
                addr: located.address.from.dependencies(),
                data: described.data.dependencies(),
                ctrl: state.ctrl.dependencies(),
                position: self.here.position,
            });
        }
        self.note_uses(access, located.address.bits, &located.shared);
        (access.0..self.next_event().0).map(EventId).collect()
    }

    /// Takes note of what is written, while facts grow.
    pub(super) fn learn(&mut self, guard: ValueId, addresses: &[u64], size: u8, value: ValueId) {
        if self.decides {
            return;
        }
        let guard = self.set_of(guard);
        if self.facts.sets.contains(guard, 1) {
            let value = self.set_of(value);
            self.facts.write(self.program, addresses, size, value);
        }
    }

    /// What the events of a read have read, together.
    pub(super) fn have_read(&mut self, located: &Located, events: &[EventId]) -> Held {
        let starts_empty = |at: &u64| {
            let object = Address(*at).object().map(|(object, _)| object);
            let kind = object.and_then(|own| self.facts.objects.get(&own)).map(|own| own.kind);
            kind.is_some_and(|kind| kind != AllocationKind::ZeroedHeap)
                || object.is_some_and(|own| self.facts.zeroed.contains(&own))
        };
        let may_be_empty = located.shared.iter().any(starts_empty);
        let (mut bits, mut undefined): (Option<ValueId>, Option<ValueId>) = (None, None);
        for event in events {
            let width = self.made.event(*event).width;
            let values = &mut self.made.values;
            let own = values.leaf(Node::Read(*event), width);
            let open = match may_be_empty {
                true => values.leaf(Node::Uninitialised(*event), 1),
                false => ValueId::FALSE,
            };
            let open = values.sign_extend(open, width);
            bits = Some(bits.map_or(own, |below| values.concat(own, below)));
            undefined = Some(undefined.map_or(open, |below| values.concat(open, below)));
        }
        let (bits, undefined) = (bits.expect("it has parts"), undefined.expect("it has parts"));
        let values = &mut self.made.values;
        let (bits, undefined) = (values.zero_extend(bits, 64), values.zero_extend(undefined, 64));
        let (bits, undefined) = (self.sharp(bits), self.sharp(undefined));
        let from = match self.unrolling.dependencies {
            true => Carried::direct(events.iter().copied()),
            false => Carried::NONE,
        };
        Held { bits, undefined, from }
    }

    /// A value that goes to shared memory must be initialised.
    pub(super) fn check_written(&mut self, state: &mut State, located: &Located, value: &Held) {
        let undefined = self.made.values.is_nonzero(value.undefined);
        let open = self.made.values.and(undefined, located.is_shared);
        self.stop_at_gap(
            state,
            open,
            "a value that is not initialised is written to shared memory",
        );
    }

    pub(super) fn load(&mut self, state: &mut State, address: Held, access: Access) -> Held {
        let Access { size, ordering, tags } = access;
        let is_event = ordering == Ordering::SeqCst;
        let is_atomic = ordering != Ordering::Plain;
        let manner = Manner { size, writes: false, is_event, is_shared: false, is_atomic };
        let located = self.locate(state, address, manner);
        let recipe = self.recipe(state, Operation::Load, ordering, tags);
        self.barriers(state, &recipe.before);
        let mut result = self.constant(0);
        if !located.shared.is_empty() {
            let guard = self.made.values.and(state.guard, located.is_shared);
            let described = Described {
                kind: Kind::Read,
                tags: recipe.read,
                size,
                guard,
                value: None,
                data: &Carried::NONE,
            };
            let events = self.events(state, &located, 0, &described);
            self.check_late(state, &located, &events);
            result = self.have_read(&located, &events);
            self.branch_on(state, &recipe, &result.from);
        }
        self.barriers(state, &recipe.after);
        for (is_there, place) in &located.others {
            let found = self.read_place(state, place, size);
            let values = &mut self.made.values;
            let found = Held { from: found.from.and(&located.address.from, values), ..found };
            let only = located.others.len() == 1 && located.shared.is_empty();
            result = if only { found } else { Held::select(*is_there, &found, &result, values) };
        }
        result
    }

    pub(super) fn store(&mut self, state: &mut State, address: Held, value: Held, access: Access) {
        let Access { size, ordering, tags } = access;
        let is_event = ordering == Ordering::SeqCst;
        let value = self.truncate(&value, 8 * size);
        let is_atomic = ordering != Ordering::Plain;
        let manner = Manner { size, writes: true, is_event, is_shared: false, is_atomic };
        let located = self.locate(state, address, manner);
        self.check_written(state, &located, &value);
        let recipe = self.recipe(state, Operation::Store, ordering, tags);
        self.barriers(state, &recipe.before);
        if !located.shared.is_empty() {
            let guard = self.made.values.and(state.guard, located.is_shared);
            let described = Described {
                kind: Kind::Write,
                tags: recipe.write,
                size,
                guard,
                value: Some(&value),
                data: &value.from,
            };
            let events = self.events(state, &located, 0, &described);
            self.check_late(state, &located, &events);
        }
        self.barriers(state, &recipe.after);
        let mut changes = located.is_shared;
        for (is_there, place) in &located.others {
            let old = self.read_place(state, place, size);
            let values = &mut self.made.values;
            let from = value.from.and(&located.address.from, values);
            let new = Held { from, ..value.clone() };
            // Nobody knows that the thread has written what was there, not even the thread.
            let is_same = old.is_same(&new, values);
            let mut differs = values.not(is_same);
            if old.from != new.from {
                differs = ValueId::TRUE;
            }
            let differs = values.and(*is_there, differs);
            changes = values.or(changes, differs);
            if let Place::Private { object, .. } = place {
                state.have_changed_inside(values, *object, differs);
            }
            let only = located.others.len() == 1 && located.shared.is_empty();
            let condition = if only { ValueId::TRUE } else { *is_there };
            self.write_place(state, place, size, &new, condition);
        }
        state.have_effect(&mut self.made.values, changes);
    }

    /// A free bit that is 0 wherever it decides nothing.
    pub(super) fn choose_bit(&mut self, what: ChoiceKind, only_if: ValueId) -> ValueId {
        let own = ChoiceId(self.made.choices.len() as u32);
        self.made.choices.push(Choice { width: 1, what });
        let values = &mut self.made.values;
        let chosen = values.leaf(Node::Choice(own), 1);
        let is_idle = values.and_not(chosen, only_if);
        self.never(is_idle);
        chosen
    }

    /// No execution has this.
    pub(super) fn never(&mut self, condition: ValueId) {
        let assumption = self.made.values.not(condition);
        self.made.assumptions.push(assumption);
    }
}
