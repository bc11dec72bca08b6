//! A litmus test as an acyclic program: each thread is run once, symbolically, along all of its
//! ways at the same time, which part where it branches and meet again where it goes on
//! (`dat3m-thesis` §4.2–4.4). `candidates::run_thread`, which runs every way for itself and with
//! every value, is what this must agree with, and what `tests/litmus.rs` holds it against.
//!
//! - `loops`: what is gone through again; `places` has the order in which places are met.
//! - `state`: what is known of a thread at a place; two of them become one.
//! - `expression`: values, with the rules for addresses, which no test may look into.
//! - `access` and `update`: events.
//!
//! Where accesses are cut into cells (`cells`), and which addresses they can have (`reach`), each
//! needs the other, so a test is built again until both are known.
//!
//! What has no meaning here (a part of an address, an access that is not aligned or beyond its
//! array) is a [`Gap`](crate::Gap): the thread ends there.

mod access;
mod expression;
mod loops;
mod state;
mod update;

use crate::cells::Plan;
use crate::finish::finish;
use crate::places::Places;
use crate::reach::Reach;
use crate::sets::Sets;
use crate::{Acyclic, EventId, Gap, Thread, ThreadIndex, Unwound, ValueId};
use ::litmus::Lowered;
use ::litmus::code::{Instruction, Scope};

use state::State;
use std::collections::BTreeMap;

/// A way through a thread with more instructions or events than that is too long.
const MOST_STEPS: usize = 20_000;
const MOST_EVENTS: usize = 2_000;

/// Why there is no answer where a test looks into an address.
const PART_OF_ADDRESS: &str = "a part of an address is computed, stored or loaded";

/// What names an access: the thread, and where it is on the unrolled way.
type SiteKey = Vec<u32>;

/// Unrolls a test: each jump backwards is taken at most `bound` times because of what was read. A
/// round that nothing that was read decides does not count.
pub fn from_litmus(test: &Lowered, bound: u32) -> Acyclic {
    let (mut plan, mut sets) = (Plan::default(), Sets::default());
    loop {
        let mut builder = Builder {
            test,
            bound,
            plan: &plan,
            made: Acyclic::default(),
            sites: BTreeMap::new(),
            thread: ThreadIndex(0),
        };
        for thread in 0..test.threads.len() {
            builder.thread(thread);
        }
        let Builder { mut made, sites, .. } = builder;
        let initial =
            |address: u64, size: u8| test.initial(address as i64, size).map(|number| number as u64);
        let reach = Reach::new(&made, &initial, std::mem::take(&mut sets));
        for (key, (size, address)) in sites {
            let addresses = reach.numbers(address).map(|numbers| &**numbers);
            let is_allowed = |at: u64| access::objection(test, at as i64, size).is_none();
            plan.note(&key, size, addresses, is_allowed);
        }
        for (address, size, _) in plan.accesses() {
            for (element, size) in access::covered_elements(test, address, size) {
                plan.look_at(element, size);
            }
        }
        if !plan.has_news() {
            refuse_parts_of_memory(test, &plan, &mut made, &reach);
            return finish(&made, &reach, &initial);
        }
        plan.cut();
        sets = reach.sets;
    }
}

/// Where memory at the start has no value for a cell, or a cell has no end, nothing can be said.
fn refuse_parts_of_memory(test: &Lowered, plan: &Plan<SiteKey>, made: &mut Acyclic, reach: &Reach) {
    let mut whats = Vec::new();
    for event in made.events.iter().filter(|event| event.kind.is_access()) {
        let addresses = event.may_addresses.iter().filter(|_| reach.may_hold(event.guard));
        for address in addresses {
            if test.initial(*address as i64, event.size).is_none() {
                whats.push(PART_OF_ADDRESS.to_owned());
            }
        }
    }
    whats.extend(access::beyond_cut_locations(test, plan));
    whats.dedup();
    let thread = ThreadIndex(0);
    let gap = |what| Gap { condition: ValueId::TRUE, what, thread, position: None };
    made.gaps.extend(whats.into_iter().map(gap));
}

/// What is built, and what is known for that.
struct Builder<'s> {
    test: &'s Lowered,
    bound: u32,
    plan: &'s Plan<SiteKey>,
    made: Acyclic,
    /// The accesses that were met, with their sizes and addresses.
    sites: BTreeMap<SiteKey, (u8, ValueId)>,
    thread: ThreadIndex,
}

