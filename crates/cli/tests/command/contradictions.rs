//! Options that do not go together, one line for each pair: refused with a message that names what
//! is wrong, and nothing is written.

use crate::run::{Folder, Outcome, heddle};
use std::ffi::OsString;
use std::path::Path;

const PROGRAM: &str = "function @main() {\n  return 0\n}\n";
const SB: &str = "X86 SB\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0)\n";

/// The options of `check`, and a part of the complaint about them.
const CHECK: [(&str, &str); 24] = [
    ("--check races --no-races", "--no-races"),
    ("--replay /0.1 --keep-going", "cannot be used with"),
    ("--replay /0.1 --trace chronological --show all", "cannot be used with"),
    ("--replay /0.1 --print-program", "cannot be used with"),
    ("--print-program --dot x.dot", "cannot be used with"),
    ("--print-program --trace chronological", "cannot be used with"),
    ("--print-program --keep-going", "cannot be used with"),
    ("--print-program --format json", "has no JSON"),
    ("--show all", "--trace"),
    ("--trace chronological --engine graph", "--engine dpor"),
    ("--trace chronological --engine rf", "--engine dpor"),
    ("--trace chronological --engine dpor-observers", "--engine dpor"),
    ("--trace chronological --model rc11", "--model sc"),
    ("--engine dpor --model ra", "no machine for ra"),
    ("--engine dpor --check races", "cannot look for data races"),
    ("--engine rf --check robustness", "cannot look for robustness"),
    ("--engine rf --model sc-atomic-blocks", "a model in cat"),
    ("--dot -", "the name of a file"),
    ("-I folder", "flags for clang follow `--`"),
    ("--model sc --model tso", "cannot be used multiple times"),
    ("--engine RF", "'rf'"),
    ("--engine grahp", "'graph'"),
    ("--model TSO", "did you mean `tso`?"),
    ("--library mutx", "did you mean `mutex`?"),
];

/// The same for `litmus`.
const LITMUS: [(&str, &str); 7] = [
    ("--compare log --format json", "cannot be used with"),
    ("-o pictures", "--show"),
    ("--bell x.bell", "--model"),
    ("-I folder", "--model"),
    ("--model TSO", "did you mean `x86-tso`?"),
    ("--show porp", "'prop'"),
    ("--format JSON", "'json'"),
];

#[track_caller]
fn refused(outcome: &Outcome, part: &str, what: &str) {
    assert_eq!(outcome.status, Some(3), "{what}: {outcome:?}");
    assert_eq!(outcome.stdout, "", "{what}: {outcome:?}");
    assert!(outcome.stderr.contains(part), "{what}: no `{part}` in: {}", outcome.stderr);
}

#[test]
fn options_that_contradict_each_other() {
    let folder = Folder::new();
    let program = folder.file("x.heddle", PROGRAM);
    let test = folder.file("x.litmus", SB);
    let run = |verb: &str, file: &Path, options: &str| {
        let words = options.split(' ').map(OsString::from);
        heddle([OsString::from(verb), file.into()].into_iter().chain(words))
    };
    for (options, part) in CHECK {
        refused(&run("check", &program, options), part, options);
    }
    for (options, part) in LITMUS {
        refused(&run("litmus", &test, options), part, options);
    }
}

#[test]
fn no_input_is_overwritten() {
    let folder = Folder::new();
    let program = folder.file("x.heddle", PROGRAM);
    let model = folder.file("my.cat", "\"mine\"\nacyclic po | rf | co | fr\n");
    let link = folder.path("link");
    std::fs::hard_link(&program, &link).unwrap();
    for target in [&program, &link, &model] {
        let options = ["--model".into(), model.clone(), "--dot".into(), target.clone()];
        let outcome = heddle(["check".into(), program.clone()].iter().chain(&options));
        refused(&outcome, "would overwrite the input", &target.display().to_string());
    }
    assert_eq!(std::fs::read_to_string(&program).unwrap(), PROGRAM);
    // A test that is called as the picture of its executions would be.
    let test = folder.file("SB.dot", SB);
    let options = ["--show".into(), "all".into(), "-o".into(), folder.path("")];
    let outcome = heddle(["litmus".into(), test.clone()].iter().chain(&options));
    refused(&outcome, "would overwrite the input", "SB.dot");
    assert_eq!(std::fs::read_to_string(&test).unwrap(), SB);
}

#[test]
fn one_name_is_one_function_of_a_library() {
    let folder = Folder::new();
    let program = folder.file("x.c", "int main(void) { return 0; }\n");
    let run = |libraries: &[&str]| {
        let words = libraries.iter().flat_map(|word| ["--library", word]).map(OsString::from);
        heddle([OsString::from("check"), program.clone().into()].into_iter().chain(words))
    };
    let both = "rwlock:read_unlock=pthread_rwlock_unlock,write_unlock=pthread_rwlock_unlock";
    refused(&run(&[both]), "`pthread_rwlock_unlock` cannot be two functions", both);
    let own = "rwlock:read_unlock=write_unlock";
    refused(&run(&[own]), "`write_unlock` cannot be two functions", own);
    let same = "mutex:lock=enter,unlock=leave";
    refused(&run(&[same, same]), "`enter` cannot be a function of two libraries", same);
}
