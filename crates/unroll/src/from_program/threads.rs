//! Creation and joining of threads. A created thread is built at once, before its creator goes on;
//! whether it runs is the guard of its creation. Both are fences that `po` goes through, as in
//! `models::cat::structure`.

use super::lifetimes::Past;
use super::state::{Held, State};
use super::{Builder, Here};
use crate::carried::Carried;
use crate::paths::Path;
use crate::sets::SetId;
use crate::{Event, EventId, JoinWait, Thread, ThreadIndex, ValueId};
use base::{Address, TagSet, ThreadId, ViolationKind};
use events::{Kind, c11};
use program::FunctionId;

/// A thread that was built.
#[derive(Clone)]
pub(super) struct Started {
    pub id: ThreadId,
    pub index: ThreadIndex,
    /// What it returns, if it ends.
    value: Held,
    /// What has happened before its end.
    past: Past,
    /// Who joins it.
    joined_by: Option<ThreadId>,
}

impl Builder<'_> {
    /// Builds a thread that calls a function.
    pub(super) fn run_thread(
        &mut self,
        id: ThreadId,
        path: Path,
        function: FunctionId,
        argument: Option<Held>,
        (guard, past): (ValueId, Past),
    ) -> ThreadIndex {
        let index = ThreadIndex(self.made.threads.len() as u32);
        self.made.threads.push(Thread {
            id,
            name: self.program.function(function).name.clone(),
            spawn: None,
            joins: Vec::new(),
            finished: ValueId::FALSE,
            registers: Vec::new(),
        });
        let here = Here { thread: index, id: Some(id), ..Here::default() };
        let before = std::mem::replace(&mut self.here, here);
        let ends = std::mem::take(&mut self.ends);
        let locals = std::mem::take(&mut self.locals);
        let start = State { past, ..self.start(guard) };
        // Where there are keys with destructors, another function runs the thread's own.
        let entry = interp::thread_entry(self.program).filter(|_| id != ThreadId::MAIN);
        let outer = entry.map(|_| self.constant(function.address().0));
        let arguments = outer.into_iter().chain(argument).collect();
        let (mut state, results) = self.call(start, entry.unwrap_or(function), arguments, path);
        let zero = self.constant(0);
        let value = results.into_iter().next().unwrap_or(zero);
        if id == ThreadId::MAIN {
            self.decide(&mut state, &value, "the value that main returns");
            self.made.returned.push(state.guard);
        } else {
            self.end_thread_locals(&mut state);
        }
        self.ends.push((state.guard, value, state.past));
        let mut finished = ValueId::FALSE;
        let (mut value, mut past) = (self.constant(0), Past::default());
        for (guard, own, before) in std::mem::replace(&mut self.ends, ends) {
            let values = &mut self.made.values;
            finished = values.or(finished, guard);
            value = Held::select(guard, &own, &value, values);
            past.add(values, &before, guard);
        }
        self.made.threads[index.index()].finished = finished;
        // What a thread returned carries nothing.
        let value = Held { from: Carried::NONE, ..value };
        self.started.push(Started { id, index, value, past, joined_by: None });
        self.here = before;
        self.locals = locals;
        index
    }

    /// Adds an event without a location.
    pub(super) fn bare_event(&mut self, state: &State, kind: Kind, tags: TagSet) -> EventId {
        let own = self.next_event();
        self.made.events.push(Event {
            thread: Some(self.here.thread),
            kind,
            tags,
            guard: state.guard,
            address: None,
            size: 0,
            access: own,
            block: state.block,
            value: None,
            width: 64,
            may_addresses: Vec::new(),
            addr: Vec::new(),
            data: Vec::new(),
            ctrl: state.ctrl.dependencies(),
            position: self.here.position,
        });
        self.known.reads.push(SetId::NONE);
        own
    }

    /// Creates a thread, and gives its handle.
    pub(super) fn spawn(&mut self, state: &mut State, function: Held, argument: Held) -> Held {
        let address = self.decide(state, &function, "a function pointer");
        let callee = self.only(address).and_then(|at| self.program.function_at(Address(at)));
        let site = self.site(0);
        let child = self.facts.thread(site, self.id());
        let child = child.filter(|child| self.program.pointers.can_name(*child));
        let (Some(callee), Some(child)) = (callee, child) else {
            let what = match child {
                None => "too many threads",
                Some(_) => "the function of a thread is not known",
            };
            self.stop_at_gap(state, ValueId::TRUE, what);
            return self.constant(0);
        };
        if self.program.function(callee).parameters > 1 {
            self.stop_at_gap(state, ValueId::TRUE, "a thread's function has several parameters");
        }
        let spawn = self.bare_event(state, Kind::Fence, c11::THREADS);
        state.is_alone = false;
        let argument = Held { from: Carried::NONE, ..argument };
        let thread = {
            let before = (state.guard, state.past.clone());
            self.run_thread(child, site, callee, Some(argument), before)
        };
        self.made.threads[thread.index()].spawn = Some(spawn);
        state.have_effect(&mut self.made.values, ValueId::TRUE);
        self.constant(interp::thread_handle(child))
    }

    /// Waits for the end of a thread, and gives what it returned.
    pub(super) fn join(&mut self, state: &mut State, handle: Held) -> Held {
        let bits = self.decide(state, &handle, "a thread to join");
        let mut result = self.constant(0);
        let Some(numbers) = self.numbers(bits) else {
            self.stop_at_gap(state, ValueId::TRUE, "a thread to join is not known");
            return result;
        };
        let mut goes_on = ValueId::FALSE;
        for number in numbers.iter().copied() {
            let is_this = self.made.values.is(bits, number);
            let named = interp::mutex_holder(number);
            let found = named.and_then(|id| self.started.iter().position(|own| own.id == id));
            let is_known = named.is_some_and(|id| self.facts.threads().any(|own| own == id));
            if found.is_none() && is_known {
                // It is still being built: it has created this one, perhaps by way of others.
                self.stop_at_gap(state, is_this, "a thread that joins one that created it");
                continue;
            }
            let Some(position) = found else {
                let message = "join of something that is no thread";
                self.fail_if(state, is_this, ViolationKind::ThreadMisuse, message);
                continue;
            };
            let joiner = self.id();
            let Started { id, index, value, past, joined_by } = self.started[position].clone();
            if joined_by.is_some_and(|other| other != joiner) {
                self.stop_at_gap(state, is_this, "a thread that several others may join");
            }
            self.started[position].joined_by = Some(joiner);
            let before = state.joined.get(&id).copied().unwrap_or(ValueId::FALSE);
            let twice = self.made.values.and(is_this, before);
            let message = "a thread is joined twice";
            self.fail_if(state, twice, ViolationKind::ThreadMisuse, message);
            let values = &mut self.made.values;
            let joined = values.or(before, is_this);
            state.joined.insert(id, joined);
            let finished = self.made.threads[index.index()].finished;
            let values = &mut self.made.values;
            let is_over = values.and(is_this, finished);
            let goes_on_later = values.and_not(is_this, finished);
            let condition = values.and(state.guard, goes_on_later);
            let thread = self.here.thread;
            self.leave_block(state, condition);
            self.made.joins.push(JoinWait { condition, joined: index, thread });
            let values = &mut self.made.values;
            state.past.add(values, &past, is_over);
            let over = state.past.over.entry(id).or_insert(ValueId::FALSE);
            *over = values.or(*over, is_over);
            let mut joining = state.clone();
            joining.guard = values.and(state.guard, is_over);
            let event = self.bare_event(&joining, Kind::Fence, c11::THREADS);
            self.made.threads[index.index()].joins.push(event);
            let values = &mut self.made.values;
            goes_on = values.or(goes_on, is_over);
            result = Held::select(is_this, &value, &result, values);
        }
        let values = &mut self.made.values;
        state.guard = values.and(state.guard, goes_on);
        state.have_effect(values, ValueId::TRUE);
        result
    }

    /// Ends the running thread.
    pub(super) fn exit_thread(&mut self, state: &mut State, value: Held) {
        let locals = self.locals.clone();
        self.end_objects(state, &locals);
        if self.id() != ThreadId::MAIN {
            self.end_thread_locals(state);
        }
        self.ends.push((state.guard, value, state.past.clone()));
        state.guard = ValueId::FALSE;
    }
}
