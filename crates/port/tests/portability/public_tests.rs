//! Public litmus tests, which are not part of the project: `HEDDLE_LITMUS` says where they are, or
//! they are in `../shared/litmus` beside the workspace; else this is skipped.
//!
//! Their tables say which states herd finds under the model of their architecture. A test is state
//! portable from SC to that model if and only if `candidates` finds all of these states under SC;
//! and the new states are the others. Every fourth test; all of them with `HEDDLE_ALL=1`.

use crate::{Asked, Short, ask, by_formula, model, read};
use port::{Case, Method, Pair};
use solver::Backend;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const SETS: [(&str, &str); 2] = [("x86", "x86-tso"), ("ppc", "power")];

fn folder() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/litmus");
    let named = std::env::var_os("HEDDLE_LITMUS").map(PathBuf::from);
    named.or(Some(beside)).filter(|folder| folder.is_dir())
}

/// The states that SC has, as herd writes them.
fn sequential_states(test: &litmus::Test, lowered: &litmus::Lowered) -> BTreeSet<String> {
    let file = cat::bundled_model("sc").unwrap();
    let model = candidates::Model::compile(vec![file], &cat::LibraryOnly).unwrap();
    let outcome = candidates::run(test, lowered, &model, &|| true).unwrap();
    outcome.states.iter().map(|state| outcome.show(state)).collect()
}

#[test]
fn new_states_are_those_that_herd_finds_and_sc_does_not() {
    let Some(folder) = folder() else {
        eprintln!("skipped: there are no public litmus tests here (HEDDLE_LITMUS)");
        return;
    };
    let step = if std::env::var_os("HEDDLE_ALL").is_some() { 1 } else { 4 };
    let sc = model("sc");
    for (set, name) in SETS {
        let target = model(name);
        let pair = Pair { source: &sc, target: &target, sequential: &sc };
        let table = std::fs::read_to_string(folder.join(set).join("expected.csv")).unwrap();
        let (mut portable, mut not_portable) = (0, 0);
        for line in table.lines().skip(1).step_by(step) {
            let cells: Vec<&str> = line.splitn(10, ',').collect();
            if cells[1].is_empty() {
                continue;
            }
            let text = std::fs::read_to_string(folder.join(set).join(cells[0])).unwrap();
            let (test, lowered) = read(&text);
            let sequential = sequential_states(&test, &lowered);
            let herd = cells[9].split('|').map(|state| state.trim().to_owned());
            let new: Vec<String> =
                herd.filter(|state| !state.is_empty() && !sequential.contains(state)).collect();
            let new: BTreeSet<String> = new.into_iter().collect();
            for method in [Method::Enumeration, by_formula(Backend::Cadical)] {
                let answer = ask(Asked::States, &Case::written(&test, &lowered), pair, method);
                match Short::of(Asked::States, &answer, &test.name) {
                    Short::Portable | Short::WithinBound => {
                        assert!(new.is_empty(), "{}: {new:?}", cells[0]);
                        portable += 1;
                    }
                    Short::NotPortable(found) => {
                        let found: BTreeSet<String> = found.into_iter().collect();
                        assert_eq!(found, new, "{}", cells[0]);
                        not_portable += 1;
                    }
                    Short::Unknown(reason) => panic!("{}: {reason}", cells[0]),
                }
            }
        }
        println!("{set}: {portable} portable, {not_portable} not portable, by two methods");
        assert!(portable > 20 && not_portable > 20, "{set}: {portable}, {not_portable}");
    }
}
