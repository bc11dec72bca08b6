//! What are the events of an operation called, and what stands around them? In models of C they
//! have C's names (`events::c11`). In those of machines they are what a compiler makes of them
//! ([`Mapping`](crate::mapping::Mapping)): fences before and after, and branches.

use super::Builder;
use super::state::State;
use crate::ValueId;
use crate::carried::Carried;
use crate::mapping::{Barrier, Exchanging, Operation, Recipe, Shape, covering};
use base::{Ordering, TagSet, Tags};
use events::{Kind, c11};

impl Builder<'_> {
    /// What an operation that is no compare-exchange is to the model. The state ends where the
    /// machine has nothing like it.
    pub(super) fn recipe(
        &mut self,
        state: &mut State,
        operation: Operation,
        ordering: Ordering,
        tags: Tags,
    ) -> Recipe {
        if self.unrolling.mapping.is_some() {
            return self.mapped(state, operation, ordering);
        }
        let none = TagSet::NONE;
        match operation {
            Operation::Load => Recipe::bare(c11::read(ordering, tags, false), none),
            Operation::Store => Recipe::bare(none, c11::write(ordering, tags, false)),
            Operation::Update | Operation::OtherUpdate | Operation::CompareExchange => {
                Recipe::bare(c11::read(ordering, tags, true), c11::write(ordering, tags, true))
            }
            Operation::Fence => Recipe::fence(c11::fence(ordering, tags)),
        }
    }

    fn mapped(&mut self, state: &mut State, operation: Operation, ordering: Ordering) -> Recipe {
        let mapping = self.unrolling.mapping.expect("there is a mapping");
        let key = (operation, ordering);
        let known = self.recipes.entry(key).or_insert_with(|| mapping.recipe(operation, ordering));
        if let Some(recipe) = known {
            return recipe.clone();
        }
        let name = mapping.name;
        let what = format!("a {ordering} {operation}, for which the mapping {name} has nothing");
        self.stop_at_gap(state, ValueId::TRUE, what);
        Recipe::bare(TagSet::NONE, TagSet::NONE)
    }

    pub(super) fn exchanging(
        &mut self,
        state: &mut State,
        success: Ordering,
        failure: Ordering,
        tags: Tags,
    ) -> Exchanging {
        let operation = Operation::CompareExchange;
        if self.unrolling.mapping.is_none() {
            let recipe = self.recipe(state, operation, success, tags);
            let failed = c11::read(failure, tags, true);
            return Exchanging { recipe, failed, after_failure: Vec::new() };
        }
        // The state ends where the machine has nothing like one of the two.
        self.mapped(state, operation, covering(success, failure));
        self.mapped(state, operation, failure);
        let known = self.unrolling.mapping.and_then(|own| own.exchanging(success, failure));
        known.unwrap_or_else(|| Exchanging {
            recipe: Recipe::bare(TagSet::NONE, TagSet::NONE),
            failed: TagSet::NONE,
            after_failure: Vec::new(),
        })
    }

    /// A fence of the program itself, which may name one of the machine's.
    pub(super) fn fence(&mut self, state: &mut State, ordering: Ordering, tags: Tags) {
        let own = self.unrolling.mapping.and_then(|mapping| mapping.own_fence(tags.into()));
        let recipe = match own {
            Some(recipe) => recipe,
            None => self.recipe(state, Operation::Fence, ordering, tags),
        };
        for barrier in recipe.before {
            self.bare_event(state, Kind::Fence, barrier.tags);
        }
    }

    /// The fences around an access. While there is only one thread, nobody sees them, since the
    /// creation of the others is one.
    pub(super) fn barriers(&mut self, state: &State, barriers: &[Barrier]) {
        if state.is_alone {
            return;
        }
        for barrier in barriers {
            self.bare_event(state, Kind::Fence, barrier.tags);
        }
    }

    /// Everything that follows depends on what was read, if the code branches there.
    pub(super) fn branch_on(&mut self, state: &mut State, recipe: &Recipe, read: &Carried) {
        self.depend(state, read, recipe.branches);
    }

    /// Everything that follows depends on the success of a store, if that carries a dependency.
    pub(super) fn branch_on_success(
        &mut self,
        state: &mut State,
        recipe: &Recipe,
        writes: &[crate::EventId],
    ) {
        let carries = recipe.shape == Shape::Exclusive { carries: true };
        if carries && self.unrolling.dependencies {
            let on = Carried::direct(writes.iter().copied());
            self.depend(state, &on, true);
        }
    }
}
