//! The help texts, word for word. `HEDDLE_BLESS=1` writes them anew.

use crate::run::heddle;
use std::path::Path;

#[track_caller]
fn same_as(name: &str, words: &[&str]) {
    let outcome = heddle(words);
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command/snapshots").join(name);
    if std::env::var_os("HEDDLE_BLESS").is_some_and(|value| value != "0") {
        std::fs::write(&file, &outcome.stdout).expect("snapshots can be written");
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(outcome.stdout, expected, "HEDDLE_BLESS=1 writes {}", file.display());
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
fn of_petri() {
    same_as("petri-help.txt", &["petri", "--help"]);
}

#[test]
fn the_version() {
    let outcome = heddle(["--version"]);
    assert_eq!(outcome.stdout, format!("heddle {}\n", env!("CARGO_PKG_VERSION")));
}
