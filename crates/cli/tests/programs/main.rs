//! Runs every program of `tests/programs`, `bench` and `examples` and compares with the `.expect`
//! beside it.
//!
//! Each `run` line of an `.expect` file is a test: `heddle check` on that program with that model
//! and those flags, its JSON answer compared with what the line says (the format is described in
//! `expectation.rs`, the comparison in `outcome.rs`), and where it can be done another one with the
//! engine `dpor`. A program without expectations fails, and so do expectations without a program
//! and a `*.part.c` that no `run` line links. Programs in C++ are left out, with a message, where
//! clang finds no headers for them.
//!
//! ```text
//! cargo test --release -p cli --test programs                    all of them
//! cargo test --release -p cli --test programs -- mutex/          those whose name contains this
//! HEDDLE_BLESS=1 cargo test --release -p cli --test programs     writes numbers that differ into the files
//! HEDDLE_CLANG=clang-14 cargo test …                             with another compiler
//! HEDDLE_JUDGE=1 cargo test …                                    judges every execution again
//! ```
//!
//! Where a `run` line says that there are few executions, each is judged again by the rules of
//! safety (`--judge`); with `HEDDLE_JUDGE=1`, in all runs.

mod expectation;
mod outcome;

use expectation::{Expectation, Number, Run};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Where programs are, relative to the workspace.
const FOLDERS: [&str; 3] = ["tests/programs", "bench", "examples"];
/// What a program's name may end with.
const PROGRAM_EXTENSIONS: [&str; 5] = ["c", "cc", "i", "ii", "ll"];
/// A program that is compiled if clang finds the headers of libstdc++.
const CXX_PROBE: &str = "#include <semaphore>\n#include <thread>\nint main() {}\n";
/// A file that other programs link and that is none by itself.
const PART: &str = ".part.";

/// A number that a `run` line should have said: the file, the line in it, and what was measured.
struct Blessing {
    file: PathBuf,
    line: usize,
    numbers: Vec<(Number, u64)>,
}

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().expect("the workspace exists");
    let blessings = Arc::new(Mutex::new(Vec::new()));
    let bless = testing::is_blessing();

    let mut files = Vec::new();
    for folder in FOLDERS {
        walk(&root.join(folder), &mut files);
    }
    if !has_cxx_headers() {
        eprintln!("no C++ headers for clang: C++ programs are left out");
        let is_cxx = |file: &Path| file.with_extension("cc").exists();
        files.retain(|file| !file.starts_with(root.join("tests/programs/cxx")) && !is_cxx(file));
    }
    let trials = trials(&root, &files, bless, &blessings);
    let conclusion = libtest_mimic::run(&arguments, trials);
    write_blessings(&blessings.lock().expect("no test panicked while holding it"));
    conclusion.exit();
}

/// Whether clang finds the headers of libstdc++, for C++20.
fn has_cxx_headers() -> bool {
    let name = format!("probe-{}.cc", std::process::id());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, CXX_PROBE).expect("the folder for temporary files can be written");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_heddle"));
    let output = command.arg("check").arg(&file).args(["--", "-std=c++20"]).output();
    let _ = std::fs::remove_file(&file);
    output.expect("the binary was built").status.success()
}

/// All files below a folder, sorted.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("cannot list {}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            walk(&path, files);
        } else {
            files.push(path);
        }
    }
}

fn trials(
    root: &Path,
    files: &[PathBuf],
    bless: bool,
    blessings: &Arc<Mutex<Vec<Blessing>>>,
) -> Vec<Trial> {
    let mut programs: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let mut parts: BTreeSet<PathBuf> = BTreeSet::new();
    let mut trials = Vec::new();
    for file in files {
        let extension = file.extension().and_then(|extension| extension.to_str());
        if !extension.is_some_and(|extension| PROGRAM_EXTENSIONS.contains(&extension)) {
            continue;
        }
        if file.to_string_lossy().contains(PART) {
            parts.insert(file.clone());
        } else if let Some(other) = programs.insert(file.with_extension("expect"), file.clone()) {
            let problem = format!("shares its .expect with {}", name_in(root, &other));
            trials.push(failing(name_in(root, file), problem));
        }
    }
    for file in files {
        let is_expectation = file.extension().is_some_and(|it| it == "expect");
        if is_expectation && !programs.contains_key(file) {
            trials.push(failing(name_in(root, file), "has no program beside it"));
        }
    }
    for (expect_file, program) in &programs {
        let name = name_in(root, program);
        let expectation = match std::fs::read_to_string(expect_file) {
            Ok(text) => Expectation::parse(&text),
            Err(_) => Err("has no .expect file beside it".to_string()),
        };
        match expectation {
            Ok(expectation) => {
                for run in expectation.runs {
                    for part in &run.with {
                        parts.remove(&program.with_file_name(part));
                    }
                    if let Some(run) = run.with_dpor() {
                        // The numbers in the file are those of `graph`.
                        trials.push(trial(&name, program, expect_file, run, false, blessings));
                    }
                    trials.push(trial(&name, program, expect_file, run, bless, blessings));
                }
            }
            Err(problem) => trials.push(failing(name, problem)),
        }
    }
    let orphans = parts.iter();
    trials.extend(orphans.map(|part| failing(name_in(root, part), "no run line links it")));
    trials
}

fn trial(
    name: &str,
    program: &Path,
    expect_file: &Path,
    run: Run,
    bless: bool,
    blessings: &Arc<Mutex<Vec<Blessing>>>,
) -> Trial {
    let title = run.title(name);
    let (program, file) = (program.to_path_buf(), expect_file.to_path_buf());
    let blessings = Arc::clone(blessings);
    Trial::test(title, move || {
        let difference = match outcome::check(&program, &run) {
            Ok(()) => return Ok(()),
            Err(difference) => difference,
        };
        if bless && difference.is_numbers_only() {
            blessings.lock().expect("no test panicked while holding it").push(Blessing {
                file,
                line: run.line,
                numbers: difference.numbers,
            });
            return Ok(());
        }
        Err(Failed::from(format!("{}:{}\n{difference}", file.display(), run.line + 1)))
    })
}

/// A test that says what is wrong with a file.
fn failing(name: String, problem: impl Into<String>) -> Trial {
    let problem = problem.into();
    Trial::test(name, move || Err(Failed::from(problem)))
}

fn name_in(root: &Path, file: &Path) -> String {
    let relative = file.strip_prefix(root).unwrap_or(file);
    relative.to_string_lossy().into_owned()
}

/// Writes measured numbers into the `run` lines; comments and everything else stay.
fn write_blessings(blessings: &[Blessing]) {
    let files: BTreeSet<&PathBuf> = blessings.iter().map(|blessing| &blessing.file).collect();
    for file in files {
        let text = std::fs::read_to_string(file).expect("it was read before");
        let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
        for blessing in blessings.iter().filter(|blessing| &blessing.file == file) {
            for (number, value) in &blessing.numbers {
                lines[blessing.line] = number.write(&lines[blessing.line], *value);
            }
        }
        std::fs::write(file, lines.join("\n") + "\n").expect("a writable .expect file");
        println!("blessed {}", file.display());
    }
}
