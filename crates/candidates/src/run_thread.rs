//! What can one thread do? Every way through its code, for every value that its reads may get, is a trace.
//!
//! A register carries the events that it was computed from along with its value; see `trace` for what becomes of that. Loops are left after a few rounds, which the result says.

use crate::trace::{Event, Events, Kind, Trace, Values};
use litmus::code::{
    Access, Expression, Instruction, Numbers, Otherwise, Register, Scope, Shape, Tags, Update,
};
use litmus::{Layout, Thread};
use std::collections::BTreeMap;

/// No thread has more events than that; longer ones are cut off like loops.
const MOST_EVENTS: usize = 64;
/// No way through a thread has more instructions than that; longer ones are cut off, too.
const MOST_STEPS: usize = 2000;
/// How often each jump backwards is taken, as herd does it by default.
const MOST_ROUNDS: usize = 2;

/// Which branches are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Branches {
    /// Those whose conditions hold.
    Exact,
    /// Both sides of each that depends on a read: more than can happen.
    Both,
}

/// What there is to know about a thread before it runs.
pub(crate) struct Setting<'s> {
    pub thread: &'s Thread,
    pub layout: &'s Layout,
    /// What memory holds at the start, where it is not zero.
    pub memory: &'s BTreeMap<i64, i64>,
    pub values: &'s Values,
    pub branches: Branches,
    /// More traces than that are too many.
    pub limit: usize,
}

/// The traces of a thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traces {
    pub all: Vec<Trace>,
    /// Some way was longer than we look.
    pub is_cut: bool,
    /// There were more than the limit.
    pub too_many: bool,
    /// A number that does not fit where it was computed, stored or loaded, on some way, which need not be a trace. What was made of it means nothing.
    pub misfit: Option<i64>,
}

pub(crate) fn traces(setting: &Setting<'_>) -> Traces {
    let count = setting.thread.code.registers.len();
    let mut registers = vec![Held { value: 0, from: 0 }; count];
    for (register, value) in &setting.thread.registers {
        registers[register.0].value = *value;
    }
    let state = State {
        place: 0,
        registers,
        events: Vec::new(),
        ctrl: 0,
        scopes: Vec::new(),
        reserved: None,
        rounds: BTreeMap::new(),
        steps: 0,
    };
    let mut runner = Runner { setting, found: Traces::default() };
    runner.run(state);
    runner.found
}

/// What a register holds, and the reads it was computed from.
#[derive(Clone, Copy, Debug)]
struct Held {
    value: i64,
    from: Events,
}

#[derive(Clone, Debug)]
struct State {
    place: usize,
    registers: Vec<Held>,
    events: Vec<Event>,
    ctrl: Events,
    /// The dependencies at the begin of each open scope.
    scopes: Vec<Events>,
    /// The last exclusive load, and its address.
    reserved: Option<(usize, i64)>,
    /// How often each jump backwards was taken.
    rounds: BTreeMap<usize, usize>,
    steps: usize,
}

impl State {
    fn set(&mut self, register: Register, held: Held) {
        self.registers[register.0] = held;
    }

    fn fence(&mut self, tags: Tags, address: Option<Held>) {
        self.events.push(Event {
            kind: Kind::Fence,
            tags,
            address: address.map(|held| held.value),
            size: 0,
            read: None,
            written: None,
            addr: address.map_or(0, |held| held.from),
            data: 0,
            ctrl: self.ctrl,
            rmw: None,
        });
    }

    /// Adds a read, and gives what its register holds then.
    fn read(&mut self, access: &Access, tags: Tags, at: Held, value: i64) -> Held {
        let event = Event {
            kind: Kind::Read,
            tags,
            address: Some(at.value),
            size: access.size,
            read: Some(value),
            written: None,
            addr: at.from,
            data: 0,
            ctrl: self.ctrl,
            rmw: None,
        };
        self.events.push(event);
        Held { value, from: 1 << (self.events.len() - 1) }
    }

    fn write(&mut self, access: &Access, tags: Tags, at: Held, value: Held) {
        self.events.push(Event {
            kind: Kind::Write,
            tags,
            address: Some(at.value),
            size: access.size,
            read: None,
            written: Some(value.value),
            addr: at.from,
            data: value.from,
            ctrl: self.ctrl,
            rmw: None,
        });
    }
}

