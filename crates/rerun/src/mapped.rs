//! A run with what a compiler puts around its accesses, for models of machines: from the
//! instructions that were performed and the table of the mapping, the events that a machine sees.
//! They must be those of the claim, one by one: kinds, names, addresses, fences.
//!
//! The axioms have judged the claim, with its dependencies. These are not made again here: which
//! of them a branch, a pair of exclusive instructions or a comparison in one instruction leaves is
//! said by the mapping for values, and not for events.

use crate::Claim;
use crate::claim::Mapped;
use crate::performed::Performed;
use crate::run::Run;
use base::{Ordering, TagSet};
use events::{Kind, c11};
use execution::canonical::Action;
use program::library::Effect;
use program::{Instruction, Program};
use unroll::mapping::{Barrier, Exchanging, Mapping, Operation, Recipe, Shape};

/// Compares the events that a machine sees with those of a claim.
pub(crate) fn check_mapped(
    program: &Program,
    claim: &Claim,
    run: &Run<'_>,
    mapping: &Mapping,
) -> Result<(), String> {
    for (number, runner) in run.threads.iter().enumerate() {
        let mut made = Vec::new();
        let mut group: Vec<&Performed<'_>> = Vec::new();
        let there = runner.events.iter().map(|own| &run.performed[*own]);
        let is_zero =
            |own: &Performed<'_>| matches!(own.instruction, Some(Instruction::Allocate { .. }));
        for own in there.filter(|own| !own.is_private && !is_zero(own)) {
            if !own.grouped {
                compile(program, claim, run, mapping, &group, &mut made)?;
                group.clear();
            }
            group.push(own);
        }
        compile(program, claim, run, mapping, &group, &mut made)?;
        let claimed = &claim.threads[run.names.claimed[number]].mapped;
        // Where a thread has stopped, what comes after its last access may be there or not.
        let common = made.len().min(claimed.len());
        let is_access = |own: &Mapped| own.kind.is_access();
        let rest_is_silent =
            !made[common..].iter().any(is_access) && !claimed[common..].iter().any(is_access);
        if made[..common] != claimed[..common] || !rest_is_silent {
            let place = made.iter().zip(claimed).position(|(one, two)| one != two);
            let place = place.unwrap_or(common);
            let (here, there) = (made.get(place), claimed.get(place));
            let who = runner.state.id();
            return Err(format!("event {place} of {who} is {here:?} and not {there:?}"));
        }
    }
    Ok(())
}

/// The events of one operation, whose parts happened at once.
fn compile(
    program: &Program,
    claim: &Claim,
    run: &Run<'_>,
    mapping: &Mapping,
    group: &[&Performed<'_>],
    made: &mut Vec<Mapped>,
) -> Result<(), String> {
    let Some(first) = group.first() else { return Ok(()) };
    let fence = |tags: TagSet| Mapped { kind: Kind::Fence, tags, address: None };
    match first.action {
        Action::Spawn { .. } | Action::Join { .. } => {
            made.push(fence(c11::THREADS));
            return Ok(());
        }
        Action::Fence { ordering, tags } => {
            let recipe = match mapping.own_fence(tags.into()) {
                Some(recipe) => Some(recipe),
                None => mapping.recipe(Operation::Fence, ordering),
            };
            let recipe = recipe.ok_or("a fence that the mapping does not have")?;
            made.extend(recipe.before.iter().map(|barrier| fence(barrier.tags)));
            return Ok(());
        }
        Action::Free { .. } | Action::Choose { .. } if group.len() == 1 => return Ok(()),
        Action::Free { .. }
        | Action::Choose { .. }
        | Action::Read { .. }
        | Action::Write { .. } => {}
    }
    let Some(instruction) = first.instruction else {
        return Err("an access of no instruction".to_owned());
    };
    let writes = group.iter().any(|own| own.is_write());
    let Compiled { recipe, failed, after } = compiled(program, mapping, instruction, writes)
        .ok_or_else(|| format!("{instruction:?} is not in the mapping"))?;
    let around = |barriers: &[Barrier], made: &mut Vec<Mapped>| {
        let there = barriers.iter().filter(|own| !first.is_alone && (writes || !own.needs_write));
        made.extend(there.map(|own| fence(own.tags)));
    };
    around(&recipe.before, made);
    let is_one = recipe.shape == Shape::Single && writes;
    for own in group {
        let Some(cell) = own.cell() else { continue };
        let address = run.names.address(claim, &run.states(), cell.address);
        let (kind, tags) = match (own.is_read(), is_one && group.iter().any(|own| own.is_read())) {
            (true, true) => (Kind::Update, recipe.read),
            (true, false) => (Kind::Read, if writes { recipe.read } else { failed }),
            (false, true) => continue,
            (false, false) => (Kind::Write, recipe.write),
        };
        made.push(Mapped { kind, tags, address });
    }
    around(&after, made);
    Ok(())
}

/// What an instruction is to the machine.
struct Compiled {
    recipe: Recipe,
    /// What its read is called if it writes nothing.
    failed: TagSet,
    after: Vec<Barrier>,
}

fn compiled(
    program: &Program,
    mapping: &Mapping,
    instruction: &Instruction,
    writes: bool,
) -> Option<Compiled> {
    use Instruction as I;
    let plain = |operation: Operation, ordering: Ordering| {
        let recipe = mapping.recipe(operation, ordering)?;
        Some(Compiled { failed: recipe.read, after: recipe.after.clone(), recipe })
    };
    let exchange = |success: Ordering, failure: Ordering| {
        let Exchanging { recipe, failed, after_failure } = mapping.exchanging(success, failure)?;
        let after = if writes { recipe.after.clone() } else { after_failure };
        Some(Compiled { recipe, failed, after })
    };
    match instruction {
        I::Load { access, .. } => plain(Operation::Load, access.ordering),
        I::Store { access, .. } => plain(Operation::Store, access.ordering),
        I::ReadModifyWrite { operation, access, .. } => {
            plain(Operation::of_update(*operation, access.size), access.ordering)
        }
        I::CompareExchange { access, failure, .. } => exchange(access.ordering, *failure),
        I::MutexLock { .. } => exchange(Ordering::Acquire, Ordering::Relaxed),
        I::MutexTryLock { .. } => {
            let own = exchange(Ordering::Acquire, Ordering::Relaxed)?;
            let after = if writes { own.after } else { Vec::new() };
            Some(Compiled { after, ..own })
        }
        I::MutexUnlock { .. } => plain(Operation::Store, Ordering::Release),
        I::MutexInit { .. } | I::MutexDestroy { .. } => {
            let names = mapping.recipe(Operation::Load, Ordering::Relaxed)?;
            let store = mapping.recipe(Operation::Store, Ordering::Relaxed)?;
            let recipe = Recipe { read: names.read, ..store };
            Some(Compiled { failed: recipe.read, after: Vec::new(), recipe })
        }
        I::CallLibrary { library, function, .. } => {
            let called = &program.libraries[*library as usize].functions[*function as usize];
            match called.effect {
                Effect::Read => plain(Operation::Load, called.ordering),
                Effect::Update | Effect::Write => plain(Operation::OtherUpdate, called.ordering),
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Tags;

    #[test]
    fn every_mapping_has_what_mutexes_need() {
        for mapping in unroll::mapping::MAPPINGS {
            assert!(mapping.exchanging(Ordering::Acquire, Ordering::Relaxed).is_some());
            assert!(mapping.own_fence(Tags::NONE.into()).is_none());
        }
    }
}
