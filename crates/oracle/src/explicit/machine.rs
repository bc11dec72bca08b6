//! What can happen in a state: a thread does its next step, or something leaves a buffer.
//!
//! The orders are those of the tables in `docs/models/tso.md` and `pso.md`. A store waits in its
//! thread's buffer unless there is none or it is seq_cst; so does the end of an object's life, and
//! under PSO a fence that orders stores. Everything else that says so there waits for an empty
//! buffer, and is then done at once.

use super::code::{Code, Step, Update, Value, Where};
use super::memory::{Stop, apply, locate, mask, reach_memory, value_in};
use super::state::{
    Entry, Location, Mutex, Object, ObjectName, Primitives, State, Status, Thread, Waiting,
};
use super::{Buffers, Outcome};
use crate::case::{MUTEXES, VARIABLE_SIZE, VARIABLES};
use base::{Ordering, ViolationKind};

pub(super) struct Machine<'a> {
    pub(super) code: &'a Code,
    pub(super) buffers: Buffers,
}

/// What one step leads to.
pub(super) enum Effect {
    State(State),
    /// The program has ended.
    Exit,
    Violation(ViolationKind, u32),
}

pub(super) struct Successor {
    /// Who does it: thread `t` is number `2 t`, its buffer `2 t + 1`.
    pub(super) actor: u32,
    pub(super) effect: Effect,
    pub(super) is_spurious: bool,
}

