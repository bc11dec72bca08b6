//! The C runtime: the functions that programs call and do not define, in the text form of `program`
//! (see `runtime/README.md`).

mod definitions;

use crate::characters;
use crate::exceptions;
use crate::inputs::Inputs;
use crate::layout::pointers_of;
use crate::lower::{
    AROUND_MAIN, BUILTINS, DETACHING, ERRNO, KINDS, NARROW, RAISE, THROWING, Unit, detaches,
    looks_at_errno, makes_kinds, readable, undefined,
};
use base::address::Pointers;
use definitions::Definitions;
use program::Program;

const FILES: [&str; 44] = [
    include_str!("../runtime/keys.heddle"),
    include_str!("../runtime/threads.heddle"),
    include_str!("../runtime/thread_attributes.heddle"),
    include_str!("../runtime/detaching.heddle"),
    include_str!("../runtime/attributes.heddle"),
    include_str!("../runtime/mutexes.heddle"),
    include_str!("../runtime/mutex_kinds.heddle"),
    include_str!("../runtime/conditions.heddle"),
    include_str!("../runtime/rwlocks.heddle"),
    include_str!("../runtime/semaphores.heddle"),
    include_str!("../runtime/barriers.heddle"),
    include_str!("../runtime/once.heddle"),
    include_str!("../runtime/futexes.heddle"),
    include_str!("../runtime/address_locks.heddle"),
    include_str!("../runtime/spinlocks.heddle"),
    include_str!("../runtime/c11_threads.heddle"),
    include_str!("../runtime/memory.heddle"),
    include_str!("../runtime/strings.heddle"),
    include_str!("../runtime/errors.heddle"),
    include_str!("../runtime/characters.heddle"),
    include_str!("../runtime/numbers.heddle"),
    include_str!("../runtime/division.heddle"),
    include_str!("../runtime/mathematics.heddle"),
    include_str!("../runtime/decimals.heddle"),
    include_str!("../runtime/signals.heddle"),
    include_str!("../runtime/formatting.heddle"),
    include_str!("../runtime/format_lists.heddle"),
    include_str!("../runtime/environment.heddle"),
    include_str!("../runtime/kernel.heddle"),
    include_str!("../runtime/awaits.heddle"),
    include_str!("../runtime/ending.heddle"),
    include_str!("../runtime/narrow.heddle"),
    include_str!("../runtime/streams.heddle"),
    include_str!("../runtime/cxx.heddle"),
    include_str!("../runtime/cxx_exceptions.heddle"),
    include_str!("../runtime/cxx_locks.heddle"),
    include_str!("../runtime/jumps.heddle"),
    include_str!("../runtime/cxx_hashes.heddle"),
    include_str!("../runtime/cxx_lists.heddle"),
    include_str!("../runtime/cxx_streams.heddle"),
    include_str!("../runtime/cxx_trees.heddle"),
    // Sites and thread-local variables have numbers: these come after those of C++.
    include_str!("../runtime/clock.heddle"),
    include_str!("../runtime/cancellation.heddle"),
    include_str!("../runtime/early_waits.heddle"),
];

/// The runtime library, to be linked by [`crate::lower`].
pub fn runtime(inputs: Inputs) -> Program {
    let generated = [inputs.functions(), characters::functions()];
    let texts: Vec<&str> = FILES.into_iter().chain(generated.iter().map(String::as_str)).collect();
    parse(&texts.join("\n"))
}

/// The part of it that modules may need, at least.
pub fn runtime_for(units: &[Unit], inputs: Inputs) -> Program {
    let mut needed = undefined(units);
    needed.extend(AROUND_MAIN);
    let looks_up = needed.iter().any(|name| name.starts_with("__ctype_"));
    let characters = if looks_up { characters::functions() } else { String::new() };
    let inputs = inputs.functions();
    let generated = [&*inputs, &*characters];
    let definitions = Definitions::new(FILES.into_iter().chain(generated));
    if needed.contains(RAISE) {
        needed.extend(definitions.names().filter(|name| name.starts_with(THROWING)));
    }
    if looks_at_errno(&needed) {
        needed.extend(definitions.names().filter(|name| name.starts_with(ERRNO)));
    }
    if detaches(&needed) {
        needed.extend(definitions.names().filter(|name| name.starts_with(DETACHING)));
    }
    if makes_kinds(units, &needed) {
        needed.extend(definitions.names().filter(|name| name.starts_with(KINDS)));
    }
    if units.iter().any(|unit| pointers_of(&unit.module) == Pointers::Narrow) {
        needed.extend(definitions.names().filter(|name| name.starts_with(NARROW)));
    }
    parse(&definitions.text(needed))
}

fn parse(text: &str) -> Program {
    program::text::parse(text).unwrap_or_else(|problem| {
        let (line, _) = problem.line_and_column(text);
        panic!("the runtime library is well-formed: {problem} in line {line} of its files joined")
    })
}

/// The names of the functions of the C library that programs may call, in the order of the
/// alphabet.
pub fn supported_functions() -> Vec<String> {
    public_functions().into_iter().filter(|name| !name.starts_with("_Z")).collect()
}

/// The same of the C++ library, as the source calls them.
pub fn supported_cxx_functions() -> Vec<String> {
    let mangled = public_functions().into_iter().filter(|name| name.starts_with("_Z"));
    let mut names: Vec<String> = mangled.map(|name| readable(&name)).collect();
    names.sort();
    // A constructor has a symbol for objects of its own and one for parts of others.
    names.dedup();
    names
}

/// The symbols of all of them, and what each is called in lists.
pub fn supported_symbols() -> Vec<(String, String)> {
    let named = |symbol: String| match symbol.starts_with("_Z") {
        true => (symbol.clone(), readable(&symbol)),
        false => (symbol.clone(), symbol),
    };
    public_functions().into_iter().map(named).collect()
}

fn public_functions() -> Vec<String> {
    let runtime = runtime(Inputs::default());
    let written = runtime.functions.into_iter().map(|function| function.name);
    let built_in = BUILTINS.into_iter().map(str::to_owned);
    let is_public = |name: &String| !name.starts_with("heddle.") && !name.starts_with("__heddle");
    let compiled = exceptions::defined_functions();
    let mut names: Vec<String> =
        written.chain(built_in).chain(compiled).filter(is_public).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use crate::Unit;

    #[test]
    fn the_runtime_is_a_program() {
        let runtime = super::runtime(super::Inputs::default());
        assert_eq!(program::verify::verify(&runtime), Ok(()));
    }

    #[test]
    fn a_program_gets_what_it_needs() {
        let text = "declare i32 @sem_post(ptr)\n";
        let module = crate::parse(text).expect("a module");
        let units = [Unit { path: String::new(), module }];
        let part = super::runtime_for(&units, super::Inputs::default());
        assert_eq!(program::verify::verify(&part), Ok(()));
        let has = |name: &str| part.function_named(name).is_some();
        assert!(has("sem_post") && has("heddle.at_end") && !has("pthread_rwlock_rdlock"));
        let whole = super::runtime(super::Inputs::default());
        assert!(whole.function_named("pthread_rwlock_rdlock").is_some());
    }
}
