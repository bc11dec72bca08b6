//! One program, compiled for two machines: which events are the same (`dat3m-thesis` §5.5.1)?
//!
//! Two mappings put different fences around the accesses of a program, call the accesses
//! differently and leave different dependencies. What is read and written, where and under which
//! conditions, is the same. The result is two acyclic programs with the same numbers of events and
//! the same values: an access of one is that access of the other, and a fence of one is an event
//! that is never executed in the other. So one assignment of sources and values is an execution of
//! both, and each model sees its own fences, names and dependencies, and no others: to a model that
//! keeps program order but from writes to reads, any event between the two would be a fence.
//!
//! Nothing is believed: that the guards, the addresses and the values of an event are the same in
//! both is checked after both programs were rebuilt over one graph of values, in which equal values
//! are one. Where they differ, there is no answer.

use crate::{
    Acyclic, CallWait, Check, Dependency, Event, EventId, Gap, JoinWait, Late, Lifetime, Node, Rmw,
    Thread, Unwound, ValueId, Values, Wait,
};
use base::TagSet;
use events::Kind;
use std::collections::BTreeSet;

/// The place of an event in both programs, or in one of them.
type Slot = [Option<EventId>; 2];

/// Both programs with the same events; why there are no such two, if there are none. What is not
/// understood, and which loops were cut, both say of either.
pub fn align(first: &Acyclic, second: &Acyclic) -> Result<[Acyclic; 2], String> {
    let slots = slots(first, second)?;
    let mut values = Values::default();
    let sides = [first, second];
    let renewed = [0, 1].map(|side| Renewal::new(sides[side], side, &slots, &mut values));
    let mut aligned = [0, 1].map(|side| renewed[side].program(&slots, &renewed[1 - side]));
    for own in &mut aligned {
        own.values = values.clone();
        own.check_invariants();
    }
    let [one, other] = &mut aligned;
    check(one, other, &slots)?;
    one.gaps.append(&mut other.gaps);
    one.unwound.append(&mut other.unwound);
    (other.gaps, other.unwound) = (one.gaps.clone(), one.unwound.clone());
    Ok(aligned)
}

/// Which events of the two programs are the same, in an order that fits both.
fn slots(first: &Acyclic, second: &Acyclic) -> Result<Vec<Slot>, String> {
    let is_common = |program: &Acyclic| {
        let threads = program.threads.iter();
        let crossings: BTreeSet<EventId> =
            threads.flat_map(|thread| thread.spawn.iter().chain(&thread.joins).copied()).collect();
        let common = program
            .numbered()
            .map(|(id, event)| event.kind != Kind::Fence || crossings.contains(&id));
        common.collect::<Vec<bool>>()
    };
    let common = [is_common(first), is_common(second)];
    let (mut slots, mut at) = (Vec::new(), [0, 0]);
    loop {
        for (side, program) in [first, second].into_iter().enumerate() {
            while at[side] < program.events.len() && !common[side][at[side]] {
                let mut slot = [None; 2];
                slot[side] = Some(EventId(at[side] as u32));
                slots.push(slot);
                at[side] += 1;
            }
        }
        match [at[0] < first.events.len(), at[1] < second.events.len()] {
            [true, true] => slots.push(at.map(|index| Some(EventId(index as u32)))),
            [false, false] => return Ok(slots),
            _ => return Err(DIFFERENT.to_owned()),
        }
        at = at.map(|index| index + 1);
    }
}

const DIFFERENT: &str = "what the two compilers make of the program has different accesses";

/// A program on its way to the new events and values.
struct Renewal<'a> {
    old: &'a Acyclic,
    side: usize,
    /// By old numbers.
    events: Vec<EventId>,
    values: Vec<ValueId>,
}

