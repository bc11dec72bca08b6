//! What is known of a thread at a place of its unrolled code, on all ways that lead there: what
//! registers hold and carry, which branches count, and which exclusive load was the last.

use super::Builder;
use crate::carried::Carried;
use crate::merge::selector;
use crate::places::Rounds;
use crate::{EventId, ValueId, Values};
use ::litmus::code::Register;

/// What a register holds, and the events it was computed from.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// 64 bits.
    pub value: ValueId,
    pub from: Carried,
}

/// An exclusive load that a conditional store may belong to.
#[derive(Clone, Debug)]
pub(super) struct Reservation {
    /// Whether it was the last one on the way that was taken.
    pub condition: ValueId,
    /// Its first event, and how many it has.
    pub read: EventId,
    pub parts: usize,
    pub address: ValueId,
    pub size: u8,
}

#[derive(Clone, Debug)]
pub(super) struct State {
    /// Whether some way leads here.
    pub guard: ValueId,
    pub registers: Vec<Held>,
    pub ctrl: Carried,
    /// The dependencies at the begin of each open scope.
    pub scopes: Vec<Carried>,
    /// The reservations, of which at most one counts.
    pub reserved: Vec<Reservation>,
    pub rounds: Rounds,
}

impl State {
    pub(super) fn set(&mut self, register: Register, held: Held) {
        self.registers[register.0] = held;
    }
}

impl Builder<'_> {
    /// The start of a thread.
    pub(super) fn start(&mut self, thread: usize) -> State {
        let thread = &self.test.threads[thread];
        let zero = self.zero();
        let empty = Held { value: zero, from: Carried::NONE };
        let mut registers = vec![empty; thread.code.registers.len()];
        for (register, value) in &thread.registers {
            registers[register.0].value = self.number(*value);
        }
        State {
            guard: ValueId::TRUE,
            registers,
            ctrl: Carried::NONE,
            scopes: Vec::new(),
            reserved: Vec::new(),
            rounds: Rounds::default(),
        }
    }

    /// Two states at one place as one. They exclude each other.
    pub(super) fn merge(&mut self, first: State, second: State) -> State {
        let values = &mut self.made.values;
        if first.guard == ValueId::FALSE {
            return second;
        }
        if second.guard == ValueId::FALSE {
            return first;
        }
        let is_first = selector(values, first.guard, second.guard);
        let registers = first.registers.into_iter().zip(&second.registers);
        let registers = registers
            .map(|(one, two)| Held {
                value: values.select(is_first, one.value, two.value),
                from: Carried::select(is_first, &one.from, &two.from, values),
            })
            .collect();
        assert_eq!(first.scopes.len(), second.scopes.len(), "scopes are closed where they open");
        let scopes = first.scopes.iter().zip(&second.scopes);
        let scopes = scopes.map(|(one, two)| Carried::select(is_first, one, two, values)).collect();
        State {
            guard: values.or(first.guard, second.guard),
            registers,
            ctrl: Carried::select(is_first, &first.ctrl, &second.ctrl, values),
            scopes,
            reserved: reservations(values, is_first, first.reserved, second.reserved),
            rounds: first.rounds.merge(&second.rounds),
        }
    }
}

fn reservations(
    values: &mut Values,
    is_first: ValueId,
    first: Vec<Reservation>,
    second: Vec<Reservation>,
) -> Vec<Reservation> {
    let mut all = Vec::new();
    for own in &first {
        let other = second.iter().find(|other| other.read == own.read);
        let otherwise = other.map_or(ValueId::FALSE, |other| other.condition);
        let condition = values.select(is_first, own.condition, otherwise);
        all.push(Reservation { condition, ..own.clone() });
    }
    for own in second.iter().filter(|own| first.iter().all(|other| other.read != own.read)) {
        let condition = values.select(is_first, ValueId::FALSE, own.condition);
        all.push(Reservation { condition, ..own.clone() });
    }
    all.retain(|own| own.condition != ValueId::FALSE);
    all
}
