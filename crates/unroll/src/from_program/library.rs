//! Calls of functions of a library, as the runtime's condition variables, barriers, semaphores and
//! reader-writer locks make (`program::primitives`): a read or an update of a few bytes, and what
//! it does is a function of what it finds.
//!
//! Those that count are computed. All others are asked for every number that the object, its
//! address and the argument can be, and the answers become a table. A call whose time has not come
//! has read and stops there; whether it waits for ever depends on whether what it read is the last
//! that was done to the object ([`CallWait`]).

use super::Builder;
use super::access::Described;
use super::memory::Manner;
use super::state::{Held, State};
use crate::carried::Carried;
use crate::mapping::Operation;
use crate::{CallWait, ValueId};
use base::{Address, Tags, ViolationKind};
use events::Kind;
use program::library::{Effect, LibraryCall, Reaction};
use program::primitives::{DESTROYED, SEMAPHORE_DESTROYED};
use program::{BinaryOperation, Predicate};
use std::collections::BTreeMap;

/// What a call does, by the numbers that it finds.
struct Reactions {
    /// Whether it returns, with which value and in which state it leaves the object.
    returns: ValueId,
    value: ValueId,
    state: ValueId,
    waits: ValueId,
    never: ValueId,
    wrong: BTreeMap<(&'static str, String), (ViolationKind, ValueId)>,
    unsupported: BTreeMap<String, ValueId>,
}

impl Builder<'_> {
    /// What a call returns.
    pub(super) fn call_library(
        &mut self,
        state: &mut State,
        (library, function): (u32, u32),
        object: Held,
        argument: Held,
    ) -> Held {
        let called = &self.program.libraries[library as usize].functions[function as usize];
        let (size, effect, ordering) = (called.size, called.effect, called.ordering);
        let writes = effect == Effect::Update;
        if effect == Effect::Write {
            let what = "a call of a library that forgets what was done to an object";
            self.stop_at_gap(state, ValueId::TRUE, what);
            return self.constant(0);
        }
        let located = self.locate(
            state,
            object,
            Manner { size, writes, is_event: true, is_shared: true, is_atomic: true },
        );
        let argument_bits = self.decide(state, &argument, "the argument of a call of a library");
        if located.shared.is_empty() {
            return self.constant(0);
        }
        // No machine has one instruction for it, and a call that waits has read and not written.
        let operation = if writes { Operation::OtherUpdate } else { Operation::Load };
        let recipe = self.recipe(state, operation, ordering, Tags::NONE);
        self.barriers(state, &recipe.before);
        let (reads, old) = match writes {
            true => self.read_exclusive(state, &located, 0, size, &recipe),
            false => {
                let described = Described {
                    kind: Kind::Read,
                    tags: recipe.read,
                    size,
                    guard: state.guard,
                    value: None,
                    data: &Carried::NONE,
                };
                let events = self.events(state, &located, 0, &described);
                self.check_late(state, &located, &events);
                let held = self.have_read(&located, &events);
                (events, held)
            }
        };
        let undefined = self.made.values.is_nonzero(old.undefined);
        let semantics = self.program.libraries[library as usize].semantics.clone();
        let mut old = old;
        if semantics.takes_undefined(function) {
            let zero = self.number(0);
            old.bits = self.made.values.select(undefined, zero, old.bits);
        } else {
            let message = "a call of a library on an object that was never initialised";
            self.fail_if(state, undefined, ViolationKind::LibraryMisuse, message);
        }
        let address = match semantics.knows_address(function) {
            true => located.address.bits,
            false => self.number(0),
        };
        let found = (old.bits, address, argument_bits);
        let waiting = self.most_waiting((library, function), &located.shared);
        let Some(reactions) = self.reactions((library, function), found, waiting) else {
            let what = "the states that an object of the runtime can have are not bounded";
            self.stop_at_gap(state, ValueId::TRUE, what);
            return self.constant(0);
        };
        self.branch_on(state, &recipe, &old.from);
        self.go_on(state, &reactions, reads[0]);
        if writes {
            let new = self.defined(reactions.state);
            let written = self.write_exclusive(
                state,
                &located,
                1,
                (size, recipe.write),
                (&new, &argument.from),
            );
            self.pair(recipe.shape, &reads, &written);
            self.branch_on_success(state, &recipe, &written);
            state.have_effect(&mut self.made.values, ValueId::TRUE);
        }
        self.barriers(state, &recipe.after);
        let from = old.from.and(&argument.from, &mut self.made.values);
        Held { from, ..self.defined(reactions.value) }
    }

    /// How many threads can wait or read at once, as far as they do so once each: those that begin
    /// to wait for a condition variable, or all of them. It is noticed where that is not so.
    fn most_waiting(&mut self, (library, function): (u32, u32), objects: &[u64]) -> usize {
        let library = &self.program.libraries[library as usize];
        let name = &*library.functions[function as usize].name;
        if library.name != program::primitives::NAME || name != "begin_wait" {
            return self.facts.threads().count();
        }
        let thread = self.id();
        let waiters = objects.iter().map(|object| self.facts.begin_wait(*object, thread));
        waiters.max().unwrap_or(0)
    }

