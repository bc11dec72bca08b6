//! The C runtime: the functions that programs call and do not define, in the text form of `program`
//! (see `runtime/README.md`).

use crate::exceptions;
use crate::inputs::Inputs;
use crate::lower::{BUILTINS, readable};
use program::Program;

const FILES: [&str; 22] = [
    include_str!("../runtime/keys.heddle"),
    include_str!("../runtime/threads.heddle"),
    include_str!("../runtime/mutexes.heddle"),
    include_str!("../runtime/mutex_kinds.heddle"),
    include_str!("../runtime/conditions.heddle"),
    include_str!("../runtime/rwlocks.heddle"),
    include_str!("../runtime/semaphores.heddle"),
    include_str!("../runtime/barriers.heddle"),
    include_str!("../runtime/once.heddle"),
    include_str!("../runtime/futexes.heddle"),
    include_str!("../runtime/spinlocks.heddle"),
    include_str!("../runtime/c11_threads.heddle"),
    include_str!("../runtime/memory.heddle"),
    include_str!("../runtime/strings.heddle"),
    include_str!("../runtime/formatting.heddle"),
    include_str!("../runtime/environment.heddle"),
    include_str!("../runtime/kernel.heddle"),
    include_str!("../runtime/ending.heddle"),
    include_str!("../runtime/cxx.heddle"),
    include_str!("../runtime/cxx_hashes.heddle"),
    include_str!("../runtime/cxx_streams.heddle"),
    include_str!("../runtime/cxx_trees.heddle"),
];

/// The runtime library, to be linked by [`crate::lower`].
pub fn runtime(inputs: Inputs) -> Program {
    let text = FILES.join("\n") + &inputs.functions() + &exceptions::functions();
    program::text::parse(&text).unwrap_or_else(|problem| {
        let (line, _) = problem.line_and_column(&text);
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

fn public_functions() -> Vec<String> {
    let runtime = runtime(Inputs::default());
    let written = runtime.functions.into_iter().map(|function| function.name);
    let built_in = BUILTINS.into_iter().map(str::to_owned);
    let is_public = |name: &String| !name.starts_with("heddle.") && !name.starts_with("__heddle");
    let mut names: Vec<String> = written.chain(built_in).filter(is_public).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_runtime_is_a_program() {
        let runtime = super::runtime(super::Inputs::default());
        assert_eq!(program::verify::verify(&runtime), Ok(()));
    }
}
