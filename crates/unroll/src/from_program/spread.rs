//! Where can an access be whose index is any number? At a pointer that is known and any distance
//! from it: in the object that the pointer is to, at every place that the distance can lead to,
//! each of which is a case of its own; or outside of it, which is a violation as far as no other
//! object can be there.
//!
//! What is counted in shared memory can be any number as far as sets are concerned, and is small in
//! most programs. If so asked ([`Indices::Few`]), an access with such an index is thought to be at
//! one of the first places from its pointer on. Somewhere else in the object is a gap, so that
//! nothing is left out silently. More places than needed are expensive: what is written to an array
//! may then be in all that the object has beside it.
//!
//! Not covered: distances that lead into other objects, which start 16 MiB away
//! (`base::address`), and large objects. There is a gap where these are reached.

use super::Builder;
use super::memory::Manner;
use super::state::State;
use crate::{ChoiceKind, Node, ValueId};
use base::address::{MAX_OBJECT_SIZE, OBJECT_STRIDE};
use base::{Address, ObjectId, ViolationKind};
use program::{BinaryOperation as B, Predicate};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// More places than that are too many.
const MOST_PLACES: usize = 512;

/// So many places and sizes are few.
pub(super) const FEW: usize = 3;

/// At which places of an object an access is expected whose index can be any number, and which
/// sizes an object is expected to have.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Indices {
    /// The first places, unless an input is among what the index is computed from, and the smallest
    /// sizes. [`crate::Acyclic::expects_few`] says whether there were more.
    Few,
    #[default]
    All,
}

/// A pointer and what is added to it.
struct Spread {
    /// What the pointer can be.
    pointers: Rc<[u64]>,
    /// The distance is a multiple of two to this power.
    zeros: u32,
    /// The distance is a multiple of this, unless the multiplication overflows.
    step: u64,
    /// Whether an input is part of the distance.
    has_input: bool,
}

