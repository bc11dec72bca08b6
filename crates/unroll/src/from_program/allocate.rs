//! Objects: creation, `free`, the end of local variables, and free choices of values.
//!
//! The end of an object that several threads use is a gap: whether every use comes before it is a
//! question about order, which only a model can answer. Whether every use comes after its creation
//! is one as well; uses for which the order of threads does not answer it are listed
//! ([`Lifetime`](crate::Lifetime)).

use super::Builder;
use super::facts::Object;
use super::state::{Held, State};
use crate::carried::Carried;
use crate::{
    Acyclic, Choice, ChoiceId, ChoiceKind, Deed, DeedKind, EventId, Lifetime, Node, ThreadIndex,
    ValueId,
};
use base::address::{MAX_OBJECT_SIZE, MAX_OBJECTS};
use base::{Address, ObjectId, TagSet, ThreadId, ViolationKind};
use events::Kind;
use program::{AllocationKind, BinaryOperation, Predicate, SiteId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where objects are created that several threads use, and where others than their creators use
/// them.
#[derive(Default)]
pub(super) struct Lives {
    births: BTreeMap<ObjectId, (EventId, u64)>,
    uses: Vec<(EventId, ObjectId)>,
}

impl Lives {
    /// The uses that nothing orders after the creation but what a model may.
    pub(super) fn lifetimes(&self, made: &Acyclic) -> Vec<Lifetime> {
        let find = |(access, object): &(EventId, ObjectId)| {
            let (birth, size) = *self.births.get(object)?;
            let creator = made.event(birth).thread?;
            let user = made.event(*access).thread?;
            if user == creator || descends(made, user, creator, birth) {
                return None;
            }
            Some(Lifetime { birth, access: *access, object: object.address().0, size })
        };
        self.uses.iter().filter_map(find).collect()
    }
}

/// Whether a thread is created by another one after an event, perhaps by way of others.
fn descends(made: &Acyclic, thread: ThreadIndex, ancestor: ThreadIndex, after: EventId) -> bool {
    let mut thread = thread;
    while let Some(spawn) = made.threads[thread.index()].spawn {
        let Some(parent) = made.event(spawn).thread else { return false };
        if parent == ancestor {
            return spawn > after;
        }
        thread = parent;
    }
    false
}

impl Builder<'_> {
    pub(super) fn allocate(
        &mut self,
        state: &mut State,
        size: Held,
        (kind, named): (AllocationKind, SiteId),
    ) -> Held {
        let bits = self.decide(state, &size, "the size of an allocation");
        let known = self.only(bits).filter(|size| *size <= MAX_OBJECT_SIZE);
        let Some(size) = known else {
            self.stop_at_gap(
                state,
                ValueId::TRUE,
                "an object whose size is not known, or too large",
            );
            return self.constant(0);
        };
        let (site, thread) = (self.site(0), self.id());
        let object = self.facts.object(site, thread, Object { size, kind });
        if object.index >= MAX_OBJECTS {
            self.stop_at_gap(state, ValueId::TRUE, "too many objects created by one thread");
            return self.constant(0);
        }
        if kind == AllocationKind::Stack {
            self.locals.push(object);
        }
        self.note(state.guard, DeedKind::Creates { object: object.address().0, site: named });
        if !self.facts.shared.contains(&object) {
            let values = &mut self.made.values;
            let bits = values.constant(8, 0);
            let undefined = match kind {
                AllocationKind::Stack | AllocationKind::Heap => values.constant(8, 0xff),
                AllocationKind::ZeroedHeap => bits,
            };
            let byte = Held { bits, undefined, from: Carried::NONE };
            state.memory.insert(object, Rc::new(vec![byte; size as usize]));
        } else if !state.is_alone {
            let birth = self.bare_event(state, Kind::Other, TagSet::NONE);
            self.lives.births.insert(object, (birth, size));
        }
        state.have_effect(&mut self.made.values, ValueId::TRUE);
        self.constant(object.address().0)
    }

    /// The address of the running thread's own variable, which is there from its start.
    pub(super) fn thread_local_address(&mut self, state: &mut State, variable: u32) -> Held {
        let thread = self.id();
        let size = self.program.thread_locals[variable as usize].size;
        let object = self.facts.own_variable(thread, variable, size);
        if object.index >= MAX_OBJECTS {
            self.stop_at_gap(state, ValueId::TRUE, "too many objects created by one thread");
        }
        let named = self.program.thread_locals[variable as usize].site;
        self.note(state.guard, DeedKind::Creates { object: object.address().0, site: named });
        self.constant(object.address().0)
    }

    /// Notes what the running thread does, which is no event.
    pub(super) fn note(&mut self, condition: ValueId, what: DeedKind) {
        let thread = self.here.thread;
        self.made.deeds.push(Deed { condition, thread, what });
    }

    /// Notes that an access may use objects that other threads have created.
    pub(super) fn note_lifetimes(&mut self, access: EventId, addresses: &[u64]) {
        let mut objects: Vec<ObjectId> = addresses
            .iter()
            .filter_map(|at| Address(*at).object().map(|(object, _)| object))
            .filter(|object| object.thread != ThreadId::GLOBALS && object.thread != self.id())
            .collect();
        objects.dedup();
        self.lives.uses.extend(objects.into_iter().map(|object| (access, object)));
    }

    pub(super) fn free(&mut self, state: &mut State, address: Held) {
        let bits = self.decide(state, &address, "the address of a free");
        let Some(numbers) = self.numbers(bits) else {
            self.stop_at_gap(state, ValueId::TRUE, "what is freed is not known");
            return;
        };
        for number in numbers.iter().copied().filter(|number| *number != 0) {
            let is_this = self.made.values.is(bits, number);
            let invalid = ViolationKind::InvalidFree;
            let Some((object, offset)) = Address(number).object() else {
                let kind = match Address(number).is_near_null() {
                    true => ViolationKind::NullPointer,
                    false => ViolationKind::InvalidPointer,
                };
                self.fail_if(state, is_this, kind, "free of a pointer to no object");
                continue;
            };
            if object.thread == ThreadId::GLOBALS {
                self.fail_if(state, is_this, invalid, "free of a global variable or function");
                continue;
            }
            let Some(known) = self.facts.objects.get(&object).copied() else {
                let kind = ViolationKind::InvalidPointer;
                self.fail_if(state, is_this, kind, "free of a pointer to no object");
                continue;
            };
            let is_own = self.facts.thread_locals.contains_key(&object);
            if known.kind == AllocationKind::Stack || is_own {
                self.fail_if(state, is_this, invalid, "free of a local variable");
            } else if offset != 0 {
                self.fail_if(state, is_this, invalid, "free of a pointer into an object");
            } else if self.facts.shared.contains(&object) || object.thread != self.id() {
                self.facts.share(object);
                let what = "the free of an object that several threads use";
                self.stop_at_gap(state, is_this, what);
            } else {
                let dead = state.dead.get(&object).copied().unwrap_or(ValueId::FALSE);
                let twice = self.made.values.and(is_this, dead);
                let message = "memory is freed twice";
                self.fail_if(state, twice, ViolationKind::DoubleFree, message);
                let dead = self.made.values.or(dead, is_this);
                state.dead.insert(object, dead);
            }
        }
        let is_any = self.made.values.is_nonzero(bits);
        state.have_effect(&mut self.made.values, is_any);
    }

    /// Ends the lives of local variables.
    pub(super) fn end_objects(&mut self, state: &mut State, objects: &[ObjectId]) {
        for object in objects {
            if self.facts.shared.contains(object) {
                let what = "the end of a local variable that several threads use";
                self.stop_at_gap(state, ValueId::TRUE, what);
            } else if state.memory.remove(object).is_some() {
                state.dead.insert(*object, ValueId::TRUE);
            }
        }
    }

    /// Ends the lives of the running thread's own variables.
    pub(super) fn end_thread_locals(&mut self, state: &mut State) {
        let thread = self.id();
        let own = self.facts.thread_locals.keys().filter(|object| object.thread == thread);
        let own: Vec<ObjectId> = own.copied().collect();
        self.end_objects(state, &own);
    }

    /// Any number between two others, both included.
    pub(super) fn choose(&mut self, state: &mut State, low: Held, high: Held) -> Held {
        let low = self.decide(state, &low, "a bound of a choice");
        let high = self.decide(state, &high, "a bound of a choice");
        let values = &mut self.made.values;
        let is_possible = values.compare(Predicate::Sle, low, high);
        state.guard = values.and(state.guard, is_possible);
        let distance = values.binary(BinaryOperation::Sub, high, low);
        let width = match values.number(distance) {
            Some(distance) => (64 - distance.leading_zeros()).max(1) as u8,
            None => 64,
        };
        let own = ChoiceId(self.made.choices.len() as u32);
        self.made.choices.push(Choice { width, what: ChoiceKind::Input });
        let values = &mut self.made.values;
        let chosen = values.leaf(Node::Choice(own), width);
        let wide = values.zero_extend(chosen, 64);
        let is_above = values.compare(Predicate::Ugt, wide, distance);
        let above = values.and(state.guard, is_above);
        // Where nothing is chosen, the choice is 0.
        let is_chosen = values.is_nonzero(chosen);
        let idle = values.and_not(is_chosen, state.guard);
        self.never(above);
        self.never(idle);
        let values = &mut self.made.values;
        let bits = values.binary(BinaryOperation::Add, low, wide);
        state.have_effect(values, ValueId::TRUE);
        self.note_accident(is_chosen);
        self.note(state.guard, DeedKind::Chooses(bits));
        self.defined(bits)
    }
}
