//! What can one thread do? Every way through its code, for every value that its reads may get, is a
//! trace.
//!
//! A register carries the events that it was computed from along with its value; see `trace` for
//! what becomes of that. How long loops go on is the business of `rounds`; the result says which of
//! them were left.
//!
//! An access has an event for each cell that it covers (`cells`), the lowest byte of a number at
//! the lowest address. Addresses are numbers that no test may look into: a thread that computes or
//! moves a part of one ends there, with a fault.

mod access;
mod evaluate;
mod rounds;
mod update;

use crate::cells::{Bytes, Cells};
use crate::trace::{Event, Events, Kind, Sources, Trace, Values};
use access::Status;
use base::Tags;
use litmus::code::{Expression, Instruction, Register, Scope};
use litmus::{Lowered, Thread};
use rounds::Rounds;

/// A way through a thread with more events than that is too long.
const MOST_EVENTS: usize = 64;
/// And so is one with more instructions than that.
const MOST_STEPS: usize = 20_000;
/// All ways of a thread together have at most so many instructions for each trace that is allowed.
const STEPS_FOR_EACH: usize = 50;

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
    /// The whole test.
    pub test: &'s Lowered,
    pub cells: &'s Cells,
    pub values: &'s Values,
    pub branches: Branches,
    /// More traces than that are too many.
    pub limit: usize,
}

/// The traces of a thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traces {
    pub all: Vec<Trace>,
    /// A loop that was left although it may go on, by the line of its jump.
    pub left: Option<usize>,
    /// There is no complete answer, because of this.
    pub excess: Option<Excess>,
}

/// What is too much for us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Excess {
    /// Some way through the thread has too many instructions or events, the last of them in a loop
    /// whose jump is in this line, if any.
    Length(Option<usize>),
    /// There are too many ways.
    Ways,
}

pub(crate) fn traces(setting: &Setting<'_>) -> Traces {
    let count = setting.thread.code.registers.len();
    let mut registers = vec![Held { value: 0, from: Sources::NONE }; count];
    for (register, value) in &setting.thread.registers {
        registers[register.0].value = *value;
    }
    let state = State {
        place: 0,
        registers,
        events: Vec::new(),
        ctrl: Sources::NONE,
        scopes: Vec::new(),
        reserved: None,
        rounds: Rounds::default(),
        steps: 0,
    };
    let mut runner = Runner { setting, found: Traces::default(), fault: None, steps: 0 };
    runner.run(state);
    runner.found
}

/// What a register holds, and the reads it was computed from.
#[derive(Clone, Copy, Debug)]
struct Held {
    value: i64,
    from: Sources,
}

#[derive(Clone, Debug)]
struct State {
    place: usize,
    registers: Vec<Held>,
    events: Vec<Event>,
    ctrl: Sources,
    /// The dependencies at the begin of each open scope.
    scopes: Vec<Sources>,
    /// The first event of the last exclusive load, and what it accessed.
    reserved: Option<(usize, Bytes)>,
    rounds: Rounds,
    steps: usize,
}

impl State {
    fn end(self, fault: Option<String>) -> Trace {
        let registers = self.registers.iter().map(|held| held.value).collect();
        Trace { events: self.events, registers, fault }
    }

    fn set(&mut self, register: Register, held: Held) {
        self.registers[register.0] = held;
    }

    fn fence(&mut self, tags: Tags, address: Option<Held>) {
        self.events.push(Event {
            kind: Kind::Fence,
            tags,
            address: address.map(|held| held.value),
            size: 0,
            first: self.events.len(),
            read: None,
            written: None,
            addr: address.map_or(Sources::NONE, |held| held.from),
            data: Sources::NONE,
            ctrl: self.ctrl,
            rmw: None,
        });
    }

    /// Adds a read with the values of its cells, and gives the events that it is.
    fn read(&mut self, tags: Tags, at: Held, cells: &[Bytes], values: &[i64]) -> Events {
        let first = self.events.len();
        for ((address, size), value) in cells.iter().zip(values) {
            self.events.push(Event {
                kind: Kind::Read,
                tags,
                address: Some(*address),
                size: *size,
                first,
                read: Some(*value),
                written: None,
                addr: at.from,
                data: Sources::NONE,
                ctrl: self.ctrl,
                rmw: None,
            });
        }
        (first..self.events.len()).fold(0, |all, event| all | 1 << event)
    }

    /// Adds a write with the values of its cells, which depend on some events.
    fn write(&mut self, tags: Tags, at: Held, cells: &[Bytes], values: &[i64], data: Sources) {
        let first = self.events.len();
        for ((address, size), value) in cells.iter().zip(values) {
            self.events.push(Event {
                kind: Kind::Write,
                tags,
                address: Some(*address),
                size: *size,
                first,
                read: None,
                written: Some(*value),
                addr: at.from,
                data,
                ctrl: self.ctrl,
                rmw: None,
            });
        }
    }

