//! Which of two versions of a function does a program need?
//!
//! Some functions of the runtime have a version that does more and costs more, named like the
//! function with `heddle.kinds.` in front. A program that can make mutexes of other kinds than the
//! normal one, by a function or by a static initialiser of glibc, gets those.

use super::Unit;
use crate::tree::{Constant, Module, Type, TypeId};
use program::Program;
use rustc_hash::FxHashSet;

/// The functions that make other kinds of mutexes possible.
const MAKE_KINDS: [&str; 2] = ["pthread_mutexattr_settype", "mtx_init"];
/// The struct of glibc that static initialisers fill in, and which of its members is the kind.
const INITIALISED: &str = "struct.__pthread_mutex_s";
const KIND: usize = 4;
/// What the names of the versions for them start with.
pub(crate) const KINDS: &str = "heddle.kinds.";

/// Whether a program that calls the `missing` functions can make mutexes of other kinds.
pub(crate) fn makes_kinds(units: &[Unit], missing: &FxHashSet<&str>) -> bool {
    MAKE_KINDS.iter().any(|function| missing.contains(function))
        || units.iter().any(|unit| initialises_kinds(&unit.module))
}

/// Whether a module has a constant that is a mutex of another kind.
fn initialises_kinds(module: &Module) -> bool {
    let has_name = |name| module.names.text(name) == INITIALISED;
    let is_mutex = |of: TypeId| match module.types.get(of) {
        Type::Named(named) => {
            let name = module.types.named[named.0 as usize].name;
            name.is_some_and(has_name)
        }
        _ => false,
    };
    if !module.types.named.iter().any(|named| named.name.is_some_and(has_name)) {
        return false;
    }
    module.constants.iter().any(|(of, constant)| match constant {
        Constant::Aggregate(parts) if is_mutex(of) => parts.get(KIND).is_some_and(|kind| {
            matches!(module.constants.get(*kind), Constant::Integer { low: 1.., .. })
        }),
        _ => false,
    })
}

/// The runtime with the right versions for a program that calls the `missing` functions.
pub(super) fn choose(units: &[Unit], runtime: &Program, missing: &FxHashSet<&str>) -> Program {
    let mut chosen = runtime.clone();
    if !makes_kinds(units, missing) {
        return chosen;
    }
    for index in 0..chosen.functions.len() {
        let Some(plain) = chosen.functions[index].name.strip_prefix(KINDS).map(str::to_owned)
        else {
            continue;
        };
        // Calls go by number, so the bodies change places, and the names stay.
        if let Some(other) = chosen.function_named(&plain) {
            let (one, other) = (index, other.index());
            chosen.functions.swap(one, other);
            let (low, high) = (one.min(other), one.max(other));
            let (left, right) = chosen.functions.split_at_mut(high);
            std::mem::swap(&mut left[low].name, &mut right[0].name);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_for_those_who_make_them() {
        let runtime = crate::runtime(crate::Inputs::default());
        let registers = |program: &Program| {
            let lock = program.function_named("pthread_mutex_lock").expect("there is one");
            program.function(lock).registers.len()
        };
        let plain = choose(&[], &runtime, &FxHashSet::from_iter(["pthread_mutex_lock"]));
        let kinds = choose(&[], &runtime, &FxHashSet::from_iter(["pthread_mutexattr_settype"]));
        assert_eq!(plain, runtime);
        assert!(registers(&kinds) > registers(&plain));
        assert_eq!(program::verify(&kinds), Ok(()));
    }
}
