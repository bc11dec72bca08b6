//! Compare-exchanges, strong and weak.

use super::Builder;
use super::memory::{Located, Manner};
use super::state::{Held, State};
use crate::{ChoiceKind, ValueId};
use base::{Ordering, ViolationKind};
use events::c11;
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
        let manner = Manner { size: access.size, writes: true, is_event: true, is_shared: false };
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
            let values = &mut self.made.values;
            let elsewhere = values.and_not(state.guard, located.is_shared);
            state.guard = values.or(shared.guard, elsewhere);
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
            let values = &mut self.made.values;
            let read = old.from.and(&located.address.from, values);
            let told = read.and(&expected.from, values);
            let new = Held { from: told.and(&desired.from, values), ..desired.clone() };
            let differs = values.compare(Predicate::Ne, old.bits, new.bits);
            let changes = values.and(succeeds, differs);
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
        let Exchange { access, failure, is_weak, .. } = exchange;
        let parts = self.facts.plan.parts(&self.site(0), access.size).len();
        let has_two_orders =
            c11::read(access.ordering, access.tags, true) != c11::read(*failure, access.tags, true);
        let (reads, old, succeeds);
        if parts > 1 || !has_two_orders {
            let ordering = if parts > 1 { *failure } else { access.ordering };
            (reads, old) = self.read_exclusive(state, located, 0, *access, ordering);
            self.check_initialised(state, &old);
            let equal = self.made.values.equal(old.bits, expected.bits);
            succeeds = self.lucky(state.guard, equal, *is_weak);
        } else {
            succeeds = self.choose_bit(ChoiceKind::Success, state.guard);
            let values = &mut self.made.values;
            let (mut winning, mut losing) = (state.clone(), state.clone());
            winning.guard = values.and(state.guard, succeeds);
            losing.guard = values.and_not(state.guard, succeeds);
            let (won, found) = self.read_exclusive(&winning, located, 0, *access, access.ordering);
            let values = &mut self.made.values;
            let differs = values.compare(Predicate::Ne, found.bits, expected.bits);
            let contradiction = values.and(winning.guard, differs);
            self.never(contradiction);
            let (_, other) = self.read_exclusive(&losing, located, 2, *access, *failure);
            if !is_weak {
                let values = &mut self.made.values;
                let equal = values.equal(other.bits, expected.bits);
                let contradiction = values.and(losing.guard, equal);
                self.never(contradiction);
            }
            old = Held::select(succeeds, &found, &other, &mut self.made.values);
            self.check_initialised(state, &old);
            reads = won;
        }
        let mut writing = state.clone();
        let values = &mut self.made.values;
        writing.guard = values.and(state.guard, succeeds);
        let differs = values.compare(Predicate::Ne, old.bits, desired.bits);
        let changes = values.and(succeeds, differs);
        state.have_effect(values, changes);
        let value = (desired, &desired.from);
        let writes = self.write_exclusive(&writing, located, 1, *access, value);
        self.pair(&reads, &writes);
        let values = &mut self.made.values;
        let from = old.from.and(&expected.from, values);
        let bits = values.zero_extend(succeeds, 64);
        let success = Held { from, ..self.defined(bits) };
        (old, success)
    }
}
