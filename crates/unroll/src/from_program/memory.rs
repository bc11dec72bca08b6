//! Where does an access go? To the bytes of an object that no other thread touches, which are part
//! of the state; to a constant; to memory that threads share, where it is an event; or nowhere,
//! which is a violation. `interp::place` decides the same for one address at a time.
//!
//! An object is thought to be its creator's alone (and a global main's) until another thread is
//! seen to touch it; then the program is built again. As in `interp::access`, what orders other
//! accesses is an event in any case.

use super::Builder;
use super::facts::initial_bits;
use super::state::{Held, State};
use crate::ValueId;
use crate::carried::Carried;
use base::address::OBJECT_STRIDE;
use base::{Address, ObjectId, ThreadId, ViolationKind};
use std::rc::Rc;

/// Where an address is.
pub(super) enum Place {
    Private { object: ObjectId, offset: u64 },
    Constant(u64),
    Shared,
    Wrong(ViolationKind, String),
}

/// How memory is accessed.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub size: u8,
    pub writes: bool,
    /// It is an event whatever memory it is done to, once there are other threads.
    pub is_event: bool,
    /// It is done to what is there to be shared.
    pub is_shared: bool,
    /// It cannot be done at an address that is no multiple of its size.
    pub is_atomic: bool,
}

/// An access with all places where it can be.
pub(super) struct Located {
    pub address: Held,
    /// The shared addresses, in ascending order.
    pub shared: Vec<u64>,
    /// Whether it is at one of them, if it is anywhere.
    pub is_shared: ValueId,
    /// The others, each with the condition that it is there.
    pub others: Vec<(ValueId, Place)>,
}