impl<'a> Renewal<'a> {
    fn new(old: &'a Acyclic, side: usize, slots: &[Slot], values: &mut Values) -> Renewal<'a> {
        let mut events = vec![EventId(0); old.events.len()];
        for (new, slot) in slots.iter().enumerate() {
            if let Some(own) = slot[side] {
                events[own.index()] = EventId(new as u32);
            }
        }
        let mut renewed: Vec<ValueId> = Vec::with_capacity(old.values.len());
        for (_, node, width) in old.values.all() {
            let node = match node {
                Node::Read(event) => Node::Read(events[event.index()]),
                Node::Uninitialised(event) => Node::Uninitialised(events[event.index()]),
                other => other,
            };
            let new = values.remade(node, width, |own| renewed[own.index()]);
            renewed.push(new);
        }
        Renewal { old, side, events, values: renewed }
    }

    fn value(&self, old: ValueId) -> ValueId {
        self.values[old.index()]
    }

    fn event(&self, old: EventId) -> EventId {
        self.events[old.index()]
    }

    /// The program with the new events, of which some are only the other's.
    fn program(&self, slots: &[Slot], other: &Renewal<'_>) -> Acyclic {
        let slots = slots.iter().enumerate();
        let events = slots.map(|(new, slot)| match (slot[self.side], slot[other.side]) {
            (Some(own), _) => self.renewed(self.old.event(own)),
            (None, Some(theirs)) => {
                other.not_executed(other.old.event(theirs), EventId(new as u32))
            }
            (None, None) => unreachable!("a place is for an event"),
        });
        let events = events.collect();
        let old = self.old;
        let rmw = |own: &Rmw| Rmw {
            read: self.event(own.read),
            write: self.event(own.write),
            condition: self.value(own.condition),
            ..*own
        };
        Acyclic {
            values: Values::default(),
            events,
            threads: old.threads.iter().map(|own| self.thread(own)).collect(),
            choices: old.choices.clone(),
            rmw: old.rmw.iter().map(rmw).collect(),
            assumptions: old.assumptions.iter().map(|own| self.value(*own)).collect(),
            checks: old.checks.iter().map(|own| self.checked(own)).collect(),
            unwound: old.unwound.iter().map(|own| self.unwound(own)).collect(),
            gaps: old.gaps.iter().map(|own| self.gap(own)).collect(),
            waits: old.waits.iter().map(|own| self.wait(own)).collect(),
            joins: old.joins.iter().map(|own| self.join_wait(own)).collect(),
            calls: old.calls.iter().map(|own| self.call_wait(own)).collect(),
            returned: old.returned.iter().map(|own| self.value(*own)).collect(),
            exited: old.exited.iter().map(|own| self.value(*own)).collect(),
            lifetimes: old.lifetimes.iter().map(|own| self.lifetime(own)).collect(),
            endings: old.endings.iter().map(|own| self.event(*own)).collect(),
            beginnings: old.beginnings.iter().map(|own| self.event(*own)).collect(),
            zeros: old.zeros.iter().map(|own| self.event(*own)).collect(),
            lates: old.lates.iter().map(|own| self.late(own)).collect(),
            goes_on_late: old.goes_on_late.iter().map(|own| self.value(*own)).collect(),
            expects_few: old.expects_few,
            // Nobody asks either of two programs for them.
            spins: Vec::new(),
            deeds: Vec::new(),
        }
    }

    fn join_wait(&self, own: &JoinWait) -> JoinWait {
        JoinWait { condition: self.value(own.condition), ..*own }
    }

    fn late(&self, own: &Late) -> Late {
        Late { access: self.event(own.access), ..*own }
    }

    fn call_wait(&self, own: &CallWait) -> CallWait {
        let (condition, read) = (self.value(own.condition), self.event(own.read));
        CallWait { condition, read, ..*own }
    }

    fn renewed(&self, event: &Event) -> Event {
        let dependency = |own: &Dependency| Dependency {
            on: self.event(own.on),
            direct: self.value(own.direct),
            picked: self.value(own.picked),
        };
        Event {
            guard: self.value(event.guard),
            address: event.address.map(|own| self.value(own)),
            access: self.event(event.access),
            value: event.value.map(|own| self.value(own)),
            addr: event.addr.iter().map(dependency).collect(),
            data: event.data.iter().map(dependency).collect(),
            ctrl: event.ctrl.iter().map(dependency).collect(),
            ..event.clone()
        }
    }

    /// A fence as the other program has it: a place, and nothing there.
    fn not_executed(&self, event: &Event, access: EventId) -> Event {
        Event {
            guard: ValueId::FALSE,
            kind: Kind::Other,
            tags: TagSet::NONE,
            address: None,
            access,
            value: None,
            addr: Vec::new(),
            data: Vec::new(),
            ctrl: Vec::new(),
            ..self.renewed(event)
        }
    }

    fn thread(&self, own: &Thread) -> Thread {
        Thread {
            spawn: own.spawn.map(|event| self.event(event)),
            joins: own.joins.iter().map(|event| self.event(*event)).collect(),
            finished: self.value(own.finished),
            registers: own.registers.iter().map(|register| self.value(*register)).collect(),
            ..own.clone()
        }
    }

    fn checked(&self, own: &Check) -> Check {
        Check { condition: self.value(own.condition), ..own.clone() }
    }

    fn unwound(&self, own: &Unwound) -> Unwound {
        Unwound { condition: self.value(own.condition), ..own.clone() }
    }

    fn gap(&self, own: &Gap) -> Gap {
        Gap { condition: self.value(own.condition), ..own.clone() }
    }

    fn wait(&self, own: &Wait) -> Wait {
        let (condition, mutex) = (self.value(own.condition), self.value(own.mutex));
        Wait { condition, mutex, ..own.clone() }
    }

    fn lifetime(&self, own: &Lifetime) -> Lifetime {
        Lifetime { birth: self.event(own.birth), access: self.event(own.access), ..*own }
    }
}

/// Whether the events that both have are the same, and both leave the same choices open and assume
/// the same.
fn check(first: &Acyclic, second: &Acyclic, slots: &[Slot]) -> Result<(), String> {
    let is_same = |(one, other): (&Event, &Event)| {
        let is_alike = one.kind == other.kind && one.thread == other.thread;
        let is_there = (one.guard, one.address, one.value, one.access)
            == (other.guard, other.address, other.value, other.access);
        let is_as_large = (one.size, one.width) == (other.size, other.width);
        is_alike && is_there && is_as_large && one.may_addresses == other.may_addresses
    };
    let events = first.events.iter().zip(&second.events).zip(slots);
    let mut common =
        events.filter(|(_, slot)| slot.iter().all(Option::is_some)).map(|(pair, _)| pair);
    if let Some((one, _)) = common.find(|pair| !is_same(*pair)) {
        let at = one.position.map_or(String::new(), |at| format!(" (line {})", at.line));
        return Err(format!("{DIFFERENT}{at}"));
    }
    let choices = |own: &Acyclic| {
        own.choices.iter().map(|choice| (choice.width, choice.what)).collect::<Vec<_>>()
    };
    let assumed = |own: &Acyclic| own.assumptions.iter().copied().collect::<BTreeSet<_>>();
    let is_open_alike = choices(first) == choices(second) && assumed(first) == assumed(second);
    is_open_alike.then_some(()).ok_or_else(|| DIFFERENT.to_owned())
}
