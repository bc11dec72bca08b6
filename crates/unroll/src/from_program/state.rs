//! What is known of a thread at a place of its unrolled code, on all ways that lead there.

use super::Builder;
use super::lifetimes::Past;
use super::turns::{LoopId, turns};
use crate::carried::Carried;
use crate::merge::selector;
use crate::places::Rounds;
use crate::{EventId, Node, ValueId, Values};
use base::value::mask;
use base::{ObjectId, ThreadId};
use program::{BinaryOperation as B, Register};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a register holds: 64 bits, those of them that are undefined (which may be anything in
/// `bits`), and the events it was computed from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Held {
    pub bits: ValueId,
    pub undefined: ValueId,
    pub from: Carried,
}

impl Held {
    pub(super) fn select(
        condition: ValueId,
        then: &Held,
        otherwise: &Held,
        values: &mut Values,
    ) -> Held {
        let bits = if then.says_no_more_than(otherwise, values) {
            otherwise.bits
        } else if otherwise.says_no_more_than(then, values) {
            then.bits
        } else {
            values.select(condition, then.bits, otherwise.bits)
        };
        Held {
            bits,
            undefined: values.select(condition, then.undefined, otherwise.undefined),
            from: Carried::select(condition, &then.from, &otherwise.from, values),
        }
    }

    /// Whether the bits of the other value will do for this one: those that are defined here are
    /// constant, and the same.
    fn says_no_more_than(&self, other: &Held, values: &Values) -> bool {
        let all = mask(values.width(self.bits).into());
        let (Some(bits), Some(undefined)) =
            (values.number(self.bits), values.number(self.undefined))
        else {
            return false;
        };
        match values.node(other.bits) {
            _ if undefined == all => true,
            Node::ZeroExtend(inner) => {
                let own = mask(values.width(inner).into());
                own & !undefined == 0 && bits & !undefined == 0
            }
            _ => false,
        }
    }

    /// Whether two values have the same defined bits.
    pub(super) fn is_same(&self, other: &Held, values: &mut Values) -> ValueId {
        let undefined = values.equal(self.undefined, other.undefined);
        if values.number(self.undefined) == Some(0) || values.number(other.undefined) == Some(0) {
            let bits = values.equal(self.bits, other.bits);
            return values.and(bits, undefined);
        }
        let ones = values.constant(values.width(self.bits), u64::MAX);
        let defined = values.binary(B::Xor, self.undefined, ones);
        let (one, two) =
            (values.binary(B::And, self.bits, defined), values.binary(B::And, other.bits, defined));
        let bits = values.equal(one, two);
        values.and(bits, undefined)
    }
}

/// A mutex that the thread has locked.
#[derive(Clone, Debug)]
pub(super) struct Locked {
    /// The event that locked it.
    pub event: EventId,
    /// Whether it is still held, on the way that was taken.
    pub condition: ValueId,
    pub address: ValueId,
    /// How many effects the thread had before, and by locking it.
    pub before: ValueId,
    pub locking: ValueId,
}

#[derive(Clone, Debug)]
pub(super) struct State {
    /// Whether some way leads here.
    pub guard: ValueId,
    /// Those of the running function.
    pub registers: Vec<Held>,
    pub ctrl: Carried,
    /// The bytes of objects that no other thread touches, each a value of eight bits.
    pub memory: BTreeMap<ObjectId, Rc<Vec<Held>>>,
    /// The objects whose lives have ended, and the threads that are over.
    pub past: Past,
    /// The threads that were joined, with the condition.
    pub joined: BTreeMap<ThreadId, ValueId>,
    pub locked: Vec<Locked>,
    /// How many effects the thread has had: 64 bits (`interp::thread` says what one is).
    pub effects: ValueId,
    /// How many of them were in variables of blocks that go without a trace.
    pub inside: BTreeMap<ObjectId, ValueId>,
    /// The atomic block that the thread is in, and in how many inside of each other.
    pub block: Option<u32>,
    pub block_depth: u32,
    /// Main has created no thread.
    pub is_alone: bool,
    /// Where the current turns of loops began.
    pub turns: BTreeMap<LoopId, ValueId>,
    pub rounds: Rounds,
}

impl State {
    pub(super) fn set(&mut self, register: Register, held: Held) {
        self.registers[register.index()] = held;
    }

    /// The thread has an effect if a condition holds.
    pub(super) fn have_effect(&mut self, values: &mut Values, condition: ValueId) {
        let one = values.zero_extend(condition, 64);
        self.effects = values.binary(program::BinaryOperation::Add, self.effects, one);
    }

    /// An effect is in a variable of a block, if it is one that goes without a trace.
    pub(super) fn have_changed_inside(
        &mut self,
        values: &mut Values,
        object: ObjectId,
        condition: ValueId,
    ) {
        if let Some(count) = self.inside.get_mut(&object) {
            let one = values.zero_extend(condition, 64);
            *count = values.binary(B::Add, *count, one);
        }
    }

    /// The block of a variable is left, if a condition holds: what was in the variable is gone.
    pub(super) fn forget_inside(
        &mut self,
        values: &mut Values,
        object: ObjectId,
        condition: ValueId,
    ) {
        if let Some(count) = self.inside.get(&object).copied() {
            let zero = values.constant(64, 0);
            let gone = values.select(condition, count, zero);
            self.effects = values.binary(B::Sub, self.effects, gone);
            let left = values.binary(B::Sub, count, gone);
            self.inside.insert(object, left);
        }
    }
}

