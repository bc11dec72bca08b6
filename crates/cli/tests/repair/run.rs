//! One run of `heddle check --repair` or `--relax`, or of `heddle port --repair`.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Models under which programs are checked by formulas.
const MACHINES: [&str; 2] = ["aarch64", "power"];

/// How many files were written.
static FILES: AtomicUsize = AtomicUsize::new(0);

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/repair")
}

/// Whether there is a compiler; says so if not.
pub(crate) fn has_compiler() -> bool {
    let program = folder().join("store_buffering.c");
    let output = heddle(&["check", &program.display().to_string(), "--print-program"]);
    if output.0 != 0 {
        eprintln!("skipped: no clang was found");
    }
    output.0 == 0
}

/// The status and the output of a command.
fn heddle(words: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_heddle")).args(words).output();
    let output = output.expect("heddle runs");
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Run {
    program: PathBuf,
    asked: Asked,
    document: Value,
}

/// What the program is to be.
#[derive(Debug)]
enum Asked {
    Right { model: String },
    Portable { from: String, to: String, state: bool },
}

impl Asked {
    fn of(options: &str) -> Asked {
        let words: Vec<&str> = options.split_whitespace().collect();
        let after = |name: &str| {
            let place = words.iter().position(|word| *word == name)?;
            words.get(place + 1).map(|word| word.to_string())
        };
        match (after("--from"), after("--to")) {
            (Some(from), Some(to)) => {
                Asked::Portable { from, to, state: words.contains(&"--state") }
            }
            _ => Asked::Right { model: after("--model").expect("a model is named") },
        }
    }
}

impl Run {
    /// Options without `--relax` are about a repair.
    pub(crate) fn of(program: &Path, options: &str) -> Run {
        let file = program.display().to_string();
        let asked = Asked::of(options);
        let verb = if matches!(asked, Asked::Right { .. }) { "check" } else { "port" };
        let mut words = vec![verb, &file, "--format", "json"];
        words.extend(options.split_whitespace());
        if !options.contains("--relax") && !options.contains("--repair") {
            words.push("--repair");
        }
        let (_, text) = heddle(&words);
        let document = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{words:?}: {text}"));
        Run { program: program.to_owned(), asked, document }
    }

    /// The answer in a line.
    pub(crate) fn answer(&self) -> String {
        let revisions = self.document["revisions"].as_array().expect("there is a list");
        let told: Vec<String> = revisions.iter().map(revision).collect();
        let name = self.document["answer"].as_str().expect("there is an answer");
        match told.is_empty() {
            true => name.to_owned(),
            false => format!("{name} {}", told.join(" | ")),
        }
    }

    /// Applies the diffs, and checks each text by another engine or solver; whether there are some.
    /// Under a source that orders mean something to, the text is another program there.
    pub(crate) fn check_diff(&self) -> bool {
        let revisions = self.document["revisions"].as_array().expect("there is a list");
        let diffs = revisions.iter().filter_map(|revision| revision["diff"].as_str());
        let mut some = false;
        for diff in diffs {
            some = true;
            // Tests of one program run side by side.
            let number = FILES.fetch_add(1, Ordering::Relaxed);
            let text = fs::read_to_string(&self.program).expect("the program can be read");
            let patched = apply(&text, diff);
            let stem = self.program.file_stem().expect("it has a name").to_string_lossy();
            let name = format!("heddle-repair-{}-{stem}-{number}.c", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::write(&path, patched).expect("there is room for a file");
            let (file, include) = (path.display().to_string(), folder().display().to_string());
            let words: Vec<&str> = match &self.asked {
                Asked::Right { model } if MACHINES.contains(&&**model) => {
                    vec!["check", &file, "--model", model, "--bound", "3", "--solver", "batsat"]
                }
                Asked::Right { model } => {
                    let engine = if ["tso", "pso"].contains(&&**model) { "dpor" } else { "rf" };
                    vec!["check", &file, "--model", model, "--engine", engine]
                }
                Asked::Portable { from, to, state } if from == "sc" => {
                    let state: &[&str] = if *state { &["--state"] } else { &[] };
                    let words = ["port", &file, "--from", from, "--to", to, "--solver", "batsat"];
                    [&words[..], state].concat()
                }
                Asked::Portable { .. } => continue,
            };
            let words = [&words[..], &["--", "-I", &include]].concat();
            let (status, output) = heddle(&words);
            let _ = fs::remove_file(&path);
            // Loops that were cut leave it open what comes after the bound.
            let holds = status == 0 || status == 2 && output.starts_with("holds within");
            assert!(holds, "{words:?}\n{diff}\n{output}");
        }
        some
    }
}

fn revision(revision: &Value) -> String {
    let changes = revision["changes"].as_array().expect("there are changes");
    let change = |change: &Value| {
        let word = |name: &str| change[name].as_str().expect("it is a word").to_owned();
        format!("{} {} {}", change["location"]["line"], word("what"), word("to"))
    };
    let changes: Vec<String> = changes.iter().map(change).collect();
    if changes.is_empty() {
        return "nothing".to_owned();
    }
    match revision["cost"].as_u64() {
        Some(cost) => format!("{cost}: {}", changes.join(", ")),
        None => changes.join(", "),
    }
}

/// A text after a unified diff.
fn apply(text: &str, diff: &str) -> String {
    let old: Vec<&str> = text.lines().collect();
    let (mut new, mut at) = (Vec::new(), 0);
    for line in diff.lines().skip(2) {
        if let Some(hunk) = line.strip_prefix("@@ -") {
            let start: usize = hunk.split(',').next().and_then(|n| n.parse().ok()).expect("a line");
            new.extend(&old[at..start - 1]);
            at = start - 1;
        } else if let Some(kept) = line.strip_prefix(' ') {
            assert_eq!(kept, old[at], "the context is that of the file");
            new.push(kept);
            at += 1;
        } else if let Some(removed) = line.strip_prefix('-') {
            assert_eq!(removed, old[at], "what is removed is there");
            at += 1;
        } else if let Some(added) = line.strip_prefix('+') {
            new.push(added);
        }
    }
    new.extend(&old[at..]);
    new.iter().map(|line| format!("{line}\n")).collect()
}
