//! The ends of objects' lives as events, where only a model can say whether they come before an
//! access of another thread: a write without a value to each cell of the object. Who reads from it
//! is too late, and so is who writes after it, or ends the same life again. A thread does not go on
//! from there.
//!
//! That is the least that is so whatever the model: if nothing makes an access come before the end,
//! the end can come first, with the access right behind it. In a language that demands more than
//! that, an ending is a plain write, and an access that does not happen before it is a data race.
//!
//! In some models, others can see what a thread does after an access before the access is done: a
//! store that waits in a buffer, a load that nothing depends on. So a thread may also go on, and
//! what it does then is not judged: that it can come to it is a gap
//! ([`crate::Acyclic::goes_on_late`]).
//!
//! Only objects are given endings of which an access and an end are in no order of threads
//! (`lifetimes`), so a program is built again when the first such pair is found.

use super::Builder;
use super::memory::Located;
use super::state::State;
use crate::mapping::Operation;
use crate::sets::SetId;
use crate::{ChoiceId, ChoiceKind, Event, EventId, Late, ValueId};
use base::{Address, ObjectId, TagSet, Tags, ViolationKind};
use events::Kind;
use safety::rules::messages;
use std::collections::{BTreeMap, BTreeSet};

impl Builder<'_> {
    /// S1 ([`safety::rules`]): the state ends where the events of an access come too late.
    pub(super) fn check_late(&mut self, state: &mut State, located: &Located, events: &[EventId]) {
        let object_of = |at: &u64| Address(*at).object().map(|(object, _)| object);
        let objects: BTreeSet<ObjectId> = located.shared.iter().filter_map(object_of).collect();
        let is_contested = |own: &ObjectId| self.facts.contested.contains(own);
        let contested: BTreeSet<ObjectId> = objects.into_iter().filter(is_contested).collect();
        if contested.is_empty() {
            return;
        }
        let late = self.lateness(events);
        let goes_on = self.choose_bit(ChoiceKind::Late, late);
        self.made.goes_on_late.push(goes_on);
        let late = self.made.values.and_not(late, goes_on);
        let mut kinds: BTreeMap<(ViolationKind, &str), BTreeSet<ObjectId>> = BTreeMap::new();
        for object in contested {
            kinds.entry(self.facts.use_after_end(object)).or_default().insert(object);
        }
        let mut rest = late;
        while let Some(((kind, message), objects)) = kinds.pop_first() {
            // What is none of the others is one of the last.
            let mut is_this = if kinds.is_empty() { ValueId::TRUE } else { ValueId::FALSE };
            let is_there = |at: &&u64| object_of(at).is_some_and(|own| objects.contains(&own));
            for at in located.shared.iter().filter(is_there) {
                let values = &mut self.made.values;
                let is_here = values.is(located.address.bits, *at);
                is_this = values.or(is_this, is_here);
            }
            let late = self.made.values.and(rest, is_this);
            rest = self.made.values.and_not(rest, is_this);
            self.fail_if(state, late, kind, message);
        }
    }

    /// Whether one of some events comes after the end of its object's life.
    pub(super) fn lateness(&mut self, events: &[EventId]) -> ValueId {
        let mut late = ValueId::FALSE;
        for access in events.iter().copied() {
            let choice = ChoiceId(self.made.choices.len() as u32);
            let guard = self.made.event(access).guard;
            let is_late = self.choose_bit(ChoiceKind::Late, guard);
            self.made.lates.push(Late { access, choice });
            late = self.made.values.or(late, is_late);
        }
        late
    }

    /// Adds a write to a cell, under the state's guard, that is no access of the program.
    pub(super) fn write_cell(
        &mut self,
        state: &State,
        tags: TagSet,
        (at, size): (u64, u8),
        value: Option<ValueId>,
    ) -> EventId {
        let access = self.next_event();
        let address = self.number(at);
        self.known.reads.push(SetId::NONE);
        self.made.events.push(Event {
            thread: Some(self.here.thread),
            kind: Kind::Write,
            tags,
            guard: state.guard,
            address: Some(address),
            size,
            access,
            block: state.block,
            value,
            width: 8 * size,
            may_addresses: vec![at],
            addr: Vec::new(),
            data: Vec::new(),
            ctrl: state.ctrl.dependencies(),
            position: self.here.position,
        });
        access
    }

    /// Adds the end of an object's life, if a condition holds; the state ends where it was over
    /// before.
    pub(super) fn add_ending(&mut self, state: &mut State, object: ObjectId, condition: ValueId) {
        let Some(ordering) = self.unrolling.ends else { return };
        if !self.facts.contested.contains(&object) {
            return;
        }
        let recipe = self.recipe(state, Operation::Store, ordering, Tags::NONE);
        let mut ending = state.clone();
        ending.guard = self.made.values.and(state.guard, condition);
        let first = self.next_event();
        self.barriers(&ending, &recipe.before);
        let size = self.facts.objects.get(&object).map_or(0, |own| own.size);
        let mut writes = Vec::new();
        for (at, size) in self.facts.cells(object, size) {
            writes.push(self.write_cell(&ending, recipe.write, (at, size), None));
        }
        let late = self.lateness(&writes);
        self.fail_if(state, late, ViolationKind::DoubleFree, messages::DOUBLE_END);
        ending.guard = self.made.values.and(state.guard, condition);
        self.barriers(&ending, &recipe.after);
        self.made.endings.extend((first.0..self.next_event().0).map(EventId));
    }
}