impl Machine<'_> {
    pub(super) fn start(&self) -> State {
        let thread = |thread: &super::code::Thread| Thread {
            status: Status::NotCreated,
            next: 0,
            registers: vec![0; thread.registers],
            buffer: Vec::new(),
            objects: 0,
            read: Vec::new(),
        };
        let mut state = State {
            variables: vec![0; usize::from(VARIABLES) * VARIABLE_SIZE as usize],
            objects: Vec::new(),
            mutexes: vec![Mutex::Unused; usize::from(MUTEXES)],
            primitives: Primitives::default(),
            threads: self.code.threads.iter().map(thread).collect(),
        };
        self.create(&mut state, 0);
        state
    }

    /// A thread begins.
    fn create(&self, state: &mut State, thread: usize) {
        state.threads[thread].status = Status::Running;
        if self.code.has_own {
            let name = ObjectName { thread: thread as u8, number: ObjectName::OWN };
            state.threads[thread].objects = 1;
            let bytes = [1, 0, 0, 0];
            let object = Object { name, bytes, is_initialised: true, is_freed: false };
            state.objects.push(object);
            state.objects.sort();
        }
        self.settle(state, thread);
    }

    /// Does what nobody else can notice.
    fn settle(&self, state: &mut State, thread: usize) {
        while let Some((step, line)) =
            self.code.threads[thread].steps.get(state.threads[thread].next).copied()
            && step.is_private()
        {
            state.threads[thread].next += 1;
            let value_of = |state: &State, value| value_in(&state.threads[thread], value);
            match step {
                Step::Allocate { target } => {
                    let running = &mut state.threads[thread];
                    let number = running.objects.max(ObjectName::OWN + 1);
                    running.objects = number + 1;
                    let name = ObjectName { thread: thread as u8, number };
                    running.set(target, name.pointer());
                    // As from `calloc`: zeros are stored in it.
                    let is_initialised = self.buffers != Buffers::PerLocation;
                    state.objects.push(Object {
                        name,
                        bytes: [0; 4],
                        is_initialised,
                        is_freed: false,
                    });
                    state.objects.sort();
                    if !is_initialised {
                        let at = Location::Object(name);
                        let what = Waiting::Store { at, value: 0, is_release: false };
                        state.threads[thread].buffer.push(Entry { what, line });
                    }
                }
                Step::OwnVariable { target } => {
                    let name = ObjectName { thread: thread as u8, number: ObjectName::OWN };
                    state.threads[thread].set(target, name.pointer());
                }
                Step::Assume { register, equals } => {
                    if state.threads[thread].registers[register] != equals {
                        state.threads[thread].status = Status::Stopped;
                        return;
                    }
                }
                Step::IfEqual { register, equals, otherwise } => {
                    if state.threads[thread].registers[register] != equals {
                        state.threads[thread].next = otherwise;
                    }
                }
                Step::Jump(next) => state.threads[thread].next = next,
                Step::Assign { target, value } => {
                    let value = value_of(state, value);
                    state.threads[thread].set(target, value);
                }
                Step::Increment { target, value } => {
                    let value = (value_of(state, Value::Register(value)) + 1) & 0xffff_ffff;
                    state.threads[thread].set(target, value);
                }
                _ => unreachable!("it is not private"),
            }
        }
    }

    /// The step that a thread would do next, with its line.
    fn next(&self, state: &State, thread: usize) -> Option<(Step, u32)> {
        let running = &state.threads[thread];
        let steps = &self.code.threads[thread].steps;
        (running.status == Status::Running).then(|| steps.get(running.next).copied()).flatten()
    }

    fn has_ended(&self, state: &State, thread: usize) -> bool {
        let running = &state.threads[thread];
        let is_at_end = running.next >= self.code.threads[thread].steps.len();
        let own = ObjectName { thread: thread as u8, number: ObjectName::OWN };
        let has_own = self.code.has_own && !state.is_freed(thread, own);
        running.status == Status::Running && is_at_end && !has_own
    }

    /// Whether every thread has ended, and everything has reached the memory.
    pub(super) fn is_complete(&self, state: &State) -> bool {
        (0..state.threads.len()).all(|thread| {
            let is_there = state.threads[thread].status != Status::NotCreated;
            !is_there || self.has_ended(state, thread) && state.threads[thread].buffer.is_empty()
        })
    }

    /// What has been read in a run that has come to its end.
    pub(super) fn outcome(&self, state: &State) -> Outcome {
        let threads = self.code.threads.iter().zip(&state.threads);
        threads.map(|(code, thread)| (code.id, thread.read.clone())).collect()
    }

    pub(super) fn successors(&self, state: &State) -> Vec<Successor> {
        let mut successors = Vec::new();
        for thread in 0..state.threads.len() {
            let actor = 2 * thread as u32;
            let mut add = |effects: Vec<Effect>, is_spurious| {
                let of = |effect| Successor { actor, effect, is_spurious };
                successors.extend(effects.into_iter().map(of));
            };
            if let Some((step, line)) = self.next(state, thread) {
                if self.is_enabled(state, thread, step) {
                    add(self.step(state, thread, step, line), false);
                    if let Step::Update {
                        target,
                        at,
                        update: Update::Exchange { success, is_weak: true, .. },
                    } = step
                    {
                        add(self.fail_spuriously(state, thread, (target, success), at), true);
                    }
                }
            } else if state.threads[thread].status == Status::Running
                && !self.has_ended(state, thread)
            {
                // The end of the thread ends the life of its own variable.
                let name = ObjectName { thread: thread as u8, number: ObjectName::OWN };
                let mut state = state.clone();
                self.free(&mut state, thread, name, 0);
                add(vec![Effect::State(state)], false);
            }
            for first in 0..state.threads[thread].buffer.len() {
                if self.may_leave(&state.threads[thread].buffer, first) {
                    let effect = self.leave(state, thread, first);
                    successors.push(Successor { actor: actor + 1, effect, is_spurious: false });
                }
            }
        }
        successors
    }

    /// Whether something in a buffer may reach the memory before what is older.
    fn may_leave(&self, buffer: &[Entry], index: usize) -> bool {
        match self.buffers {
            Buffers::None | Buffers::PerThread => index == 0,
            Buffers::PerLocation => {
                buffer[..index].iter().all(|older| match (older.what, buffer[index].what) {
                    (_, Waiting::Free(_) | Waiting::Barrier) | (Waiting::Barrier, _) => false,
                    (Waiting::Free(_), Waiting::Store { is_release, .. }) => !is_release,
                    (Waiting::Store { at: older, .. }, Waiting::Store { at, is_release, .. }) => {
                        !is_release && !at.overlaps(older)
                    }
                })
            }
        }
    }

    fn leave(&self, state: &State, thread: usize, index: usize) -> Effect {
        let mut state = state.clone();
        let entry = state.threads[thread].buffer.remove(index);
        match reach_memory(&mut state, entry) {
            Ok(()) => Effect::State(state),
            Err((kind, line)) => Effect::Violation(kind, line),
        }
    }

    fn is_enabled(&self, state: &State, thread: usize, step: Step) -> bool {
        let primitives = &state.primitives;
        let own = thread as u8;
        let is_empty = state.threads[thread].buffer.is_empty();
        match step {
            Step::Load { .. } | Step::Free { .. } | Step::Exit | Step::Wrong(_) => true,
            Step::Choose { .. } => true,
            Step::Store { ordering, .. } | Step::Fence(ordering) => {
                is_empty || ordering != Ordering::SeqCst
            }
            Step::TryTake { .. } => is_empty || primitives.semaphore == 0,
            Step::TryWriteLock { .. } => is_empty || !can_write_lock(primitives),
            Step::Signal { .. } => is_empty || primitives.waiting.is_empty(),
            Step::Update { .. }
            | Step::TryLock { .. }
            | Step::Unlock(_)
            | Step::Initialise(_)
            | Step::Destroy(_)
            | Step::Spawn(_)
            | Step::Give
            | Step::BeginWait
            | Step::UnlockEither
            | Step::Arrive { .. } => is_empty,
            Step::Lock(mutex) => is_empty && !matches!(state.mutexes[mutex], Mutex::Held(_)),
            Step::Join(joined) => {
                is_empty && self.has_ended(state, joined) && state.threads[joined].buffer.is_empty()
            }
            Step::Take => is_empty && primitives.semaphore > 0,
            Step::EndWait => is_empty && primitives.woken.contains(&own),
            Step::ReadLock => is_empty && primitives.writer.is_none(),
            Step::WriteLock => is_empty && can_write_lock(primitives),
            Step::AwaitRound { round } => {
                u64::from(primitives.rounds) >= state.threads[thread].registers[round]
            }
            private => unreachable!("{private:?} is private"),
        }
    }

    /// Whether a thread waits for another one, or for what somebody else has to do.
    fn is_held(&self, state: &State, thread: usize) -> bool {
        let Some((step, _)) = self.next(state, thread) else { return false };
        let waits = matches!(
            step,
            Step::Lock(_)
                | Step::Take
                | Step::EndWait
                | Step::ReadLock
                | Step::WriteLock
                | Step::AwaitRound { .. }
        );
        waits && !self.is_enabled(state, thread, step) && state.threads[thread].buffer.is_empty()
    }

    /// Whether in a state in which nothing can happen some thread is held, and none is stopped.
    pub(super) fn is_held_for_ever(&self, state: &State) -> bool {
        !self.has_stopped(state) && !self.held(state).is_empty()
    }

    pub(super) fn has_stopped(&self, state: &State) -> bool {
        state.threads.iter().any(|thread| thread.status == Status::Stopped)
    }

    /// The threads that are held in a state. When main has returned, the program is over.
    pub(super) fn held(&self, state: &State) -> Vec<usize> {
        let threads = 0..state.threads.len();
        let held = threads.filter(|thread| self.is_held(state, *thread));
        held.filter(|_| !self.has_ended(state, 0)).collect()
    }

    /// Whether threads wait for mutexes and ends of threads in a circle, or for a mutex of a thread
    /// that has ended.
    pub(super) fn has_circle_of_waiting(&self, state: &State) -> bool {
        let waits_for = |thread: usize| match self.next(state, thread) {
            Some((Step::Lock(mutex), _)) => match state.mutexes[mutex] {
                Mutex::Held(holder) => Some(usize::from(holder)),
                Mutex::Unused | Mutex::Free | Mutex::Destroyed => None,
            },
            Some((Step::Join(joined), _)) => Some(joined),
            _ => None,
        };
        (0..state.threads.len()).any(|start| {
            let mut thread = start;
            let mut is_mutex = false;
            for _ in 0..=state.threads.len() {
                match waits_for(thread) {
                    Some(next) => {
                        is_mutex = matches!(self.next(state, thread), Some((Step::Lock(_), _)));
                        thread = next;
                    }
                    None => return is_mutex && self.has_ended(state, thread),
                }
            }
            true
        })
    }

    /// All that a step may lead to.
    fn step(&self, state: &State, thread: usize, step: Step, line: u32) -> Vec<Effect> {
        let branches: Vec<u64> = match step {
            Step::Choose { high, .. } => (0..=u64::from(high)).collect(),
            Step::Signal { all: false } => (0..state.primitives.waiting.len() as u64).collect(),
            _ => vec![0],
        };
        // A signal that nobody waits for.
        let branches = if branches.is_empty() { vec![0] } else { branches };
        let one = |branch| {
            let mut next = state.clone();
            next.threads[thread].next += 1;
            match self.act(&mut next, thread, step, line, branch) {
                Err((kind, line)) => Effect::Violation(kind, line),
                Ok(()) if step == Step::Exit => Effect::Exit,
                Ok(()) => {
                    self.settle(&mut next, thread);
                    Effect::State(next)
                }
            }
        };
        branches.into_iter().map(one).collect()
    }

    fn act(
        &self,
        state: &mut State,
        thread: usize,
        step: Step,
        line: u32,
        branch: u64,
    ) -> Result<(), Stop> {
        let own = thread as u8;
        match step {
            Step::Load { target, at } => {
                let at = locate(state, thread, at, line)?;
                let value = state.read(thread, at);
                self.note(state, thread, at, value);
                state.threads[thread].set(target, value);
            }
            Step::Store { at, value, ordering } => {
                let at = locate(state, thread, at, line)?;
                let value = value_in(&state.threads[thread], value);
                let is_release = matches!(ordering, Ordering::Release | Ordering::AcquireRelease);
                let what = Waiting::Store { at, value, is_release };
                self.issue(state, thread, Entry { what, line }, ordering == Ordering::SeqCst)?;
            }
            Step::Update { target, at, update } => {
                let at = locate(state, thread, at, line)?;
                if !state.is_initialised(thread, at) {
                    return Err((ViolationKind::UninitialisedRead, line));
                }
                let old = state.read(thread, at);
                self.note(state, thread, at, old);
                let running = &mut state.threads[thread];
                match update {
                    Update::Operation(operation, value) => {
                        let new = apply(operation, old, value_in(running, value), at.size());
                        running.set(target, old);
                        state.write(at, new);
                    }
                    Update::Exchange { expected, desired, success, .. } => {
                        let mask = mask(at.size());
                        let is_equal = old == value_in(running, expected) & mask;
                        let desired = value_in(running, desired);
                        running.set(target, old);
                        running.set(success, u64::from(is_equal));
                        if is_equal {
                            state.write(at, desired);
                        }
                    }
                }
            }
            Step::Fence(ordering) => {
                let orders_stores =
                    matches!(ordering, Ordering::Release | Ordering::AcquireRelease);
                if self.buffers == Buffers::PerLocation
                    && orders_stores
                    && !state.threads[thread].buffer.is_empty()
                {
                    state.threads[thread].buffer.push(Entry { what: Waiting::Barrier, line });
                }
            }
            Step::Lock(mutex) => match state.mutexes[mutex] {
                Mutex::Unused | Mutex::Free => state.mutexes[mutex] = Mutex::Held(own),
                Mutex::Destroyed => return Err((ViolationKind::MutexMisuse, line)),
                Mutex::Held(_) => unreachable!("it waits"),
            },
            Step::TryLock { target, mutex } => match state.mutexes[mutex] {
                Mutex::Unused | Mutex::Free => {
                    state.mutexes[mutex] = Mutex::Held(own);
                    state.threads[thread].set(target, 1);
                }
                Mutex::Held(_) => state.threads[thread].set(target, 0),
                Mutex::Destroyed => return Err((ViolationKind::MutexMisuse, line)),
            },
            Step::Unlock(mutex) => {
                if state.mutexes[mutex] != Mutex::Held(own) {
                    return Err((ViolationKind::MutexMisuse, line));
                }
                state.mutexes[mutex] = Mutex::Free;
            }
            Step::Initialise(mutex) => {
                if matches!(state.mutexes[mutex], Mutex::Held(_) | Mutex::Free) {
                    return Err((ViolationKind::MutexMisuse, line));
                }
                state.mutexes[mutex] = Mutex::Free;
            }
            Step::Destroy(mutex) => {
                if !matches!(state.mutexes[mutex], Mutex::Unused | Mutex::Free) {
                    return Err((ViolationKind::MutexMisuse, line));
                }
                state.mutexes[mutex] = Mutex::Destroyed;
            }
            Step::Spawn(child) => self.create(state, child),
            Step::Join(_) | Step::Exit => {}
            Step::Free { pointer } => {
                let name = ObjectName::of_pointer(state.threads[thread].registers[pointer]);
                if state.is_freed(thread, name) {
                    return Err((ViolationKind::DoubleFree, line));
                }
                self.free(state, thread, name, line);
            }
            Step::Wrong(kind) => return Err((kind, line)),
            Step::Choose { target, .. } => state.threads[thread].set(target, branch),
            Step::Take => state.primitives.semaphore -= 1,
            Step::TryTake { target } => {
                let taken = u8::from(state.primitives.semaphore > 0);
                state.primitives.semaphore -= taken;
                state.threads[thread].set(target, u64::from(taken));
            }
            Step::Give => state.primitives.semaphore += 1,
            Step::BeginWait => {
                state.primitives.waiting.push(own);
                state.primitives.waiting.sort_unstable();
            }
            Step::EndWait => state.primitives.woken.retain(|woken| *woken != own),
            Step::Signal { all } => {
                let primitives = &mut state.primitives;
                if all {
                    primitives.woken.append(&mut primitives.waiting);
                } else if !primitives.waiting.is_empty() {
                    let woken = primitives.waiting.remove(branch as usize);
                    primitives.woken.push(woken);
                }
                primitives.woken.sort_unstable();
            }
            Step::ReadLock => {
                state.primitives.readers.push(own);
                state.primitives.readers.sort_unstable();
            }
            Step::WriteLock => state.primitives.writer = Some(own),
            Step::TryWriteLock { target } => {
                let is_free = can_write_lock(&state.primitives);
                if is_free {
                    state.primitives.writer = Some(own);
                }
                state.threads[thread].set(target, u64::from(is_free));
            }
            Step::UnlockEither => {
                if state.primitives.writer == Some(own) {
                    state.primitives.writer = None;
                } else {
                    let readers = &mut state.primitives.readers;
                    let place = readers.iter().position(|reader| *reader == own);
                    readers.remove(place.expect("it holds the lock"));
                }
            }
            Step::Arrive { round } => {
                let primitives = &mut state.primitives;
                let waits_for = primitives.arrivals / 2 + 1;
                let is_last = primitives.arrivals % 2 == 1;
                primitives.arrivals += 1;
                if is_last {
                    primitives.rounds = waits_for;
                }
                let waits_for = if is_last { 0 } else { u64::from(waits_for) };
                state.threads[thread].set(round, waits_for);
            }
            Step::AwaitRound { .. } => {}
            private => unreachable!("{private:?} is private"),
        }
        Ok(())
    }

    /// A weak compare-exchange fails for no reason.
    fn fail_spuriously(
        &self,
        state: &State,
        thread: usize,
        (target, success): (usize, usize),
        at: Where,
    ) -> Vec<Effect> {
        let mut next = state.clone();
        next.threads[thread].next += 1;
        let Ok(at) = locate(&next, thread, at, 0) else { return Vec::new() };
        let old = next.read(thread, at);
        self.note(&mut next, thread, at, old);
        next.threads[thread].set(target, old);
        next.threads[thread].set(success, 0);
        self.settle(&mut next, thread);
        vec![Effect::State(next)]
    }

    /// Takes down what was read.
    fn note(&self, state: &mut State, thread: usize, at: Location, value: u64) {
        if let Location::Variable { size, .. } = at
            && self.code.has_outcomes
        {
            state.threads[thread].read.extend(&value.to_le_bytes()[..size]);
        }
    }

    /// Ends the life of an object, now or when its turn comes.
    fn free(&self, state: &mut State, thread: usize, name: ObjectName, line: u32) {
        let entry = Entry { what: Waiting::Free(name), line };
        self.issue(state, thread, entry, false).expect("its life has not ended");
    }

    /// Something reaches the memory, now or later.
    fn issue(
        &self,
        state: &mut State,
        thread: usize,
        entry: Entry,
        at_once: bool,
    ) -> Result<(), Stop> {
        if at_once || self.buffers == Buffers::None {
            return reach_memory(state, entry);
        }
        state.threads[thread].buffer.push(entry);
        Ok(())
    }
}

fn can_write_lock(primitives: &Primitives) -> bool {
    primitives.writer.is_none() && primitives.readers.is_empty()
}
