//! The help texts, word for word. `HEDDLE_BLESS=1` writes them anew.

use crate::run::heddle;
use std::path::Path;

#[track_caller]
fn same_as(name: &str, words: &[&str]) {
    let outcome = heddle(words);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/snapshots").join(name);
    testing::assert_blessed(&file, &outcome.stdout);
}

#[test]
fn of_the_program() {
    same_as("help.txt", &["--help"]);
}

#[test]
fn of_check() {
    same_as("check-help.txt", &["check", "--help"]);
}

#[test]
fn of_litmus() {
    same_as("litmus-help.txt", &["litmus", "--help"]);
}

#[test]
fn of_port() {
    same_as("port-help.txt", &["port", "--help"]);
}

#[test]
fn of_synth() {
    same_as("synth-help.txt", &["synth", "--help"]);
}

#[test]
fn of_petri() {
    same_as("petri-help.txt", &["petri", "--help"]);
}

#[test]
fn of_trace() {
    same_as("trace-help.txt", &["trace", "--help"]);
}

#[test]
fn of_proof() {
    same_as("proof-help.txt", &["proof", "--help"]);
}

#[test]
fn the_version() {
    let outcome = heddle(["--version"]);
    assert_eq!(outcome.stdout, format!("heddle {}\n", env!("CARGO_PKG_VERSION")));
}
