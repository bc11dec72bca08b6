//! Mutexes: the eight bytes at their addresses (`interp::mutex` says what is in them). A thread
//! that locks one either gets it, having read that it is free, or stops there: which, is a free
//! choice, and where it stops, a [`Wait`](crate::Wait). So every execution in which nobody can go
//! on is there, and some more in which somebody could.

use super::Builder;
use super::memory::{Located, Manner};
use super::state::{Held, Locked, State};
use crate::carried::Carried;
use crate::mapping::{Operation, Recipe};
use crate::{ChoiceKind, EventId, ValueId, Wait};
use base::{Address, ObjectId, Ordering, Tags, ViolationKind};
use events::c11;
use program::BinaryOperation;

/// How many bytes are the mutex.
const SIZE: u8 = 8;
const DESTROYED: u64 = u64::MAX;

/// Updates of mutexes, as models of C see them.
fn of_c(read: Ordering, write: Ordering) -> Recipe {
    Recipe::bare(c11::read(read, Tags::NONE, true), c11::write(write, Tags::NONE, true))
}

impl Builder<'_> {
    fn locate_mutex(&mut self, state: &mut State, mutex: Held) -> Located {
        let manner =
            Manner { size: 8, writes: true, is_event: true, is_shared: true, is_atomic: true };
        let located = self.locate(state, mutex, manner);
        if interp::looks_at_kinds(self.program) {
            return located;
        }
        for address in &located.shared {
            let Some((object, offset)) = Address(*address).object() else { continue };
            let Some(global) = self.program.global_of(object) else { continue };
            let definition = self.program.global(global);
            let (whole, kind) = interp::glibc_mutex(self.program.pointers);
            let kind = definition.bytes.get((offset + kind) as usize);
            let fits = offset + whole <= definition.size;
            if fits && kind.is_some_and(|kind| *kind != 0) {
                let is_there = self.made.values.is(located.address.bits, *address);
                let what = "a mutex of another kind than the normal one";
                self.stop_at_gap(state, is_there, what);
            }
        }
        located
    }

    /// Whether what a mutex contains is the name of a thread.
    fn is_held(&mut self, contents: &Held) -> ValueId {
        let handles: Vec<u64> = self.facts.threads().map(interp::thread_handle).collect();
        let mut is_held = ValueId::FALSE;
        for handle in handles {
            let values = &mut self.made.values;
            let by_this = values.is(contents.bits, handle);
            is_held = values.or(is_held, by_this);
        }
        is_held
    }

    fn misuse_if(&mut self, state: &mut State, condition: ValueId, message: &str) {
        self.fail_if(state, condition, ViolationKind::MutexMisuse, message);
    }

    /// What a mutex at an address has in it that was initialised or unlocked (`Address::mark`).
    fn mark(&mut self, mutex: ValueId) -> Held {
        let values = &mut self.made.values;
        let (two, ones) = (values.constant(64, 2), values.constant(64, Address::MARK));
        let shifted = values.binary(BinaryOperation::Shl, mutex, two);
        let bits = values.binary(BinaryOperation::Or, shifted, ones);
        self.defined(bits)
    }

    /// The state goes on where a mutex that is not held is free.
    fn check_free(&mut self, state: &mut State, mutex: ValueId, contents: &Held) {
        let undefined = self.made.values.is_nonzero(contents.undefined);
        self.misuse_if(state, undefined, "a mutex is used that was never initialised");
        let destroyed = self.made.values.is(contents.bits, DESTROYED);
        self.misuse_if(state, destroyed, "a mutex is used after it was destroyed");
        let own = self.mark(mutex);
        let values = &mut self.made.values;
        let (is_used, is_own) =
            (values.is_nonzero(contents.bits), values.equal(contents.bits, own.bits));
        let is_other = values.and_not(is_used, is_own);
        let ones = values.constant(64, Address::MARK);
        let masked = values.binary(BinaryOperation::And, contents.bits, ones);
        let is_mark = values.is(masked, Address::MARK);
        let is_copy = values.and(is_other, is_mark);
        self.misuse_if(state, is_copy, "a copy of a mutex is used");
        self.misuse_if(state, is_other, "this is no mutex: it was overwritten with something else");
    }

    pub(super) fn lock(&mut self, state: &mut State, mutex: Held) {
        let located = self.locate_mutex(state, mutex);
        if located.shared.is_empty() {
            return;
        }
        let gets_it = self.choose_bit(ChoiceKind::Success, state.guard);
        let values = &mut self.made.values;
        let waits = values.and_not(state.guard, gets_it);
        let (mutex, thread) = (located.address.bits, self.here.thread);
        let position = self.here.position;
        self.leave_block(state, waits);
        self.made.waits.push(Wait { condition: waits, mutex, thread, position });
        self.note_waiting(waits, mutex, &located.shared);
        state.guard = self.made.values.and(state.guard, gets_it);
        let first = self.next_event().0;
        self.take(state, &located);
        let reads: Vec<EventId> = (first..self.next_event().0).map(EventId).collect();
        self.note_lock(&reads);
    }

    /// Gets a mutex that is not held, which its read tells.
    fn take(&mut self, state: &mut State, located: &Located) -> Carried {
        // Who takes a mutex tells nobody.
        let recipe = match self.unrolling.mapping {
            None => of_c(Ordering::AcquireRelease, Ordering::Relaxed),
            Some(_) => {
                self.exchanging(state, Ordering::Acquire, Ordering::Relaxed, Tags::NONE).recipe
            }
        };
        self.barriers(state, &recipe.before);
        let (reads, contents) = self.read_exclusive(state, located, 0, SIZE, &recipe);
        let is_held = self.is_held(&contents);
        let contradiction = self.made.values.and(state.guard, is_held);
        self.never(contradiction);
        self.check_free(state, located.address.bits, &contents);
        self.branch_on(state, &recipe, &contents.from);
        let own = self.constant(interp::thread_handle(self.id()));
        let written = (SIZE, recipe.write);
        let writes = self.write_exclusive(state, located, 1, written, (&own, &own.from));
        self.pair(recipe.shape, &reads, &writes);
        self.branch_on_success(state, &recipe, &writes);
        self.barriers(state, &recipe.after);
        let before = state.effects;
        state.have_effect(&mut self.made.values, ValueId::TRUE);
        state.locked.push(Locked {
            event: writes[0],
            condition: ValueId::TRUE,
            address: located.address.bits,
            before,
            locking: state.effects,
        });
        contents.from
    }

    /// 1 if the mutex was free and is now held, else 0.
    pub(super) fn try_lock(&mut self, state: &mut State, mutex: Held) -> Held {
        let located = self.locate_mutex(state, mutex);
        if located.shared.is_empty() {
            return self.constant(0);
        }
        let gets_it = self.choose_bit(ChoiceKind::Success, state.guard);
        let (mut taking, mut failing) = (state.clone(), state.clone());
        let values = &mut self.made.values;
        taking.guard = values.and(state.guard, gets_it);
        failing.guard = values.and_not(state.guard, gets_it);
        let read = self.take(&mut taking, &located);
        let failed = match self.unrolling.mapping {
            None => of_c(Ordering::Relaxed, Ordering::Relaxed),
            Some(_) => {
                let (success, failure) = (Ordering::Acquire, Ordering::Relaxed);
                let exchanging = self.exchanging(&mut failing, success, failure, Tags::NONE);
                Recipe { read: exchanging.failed, ..exchanging.recipe }
            }
        };
        self.barriers(&failing, &failed.before);
        let (_, contents) = self.read_exclusive(&mut failing, &located, 2, SIZE, &failed);
        self.branch_on(&mut failing, &failed, &contents.from);
        let is_held = self.is_held(&contents);
        let contradiction = self.made.values.and_not(failing.guard, is_held);
        self.never(contradiction);
        // Whether it was taken is told by the reads of both.
        let from = Carried::select(gets_it, &read, &contents.from, &mut self.made.values);
        *state = self.merge(taking, failing);
        let bits = self.made.values.zero_extend(gets_it, 64);
        Held { from, ..self.defined(bits) }
    }

    /// Memory that is freed must not have a mutex in it that this thread holds.
    pub(super) fn check_unheld(&mut self, state: &mut State, object: ObjectId, is_this: ValueId) {
        let mut is_held = ValueId::FALSE;
        for own in state.locked.clone() {
            let numbers = self.numbers(own.address);
            let inside = |number: &&u64| {
                Address(**number).object().is_some_and(|(within, _)| within == object)
            };
            for number in numbers.iter().flat_map(|numbers| numbers.iter()).filter(inside) {
                let values = &mut self.made.values;
                let is_here = values.is(own.address, *number);
                let is_here = values.and(is_here, own.condition);
                is_held = values.or(is_held, is_here);
            }
        }
        let is_wrong = self.made.values.and(is_held, is_this);
        let message = "memory is freed that contains a mutex that this thread holds";
        self.misuse_if(state, is_wrong, message);
    }

    /// 1 if the thread holds the mutex, else 0. That is no event.
    pub(super) fn holds_mutex(&mut self, state: &mut State, mutex: Held) -> Held {
        let address = self.decide(state, &mutex, "the address of a mutex");
        let values = &mut self.made.values;
        let mut is_held = ValueId::FALSE;
        for own in &state.locked {
            let same = values.equal(own.address, address);
            let is_this = values.and(own.condition, same);
            is_held = values.or(is_held, is_this);
        }
        let bits = values.zero_extend(is_held, 64);
        self.defined(bits)
    }

    pub(super) fn unlock(&mut self, state: &mut State, mutex: Held) {
        let located = self.locate_mutex(state, mutex);
        if located.shared.is_empty() {
            return;
        }
        let values = &mut self.made.values;
        let mut is_held = ValueId::FALSE;
        let mut effects = state.effects;
        let one = values.constant(64, 1);
        let more = values.binary(BinaryOperation::Add, state.effects, one);
        let mut locked = Vec::new();
        for own in std::mem::take(&mut state.locked) {
            // A mutex that somebody has initialised again can be locked twice: it is unlocked once.
            let same = values.equal(own.address, located.address.bits);
            let same = values.and_not(same, is_held);
            let is_this = values.and(own.condition, same);
            // Nobody can tell that it was held if nothing happened, unless somebody tries it.
            let in_vain = values.equal(own.locking, state.effects);
            let in_vain = if self.program.tries_mutexes() { ValueId::FALSE } else { in_vain };
            let after = values.select(in_vain, own.before, more);
            effects = values.select(is_this, after, effects);
            is_held = values.or(is_held, is_this);
            let condition = values.and_not(own.condition, same);
            if condition != ValueId::FALSE {
                locked.push(Locked { condition, ..own });
            }
        }
        (state.locked, state.effects) = (locked, effects);
        let is_free = values.not(is_held);
        self.misuse_if(state, is_free, "a mutex is unlocked that this thread does not hold");
        let free = self.mark(located.address.bits);
        let recipe = match self.unrolling.mapping {
            None => of_c(Ordering::AcquireRelease, Ordering::AcquireRelease),
            Some(_) => self.recipe(state, Operation::Store, Ordering::Release, Tags::NONE),
        };
        self.barriers(state, &recipe.before);
        self.write_exclusive(state, &located, 0, (SIZE, recipe.write), (&free, &free.from));
        self.barriers(state, &recipe.after);
    }

    /// What initialising or destroying a mutex is to the model: a store that orders nothing. Its
    /// read is ours alone.
    fn administering(&mut self, state: &mut State) -> Recipe {
        match self.unrolling.mapping {
            None => Recipe::bare(
                c11::read(Ordering::Relaxed, Tags::NONE, false),
                c11::write(Ordering::Relaxed, Tags::NONE, false),
            ),
            Some(_) => {
                let names = self.recipe(state, Operation::Load, Ordering::Relaxed, Tags::NONE);
                let store = self.recipe(state, Operation::Store, Ordering::Relaxed, Tags::NONE);
                Recipe { read: names.read, ..store }
            }
        }
    }

    pub(super) fn initialise_mutex(&mut self, state: &mut State, mutex: Held) {
        let located = self.locate_mutex(state, mutex);
        if located.shared.is_empty() {
            return;
        }
        let recipe = self.administering(state);
        self.barriers(state, &recipe.before);
        let (_, contents) = self.read_exclusive(state, &located, 0, SIZE, &recipe);
        let is_held = self.is_held(&contents);
        let defined = self.made.values.is(contents.undefined, 0);
        let is_held = self.made.values.and(is_held, defined);
        // What says that this thread holds it, which does not, was copied from one that it holds.
        let holds = self.holds_mutex(state, located.address.clone());
        let own = interp::thread_handle(self.id());
        let values = &mut self.made.values;
        let by_this = values.is(contents.bits, own);
        let by_this_one = values.is_nonzero(holds.bits);
        let is_copied = values.and_not(by_this, by_this_one);
        let is_held = values.and_not(is_held, is_copied);
        self.misuse_if(state, is_held, "a mutex is initialised while it is held");
        let free = self.mark(located.address.bits);
        let values = &mut self.made.values;
        let is_marked = values.equal(contents.bits, free.bits);
        let is_used = values.and(is_marked, defined);
        self.misuse_if(state, is_used, "a mutex is initialised again, and was not destroyed");
        let written = (SIZE, recipe.write);
        self.write_exclusive(state, &located, 1, written, (&free, &free.from));
        state.have_effect(&mut self.made.values, ValueId::TRUE);
    }

    pub(super) fn destroy_mutex(&mut self, state: &mut State, mutex: Held) {
        let located = self.locate_mutex(state, mutex);
        if located.shared.is_empty() {
            return;
        }
        let recipe = self.administering(state);
        self.barriers(state, &recipe.before);
        let (_, contents) = self.read_exclusive(state, &located, 0, SIZE, &recipe);
        let is_held = self.is_held(&contents);
        self.misuse_if(state, is_held, "a mutex is destroyed while it is held");
        self.check_free(state, located.address.bits, &contents);
        let destroyed = self.constant(DESTROYED);
        let written = (SIZE, recipe.write);
        self.write_exclusive(state, &located, 1, written, (&destroyed, &destroyed.from));
        state.have_effect(&mut self.made.values, ValueId::TRUE);
    }
}
