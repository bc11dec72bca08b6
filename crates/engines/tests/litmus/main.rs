//! Litmus tests that are explored as programs have the outcomes that `candidates` finds: the final
//! states are the same, and so is whether there is a data race, with every engine that can answer,
//! under every model for which the program means what the test does.
//!
//! The tests are those of the project, random ones, and public ones if they are there (see
//! `crates/candidates/tests/shared.rs`).

#[path = "../../../../tests/litmus/files.rs"]
mod files;

mod compare;
mod random;

use compare::{Comparison, Tally};
use files::files_in;
use litmus::translate::Source;
use std::path::{Path, PathBuf};

/// Compares all tests in a folder, a part of them if `every` is more than 1.
fn compare_files(folder: &Path, every: usize) -> Tally {
    let comparison = Comparison::new();
    let mut tally = Tally::default();
    for path in files_in(folder, "litmus").into_iter().step_by(every) {
        let text = std::fs::read_to_string(&path).expect("a test can be read");
        let shown = path.display().to_string();
        tally.add(comparison.compare(Source { path: &shown, text: &text }));
    }
    tally
}

#[test]
fn tests_of_the_project() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let tally = compare_files(&folder, 1);
    assert!(tally.wrong.is_empty(), "{tally}");
    assert!(tally.answers >= 500 && tally.races >= 4, "{tally}");
}

#[test]
fn public_tests() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/litmus");
    let named = std::env::var_os("HEDDLE_LITMUS").map(PathBuf::from);
    let Some(folder) = named.or(Some(beside)).filter(|folder| folder.is_dir()) else { return };
    let every = std::env::var("HEDDLE_EVERY").ok().and_then(|word| word.parse().ok());
    let tally = compare_files(&folder, every.unwrap_or(8));
    println!("{tally}");
    assert!(tally.wrong.is_empty(), "{tally}");
}

#[test]
fn random_tests() {
    let seeds = std::env::var("HEDDLE_SEEDS").ok().and_then(|word| word.parse().ok());
    let comparison = Comparison::new();
    let mut tally = Tally::default();
    for seed in 0..seeds.unwrap_or(50) {
        let text = random::test(seed);
        let path = format!("seed {seed}");
        let mut found = comparison.compare(Source { path: &path, text: &text });
        for wrong in &mut found.wrong {
            wrong.push_str(&text);
        }
        tally.add(found);
    }
    println!("{tally}");
    assert!(tally.wrong.is_empty(), "{tally}");
    assert!(tally.answers >= 500 && tally.races >= 20, "{tally}");
}