impl Builder<'_> {
    /// The numbers that an address can be; the state ends where it is another one, by a violation
    /// or at a gap.
    pub(super) fn places(&mut self, state: &mut State, bits: ValueId, manner: Manner) -> Rc<[u64]> {
        if let Some(numbers) = self.numbers(bits) {
            return numbers;
        }
        let spread = self.spread(bits);
        let places = spread.as_ref().map(|spread| self.places_in_objects(spread, manner));
        let places = places.filter(|all| {
            let count: usize = all.values().map(BTreeSet::len).sum();
            count > 0 && count <= MOST_PLACES
        });
        let what = "the addresses that an access can have are not bounded";
        let Some(places) = places else {
            self.stop_at_gap(state, ValueId::TRUE, what);
            return Rc::new([]);
        };
        let expected = self.expected(spread.as_ref(), &places);
        let mut is_near = ValueId::FALSE;
        for (object, within) in &places {
            let near = self.is_near(bits, *object);
            is_near = self.made.values.or(is_near, near);
            let mut outside = near;
            for place in within {
                let is_there = self.made.values.is(bits, *place);
                outside = self.made.values.and_not(outside, is_there);
            }
            self.fail_outside(state, bits, outside, manner);
        }
        let far = self.made.values.not(is_near);
        self.stop_at_gap(state, far, what);
        let Some(expected) = expected else { return places.into_values().flatten().collect() };
        let mut elsewhere = ValueId::FALSE;
        for place in places.into_values().flatten().filter(|own| !expected.contains(own)) {
            let is_there = self.made.values.is(bits, place);
            elsewhere = self.made.values.or(elsewhere, is_there);
        }
        self.made.expects_few = true;
        self.stop_at_gap(state, elsewhere, "an index is larger than expected");
        expected.into_iter().collect()
    }

    /// Those of the places of an access at which it is expected, if not at all of them.
    fn expected(
        &self,
        spread: Option<&Spread>,
        places: &BTreeMap<ObjectId, BTreeSet<u64>>,
    ) -> Option<BTreeSet<u64>> {
        let spread = spread.filter(|own| !own.has_input)?;
        if self.unrolling.indices == Indices::All {
            return None;
        }
        let all: BTreeSet<u64> = places.values().flatten().copied().collect();
        let distances = (0..FEW as u64).map(|own| own.wrapping_mul(spread.step));
        let expected: BTreeSet<u64> = spread
            .pointers
            .iter()
            .flat_map(|own| distances.clone().map(move |distance| own.wrapping_add(distance)))
            .filter(|place| all.contains(place))
            .collect();
        (!expected.is_empty() && expected.len() < all.len()).then_some(expected)
    }

    /// Whether an address belongs to an object or to nobody, and is nearest to this object.
    fn is_near(&mut self, bits: ValueId, object: ObjectId) -> ValueId {
        let before = object.address().0.wrapping_sub(MAX_OBJECT_SIZE).wrapping_add(1);
        let (before, length) = (self.number(before), self.number(OBJECT_STRIDE - 1));
        let values = &mut self.made.values;
        let distance = values.binary(B::Sub, bits, before);
        values.compare(Predicate::Ult, distance, length)
    }

    /// An access outside of all objects, as `Builder::place` judges it.
    fn fail_outside(&mut self, state: &mut State, bits: ValueId, outside: ValueId, manner: Manner) {
        let Manner { size, is_atomic, .. } = manner;
        if is_atomic {
            let width = size.next_power_of_two().trailing_zeros() as u8;
            if width > 0 {
                let values = &mut self.made.values;
                let low = values.extract(bits, 0, width);
                let is_misaligned = values.is_nonzero(low);
                let condition = values.and(outside, is_misaligned);
                let message = format!(
                    "an atomic access of {size} bytes at an address that is no multiple of {size}"
                );
                self.fail_if(state, condition, ViolationKind::MisalignedAtomic, message);
            }
        }
        let message = format!("access of {size} bytes outside of an object");
        self.fail_if(state, outside, ViolationKind::OutOfBounds, message);
    }

    /// By objects, the addresses at which an access has room.
    fn places_in_objects(
        &mut self,
        spread: &Spread,
        manner: Manner,
    ) -> BTreeMap<ObjectId, BTreeSet<u64>> {
        let mut all: BTreeMap<ObjectId, BTreeSet<u64>> = BTreeMap::new();
        let step = 1u64 << spread.zeros.min(23);
        for pointer in spread.pointers.iter() {
            let Some((object, offset)) = Address(*pointer).object() else { continue };
            let global = self.program.global_of(object);
            let length = global.map(|own| self.program.global(own).size);
            let known = length.or_else(|| self.facts.objects.get(&object).map(|own| own.size));
            let Some(length) = known else { continue };
            let start = object.address().0;
            let places = all.entry(object).or_default();
            let Some(last) = length.checked_sub(manner.size.into()) else { continue };
            let offsets = (offset % step..=last).step_by(step as usize);
            places.extend(offsets.take(MOST_PLACES + 1).map(|own| start + own));
        }
        all
    }

    /// An address that can be any number, as some pointers with any multiple of a power of two
    /// added to them.
    fn spread(&mut self, bits: ValueId) -> Option<Spread> {
        if let Some(pointers) = self.numbers(bits) {
            return Some(Spread { pointers, zeros: 63, step: 1, has_input: false });
        }
        let Node::Binary(B::Add, first, second) = self.made.values.node(bits) else { return None };
        for (one, other) in [(first, second), (second, first)] {
            let Some(spread) = self.spread(one) else { continue };
            let is_pointer = |at: &u64| Address(*at).object().is_some();
            if !spread.pointers.iter().any(is_pointer) {
                continue;
            }
            let Some(distances) = self.numbers(other) else {
                let zeros = spread.zeros.min(self.zeros(other));
                let has_input = spread.has_input || self.has_input(other);
                return Some(Spread { zeros, step: self.step(other), has_input, ..spread });
            };
            let sums = spread
                .pointers
                .iter()
                .flat_map(|own| distances.iter().map(move |distance| own.wrapping_add(*distance)));
            let sums: BTreeSet<u64> = sums.collect();
            return Some(Spread { pointers: sums.into_iter().collect(), ..spread });
        }
        None
    }

    /// What a distance is a multiple of, as long as nothing overflows.
    fn step(&mut self, distance: ValueId) -> u64 {
        if let Node::Binary(B::Mul, _, factor) = self.made.values.node(distance)
            && let Some(factor) = self.only(factor)
        {
            return factor;
        }
        1 << self.zeros(distance).min(23)
    }

    /// Whether an input is part of a value.
    fn has_input(&self, value: ValueId) -> bool {
        let (mut left, mut seen) = (vec![value], BTreeSet::new());
        while let Some(next) = left.pop() {
            let node = self.made.values.node(next);
            if let Node::Choice(choice) = node
                && self.made.choices[choice.0 as usize].what == ChoiceKind::Input
            {
                return true;
            }
            left.extend(node.operands().filter(|own| seen.insert(*own)));
        }
        false
    }

    /// How many of the lowest bits of a value are certainly 0.
    fn zeros(&mut self, value: ValueId) -> u32 {
        if let Some(numbers) = self.numbers(value) {
            let zeros = numbers.iter().map(|own| own.trailing_zeros().min(63));
            return zeros.min().unwrap_or(0);
        }
        match self.made.values.node(value) {
            Node::Binary(B::Mul, first, second) => (self.zeros(first) + self.zeros(second)).min(63),
            Node::Binary(B::Shl, first, second) => {
                let by = self.only(second).map_or(0, |own| own.min(63) as u32);
                (self.zeros(first) + by).min(63)
            }
            Node::Binary(B::Add | B::Sub | B::Or | B::Xor, first, second)
            | Node::Select(_, first, second) => self.zeros(first).min(self.zeros(second)),
            Node::Binary(B::And, first, second) => self.zeros(first).max(self.zeros(second)),
            Node::ZeroExtend(inner) | Node::SignExtend(inner) => self.zeros(inner),
            Node::Concat(high, low) => {
                let (below, width) = (self.zeros(low), u32::from(self.made.values.width(low)));
                match below < width {
                    true => below,
                    false => (width + self.zeros(high)).min(63),
                }
            }
            Node::Constant(_)
            | Node::Read(_)
            | Node::Uninitialised(_)
            | Node::Choice(_)
            | Node::Decision(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Extract { .. } => 0,
        }
    }
}
