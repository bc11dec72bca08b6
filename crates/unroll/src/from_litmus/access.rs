//! Loads, stores and fences as events, each access in the parts that the plan gives it.
//!
//! A place that no access may be at is known only from the addresses that the access can have, so
//! it is left out when the test is built the first time, and a gap from the second time on.

use super::state::{Held, Reservation, State};
use super::{Builder, SiteKey};
use crate::carried::Carried;
use crate::cells::Plan;
use crate::{Choice, ChoiceId, ChoiceKind, Event, EventId, Node, Rmw, ValueId};
use ::litmus::code::{Access, Expression, Instruction, Register};
use ::litmus::{Lowered, Width};
use base::Tags;
use events::Kind;

/// An access whose address is known as a value.
pub(super) struct Located {
    pub at: Held,
    /// Offsets and sizes.
    pub parts: Vec<(u8, u8)>,
    /// Where it can be, if that is known.
    pub allowed: Option<Vec<u64>>,
}

impl Builder<'_> {
    /// Where an access is; the state ends where that is nowhere.
    pub(super) fn locate(&mut self, key: &[u32], state: &mut State, access: &Access) -> Located {
        let at = self.evaluate(state, &access.address);
        let key = [&[self.thread.0], key].concat();
        self.sites.insert(key.clone(), (access.size, at.value));
        let parts = self.plan.parts(&key, access.size);
        let Some(site) = self.plan.site(&key).cloned() else {
            return Located { at, parts, allowed: None };
        };
        match &site.addresses {
            None => {
                let what = "the addresses that an access can have are not bounded";
                self.stop_if(state, ValueId::TRUE, what);
            }
            Some(addresses) => {
                let is_allowed = |at: &&u64| site.allowed.binary_search(at).is_ok();
                for address in addresses.iter().filter(|at| !is_allowed(at)) {
                    let what = objection(self.test, *address as i64, access.size);
                    let is_there = self.made.values.is(at.value, *address);
                    self.stop_if(state, is_there, &what.expect("there is a reason"));
                }
            }
        }
        Located { at, parts, allowed: Some(site.allowed) }
    }

    pub(super) fn fence(&mut self, state: &State, tags: Tags, address: Option<Held>) {
        let access = self.next_event();
        self.made.events.push(Event {
            thread: Some(self.thread),
            kind: Kind::Fence,
            tags: tags.into(),
            guard: state.guard,
            address: address.as_ref().map(|held| held.value),
            size: 0,
            access,
            block: None,
            value: None,
            width: 64,
            may_addresses: Vec::new(),
            addr: address.map(|held| held.from.dependencies()).unwrap_or_default(),
            data: Vec::new(),
            ctrl: state.ctrl.dependencies(),
            position: None,
        });
    }

    /// Adds the events of a read or an update, and gives what they read.
    pub(super) fn read(
        &mut self,
        state: &State,
        kind: Kind,
        tags: Tags,
        located: &Located,
    ) -> (Vec<EventId>, Vec<ValueId>) {
        let none = vec![None; located.parts.len()];
        let events = self.access(state, kind, tags, located, &none, &Carried::NONE);
        let leaf = |own: &EventId| self.made.values.leaf(Node::Read(*own), 64);
        let values = events.iter().map(leaf).collect();
        (events, values)
    }

    /// Adds the events of an access, of which each part writes a value or none.
    pub(super) fn access(
        &mut self,
        state: &State,
        kind: Kind,
        tags: Tags,
        located: &Located,
        values: &[Option<ValueId>],
        data: &Carried,
    ) -> Vec<EventId> {
        let access = self.next_event();
        for ((offset, size), value) in located.parts.iter().zip(values) {
            let allowed = located.allowed.iter().flatten();
            let may_addresses = allowed.map(|at| at + u64::from(*offset)).collect();
            let offset = self.number(i64::from(*offset));
            let add = program::BinaryOperation::Add;
            let address = self.made.values.binary(add, located.at.value, offset);
            self.made.events.push(Event {
                thread: Some(self.thread),
                kind,
                tags: tags.into(),
                guard: state.guard,
                address: Some(address),
                size: *size,
                access,
                block: None,
                value: *value,
                width: 64,
                may_addresses,
                addr: located.at.from.dependencies(),
                data: data.dependencies(),
                ctrl: state.ctrl.dependencies(),
                position: None,
            });
        }
        (access.0..self.next_event().0).map(EventId).collect()
    }

    pub(super) fn load(
        &mut self,
        key: &[u32],
        state: &mut State,
        to: Register,
        access: &Access,
        exclusive: bool,
    ) {
        let located = self.locate(key, state, access);
        let (events, values) = self.read(state, Kind::Read, access.tags, &located);
        if exclusive {
            state.reserved = vec![Reservation {
                condition: ValueId::TRUE,
                read: events[0],
                parts: events.len(),
                address: located.at.value,
                size: access.size,
            }];
        }
        let value = self.together(state, &located.parts, &values);
        state.set(to, Held { value, from: Carried::direct(events) });
    }

    pub(super) fn store(
        &mut self,
        key: &[u32],
        state: &mut State,
        access: &Access,
        value: &Expression,
    ) {
        let located = self.locate(key, state, access);
        let value = self.evaluate(state, value);
        let written = self.written(state, &located, value.value);
        self.access(state, Kind::Write, access.tags, &located, &written, &value.from);
    }

    /// What the parts of an access write.
    pub(super) fn written(
        &mut self,
        state: &mut State,
        located: &Located,
        value: ValueId,
    ) -> Vec<Option<ValueId>> {
        self.split(state, &located.parts, value).into_iter().map(Some).collect()
    }

    /// A free bit that is 0 wherever it decides nothing, so that executions are told apart only by
    /// what they are.
    pub(super) fn choose(&mut self, what: ChoiceKind, only_if: ValueId) -> ValueId {
        let own = ChoiceId(self.made.choices.len() as u32);
        self.made.choices.push(Choice { width: 1, what });
        let values = &mut self.made.values;
        let chosen = values.leaf(Node::Choice(own), 1);
        let is_idle = values.and_not(chosen, only_if);
        let assumption = values.not(is_idle);
        self.made.assumptions.push(assumption);
        chosen
    }

    /// A store that may fail, and fails without a load before it that it belongs to.
    pub(super) fn store_exclusive(
        &mut self,
        key: &[u32],
        state: &mut State,
        instruction: &Instruction,
    ) {
        let Instruction::StoreExclusive {
            access,
            value,
            status,
            success,
            failure,
            carries_dependency,
        } = instruction
        else {
            unreachable!("this is a conditional store");
        };
        let located = self.locate(key, state, access);
        let mut may_succeed = ValueId::FALSE;
        let mut pairs = Vec::new();
        for own in std::mem::take(&mut state.reserved) {
            let values = &mut self.made.values;
            let is_there = values.equal(own.address, located.at.value);
            let condition = values.and(own.condition, is_there);
            if own.size != access.size {
                let what = "a conditional store has another size than the load that it belongs to";
                self.stop_if(state, condition, what);
                continue;
            }
            may_succeed = values.or(may_succeed, condition);
            // Where both can be at one address, they are cut in the same way.
            if own.parts == located.parts.len() {
                pairs.push((own.read, condition));
            }
        }
        let (won, lost) = (self.number(*success), self.number(*failure));
        let mut status_held = Held { value: lost, from: Carried::NONE };
        if may_succeed != ValueId::FALSE {
            let only_if = self.made.values.and(state.guard, may_succeed);
            let succeeds = self.choose(ChoiceKind::Success, only_if);
            let mut writing = state.clone();
            writing.guard = self.made.values.and(state.guard, succeeds);
            let value = self.evaluate(&mut writing, value);
            let written = self.written(&mut writing, &located, value.value);
            let events =
                self.access(&writing, Kind::Write, access.tags, &located, &written, &value.from);
            for (read, condition) in pairs {
                for (offset, write) in events.iter().enumerate() {
                    let read = EventId(read.0 + offset as u32);
                    self.made.rmw.push(Rmw { read, write: *write, condition, is_one: false });
                }
            }
            let values = &mut self.made.values;
            let failing = values.and_not(state.guard, succeeds);
            state.guard = values.or(writing.guard, failing);
            let from = if *carries_dependency { Carried::direct(events) } else { Carried::NONE };
            status_held = Held {
                value: values.select(succeeds, won, lost),
                from: Carried::select(succeeds, &from, &Carried::NONE, values),
            };
        }
        state.set(*status, status_held);
    }
}

