//! From the events of threads to a whole acyclic program: what can have one value only becomes a
//! constant, what can never happen is dropped, and initial writes are added for every cell that
//! something may access.

use crate::reach::{Initial, Reach};
use crate::{
    Acyclic, CallWait, Check, Deed, DeedKind, Dependency, Event, EventId, Gap, JoinWait, Late,
    Lifetime, Node, Rmw, SpinWait, Thread, Unwound, ValueId, Wait,
};
use base::TagSet;
use events::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// The program of some threads, where `reach` knows what their values can be.
pub(crate) fn finish(threads: &Acyclic, reach: &Reach, initial: &Initial<'_>) -> Acyclic {
    let mut finisher = Finisher {
        old: threads,
        reach,
        initial,
        new: Acyclic::default(),
        values: Vec::with_capacity(threads.values.len()),
        events: Vec::new(),
        uninitialised: BTreeSet::new(),
    };
    finisher.initial_writes();
    finisher.number();
    finisher.rebuild_values();
    finisher.rebuild_events();
    finisher.rebuild_rest();
    finisher.new.check_invariants();
    finisher.new
}

struct Finisher<'a> {
    old: &'a Acyclic,
    reach: &'a Reach,
    initial: &'a Initial<'a>,
    new: Acyclic,
    /// What old values are now.
    values: Vec<ValueId>,
    /// What old events are now, if they can happen.
    events: Vec<Option<EventId>>,
    /// The old events that may read what was never written.
    uninitialised: BTreeSet<EventId>,
}

