//! Objects: creation, `free`, the end of local variables, and free choices of values. Of objects
//! that several threads use, `lifetimes` knows more.

use super::Builder;
use super::facts::Object;
use super::spread::{FEW, Indices};
use super::state::{Held, State};
use crate::carried::Carried;
use crate::mapping::Operation;
use crate::{Choice, ChoiceId, ChoiceKind, Deed, DeedKind, Node, ValueId};
use base::{Address, ObjectId, Ordering, TagSet, Tags, ThreadId, ViolationKind};
use events::Kind;
use program::{AllocationKind, BinaryOperation, Deallocation, Predicate, SiteId};
use safety::rules::messages;
use std::rc::Rc;

/// An object that may have more sizes is too much.
const MOST_SIZES: usize = 16;

impl Builder<'_> {
    pub(super) fn allocate(
        &mut self,
        state: &mut State,
        size: Held,
        (kind, named): (AllocationKind, SiteId),
    ) -> Held {
        let bits = self.decide(state, &size, "the size of an allocation");
        let Some(sizes) = self.sizes(state, bits) else {
            self.stop_at_gap(state, ValueId::TRUE, "an object of any of many sizes");
            return self.constant(0);
        };
        let mut address = self.constant(0);
        for size in sizes.iter().copied() {
            let is_this = match sizes.len() {
                1 => ValueId::TRUE,
                _ => self.made.values.is(bits, size),
            };
            if size > self.program.pointers.max_object_size() {
                self.stop_at_gap(state, is_this, "an object that is too large");
                continue;
            }
            let own = self.create(state, (size, is_this), (kind, named));
            address = Held::select(is_this, &own, &address, &mut self.made.values);
        }
        state.have_effect(&mut self.made.values, ValueId::TRUE);
        address
    }

    /// The sizes that an object can have. Of many, the smallest are expected, if so asked: the
    /// state ends where it is another one.
    fn sizes(&mut self, state: &mut State, bits: ValueId) -> Option<Rc<[u64]>> {
        let sizes = self.numbers(bits)?;
        if sizes.len() <= MOST_SIZES {
            return Some(sizes);
        }
        if self.unrolling.indices == Indices::All {
            return None;
        }
        let expected = &sizes[..FEW];
        let mut is_expected = ValueId::FALSE;
        for size in expected {
            let is_this = self.made.values.is(bits, *size);
            is_expected = self.made.values.or(is_expected, is_this);
        }
        let is_other = self.made.values.not(is_expected);
        self.made.expects_few = true;
        self.stop_at_gap(state, is_other, "an object is larger than expected");
        Some(expected.into())
    }

    /// Creates an object of a size, if it is the right one.
    fn create(
        &mut self,
        state: &mut State,
        (size, is_this): (u64, ValueId),
        (kind, named): (AllocationKind, SiteId),
    ) -> Held {
        let (site, thread) = (self.site(size as u32), self.id());
        let object = self.facts.object(site, thread, Object { size, kind });
        if object.index >= self.program.pointers.max_objects() {
            self.stop_at_gap(state, is_this, "too many objects created by one thread");
            return self.constant(0);
        }
        if kind.is_local() {
            self.locals.push(object);
        }
        let creates = self.made.values.and(state.guard, is_this);
        self.note(creates, DeedKind::Creates { object: object.address().0, site: named });
        if !self.facts.shared.contains(&object) {
            let values = &mut self.made.values;
            let bits = values.constant(8, 0);
            let undefined = match kind {
                AllocationKind::ZeroedHeap => bits,
                AllocationKind::Stack
                | AllocationKind::Block
                | AllocationKind::Heap
                | AllocationKind::New
                | AllocationKind::NewArray => values.constant(8, 0xff),
            };
            if kind == AllocationKind::Block && self.facts.confined.to_block[named.index()] {
                // What creates it is an effect, too.
                let one = values.zero_extend(is_this, 64);
                state.inside.insert(object, one);
            }
            let byte = Held { bits, undefined, from: Carried::NONE };
            state.memory.insert(object, Rc::new(vec![byte; size as usize]));
        } else if !state.is_alone {
            let mut creating = state.clone();
            creating.guard = creates;
            let birth = self.bare_event(&creating, Kind::Other, TagSet::NONE);
            self.note_birth(object, birth, size);
            if kind == AllocationKind::ZeroedHeap {
                self.facts.zero(object);
                self.write_zeros(&mut creating, object, size);
            } else if self.unrolling.ends == Some(Ordering::Plain)
                && self.facts.unborn.contains(&object)
            {
                self.begin_life(&mut creating, object, size);
            }
        }
        self.constant(object.address().0)
    }

    /// What `calloc` writes to the cells of an object that others touch.
    fn write_zeros(&mut self, state: &mut State, object: ObjectId, size: u64) {
        let recipe = self.recipe(state, Operation::Store, Ordering::Plain, Tags::NONE);
        for (at, size) in self.facts.cells(object, size) {
            let zero = self.made.values.constant(8 * size, 0);
            let event = self.write_cell(state, recipe.write, (at, size), Some(zero));
            self.made.zeros.insert(event);
            let address = self.number(at);
            self.note_uses(event, address, &[at]);
            if self.facts.contested.contains(&object) {
                let late = self.lateness(&[event]);
                self.made.goes_on_late.push(late);
            }
            self.learn(state.guard, &[at], size, zero);
        }
    }

    /// What leaves the cells of an object without a value, for a language that says when an access
    /// comes too early.
    fn begin_life(&mut self, state: &mut State, object: ObjectId, size: u64) {
        let recipe = self.recipe(state, Operation::Store, Ordering::Plain, Tags::NONE);
        for (at, size) in self.facts.cells(object, size) {
            let event = self.write_cell(state, recipe.write, (at, size), None);
            self.made.beginnings.insert(event);
        }
    }

    /// How large the object is that starts at an address.
    pub(super) fn object_size(&mut self, state: &mut State, address: Held) -> Held {
        let bits = self.decide(state, &address, "the address of a resized object");
        let mut size = self.constant(0);
        let Some(numbers) = self.numbers(bits) else {
            self.stop_at_gap(state, ValueId::TRUE, "what is resized is not known");
            return size;
        };
        for number in numbers.iter().copied().filter(|number| *number != 0) {
            let is_this = self.made.values.is(bits, number);
            let found = Address(number).object();
            let known = found.and_then(|(object, _)| {
                let global = self.program.global_of(object);
                let size = global.map(|global| self.program.global(global).size);
                size.or_else(|| self.facts.objects.get(&object).map(|own| own.size))
            });
            match (found, known) {
                (Some((_, 0)), Some(known)) => {
                    let known = self.constant(known);
                    size = Held::select(is_this, &known, &size, &mut self.made.values);
                }
                (Some((_, offset)), Some(_)) => {
                    let message = format!("resizing a pointer {offset} bytes into its object");
                    self.fail_if(state, is_this, ViolationKind::InvalidFree, message);
                }
                _ => {
                    let kind = match Address(number).is_near_null() {
                        true => ViolationKind::NullPointer,
                        false => ViolationKind::InvalidPointer,
                    };
                    self.fail_if(state, is_this, kind, "resizing a pointer to no object");
                }
            }
        }
        size
    }

    /// The address of the running thread's own variable, which is there from its start.
    pub(super) fn thread_local_address(&mut self, state: &mut State, variable: u32) -> Held {
        let thread = self.id();
        let size = self.program.thread_locals[variable as usize].size;
        let object = self.facts.own_variable(thread, variable, size);
        if object.index >= self.program.pointers.max_objects() {
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

    pub(super) fn free(&mut self, state: &mut State, address: Held, by: Deallocation) {
        if by == Deallocation::Leave {
            return self.leave(state, address);
        }
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
            if known.kind.is_local() || is_own {
                self.fail_if(state, is_this, invalid, "free of a local variable");
            } else if known.kind.deallocation() != Some(by) {
                let (by, made) = (by.function(), known.kind.function());
                let message = format!("{by} of memory that {made} has allocated");
                self.fail_if(state, is_this, invalid, message);
            } else if offset != 0 {
                self.fail_if(state, is_this, invalid, "free of a pointer into an object");
            } else {
                let dead = state.past.dead.get(&object).copied().unwrap_or(ValueId::FALSE);
                let twice = self.made.values.and(is_this, dead);
                let message = messages::DOUBLE_END;
                self.fail_if(state, twice, ViolationKind::DoubleFree, message);
                self.check_unheld(state, object, is_this);
                if self.facts.shared.contains(&object) || object.thread != self.id() {
                    self.facts.share(object);
                    self.end_shared(state, object, is_this);
                } else {
                    let dead = self.made.values.or(dead, is_this);
                    state.past.dead.insert(object, dead);
                }
            }
        }
        let is_any = self.made.values.is_nonzero(bits);
        state.have_effect(&mut self.made.values, is_any);
    }

    /// Ends the life of a variable whose block is left.
    fn leave(&mut self, state: &mut State, address: Held) {
        let Some(numbers) = self.numbers(address.bits) else {
            self.stop_at_gap(state, ValueId::TRUE, "which variable's block is left is not known");
            return;
        };
        for number in numbers.iter().copied() {
            let Some((object, _)) = Address(number).object() else { continue };
            let is_this = self.made.values.is(address.bits, number);
            let dead = state.past.dead.get(&object).copied().unwrap_or(ValueId::FALSE);
            let ends = self.made.values.and_not(is_this, dead);
            if self.facts.shared.contains(&object) {
                self.end_shared(state, object, ends);
                state.have_effect(&mut self.made.values, ends);
            } else {
                state.forget_inside(&mut self.made.values, object, ends);
                let dead = self.made.values.or(dead, is_this);
                state.past.dead.insert(object, dead);
            }
        }
    }

    /// Ends the lives of local variables, as far as they have not ended.
    pub(super) fn end_objects(&mut self, state: &mut State, objects: &[ObjectId]) {
        for object in objects {
            if self.facts.shared.contains(object) {
                let dead = state.past.dead.get(object).copied().unwrap_or(ValueId::FALSE);
                let alive = self.made.values.not(dead);
                self.end_shared(state, *object, alive);
            } else if state.memory.remove(object).is_some() {
                state.past.dead.insert(*object, ValueId::TRUE);
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