/// Why there can be no access at an address.
pub(super) fn objection(test: &Lowered, address: i64, size: u8) -> Option<String> {
    let layout = &test.layout;
    if !layout.is_address(address) {
        return Some(format!("a thread accesses {address}, which is no location"));
    }
    let place = layout.show(address, Width::unsigned(8));
    if address % i64::from(size) != 0 {
        return Some(format!("an access of {size} bytes at {place} is not aligned"));
    }
    let array = layout.beyond(address)?;
    Some(format!("an access at {place} is beyond the end of {array}"))
}

/// The elements of an array that an access covers, if they are several.
pub(super) fn covered_elements(test: &Lowered, address: u64, size: u8) -> Vec<(u64, u8)> {
    let (layout, address) = (&test.layout, address as i64);
    if !layout.is_address(address) {
        return Vec::new();
    }
    let elements = layout.covered_elements(address, size).into_iter();
    elements.map(|(element, size)| (element as u64, size)).collect()
}

/// The accesses that reach beyond the end of a location whose accesses are cut into parts.
pub(super) fn beyond_cut_locations(test: &Lowered, plan: &Plan<SiteKey>) -> Vec<String> {
    let layout = &test.layout;
    let accesses = plan.accesses();
    let cut: Vec<i64> = accesses
        .iter()
        .filter(|(_, _, parts)| *parts > 1)
        .map(|(address, ..)| *address as i64)
        .filter(|address| layout.is_address(*address))
        .map(|address| layout.end(address))
        .collect();
    let mut found = Vec::new();
    for (address, size, _) in accesses {
        let address = address as i64;
        if !layout.is_address(address) {
            continue;
        }
        let end = layout.end(address);
        if address + i64::from(size) > end && cut.contains(&end) {
            let place = layout.show(address, Width::unsigned(8));
            found.push(format!(
                "an access of {size} bytes at {place} reaches beyond the type that the test gives \
                 this location"
            ));
        }
    }
    found
}