impl Builder<'_> {
    /// A value that is fully initialised and depends on nothing.
    pub(super) fn defined(&mut self, bits: ValueId) -> Held {
        Held { bits, undefined: self.number(0), from: Carried::NONE }
    }

    pub(super) fn constant(&mut self, number: u64) -> Held {
        let bits = self.number(number);
        self.defined(bits)
    }

    /// The start of a thread.
    pub(super) fn start(&mut self, guard: ValueId) -> State {
        State {
            guard,
            registers: Vec::new(),
            ctrl: Carried::NONE,
            memory: BTreeMap::new(),
            past: Past::default(),
            joined: BTreeMap::new(),
            locked: Vec::new(),
            effects: self.number(0),
            inside: BTreeMap::new(),
            block: None,
            block_depth: 0,
            is_alone: self.id() == ThreadId::MAIN,
            turns: BTreeMap::new(),
            rounds: Rounds::default(),
        }
    }

    /// Two states at one place as one. They exclude each other.
    pub(super) fn merge(&mut self, mut first: State, mut second: State) -> State {
        if first.guard == ValueId::FALSE {
            return second;
        }
        if second.guard == ValueId::FALSE {
            return first;
        }
        if !self.meet_in_block(&first, &second) {
            return first;
        }
        self.fill(&mut first, &second);
        self.fill(&mut second, &first);
        let values = &mut self.made.values;
        let is_first = selector(values, first.guard, second.guard);
        let registers = first.registers.iter().zip(&second.registers);
        let registers =
            registers.map(|(one, two)| Held::select(is_first, one, two, values)).collect();
        State {
            guard: values.or(first.guard, second.guard),
            registers,
            ctrl: Carried::select(is_first, &first.ctrl, &second.ctrl, values),
            memory: memories(values, is_first, first.memory, second.memory),
            past: Past {
                dead: conditions(values, is_first, &first.past.dead, &second.past.dead),
                over: conditions(values, is_first, &first.past.over, &second.past.over),
            },
            joined: conditions(values, is_first, &first.joined, &second.joined),
            locked: locks(values, is_first, &first.locked, &second.locked),
            effects: values.select(is_first, first.effects, second.effects),
            inside: counts(values, is_first, &first.inside, &second.inside),
            block: first.block,
            block_depth: first.block_depth,
            is_alone: first.is_alone && second.is_alone,
            turns: turns(values, is_first, &first.turns, &second.turns),
            rounds: first.rounds.merge(&second.rounds),
        }
    }
}

impl Builder<'_> {
    /// Gives a state the bytes of what the thread has used on another way only and that is there
    /// from the start: they are what they were at first.
    fn fill(&mut self, state: &mut State, other: &State) {
        for object in other.memory.keys() {
            if !state.memory.contains_key(object)
                && let Some(bytes) = self.first_bytes(*object)
            {
                state.memory.insert(*object, bytes);
            }
        }
    }
}

/// Conditions that hold or not on one way and on the other.
fn conditions<K: Copy + Ord>(
    values: &mut Values,
    is_first: ValueId,
    first: &BTreeMap<K, ValueId>,
    second: &BTreeMap<K, ValueId>,
) -> BTreeMap<K, ValueId> {
    let of = |all: &BTreeMap<K, ValueId>, key| all.get(key).copied().unwrap_or(ValueId::FALSE);
    let keys = first.keys().chain(second.keys());
    keys.map(|key| (*key, values.select(is_first, of(first, key), of(second, key)))).collect()
}

/// Numbers that are 0 where they are not there.
fn counts(
    values: &mut Values,
    is_first: ValueId,
    first: &BTreeMap<ObjectId, ValueId>,
    second: &BTreeMap<ObjectId, ValueId>,
) -> BTreeMap<ObjectId, ValueId> {
    let zero = values.constant(64, 0);
    let of = |all: &BTreeMap<ObjectId, ValueId>, key| all.get(key).copied().unwrap_or(zero);
    let keys = first.keys().chain(second.keys());
    keys.map(|key| (*key, values.select(is_first, of(first, key), of(second, key)))).collect()
}

fn memories(
    values: &mut Values,
    is_first: ValueId,
    first: BTreeMap<ObjectId, Rc<Vec<Held>>>,
    mut second: BTreeMap<ObjectId, Rc<Vec<Held>>>,
) -> BTreeMap<ObjectId, Rc<Vec<Held>>> {
    let mut all = BTreeMap::new();
    for (object, one) in first {
        let bytes = match second.remove(&object) {
            Some(two) if !Rc::ptr_eq(&one, &two) => {
                let bytes = one.iter().zip(two.iter());
                Rc::new(bytes.map(|(one, two)| Held::select(is_first, one, two, values)).collect())
            }
            // On the other way, there is no such object.
            Some(_) | None => one,
        };
        all.insert(object, bytes);
    }
    all.extend(second);
    all
}

fn locks(
    values: &mut Values,
    is_first: ValueId,
    first: &[Locked],
    second: &[Locked],
) -> Vec<Locked> {
    let find = |all: &[Locked], event| {
        let found = all.iter().find(|own| own.event == event);
        found.map_or(ValueId::FALSE, |own| own.condition)
    };
    let mut all: Vec<Locked> = Vec::new();
    for own in first.iter().chain(second) {
        if all.iter().any(|other| other.event == own.event) {
            continue;
        }
        let (then, otherwise) = (find(first, own.event), find(second, own.event));
        let condition = values.select(is_first, then, otherwise);
        all.push(Locked { condition, ..own.clone() });
    }
    all.retain(|own| own.condition != ValueId::FALSE);
    all
}
