//! What is known of a thread at a place of its unrolled code, on all ways that lead there: what
//! registers hold and carry, which branches count, and which exclusive load was the last.

use super::Builder;
use super::loops::Loops;
use crate::carried::Carried;
use crate::merge::selector;
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
    /// For each loop around, outer ones first: the guard at the start of this round, and how many
    /// rounds were decided by what was read.
    pub rounds: Vec<(ValueId, u32)>,
}

impl State {
    pub(super) fn set(&mut self, register: Register, held: Held) {
        self.registers[register.0] = held;
    }

    /// Notes what is known at the start of a round.
    pub(super) fn begin_round(&mut self, loops: &Loops, key: &[u32]) {
        let place = Loops::place(key);
        self.rounds.resize(loops.depth(place), (self.guard, 0));
        if let Some(own) = loops.starting_at(place) {
            self.rounds[own].0 = self.guard;
        }
    }

    /// Counts a jump backwards, if anything that was read decided it: the guard has changed since
    /// the start of the round. Whether that is not one too many.
    pub(super) fn next_round(
        &mut self,
        loops: &Loops,
        from: usize,
        target: usize,
        bound: u32,
    ) -> bool {
        let again = loops.again(from, target);
        self.rounds.truncate(again + 1);
        let (guard, taken) = &mut self.rounds[again];
        if *guard != self.guard {
            *taken += 1;
        }
        *taken <= bound
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
            rounds: Vec::new(),
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
        let rounds = first.rounds.iter().zip(&second.rounds);
        let rounds = rounds.map(|(one, two)| {
            // A guard that no state has: whoever compares with it finds a difference.
            let guard = if one.0 == two.0 { one.0 } else { ValueId::FALSE };
            (guard, one.1.max(two.1))
        });
        State {
            guard: values.or(first.guard, second.guard),
            registers,
            ctrl: Carried::select(is_first, &first.ctrl, &second.ctrl, values),
            scopes,
            reserved: reservations(values, is_first, first.reserved, second.reserved),
            rounds: rounds.collect(),
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