impl Finisher<'_> {
    /// The cells that an event can be about.
    fn addresses(&self, event: &Event) -> Vec<u64> {
        let Some(address) = event.address else { return Vec::new() };
        let Some(numbers) = self.reach.numbers(address) else {
            return event.may_addresses.clone();
        };
        let is_cell =
            |at: &u64| !event.kind.is_access() || event.may_addresses.binary_search(at).is_ok();
        numbers.iter().copied().filter(is_cell).collect()
    }

    fn initial_writes(&mut self) {
        let mut cells: BTreeMap<u64, (u8, u8)> = BTreeMap::new();
        for event in self.old.events.iter().filter(|event| event.kind.is_access()) {
            if self.reach.may_hold(event.guard) {
                let cell = (event.size, event.width);
                self.addresses(event).into_iter().for_each(|at| {
                    cells.insert(at, cell);
                });
            }
        }
        for (address, (size, width)) in cells {
            let values = &mut self.new.values;
            let value = (self.initial)(address, size).map(|number| values.constant(width, number));
            let access = EventId(self.new.events.len() as u32);
            self.new.events.push(Event {
                thread: None,
                kind: Kind::Write,
                tags: TagSet::NONE,
                guard: ValueId::TRUE,
                address: Some(values.constant(64, address)),
                size,
                access,
                block: None,
                value,
                width,
                may_addresses: vec![address],
                addr: Vec::new(),
                data: Vec::new(),
                ctrl: Vec::new(),
                position: None,
            });
        }
    }

    /// Gives events that can happen their new numbers.
    fn number(&mut self) {
        let mut next = self.new.events.len() as u32;
        let unwritten = self.new.events.iter().filter(|event| event.value.is_none());
        let unwritten: BTreeSet<u64> =
            unwritten.flat_map(|event| event.may_addresses.iter().copied()).collect();
        for (id, event) in self.old.numbered() {
            if self.addresses(event).iter().any(|at| unwritten.contains(at)) {
                self.uninitialised.insert(id);
            }
            let may_happen = self.reach.may_hold(event.guard);
            self.events.push(may_happen.then_some(EventId(next)));
            next += u32::from(may_happen);
        }
    }

    fn rebuild_values(&mut self) {
        self.new.choices = self.old.choices.clone();
        for (id, node, width) in self.old.values.all() {
            let set = self.reach.numbers(id).filter(|set| set.len() == 1);
            let single = set.and_then(|set| set.first().copied());
            let values = &mut self.new.values;
            let of = |own: ValueId| self.values[own.index()];
            let new = match (single, node) {
                (Some(single), _) => values.constant(width, single),
                (None, Node::Read(event)) => match self.events[event.index()] {
                    Some(event) => values.leaf(Node::Read(event), width),
                    None => values.constant(width, 0),
                },
                (None, Node::Uninitialised(event)) => match self.events[event.index()] {
                    Some(new) if self.uninitialised.contains(&event) => {
                        values.leaf(Node::Uninitialised(new), 1)
                    }
                    _ => ValueId::FALSE,
                },
                (None, node) => values.remade(node, width, of),
            };
            self.values.push(new);
        }
    }

    fn value(&self, old: ValueId) -> ValueId {
        self.values[old.index()]
    }

    fn rebuild_events(&mut self) {
        for (index, event) in self.old.events.iter().enumerate() {
            let Some(_) = self.events[index] else { continue };
            let access = self.events[event.access.index()].expect("parts have one guard");
            let may_addresses = self.addresses(event);
            self.new.events.push(Event {
                guard: self.value(event.guard),
                address: event.address.map(|address| self.value(address)),
                access,
                value: event.value.map(|value| self.value(value)),
                may_addresses,
                addr: self.dependencies(&event.addr),
                data: self.dependencies(&event.data),
                ctrl: self.dependencies(&event.ctrl),
                ..event.clone()
            });
        }
    }

    fn dependencies(&self, old: &[Dependency]) -> Vec<Dependency> {
        let renew = |own: &Dependency| {
            let on = self.events[own.on.index()]?;
            let (direct, picked) = (self.value(own.direct), self.value(own.picked));
            let is_there = direct != ValueId::FALSE || picked != ValueId::FALSE;
            is_there.then_some(Dependency { on, direct, picked })
        };
        old.iter().filter_map(renew).collect()
    }

    fn rebuild_rest(&mut self) {
        let old = self.old;
        let event = |own: EventId| self.events[own.index()];
        let thread = |own: &Thread| Thread {
            id: own.id,
            name: own.name.clone(),
            spawn: own.spawn.and_then(event),
            joins: own.joins.iter().filter_map(|join| event(*join)).collect(),
            finished: self.value(own.finished),
            registers: own.registers.iter().map(|register| self.value(*register)).collect(),
        };
        let threads = old.threads.iter().map(thread).collect();
        let rmw = |own: &Rmw| {
            let condition = self.value(own.condition);
            let (read, write) = (event(own.read)?, event(own.write)?);
            (condition != ValueId::FALSE).then_some(Rmw { read, write, condition, ..*own })
        };
        let rmw = old.rmw.iter().filter_map(rmw).collect();
        let assumptions = old.assumptions.iter().map(|own| self.value(*own));
        let assumptions = assumptions.filter(|own| *own != ValueId::TRUE).collect();
        let can_be = |condition: ValueId| {
            Some(self.value(condition)).filter(|condition| *condition != ValueId::FALSE)
        };
        let checks = old.checks.iter().filter_map(|own| {
            can_be(own.condition).map(|condition| Check { condition, ..own.clone() })
        });
        let checks = checks.collect();
        let unwound = old.unwound.iter().filter_map(|own| {
            can_be(own.condition).map(|condition| Unwound { condition, ..own.clone() })
        });
        let unwound = unwound.collect();
        let gaps = old.gaps.iter().filter_map(|own| {
            can_be(own.condition).map(|condition| Gap { condition, ..own.clone() })
        });
        let gaps = gaps.collect();
        let waits = old.waits.iter().filter_map(|own| {
            let mutex = self.value(own.mutex);
            can_be(own.condition).map(|condition| Wait { condition, mutex, ..own.clone() })
        });
        let waits = waits.collect();
        let joins = old.joins.iter().filter_map(|own| {
            can_be(own.condition).map(|condition| JoinWait { condition, ..*own })
        });
        let joins = joins.collect();
        let calls = old.calls.iter().filter_map(|own| {
            let (condition, read) = (can_be(own.condition)?, event(own.read)?);
            Some(CallWait { condition, read, ..*own })
        });
        let calls = calls.collect();
        let spins = old.spins.iter().filter_map(|own| {
            let condition = can_be(own.condition)?;
            let renew =
                |(read, in_turn): &(EventId, ValueId)| Some((event(*read)?, can_be(*in_turn)?));
            let reads = own.reads.iter().filter_map(renew).collect();
            let accidents = own.accidents.iter().filter_map(|own| can_be(*own)).collect();
            Some(SpinWait { condition, reads, accidents, ..*own })
        });
        let spins = spins.collect();
        let returned = old.returned.iter().filter_map(|own| can_be(*own)).collect();
        let exited = old.exited.iter().filter_map(|own| can_be(*own)).collect();
        let lifetimes = old.lifetimes.iter().filter_map(|own| {
            let (birth, access) = (event(own.birth)?, event(own.access)?);
            Some(Lifetime { birth, access, ..*own })
        });
        let lifetimes = lifetimes.collect();
        let endings = old.endings.iter().filter_map(|own| event(*own)).collect();
        let beginnings = old.beginnings.iter().filter_map(|own| event(*own)).collect();
        let zeros = old.zeros.iter().filter_map(|own| event(*own)).collect();
        let lates = old
            .lates
            .iter()
            .filter_map(|own| event(own.access).map(|access| Late { access, ..*own }));
        let lates = lates.collect();
        let goes_on_late = old.goes_on_late.iter().filter_map(|own| can_be(*own)).collect();
        let deeds = old.deeds.iter().filter_map(|own| {
            let condition = can_be(own.condition)?;
            let what = match own.what {
                DeedKind::Creates { object, site } => DeedKind::Creates { object, site },
                DeedKind::Chooses(value) => DeedKind::Chooses(self.value(value)),
            };
            Some(Deed { condition, thread: own.thread, what })
        });
        let deeds = deeds.collect();
        let new = &mut self.new;
        (new.threads, new.rmw, new.assumptions) = (threads, rmw, assumptions);
        (new.checks, new.unwound, new.gaps) = (checks, unwound, gaps);
        (new.waits, new.joins, new.calls, new.spins) = (waits, joins, calls, spins);
        (new.returned, new.exited) = (returned, exited);
        (new.lifetimes, new.deeds) = (lifetimes, deeds);
        (new.endings, new.zeros, new.lates) = (endings, zeros, lates);
        (new.beginnings, new.goes_on_late) = (beginnings, goes_on_late);
        new.expects_few = old.expects_few;
    }
}
