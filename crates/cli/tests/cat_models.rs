//! Benchmarks and fixtures under cat files and under the native models: the same executions.
//!
//! Programs have the size that they have if nothing is said; those with many executions, and those
//! that need flags or options, are left out.

use cli::load::{Request, load};
use cli::watch::Watch;
use oracle::compare::Outcome;
use oracle::written::{Files, compare_program};
use program::Program;
use report::Limits;
use std::path::{Path, PathBuf};

/// More executions than that take too long to compare.
const MOST: u64 = 25;

fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the programs are there");
    let files = entries.map(|entry| entry.expect("a readable folder").path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|extension| extension == "c")).collect();
    files.sort();
    files
}

fn compile(file: &Path) -> Option<Program> {
    let files = [file.to_owned()];
    let request = Request {
        files: &files,
        compiler_flags: &[],
        inputs: llvm::Inputs::default(),
        libraries: &[],
    };
    let limits = Limits { seconds: None, memory_bytes: None };
    load(&request, &Watch::quiet(limits)).ok().map(|loaded| loaded.program)
}

/// In how many comparisons, of a program under a model, the executions were the same.
fn compare_all(folder: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let files = Files::default();
    let mut compared = 0;
    for file in programs(&folder) {
        let Some(program) = compile(&file) else { continue };
        match compare_program(&program, &files, MOST) {
            Outcome::Agreement { models, .. } => compared += models,
            Outcome::Skipped => {}
            Outcome::Difference(what) => panic!("{}: {what}", file.display()),
        }
    }
    compared
}

#[test]
fn benchmarks() {
    let compared = compare_all("bench");
    assert!(compared > 100, "only {compared} comparisons were possible");
}

#[test]
fn fixtures() {
    let folders = ["litmus", "mutex", "rmw", "spin", "threads", "deadlock", "race"];
    let compared = folders.map(|folder| compare_all(&format!("tests/programs/{folder}")));
    let compared: usize = compared.into_iter().sum();
    assert!(compared > 100, "only {compared} comparisons were possible");
}
