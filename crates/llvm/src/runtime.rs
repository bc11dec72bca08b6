//! The C runtime: the functions that programs call and do not define, in the text form of `program`
//! (see `runtime/README.md`).

use crate::exceptions;
use crate::inputs::Inputs;
use crate::lower::{AT_END, BUILTINS, KINDS, Unit, makes_kinds, readable, undefined};
use program::Program;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

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
    parse(&texts(inputs).join("\n"))
}

/// The part of it that modules may need: to read all of it takes longer than many programs. The
/// end of a program may need something although no module mentions it.
pub fn runtime_for(units: &[Unit], inputs: Inputs) -> Program {
    let texts = texts(inputs);
    let mut defined_in: FxHashMap<&str, usize> = FxHashMap::default();
    defined_in.reserve(1024);
    for (index, text) in texts.iter().enumerate() {
        definitions(text).for_each(|name| {
            defined_in.insert(name, index);
        });
    }
    let mut needed = undefined(units);
    needed.insert(AT_END);
    let mut pending: Vec<usize> =
        needed.iter().filter_map(|name| defined_in.get(name)).copied().collect();
    if makes_kinds(&needed) {
        let versions = defined_in.iter().filter(|(name, _)| name.starts_with(KINDS));
        pending.extend(versions.map(|(_, index)| *index));
    }
    // Sites are numbered in the order of the files.
    let has_sites: Vec<bool> = texts.iter().map(|text| text.contains("\nsite ")).collect();
    let mut is_kept = vec![false; texts.len()];
    while let Some(index) = pending.pop() {
        if !std::mem::replace(&mut is_kept[index], true) {
            pending.extend(mentions(&texts[index]).filter_map(|name| defined_in.get(name)));
            pending.extend((0..index).filter(|other| has_sites[index] && has_sites[*other]));
        }
    }
    let kept = texts.iter().zip(is_kept).filter_map(|(text, is_kept)| is_kept.then_some(&**text));
    parse(&kept.collect::<Vec<&str>>().join("\n"))
}

fn texts(inputs: Inputs) -> Vec<Cow<'static, str>> {
    let written = FILES.into_iter().map(Cow::Borrowed);
    written.chain([inputs.functions().into(), exceptions::functions().into()]).collect()
}

fn parse(text: &str) -> Program {
    program::text::parse(text).unwrap_or_else(|problem| {
        let (line, _) = problem.line_and_column(text);
        panic!("the runtime library is well-formed: {problem} in line {line} of its files joined")
    })
}

/// The names of what a text defines: functions, constants, variables and sites, each at the start
/// of a line.
fn definitions(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let is_start = |index: &usize| {
        (*index == 0 || bytes[*index - 1] == b'\n') && bytes[*index].is_ascii_lowercase()
    };
    (0..bytes.len()).filter(is_start).filter_map(|start| {
        let line = text[start..].split('\n').next()?;
        match line.strip_prefix("site \"") {
            Some(rest) => rest.split('"').next(),
            None => mentions(line).next(),
        }
    })
}

/// The names that follow an `@`.
fn mentions(text: &str) -> impl Iterator<Item = &str> {
    let is_in_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'$');
    text.split('@').skip(1).map(move |rest| {
        let end = rest.bytes().position(|byte| !is_in_name(byte));
        &rest[..end.unwrap_or(rest.len())]
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
    use crate::Unit;

    #[test]
    fn the_runtime_is_a_program() {
        let runtime = super::runtime(super::Inputs::default());
        assert_eq!(program::verify::verify(&runtime), Ok(()));
    }

    #[test]
    fn a_program_gets_the_files_it_needs_and_what_they_need() {
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