    /// Makes the last write the second half of a read-modify-write, cell by cell.
    fn pair(&mut self, read: usize, is_one: bool) {
        let first = self.events.last().expect("something was written").first;
        for (offset, event) in self.events[first..].iter_mut().enumerate() {
            event.rmw = Some((read + offset, is_one));
        }
    }
}

struct Runner<'s> {
    setting: &'s Setting<'s>,
    found: Traces,
    /// What the current instruction does that has no meaning here.
    fault: Option<&'static str>,
    /// How many instructions all ways have had so far.
    steps: usize,
}

/// Why there is no answer where a test looks into an address.
pub(crate) const PART_OF_ADDRESS: &str = "a part of an address is computed, stored or loaded";

impl Runner<'_> {
    /// Runs to the end, on every way from here.
    fn run(&mut self, mut state: State) {
        let code = &self.setting.thread.code.instructions;
        while let Some(instruction) = code.get(state.place) {
            if self.is_too_much(&mut state) {
                return;
            }
            let here = state.place;
            state.place += 1;
            let goes_on = match instruction {
                Instruction::Assign { to, value } => self.assign(&mut state, *to, value),
                Instruction::Fence { tags, address } => {
                    let address = address.as_ref().map(|address| self.evaluate(&state, address));
                    state.fence(*tags, address);
                    true
                }
                Instruction::Scope(Scope::Begin) => {
                    state.scopes.push(state.ctrl);
                    true
                }
                Instruction::Scope(Scope::End) => {
                    state.ctrl =
                        state.scopes.pop().expect("scopes are opened before they are closed");
                    true
                }
                Instruction::Jump { target } => self.jump(&mut state, here, *target, false),
                Instruction::Branch { condition, target } => {
                    self.branch(&mut state, here, condition, *target)
                }
                Instruction::Load { to, access, exclusive } => {
                    return self.load(&state, *to, access, *exclusive);
                }
                Instruction::Store { access, value } => self.store(&mut state, access, value),
                Instruction::StoreExclusive {
                    access,
                    value,
                    status,
                    success,
                    failure,
                    carries_dependency,
                } => {
                    let status = Status {
                        register: *status,
                        success: *success,
                        failure: *failure,
                        carries_dependency: *carries_dependency,
                    };
                    self.store_exclusive(&mut state, access, value, status)
                }
                Instruction::Update(update) => return self.update(&state, update),
            };
            if !goes_on {
                return;
            }
        }
        self.found.all.push(state.end(None));
    }

    /// Counts an instruction, and says whether that is one too many for this way or for all.
    #[inline]
    fn is_too_much(&mut self, state: &mut State) -> bool {
        state.steps += 1;
        // An update with its fences is four events, and eighteen if it is of single bytes.
        let room = if self.setting.cells.is_whole() { 4 } else { 18 };
        self.steps += 1;
        if state.events.len() + room > MOST_EVENTS || state.steps > MOST_STEPS {
            let line = state.rounds.last.and_then(|jump| self.line(jump));
            self.found.excess = Some(Excess::Length(line));
        }
        let limit = self.setting.limit;
        if self.found.all.len() >= limit || self.steps > limit * STEPS_FOR_EACH {
            self.found.excess = Some(Excess::Ways);
        }
        self.found.excess.is_some()
    }

    /// Computes, and says whether this way goes on.
    #[inline]
    fn assign(&mut self, state: &mut State, to: Register, value: &Expression) -> bool {
        let held = self.evaluate(state, value);
        if self.faults(state) {
            return false;
        }
        state.set(to, held);
        true
    }

    /// Takes a branch or not, or first the one and then the other, and says whether this way goes
    /// on.
    #[inline]
    fn branch(
        &mut self,
        state: &mut State,
        here: usize,
        condition: &Expression,
        target: usize,
    ) -> bool {
        let condition = self.evaluate(state, condition);
        if self.faults(state) {
            return false;
        }
        state.ctrl = state.ctrl.and(condition.from);
        let is_constant = condition.from.is_none();
        let both = self.setting.branches == Branches::Both && !is_constant;
        if both && target != state.place {
            let mut other = state.clone();
            if self.jump(&mut other, here, target, false) {
                self.run(other);
            }
        } else if condition.value != 0 {
            return self.jump(state, here, target, is_constant);
        } else if is_constant {
            state.rounds.pass(here, target);
        }
        true
    }

    /// Whether the current instruction had a fault; then the thread ends here.
    fn faults(&mut self, state: &State) -> bool {
        let fault = self.fault.take();
        if let Some(message) = fault {
            self.found.all.push(state.clone().end(Some(message.to_owned())));
        }
        fault.is_some()
    }

    /// Goes on somewhere else, unless that is one round too many.
    fn jump(&mut self, state: &mut State, from: usize, target: usize, by_constants: bool) -> bool {
        if target <= from && !state.rounds.go_back(from, target, by_constants) {
            self.found.left = self.line(from);
            return false;
        }
        state.place = target;
        true
    }

    /// The line of a jump backwards.
    fn line(&self, jump: usize) -> Option<usize> {
        self.setting.thread.code.loops.get(&jump).copied()
    }
}