    /// Asks the library about everything that can be.
    fn reactions(
        &mut self,
        (library, function): (u32, u32),
        (found, object, argument): (ValueId, ValueId, ValueId),
        most_waiting: usize,
    ) -> Option<Reactions> {
        if let Some(counted) = self.counted((library, function), found, argument) {
            return Some(counted);
        }
        let (states, arguments) = (self.numbers(found)?, self.numbers(argument)?);
        let objects = self.numbers(object)?;
        let semantics = self.program.libraries[library as usize].semantics.clone();
        let thread = self.id().code();
        let none = ValueId::FALSE;
        let mut all = self.no_reactions();
        let calls = arguments.iter().flat_map(|given| objects.iter().map(move |at| (*given, *at)));
        let calls: Vec<(u64, u64)> = calls.collect();
        for (own, (given, at)) in
            states.iter().flat_map(|own| calls.iter().map(move |call| (*own, *call)))
        {
            let call = LibraryCall { function, thread, argument: given };
            let reaction = semantics.react(own, Address(at), call);
            let values = &mut self.made.values;
            let (is_own, is_given) = (values.is(found, own), values.is(argument, given));
            let is_there = values.is(object, at);
            let is_here = values.and(is_own, is_given);
            let is_here = values.and(is_here, is_there);
            let mut wrong = |kind: ViolationKind, message: String| {
                let known = all.wrong.entry((kind.name(), message)).or_insert((kind, none));
                known.1 = values.or(known.1, is_here);
            };
            match reaction {
                Reaction::Returns { state, .. }
                    if semantics.waiting(function, state) > most_waiting =>
                {
                    let what = "more threads that wait or read than there are".to_owned();
                    let known = all.unsupported.entry(what).or_insert(none);
                    *known = values.or(*known, is_here);
                }
                Reaction::Returns { value, state } => {
                    let (value, state) = (values.constant(64, value), values.constant(64, state));
                    all.returns = values.or(all.returns, is_here);
                    all.value = values.select(is_here, value, all.value);
                    all.state = values.select(is_here, state, all.state);
                }
                Reaction::Waits => all.waits = values.or(all.waits, is_here),
                Reaction::Never => all.never = values.or(all.never, is_here),
                Reaction::Misuse(what) => wrong(ViolationKind::MutexMisuse, what),
                Reaction::Breaks(rule) => {
                    wrong(ViolationKind::LibraryMisuse, format!("a call breaks the rule `{rule}`"));
                }
                Reaction::Foreign => {
                    let message = "a call of a library on what is no object of it".to_owned();
                    wrong(ViolationKind::LibraryMisuse, message);
                }
                Reaction::Unsupported(what) => {
                    let known = all.unsupported.entry(what).or_insert(none);
                    *known = values.or(*known, is_here);
                }
            }
        }
        Some(all)
    }

    fn no_reactions(&mut self) -> Reactions {
        let (zero, none) = (self.number(0), ValueId::FALSE);
        Reactions {
            returns: none,
            value: zero,
            state: zero,
            waits: none,
            never: none,
            wrong: BTreeMap::new(),
            unsupported: BTreeMap::new(),
        }
    }

    /// What calls do that only count, whose states are any numbers (`program::primitives`).
    fn counted(
        &mut self,
        (library, function): (u32, u32),
        found: ValueId,
        argument: ValueId,
    ) -> Option<Reactions> {
        let library = &self.program.libraries[library as usize];
        if library.name != program::primitives::NAME {
            return None;
        }
        let name = library.functions[function as usize].name.clone();
        let mut all = self.no_reactions();
        let one = self.number(1);
        let values = &mut self.made.values;
        match &*name {
            "await_at_least" | "await_other" => {
                let is_time = match &*name {
                    "await_at_least" => values.compare(Predicate::Uge, found, argument),
                    _ => values.compare(Predicate::Ne, found, argument),
                };
                (all.returns, all.waits) = (is_time, values.not(is_time));
                (all.value, all.state) = (found, found);
            }
            "take" | "try_take" => {
                let destroyed = values.is(found, DESTROYED);
                let kind = ViolationKind::MutexMisuse;
                let wrong = (kind.name(), SEMAPHORE_DESTROYED.to_owned());
                all.wrong.insert(wrong, (kind, destroyed));
                let is_there = values.is_nonzero(found);
                let wide = values.zero_extend(is_there, 64);
                all.value = wide;
                all.state = values.binary(BinaryOperation::Sub, found, wide);
                (all.returns, all.waits) = match &*name {
                    "take" => (is_there, values.not(is_there)),
                    _ => (ValueId::TRUE, ValueId::FALSE),
                };
                if &*name == "take" {
                    all.value = one;
                }
            }
            _ => return None,
        }
        Some(all)
    }

    /// The state goes on where the call returns.
    fn go_on(&mut self, state: &mut State, reactions: &Reactions, read: crate::EventId) {
        for ((_, message), (kind, condition)) in &reactions.wrong {
            self.fail_if(state, *condition, *kind, message.clone());
        }
        for (what, condition) in &reactions.unsupported {
            self.stop_at_gap(state, *condition, what.clone());
        }
        let values = &mut self.made.values;
        let condition = values.and(state.guard, reactions.waits);
        if condition != ValueId::FALSE {
            let (thread, position) = (self.here.thread, self.here.position);
            self.made.calls.push(CallWait { condition, read, thread, position });
        }
        let never = self.made.values.and(state.guard, reactions.never);
        self.leave_block(state, condition);
        self.leave_block(state, never);
        let returns = self.sharp(reactions.returns);
        state.guard = self.made.values.and(state.guard, returns);
    }
}