struct Runner<'s> {
    setting: &'s Setting<'s>,
    found: Traces,
}

impl Runner<'_> {
    fn evaluate(&mut self, state: &State, expression: &Expression) -> Held {
        match expression {
            Expression::Constant(value) => Held { value: *value, from: 0 },
            Expression::Register(register) => state.registers[register.0],
            Expression::Not(inner) => {
                let inner = self.evaluate(state, inner);
                Held { value: i64::from(inner.value == 0), ..inner }
            }
            Expression::Operation(operation, first, second) => {
                let (first, second) = (self.evaluate(state, first), self.evaluate(state, second));
                let value = operation.apply(first.value, second.value);
                Held { value, from: first.from | second.from }
            }
            Expression::Within(numbers, inner) => {
                let inner = self.evaluate(state, inner);
                self.check(*numbers, inner.value);
                inner
            }
        }
    }

    /// Takes a note of a number that does not fit. Addresses fit everywhere, as in herd.
    fn check(&mut self, numbers: Numbers, value: i64) {
        if !numbers.contains(value) && !self.setting.layout.is_address(value) {
            self.found.misfit.get_or_insert(value);
        }
    }

    /// The same for what an access loads or stores.
    fn check_access(&mut self, access: &Access, value: i64) {
        if let Some(numbers) = Numbers::of_access(access.size) {
            self.check(numbers, value);
        }
    }

    /// Runs to the end, on every way from here.
    fn run(&mut self, mut state: State) {
        let code = &self.setting.thread.code.instructions;
        while let Some(instruction) = code.get(state.place) {
            state.steps += 1;
            // An update with its fences is four events.
            if state.events.len() + 4 > MOST_EVENTS || state.steps > MOST_STEPS {
                self.found.is_cut = true;
                return;
            }
            if self.found.all.len() >= self.setting.limit {
                self.found.too_many = true;
                return;
            }
            let here = state.place;
            state.place += 1;
            match instruction {
                Instruction::Assign { to, value } => {
                    let held = self.evaluate(&state, value);
                    state.set(*to, held);
                }
                Instruction::Fence { tags, address } => {
                    let address = address.as_ref().map(|address| self.evaluate(&state, address));
                    state.fence(tags, address);
                }
                Instruction::Scope(Scope::Begin) => state.scopes.push(state.ctrl),
                Instruction::Scope(Scope::End) => {
                    state.ctrl =
                        state.scopes.pop().expect("scopes are opened before they are closed");
                }
                Instruction::Jump { target } => {
                    if !self.jump(&mut state, here, *target) {
                        return;
                    }
                }
                Instruction::Branch { condition, target } => {
                    let condition = self.evaluate(&state, condition);
                    state.ctrl |= condition.from;
                    let both = self.setting.branches == Branches::Both && condition.from != 0;
                    if both && *target != state.place {
                        let mut other = state.clone();
                        if self.jump(&mut other, here, *target) {
                            self.run(other);
                        }
                    } else if condition.value != 0 && !self.jump(&mut state, here, *target) {
                        return;
                    }
                }
                Instruction::Load { to, access, exclusive } => {
                    let Some(at) = self.address(&state, access) else { return };
                    for value in self.readable(at.value) {
                        self.check_access(access, value);
                        let mut next = state.clone();
                        let held = next.read(access, access.tags, at, value);
                        if *exclusive {
                            next.reserved = Some((next.events.len() - 1, at.value));
                        }
                        next.set(*to, held);
                        self.run(next);
                    }
                    return;
                }
                Instruction::Store { access, value } => {
                    let Some(at) = self.address(&state, access) else { return };
                    let value = self.evaluate(&state, value);
                    self.check_access(access, value.value);
                    state.write(access, access.tags, at, value);
                }
                Instruction::StoreExclusive {
                    access,
                    value,
                    status,
                    success,
                    failure,
                    carries_dependency,
                } => {
                    let Some(at) = self.address(&state, access) else { return };
                    let reserved = state.reserved.take();
                    let mut failed = state.clone();
                    failed.set(*status, Held { value: *failure, from: 0 });
                    self.run(failed);
                    let Some((read, address)) = reserved else { return };
                    if address != at.value {
                        return;
                    }
                    let value = self.evaluate(&state, value);
                    self.check_access(access, value.value);
                    state.write(access, access.tags, at, value);
                    let write = state.events.len() - 1;
                    state.events[write].rmw = Some((read, false));
                    let from = if *carries_dependency { 1 << write } else { 0 };
                    state.set(*status, Held { value: *success, from });
                }
                Instruction::Update(update) => {
                    self.update(&state, update);
                    return;
                }
            }
        }
        let registers = state.registers.iter().map(|held| held.value).collect();
        self.found.all.push(Trace { events: state.events, registers, fault: None });
    }

    /// Goes on somewhere else, unless that is one round too many.
    fn jump(&mut self, state: &mut State, from: usize, target: usize) -> bool {
        if target <= from {
            let rounds = state.rounds.entry(from).or_default();
            *rounds += 1;
            if *rounds > MOST_ROUNDS {
                self.found.is_cut = true;
                return false;
            }
        }
        state.place = target;
        true
    }

    /// Where an access is; if that is nowhere, the thread ends here.
    fn address(&mut self, state: &State, access: &Access) -> Option<Held> {
        let at = self.evaluate(state, &access.address);
        if self.setting.layout.is_address(at.value) {
            return Some(at);
        }
        let registers = state.registers.iter().map(|held| held.value).collect();
        let events = state.events.clone();
        self.found.all.push(Trace { events, registers, fault: Some(at.value) });
        None
    }

    fn readable(&self, address: i64) -> Vec<i64> {
        match self.setting.values.get(&address) {
            Some(values) => values.iter().copied().collect(),
            None => vec![self.setting.memory.get(&address).copied().unwrap_or(0)],
        }
    }

    fn update(&mut self, state: &State, update: &Update) {
        let Some(at) = self.address(state, &update.read) else { return };
        let expected = update.expected.as_ref().map(|expected| self.evaluate(state, expected));
        for (value, is_unlucky) in self.readable(at.value).into_iter().flat_map(|value| {
            let chances: &[bool] = if update.may_fail { &[false, true] } else { &[false] };
            chances.iter().map(move |is_unlucky| (value, *is_unlucky))
        }) {
            self.check_access(&update.read, value);
            let mut next = state.clone();
            let would_succeed = expected.is_none_or(|expected| expected.value == value);
            if is_unlucky && !would_succeed {
                continue;
            }
            let succeeds = would_succeed && !is_unlucky;
            if let Some(success) = update.success {
                let read = next.events.len() + usize::from(succeeds && update.around.is_some());
                let from = expected.map_or(0, |expected| expected.from) | 1 << read;
                next.set(success, Held { value: i64::from(succeeds), from });
            }
            if succeeds {
                self.succeed(&mut next, update, at, value);
            } else {
                match update.otherwise {
                    Otherwise::Wait => continue,
                    Otherwise::Read(tags) => {
                        let held = next.read(&update.read, tags, at, value);
                        next.set(update.old, held);
                    }
                }
            }
            self.run(next);
        }
    }

    /// The events of an update that writes.
    fn succeed(&mut self, state: &mut State, update: &Update, at: Held, value: i64) {
        if let Some(tags) = update.around {
            state.fence(tags, None);
        }
        let held = state.read(&update.read, update.read.tags, at, value);
        state.set(update.old, held);
        let read = state.events.len() - 1;
        let new = self.evaluate(state, &update.new);
        self.check_access(&update.read, new.value);
        // That it computes with what it read is no dependency between instructions.
        let data = new.from & !held.from;
        match update.shape {
            Shape::Single => {
                let event = &mut state.events[read];
                event.kind = Kind::Update;
                event.written = Some(new.value);
                event.data = data;
            }
            Shape::Pair => {
                state.write(
                    &update.read,
                    update.write_tags,
                    at,
                    Held { value: new.value, from: data },
                );
                let write = state.events.len() - 1;
                state.events[write].rmw = Some((read, true));
            }
        }
        if let Some(tags) = update.around {
            state.fence(tags, None);
        }
    }
}