impl Builder<'_> {
    /// Finds out where an access can be; the state ends where that is wrong.
    pub(super) fn locate(&mut self, state: &mut State, address: Held, manner: Manner) -> Located {
        let bits = self.decide(state, &address, "the address of an access");
        let mut located =
            Located { address, shared: Vec::new(), is_shared: ValueId::FALSE, others: Vec::new() };
        let numbers = self.places(state, bits, manner);
        let is_alone = state.is_alone;
        let mut elsewhere = ValueId::FALSE;
        for number in numbers.iter().copied() {
            let is_there = self.made.values.is(bits, number);
            match self.place(number, manner, is_alone) {
                Place::Shared => {
                    if let Some((object, _)) = Address(number).object() {
                        self.check_alive(state, object, is_there);
                    }
                    located.shared.push(number);
                    continue;
                }
                Place::Wrong(kind, message) => self.fail_if(state, is_there, kind, message),
                place => {
                    if let Place::Private { object, .. } = place {
                        self.check_alive(state, object, is_there);
                    }
                    elsewhere = self.made.values.or(elsewhere, is_there);
                    located.others.push((is_there, place));
                }
            }
        }
        if !located.shared.is_empty() {
            located.is_shared = self.made.values.not(elsewhere);
        }
        located
    }

    /// An object must not be gone, as far as the thread knows.
    fn check_alive(&mut self, state: &mut State, object: ObjectId, is_there: ValueId) {
        let Some(dead) = state.past.dead.get(&object).copied() else { return };
        let is_dead = self.made.values.and(is_there, dead);
        let (kind, message) = self.facts.use_after_end(object);
        self.fail_if(state, is_dead, kind, message);
    }

    fn place(&mut self, number: u64, manner: Manner, is_alone: bool) -> Place {
        let Manner { size, writes, is_event, is_shared, is_atomic } = manner;
        let address = Address(number);
        let Some((object, offset)) = address.object() else {
            return wrong_pointer(address);
        };
        if is_atomic && !self.program.pointers.is_aligned(address, size) {
            let message = format!(
                "an atomic access of {size} bytes at an address that is no multiple of {size}"
            );
            return Place::Wrong(ViolationKind::MisalignedAtomic, message);
        }
        let (length, owner) = match self.program.global_of(object) {
            Some(global) => {
                let definition = self.program.global(global);
                if definition.constant && offset + u64::from(size) <= definition.size {
                    if writes {
                        let message = format!("write to the constant `{}`", definition.name);
                        return Place::Wrong(ViolationKind::WriteToConstant, message);
                    }
                    return Place::Constant(initial_bits(&definition.bytes, offset, size));
                }
                (definition.size, ThreadId::MAIN)
            }
            None => match self.facts.objects.get(&object) {
                Some(known) => (known.size, object.thread),
                None => {
                    // Just below the first object of a thread, or of the globals.
                    let next = ObjectId { index: object.index + 1, ..object };
                    let has_next = self.program.global_of(next).is_some()
                        || self.facts.objects.contains_key(&next);
                    if has_next && OBJECT_STRIDE - offset < OBJECT_STRIDE / 2 {
                        let message = "access before the start of an object".to_owned();
                        return Place::Wrong(ViolationKind::OutOfBounds, message);
                    }
                    return wrong_pointer(address);
                }
            },
        };
        if offset + u64::from(size) > length {
            let message = format!("access of {size} bytes at offset {offset} of {length} bytes");
            return Place::Wrong(ViolationKind::OutOfBounds, message);
        }
        if self.facts.shared.contains(&object) {
            return Place::Shared;
        }
        if owner != self.id() || is_shared || is_event && !is_alone {
            self.facts.share(object);
            return Place::Shared;
        }
        Place::Private { object, offset }
    }

    /// What is in a place that is no shared memory.
    pub(super) fn read_place(&mut self, state: &State, place: &Place, size: u8) -> Held {
        match place {
            Place::Constant(number) => self.constant(*number),
            Place::Private { object, offset } => {
                let Some(bytes) = self.bytes(state, *object) else { return self.constant(0) };
                let bytes = &bytes[*offset as usize..][..usize::from(size)];
                let mut all = bytes[0].clone();
                for byte in &bytes[1..] {
                    let values = &mut self.made.values;
                    all = Held {
                        bits: values.concat(byte.bits, all.bits),
                        undefined: values.concat(byte.undefined, all.undefined),
                        from: all.from.and(&byte.from, values),
                    };
                }
                let values = &mut self.made.values;
                Held {
                    bits: values.zero_extend(all.bits, 64),
                    undefined: values.zero_extend(all.undefined, 64),
                    from: all.from,
                }
            }
            Place::Shared | Place::Wrong(..) => {
                unreachable!("only private memory and constants are read at once")
            }
        }
    }

    /// Writes to a private place if a condition holds.
    pub(super) fn write_place(
        &mut self,
        state: &mut State,
        place: &Place,
        size: u8,
        value: &Held,
        condition: ValueId,
    ) {
        let Place::Private { object, offset } = place else {
            unreachable!("only private memory is written at once")
        };
        let Some(mut bytes) = self.bytes(state, *object) else { return };
        let own = Rc::make_mut(&mut bytes);
        for index in 0..size {
            let values = &mut self.made.values;
            let byte = Held {
                bits: values.extract(value.bits, 8 * index, 8),
                undefined: values.extract(value.undefined, 8 * index, 8),
                from: value.from.clone(),
            };
            let old = &mut own[*offset as usize + usize::from(index)];
            *old = Held::select(condition, &byte, old, values);
        }
        state.memory.insert(*object, bytes);
    }

    /// The bytes of a private object; none on ways where it does not exist.
    fn bytes(&mut self, state: &State, object: ObjectId) -> Option<Rc<Vec<Held>>> {
        match state.memory.get(&object) {
            Some(bytes) => Some(Rc::clone(bytes)),
            None => self.first_bytes(object),
        }
    }

    /// The bytes that a private object has at first; none if it has to be created.
    pub(super) fn first_bytes(&mut self, object: ObjectId) -> Option<Rc<Vec<Held>>> {
        let (size, bytes) = match self.facts.thread_locals.get(&object) {
            Some(variable) => {
                let definition = &self.program.thread_locals[*variable as usize];
                (definition.size, &definition.bytes)
            }
            None => {
                let definition = self.program.global(self.program.global_of(object)?);
                (definition.size, &definition.bytes)
            }
        };
        let values = &mut self.made.values;
        let undefined = values.constant(8, 0);
        let mut byte = |index: u64| {
            let number = bytes.get(index as usize).copied().unwrap_or(0);
            let bits = values.constant(8, number.into());
            Held { bits, undefined, from: Carried::NONE }
        };
        Some(Rc::new((0..size).map(&mut byte).collect()))
    }
}

fn wrong_pointer(address: Address) -> Place {
    if address.is_near_null() {
        return Place::Wrong(
            ViolationKind::NullPointer,
            "access through a null pointer".to_owned(),
        );
    }
    let message = format!("access through a pointer to no object ({address:?})");
    Place::Wrong(ViolationKind::InvalidPointer, message)
}
