//! `heddle check` on litmus tests: the answer in their words, the exit status, and what is refused.

use crate::run::{Folder, Outcome, heddle};
use std::ffi::OsString;

fn check(test: &str, words: &[&str]) -> Outcome {
    let folder = Folder::new();
    let file: OsString = folder.file("test.litmus", test).into();
    let words = words.iter().map(OsString::from);
    heddle([OsString::from("check"), file].into_iter().chain(words))
}

fn first_line(outcome: &Outcome) -> &str {
    outcome.stdout.lines().next().unwrap_or_default()
}

fn sb(condition: &str) -> String {
    format!(
        "X86 SB\n{{ }}\n P0 | P1 ;\n MOV [x],$1  | MOV [y],$1  ;\n MOV EAX,[y] | MOV EAX,[x] ;\n{condition}\n"
    )
}

const BOTH_ZERO: &str = "(0:EAX=0 /\\ 1:EAX=0)";

#[test]
fn each_quantifier_has_its_answer() {
    let cases = [
        ("exists", "tso", 1, "Ok under tso: SB has an execution that ends so"),
        ("exists", "sc", 0, "No under sc: SB has no execution that ends so"),
        ("~exists", "tso", 1, "No under tso: SB has an execution that ends so"),
        ("~exists", "sc", 0, "Ok under sc: SB has no execution that ends so"),
        ("forall", "sc", 1, "No under sc: SB has an execution that ends otherwise"),
    ];
    for engine in ["graph", "rf", "dpor"] {
        for (quantifier, model, status, said) in cases {
            let condition = format!("{quantifier} {BOTH_ZERO}");
            let outcome = check(&sb(&condition), &["--model", model, "--engine", engine]);
            assert_eq!(outcome.status, Some(status), "{outcome:?}");
            assert_eq!(first_line(&outcome), format!("{said}: {condition}"), "{engine} {model}");
        }
    }
    let always = "forall (0:EAX=0 \\/ 0:EAX=1)";
    let outcome = check(&sb(always), &["--model", "pso"]);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert_eq!(
        first_line(&outcome),
        format!("Ok under pso: SB has only executions that end so: {always}")
    );
}

#[test]
fn a_violation_shows_the_lines_of_the_test() {
    let outcome = check(&sb(&format!("exists {BOTH_ZERO}")), &["--model", "tso"]);
    assert!(outcome.stdout.contains("test.litmus:6"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("test.litmus:4"), "{}", outcome.stdout);
}

#[test]
fn json_has_the_answer_of_the_test() {
    let condition = format!("exists {BOTH_ZERO}");
    let outcome = check(&sb(&condition), &["--model", "tso", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(found["verdict"], "violated");
    assert_eq!(found["litmus"]["verdict"], "Ok");
    assert_eq!(found["litmus"]["name"], "SB");
    assert_eq!(found["litmus"]["condition"], condition);
}

const RACE: &str = "C MP
{ }
P0(int *x, atomic_int *y) { *x = 1; atomic_store_explicit(y, 1, memory_order_relaxed); }
P1(int *x, atomic_int *y) { int r0 = atomic_load_explicit(y, memory_order_relaxed); int r1 = *x; }
exists (1:r0=1 /\\ 1:r1=0)
";

#[test]
fn a_test_with_a_race_is_undefined() {
    let outcome = check(RACE, &["--model", "rc11"]);
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
    assert_eq!(first_line(&outcome), "Undef under rc11: MP has a data race");
    let outcome = check(RACE, &["--model", "rc11", "--no-races"]);
    assert!(first_line(&outcome).starts_with("Ok under rc11: MP has an execution"), "{outcome:?}");
    let outcome = check(RACE, &["--model", "sc"]);
    assert!(first_line(&outcome).starts_with("No under sc: MP has no execution"), "{outcome:?}");
}

const NOTHING: &str = "X86 nothing
{ }
 P0 ;
 MOV [x],$1 ;
filter (x=2)
~exists (x=1)
";

#[test]
fn a_condition_about_nothing_is_not_right() {
    let outcome = check(NOTHING, &[]);
    assert_eq!(first_line(&outcome), "No under tso: nothing has no execution: ~exists (x=1)");
}

const EXCLUSIVE: &str = "AArch64 exclusive
{ 0:X1=x; }
 P0 ;
 LDXR W0,[X1] ;
 MOV W2,#1 ;
 STXR W3,W2,[X1] ;
exists (x=1)
";

#[test]
fn what_a_program_cannot_say_is_unknown() {
    let outcome = check(EXCLUSIVE, &[]);
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
    let first = first_line(&outcome);
    assert!(first.starts_with("unknown under sc: not supported: a conditional store"), "{first}");
    assert!(first.contains("test.litmus:6"), "{first}");
}

#[test]
fn models_for_which_a_test_means_something_else_are_refused() {
    let cases = [
        (EXCLUSIVE, "tso", "a test in AArch64 can be explored under sc, and not under tso"),
        (RACE, "sc-atomic-blocks", "a test in C can be explored under sc, tso, pso, ra, rc11"),
        (&sb("exists (x=1)"), "rc11", "a test in X86 can be explored under sc, tso and pso"),
    ];
    for (test, model, said) in cases {
        let outcome = check(test, &["--model", model]);
        assert_eq!(outcome.status, Some(3), "{outcome:?}");
        assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
        assert!(outcome.stderr.contains("heddle litmus"), "{}", outcome.stderr);
    }
}

#[test]
fn a_test_is_a_whole_program() {
    let folder = Folder::new();
    let test = sb("exists (x=1)");
    let files = [folder.file("a.litmus", &test), folder.file("b.litmus", &test)];
    let words = std::iter::once(OsString::from("check"));
    let outcome = heddle(words.chain(files.map(OsString::from)));
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
    assert!(outcome.stderr.contains("cannot be linked"), "{}", outcome.stderr);
    let outcome = check("nonsense", &[]);
    assert_eq!(outcome.status, Some(3), "{outcome:?}");
}
