//! Public litmus tests with the outcomes that are expected of them, which are not part of the
//! project: `HEDDLE_LITMUS` says where they are, or they are in `../shared/litmus` beside the
//! workspace.
//!
//! For each set its model: verdict, observation, flags and final states must be those in
//! `expected.csv`, where it has them.

use candidates::{Model, Outcome, run};
use cat::{LibraryOnly, bundled_model};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const SETS: [(&str, &str); 7] = [
    ("x86", "x86-tso"),
    ("x86_64", "x86-tso"),
    ("ppc", "power"),
    ("aarch64", "aarch64"),
    ("riscv", "riscv"),
    ("c11", "rc11"),
    ("lkmm", "lkmm"),
];

fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/litmus");
    let named = std::env::var_os("HEDDLE_LITMUS").map(PathBuf::from);
    named.or(Some(beside)).filter(|folder| folder.is_dir())
}

/// One line of a table; no cell has a comma or quotes in it.
struct Expected {
    file: String,
    verdict: String,
    observation: String,
    counts: (String, String),
    flags: String,
    states: BTreeSet<String>,
}

fn expected(folder: &Path) -> Vec<Expected> {
    let text = std::fs::read_to_string(folder.join("expected.csv")).unwrap();
    text.lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.splitn(10, ',').collect();
            let states = cells[9].split('|').map(|state| state.trim().to_owned());
            Expected {
                file: cells[0].to_owned(),
                verdict: cells[1].to_owned(),
                observation: cells[2].to_owned(),
                counts: (cells[3].to_owned(), cells[4].to_owned()),
                flags: cells[6].to_owned(),
                states: states.filter(|state| !state.is_empty()).collect(),
            }
        })
        .collect()
}

fn answer(path: &Path, model: &Model) -> Result<Outcome, String> {
    let text = std::fs::read_to_string(path).unwrap();
    let test = litmus::parse(&text).map_err(|error| error.to_string())?;
    let lowered = litmus::lower(&test, &text).map_err(|error| error.to_string())?;
    run(&test, &lowered, model, &|| true).map_err(|refusal| refusal.to_string())
}

/// What is wrong with an answer, if something is.
fn difference(expected: &Expected, found: &Outcome) -> Option<String> {
    let states: BTreeSet<String> = found.states.iter().map(|state| found.show(state)).collect();
    if found.verdict().name() != expected.verdict {
        return Some(format!("{} and not {}", found.verdict().name(), expected.verdict));
    }
    if found.observation().name() != expected.observation {
        return Some(format!("{} and not {}", found.observation().name(), expected.observation));
    }
    if states != expected.states {
        let more: Vec<&String> = states.difference(&expected.states).collect();
        let less: Vec<&String> = expected.states.difference(&states).collect();
        return Some(format!("states: too many {more:?}, missing {less:?}"));
    }
    let flags = found.flags.iter().cloned().collect::<Vec<_>>().join(" ");
    if flags != expected.flags {
        return Some(format!("flags `{flags}` and not `{}`", expected.flags));
    }
    None
}

#[test]
fn public_tests_have_the_expected_outcomes() {
    let Some(folder) = folder() else {
        eprintln!("skipped: there are no public litmus tests here (HEDDLE_LITMUS)");
        return;
    };
    let mut wrong = Vec::new();
    for (set, name) in SETS {
        let model = Model::compile(vec![bundled_model(name).unwrap()], &LibraryOnly);
        let model = model.unwrap_or_else(|failure| panic!("{failure}"));
        let (mut right, mut same_counts) = (0, 0);
        let expected = expected(&folder.join(set));
        for line in expected.iter().filter(|line| !line.verdict.is_empty()) {
            let answer = answer(&folder.join(set).join(&line.file), &model);
            match answer {
                Err(error) => wrong.push(format!("{set}/{}: {error}", line.file)),
                Ok(found) => match difference(line, &found) {
                    Some(difference) => wrong.push(format!("{set}/{}: {difference}", line.file)),
                    None => {
                        right += 1;
                        let counts = (found.positive.to_string(), found.negative.to_string());
                        same_counts += usize::from(counts == line.counts);
                    }
                },
            }
        }
        eprintln!(
            "{set}: {right} of {} as expected ({same_counts} with the same counts)",
            expected.iter().filter(|line| !line.verdict.is_empty()).count(),
        );
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
