//! Compare-exchanges, strong and weak.
//!
//! A compare-exchange whose read is ordered in one way if it writes and in another if not is a free
//! choice between two sets of events, with assumptions that the choice agrees with what is read.

use super::Builder;
use super::memory::{Located, Manner};
use super::state::{Held, State};
use crate::carried::Carried;
use crate::mapping::{Exchanging, Recipe, Shape};
use crate::{ChoiceKind, DeedKind, EventId, ValueId};
use base::{Ordering, ViolationKind};
use program::{Access, Predicate};

/// What a compare-exchange is given.
pub(super) struct Exchange {
    pub address: Held,
    pub expected: Held,
    pub desired: Held,
    pub access: Access,
    /// How it is ordered if it fails.
    pub failure: Ordering,
    pub is_weak: bool,
}

impl Builder<'_> {
    /// The old value, and whether it was replaced.
    pub(super) fn compare_exchange(
        &mut self,
        state: &mut State,
        exchange: Exchange,
    ) -> (Held, Held) {
        let Exchange { address, expected, desired, access, .. } = &exchange;
        let manner = Manner {
            size: access.size,
            writes: true,
            is_event: true,
            is_shared: false,
            is_atomic: true,
        };
        let located = self.locate(state, address.clone(), manner);
        self.decide(state, expected, "the expected value of an exchange");
        let expected = self.truncate(expected, 8 * access.size);
        let desired = self.truncate(desired, 8 * access.size);
        let mut result = (self.constant(0), self.constant(0));
        if !located.shared.is_empty() {
            self.check_written(state, &located, &desired);
            let mut shared = state.clone();
            shared.guard = self.made.values.and(state.guard, located.is_shared);
            result = self.shared_exchange(&mut shared, &located, &exchange, &expected, &desired);
            self.take_over(state, &shared, located.is_shared);
            let values = &mut self.made.values;
            state.effects = values.select(located.is_shared, shared.effects, state.effects);
        }
        for (is_there, place) in &located.others {
            let old = self.read_place(state, place, access.size);
            let undefined = self.made.values.is_nonzero(old.undefined);
            let wrong = self.made.values.and(*is_there, undefined);
            let message = "an atomic update of memory that is not initialised";
            self.fail_if(state, wrong, ViolationKind::UninitialisedRead, message);
            let equal = self.made.values.equal(old.bits, expected.bits);
            let here = self.made.values.and(*is_there, equal);
            let succeeds = self.lucky(state.guard, here, exchange.is_weak);
            if exchange.is_weak {
                let values = &mut self.made.values;
                let asked = values.and(state.guard, here);
                let fails = values.and_not(asked, succeeds);
                let fails = values.zero_extend(fails, 64);
                self.note(asked, DeedKind::Chooses(fails));
            }
            let values = &mut self.made.values;
            let read = old.from.and(&located.address.from, values);
            let told = read.and(&expected.from, values);
            let new = Held { from: told.and(&desired.from, values), ..desired.clone() };
            let is_same = old.is_same(&new, values);
            let changes = values.and_not(succeeds, is_same);
            state.have_effect(values, changes);
            let bits = values.zero_extend(succeeds, 64);
            let success = Held { from: told, ..self.defined(bits) };
            let old = Held { from: read, ..old };
            self.write_place(state, place, access.size, &new, succeeds);
            let values = &mut self.made.values;
            result = (
                Held::select(*is_there, &old, &result.0, values),
                Held::select(*is_there, &success, &result.1, values),
            );
        }
        result
    }

    /// Whether an exchange that would succeed does, which a weak one need not.
    fn lucky(&mut self, guard: ValueId, succeeds: ValueId, is_weak: bool) -> ValueId {
        if !is_weak {
            return succeeds;
        }
        let only_if = self.made.values.and(guard, succeeds);
        let fails = self.choose_bit(ChoiceKind::Success, only_if);
        self.note_accident(fails);
        self.made.values.and_not(succeeds, fails)
    }

    fn shared_exchange(
        &mut self,
        state: &mut State,
        located: &Located,
        exchange: &Exchange,
        expected: &Held,
        desired: &Held,
    ) -> (Held, Held) {
        let Exchange { access, failure, .. } = exchange;
        let exchanging = self.exchanging(state, access.ordering, *failure, access.tags);
        let recipe = &exchanging.recipe;
        let Looked { reads, mut old, succeeds } =
            self.look(state, located, exchange, expected, &exchanging);
        self.branch_on(state, recipe, &old.from);
        let mut writing = state.clone();
        let values = &mut self.made.values;
        writing.guard = values.and(state.guard, succeeds);
        let differs = values.compare(Predicate::Ne, old.bits, desired.bits);
        let changes = values.and(succeeds, differs);
        state.have_effect(values, changes);
        let picks = recipe.shape == Shape::One { picks: true };
        let mut data = desired.from.clone();
        if picks {
            let picked = expected.from.and(&old.from, values).through_choice(values);
            data = data.and(&picked, values);
        }
        let tags = (access.size, recipe.write);
        let writes = self.write_exclusive(&mut writing, located, 1, tags, (desired, &data));
        self.pair(recipe.shape, &reads, &writes);
        self.branch_on_success(state, recipe, &writes);
        (writing.ctrl, writing.effects) = (state.ctrl.clone(), state.effects);
        self.barriers(&writing, &recipe.after);
        let mut failing = state.clone();
        failing.guard = self.made.values.and_not(state.guard, succeeds);
        self.go_on_as(state, &writing, &failing, succeeds);
        self.barriers(&failing, &exchanging.after_failure);
        if picks {
            old = self.pick(state.guard, succeeds, expected, old);
        }
        let values = &mut self.made.values;
        // Behind a branch, success is a constant on each way.
        let from = match recipe.branches {
            true => Carried::NONE,
            false => old.from.and(&expected.from, values),
        };
        let bits = values.zero_extend(succeeds, 64);
        let success = Held { from, ..self.defined(bits) };
        (old, success)
    }

    /// What a compare-exchange finds, and whether it succeeds.
    fn look(
        &mut self,
        state: &mut State,
        located: &Located,
        exchange: &Exchange,
        expected: &Held,
        exchanging: &Exchanging,
    ) -> Looked {
        let Exchange { access, is_weak, .. } = exchange;
        let recipe = &exchanging.recipe;
        let failed = Recipe { read: exchanging.failed, ..recipe.clone() };
        let parts = {
            let site = self.site(0);
            self.facts.plan.parts(&site, access.size).len()
        };
        let has_two_ways =
            recipe.read != failed.read || recipe.before.iter().any(|own| own.needs_write);
        if parts > 1 || !has_two_ways {
            // What is there only on one way is left out.
            let certain: Vec<_> =
                recipe.before.iter().filter(|own| !own.needs_write).copied().collect();
            self.barriers(state, &certain);
            let reading = if parts > 1 { &failed } else { recipe };
            let (reads, old) = self.read_exclusive(state, located, 0, access.size, reading);
            self.check_initialised(state, &old);
            let equal = self.made.values.equal(old.bits, expected.bits);
            let succeeds = self.lucky(state.guard, equal, *is_weak);
            return Looked { reads, old, succeeds };
        }
        let succeeds = self.choose_bit(ChoiceKind::Success, state.guard);
        let values = &mut self.made.values;
        let (mut winning, mut losing) = (state.clone(), state.clone());
        winning.guard = values.and(state.guard, succeeds);
        losing.guard = values.and_not(state.guard, succeeds);
        for barrier in &recipe.before {
            let among = if barrier.needs_write { &winning } else { &*state };
            self.barriers(among, &[*barrier]);
        }
        let (reads, found) = self.read_exclusive(&mut winning, located, 0, access.size, recipe);
        let values = &mut self.made.values;
        let differs = values.compare(Predicate::Ne, found.bits, expected.bits);
        let contradiction = values.and(winning.guard, differs);
        self.never(contradiction);
        let (_, other) = self.read_exclusive(&mut losing, located, 2, access.size, &failed);
        self.go_on_as(state, &winning, &losing, succeeds);
        let values = &mut self.made.values;
        let equal = values.equal(other.bits, expected.bits);
        let unlucky = values.and(losing.guard, equal);
        match is_weak {
            true => self.note_accident(unlucky),
            false => self.never(unlucky),
        }
        let old = Held::select(succeeds, &found, &other, &mut self.made.values);
        self.check_initialised(state, &old);
        Looked { reads, old, succeeds }
    }

    /// The state goes on where one of two that it was split into does.
    fn go_on_as(&mut self, state: &mut State, then: &State, otherwise: &State, condition: ValueId) {
        let values = &mut self.made.values;
        let all = (values.and(state.guard, condition), values.and_not(state.guard, condition));
        if (then.guard, otherwise.guard) != all {
            state.guard = values.or(then.guard, otherwise.guard);
        }
    }

    /// What an instruction of Arm that compares and swaps found may be kept as what it expected
    /// (`from_litmus::update` does the same).
    fn pick(&mut self, guard: ValueId, succeeds: ValueId, expected: &Held, found: Held) -> Held {
        let values = &mut self.made.values;
        let through = found.from.through_choice(values);
        let mut picked = expected.from.and(&through, values);
        if !expected.from.is_none() {
            let only_if = self.made.values.and(guard, succeeds);
            let is_read = self.choose_bit(ChoiceKind::Pick, only_if);
            picked = Carried::select(is_read, &found.from, &picked, &mut self.made.values);
        }
        let from = Carried::select(succeeds, &picked, &found.from, &mut self.made.values);
        Held { from, ..found }
    }
}

/// The read of a compare-exchange.
struct Looked {
    /// The events that a write belongs to.
    reads: Vec<EventId>,
    old: Held,
    succeeds: ValueId,
}
