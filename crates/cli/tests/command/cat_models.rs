//! `heddle check --model FILE.cat`: which models are taken, and what is said under them.

use crate::run::{Folder, Outcome, heddle};
use std::ffi::OsString;

/// Two threads, each of which writes one location and reads the other one; it is wrong that both
/// read 0.
const STORE_BUFFERING: &str = r#"
global @x : 4
global @y : 4
global @a : 4
global @b : 4
constant @seen : 5 = "seen\00"

function @first(%argument) {
  store.4 relaxed @x, 1
  %read = load.4 relaxed @y
  store.4 relaxed @a, %read
  return 0
}

function @second(%argument) {
  store.4 relaxed @y, 1
  %read = load.4 relaxed @x
  store.4 relaxed @b, %read
  return 0
}

function @main() {
  %1 = spawn @first, 0
  %2 = spawn @second, 0
  %r = join %1
  %r = join %2
  %a = load.4 relaxed @a
  %b = load.4 relaxed @b
  %any = or.32 %a, %b
  %good = ne.32 %any, 0
  branch %good, end, bad
end:
  return 0
bad:
  fail assertion, @seen
  unreachable
}
"#;

fn check(model: &str, options: &[&str]) -> Outcome {
    let folder = Folder::new();
    let program = folder.file("program.heddle", STORE_BUFFERING);
    let model = folder.file("own.cat", format!("own include \"cos.cat\" {model}"));
    let words = [OsString::from("check"), program.into(), "--model".into(), model.into()];
    heddle(words.into_iter().chain(options.iter().map(OsString::from)))
}

const SC: &str = "acyclic po | rf | co | fr";
const COHERENT: &str = "acyclic po-loc | rf | co | fr";
const ABOUT_FINAL_WRITES: &str =
    "acyclic po | rf | co as cause acyclic po | rf | co | fr; [W \\ FW]";

#[test]
fn the_verdict_is_that_of_the_file() {
    let outcome = check(SC, &[]);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert!(outcome.stdout.starts_with("holds under "), "{}", outcome.stdout);
    let tso = "acyclic po-loc | rf | co | fr
        acyclic (po & M * M \\ W * R) | fencerel (MFENCE | X) & M * M | rfe | co | fr";
    let outcome = check(tso, &[]);
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
}

#[test]
fn flags_make_the_answer_unknown() {
    let outcome = check(&format!("{SC} flag ~empty co as written"), &[]);
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
    assert!(outcome.stdout.contains("`written`"), "{}", outcome.stdout);
}

#[test]
fn models_that_cannot_be_explored_are_refused_by_the_explorers() {
    let explore = |model: &str| check(model, &["--engine", "graph"]);
    let weak = explore(COHERENT);
    assert_eq!(weak.status, Some(3), "{weak:?}");
    assert!(weak.stderr.contains("cycles of po and rf"), "{}", weak.stderr);
    assert!(weak.stderr.contains("--engine bmc"), "{}", weak.stderr);
    // Nobody may overwrite what somebody has read.
    let stuck = explore(&format!("{SC} empty fr"));
    assert_eq!(stuck.status, Some(3), "{stuck:?}");
    assert!(stuck.stderr.contains("all ways to go on"), "{}", stuck.stderr);
    // What is final changes as events are added, and in the end nothing of this is forbidden.
    let final_writes = explore(ABOUT_FINAL_WRITES);
    assert_eq!(final_writes.status, Some(3), "{final_writes:?}");
    assert!(final_writes.stderr.contains("is about `FW`"), "{}", final_writes.stderr);
}

#[test]
fn models_that_cannot_be_explored_become_formulas() {
    let weak = check(COHERENT, &[]);
    assert_eq!(weak.status, Some(1), "{weak:?}");
    assert!(weak.stdout.contains(", bmc: "), "{}", weak.stdout);
    let final_writes = check(ABOUT_FINAL_WRITES, &[]);
    assert_eq!(final_writes.status, Some(3), "{final_writes:?}");
    assert!(final_writes.stderr.contains("is about `FW`"), "{}", final_writes.stderr);
}

#[test]
fn what_is_wrong_with_a_model_is_said() {
    let wrong = check("acyclic po | nonsense", &[]);
    assert_eq!(wrong.status, Some(3), "{wrong:?}");
    assert!(wrong.stderr.contains("own.cat:"), "{}", wrong.stderr);
    let without_co = check(SC, &["--engine", "rf"]);
    assert_eq!(without_co.status, Some(3), "{without_co:?}");
    assert!(without_co.stderr.contains("--engine graph"), "{}", without_co.stderr);
}