impl Builder<'_> {
    fn thread(&mut self, index: usize) {
        self.thread = ThreadIndex(index as u32);
        let code = &self.test.threads[index].code;
        let places = loops::places(&code.instructions);
        let mut pending = BTreeMap::from([(places.start(), self.start(index))]);
        let mut ended: Option<State> = None;
        let (first, mut steps) = (self.made.events.len(), 0);
        while let Some((key, mut state)) = pending.pop_first() {
            if state.guard == ValueId::FALSE {
                continue;
            }
            let place = Places::place(&key);
            steps += 1;
            if steps > MOST_STEPS || self.made.events.len() - first > MOST_EVENTS {
                self.gap(state.guard, "a thread has too many instructions or events");
                continue;
            }
            state.rounds.arrive(&places, place, state.guard);
            let Some(instruction) = code.instructions.get(place) else {
                ended = Some(match ended {
                    None => state,
                    Some(other) => self.merge(other, state),
                });
                continue;
            };
            for (target, next) in self.step(&key, place, instruction, state) {
                let Some((key, next)) = self.go(&places, &key, target, next) else { continue };
                let next = match pending.remove(&key) {
                    None => next,
                    Some(other) => self.merge(other, next),
                };
                pending.insert(key, next);
            }
        }
        let (finished, registers) = match ended {
            Some(state) => {
                let registers = state.registers.iter().map(|held| held.value).collect();
                (state.guard, registers)
            }
            None => (ValueId::FALSE, vec![self.zero(); code.registers.len()]),
        };
        self.made.threads.push(Thread {
            id: base::ThreadId::MAIN,
            name: format!("P{index}"),
            spawn: None,
            joins: Vec::new(),
            finished,
            registers,
        });
    }

    /// Goes on at a place, unless that is one round too many.
    fn go(
        &mut self,
        places: &Places,
        key: &[u32],
        target: usize,
        mut state: State,
    ) -> Option<(Vec<u32>, State)> {
        let from = Places::place(key);
        let guard = state.guard;
        if target <= from && !state.rounds.go_back(places, (from, target), guard, self.bound) {
            let code = &self.test.threads[self.thread.index()].code;
            self.made.unwound.push(Unwound {
                condition: state.guard,
                thread: self.thread,
                line: code.loops.get(&from).copied(),
                position: None,
            });
            return None;
        }
        Some((places.next(key, target), state))
    }

    /// What follows an instruction, each with the place where it goes on.
    fn step(
        &mut self,
        key: &[u32],
        place: usize,
        instruction: &Instruction,
        mut state: State,
    ) -> Vec<(usize, State)> {
        let next = place + 1;
        match instruction {
            Instruction::Assign { to, value } => {
                let held = self.evaluate(&mut state, value);
                state.set(*to, held);
                vec![(next, state)]
            }
            Instruction::Fence { tags, address } => {
                let address = address.as_ref().map(|address| self.evaluate(&mut state, address));
                self.fence(&state, *tags, address);
                vec![(next, state)]
            }
            Instruction::Scope(Scope::Begin) => {
                state.scopes.push(state.ctrl.clone());
                vec![(next, state)]
            }
            Instruction::Scope(Scope::End) => {
                state.ctrl = state.scopes.pop().expect("scopes are opened before they are closed");
                vec![(next, state)]
            }
            Instruction::Jump { target } => vec![(*target, state)],
            Instruction::Branch { condition, target } => {
                let condition = self.evaluate(&mut state, condition);
                let values = &mut self.made.values;
                state.ctrl = state.ctrl.and(&condition.from, values);
                let holds = values.is_nonzero(condition.value);
                let holds = values.decision(holds);
                let mut taken = state.clone();
                taken.guard = values.and(state.guard, holds);
                state.guard = values.and_not(state.guard, holds);
                vec![(*target, taken), (next, state)]
            }
            Instruction::Load { to, access, exclusive } => {
                self.load(key, &mut state, *to, access, *exclusive);
                vec![(next, state)]
            }
            Instruction::Store { access, value } => {
                self.store(key, &mut state, access, value);
                vec![(next, state)]
            }
            Instruction::StoreExclusive { .. } => {
                self.store_exclusive(key, &mut state, instruction);
                vec![(next, state)]
            }
            Instruction::Update(update) => vec![(next, self.update(key, state, update))],
        }
    }

    /// The thread ends here if a condition holds that has no meaning.
    fn gap(&mut self, condition: ValueId, what: &str) {
        if condition != ValueId::FALSE {
            let gap = Gap { condition, what: what.to_owned(), thread: self.thread, position: None };
            self.made.gaps.push(gap);
        }
    }

    /// The same for a state, which goes on only where the condition does not hold.
    fn stop_if(&mut self, state: &mut State, condition: ValueId, what: &str) {
        let stops = self.made.values.and(state.guard, condition);
        self.gap(stops, what);
        state.guard = self.made.values.and_not(state.guard, condition);
    }

    fn number(&mut self, number: i64) -> ValueId {
        self.made.values.constant(64, number as u64)
    }

    fn zero(&mut self) -> ValueId {
        self.number(0)
    }

    fn next_event(&self) -> EventId {
        EventId(self.made.events.len() as u32)
    }
}
