//! Broken programs and their repairs, correct ones and their relaxations, and what makes programs
//! portable: `tests/repair`.
//!
//! Each `.expect` file has a line for each run: the options, ` => `, and the answer, with a change
//! as line, what, order. A program without one fails. `HEDDLE_BLESS=1` writes the answers that
//! differ; look at each before you commit it.
//!
//! Beyond the words: what a diff makes of the source is checked by another engine, and where there
//! are few guarantees to decide about, the smallest repairs are those of trying every set.

#[path = "repair/exhaustive.rs"]
mod exhaustive;
#[path = "repair/run.rs"]
mod run;

use run::{Run, folder};
use std::fs;
use std::path::{Path, PathBuf};

/// The programs, in order.
fn programs() -> Vec<PathBuf> {
    let files = fs::read_dir(folder()).expect("the folder is there");
    let paths = files.map(|file| file.expect("its files can be listed").path());
    let mut programs: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|is| is == "c")).collect();
    programs.sort();
    programs
}

/// Runs what an `.expect` file says, of the program that it is beside or those that its lines name;
/// what differs, and how many runs had a diff.
fn compare(expect: &Path, program: Option<&Path>) -> (String, usize) {
    let is_blessed = std::env::var_os("HEDDLE_BLESS").is_some();
    let text = fs::read_to_string(expect).unwrap_or_default();
    assert!(!text.is_empty(), "{} says nothing", expect.display());
    let (mut found, mut wrong, mut diffs) = (String::new(), String::new(), 0);
    for line in text.lines() {
        let Some((run, expected)) = line.split_once(" =>") else {
            found.push_str(&format!("{line}\n"));
            continue;
        };
        let (file, options) = match program {
            Some(program) => (program.to_owned(), run),
            None => {
                let (file, options) = run.split_once(' ').expect("a file and options");
                (folder().join("../..").join(file), options)
            }
        };
        let done = Run::of(&file, options);
        diffs += usize::from(done.check_diff());
        let answer = done.answer();
        if answer != expected.trim() && !is_blessed {
            let name = file.display();
            wrong.push_str(&format!("{name} {options}: expected{expected}, found {answer}\n"));
        }
        found.push_str(&format!("{run} => {answer}\n"));
    }
    if is_blessed {
        fs::write(expect, found).expect("expectations can be written");
    }
    (wrong, diffs)
}

#[test]
fn broken_programs_are_repaired() {
    if !run::has_compiler() {
        return;
    }
    let (mut wrong, mut diffs) = (String::new(), 0);
    for program in programs() {
        let (own, patched) = compare(&program.with_extension("expect"), Some(&program));
        wrong.push_str(&own);
        diffs += patched;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(diffs > 30, "only {diffs} diffs");
}

#[test]
fn broken_programs_are_repaired_on_machines() {
    if !run::has_compiler() {
        return;
    }
    let (wrong, diffs) = compare(&folder().join("machines.expect"), None);
    assert!(wrong.is_empty(), "{wrong}");
    assert!(diffs > 20, "only {diffs} diffs");
}

#[test]
fn right_programs_are_relaxed() {
    if !run::has_compiler() {
        return;
    }
    let (wrong, diffs) = compare(&folder().join("relaxations.expect"), None);
    assert!(wrong.is_empty(), "{wrong}");
    assert!(diffs > 2, "only {diffs} diffs");
}

#[test]
fn programs_are_made_portable() {
    if !run::has_compiler() {
        return;
    }
    let (wrong, diffs) = compare(&folder().join("portability.expect"), None);
    assert!(wrong.is_empty(), "{wrong}");
    assert!(diffs > 20, "only {diffs} diffs");
}

#[test]
fn the_smallest_repairs_are_those_of_trying_everything() {
    if !run::has_compiler() {
        return;
    }
    let compared: usize = programs().iter().map(|program| exhaustive::compare(program)).sum();
    assert!(compared > 20, "only {compared} searches were small enough");
}

#[test]
fn and_so_they_are_on_machines() {
    if !run::has_compiler() {
        return;
    }
    let compared: usize =
        programs().iter().map(|program| exhaustive::compare_on_machines(program)).sum();
    println!("{compared} searches");
    assert!(compared > 20, "only {compared} searches were small enough");
}
