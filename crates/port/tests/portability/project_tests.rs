//! All litmus tests of the project, for pairs of the models that come with Heddle: the formula says
//! what enumeration says, with both solvers; what is trace portable is state portable
//! (`dat3m-thesis` Lemma 7); from a model to itself everything is portable.
//!
//! Each test is asked for a third of the pairs, and each pair of a third of the tests; with
//! `HEDDLE_ALL=1` everything is.

use crate::files::files_in;
use crate::{Asked, Short, Tally, both, model, moved, read};
use port::{Model, Pair};
use solver::Backend;
use std::path::Path;

/// Strong and weak models, with recursion (power, lkmm), with and without coherence of reads (rmo),
/// and those of C, in which tests can be undefined.
const MODELS: [&str; 10] =
    ["sc", "x86-tso", "pso", "rmo", "alpha", "power", "aarch64", "rc11", "ra", "lkmm"];

#[test]
fn the_formula_says_what_enumeration_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let models: Vec<Model> = MODELS.iter().map(|name| model(name)).collect();
    let all = std::env::var_os("HEDDLE_ALL").is_some();
    let (mut traces, mut states) = (Tally::default(), Tally::default());
    let (mut only_traces, mut not_moved) = (0, 0);
    for (index, path) in files_in(&folder, "litmus").iter().enumerate() {
        let (test, lowered) = read(&std::fs::read_to_string(path).unwrap());
        for (number, source) in models.iter().enumerate() {
            for (other, target) in models.iter().enumerate() {
                if !all && (index + number + other) % 3 > 0 {
                    continue;
                }
                let pair = Pair { source, target, sequential: &models[0] };
                let what = format!("{} to {}: {}", source.name(), target.name(), path.display());
                // What has no code for one of the machines has no answer.
                let Ok(case) = moved((&test, &lowered), pair) else {
                    not_moved += 1;
                    continue;
                };
                let ask = |asked, backend| both(asked, &case, pair, backend, &what);
                let trace = ask(Asked::Traces, Backend::ALL[index % 2]);
                let state = ask(Asked::States, Backend::ALL[number % 2]);
                if source.name() == target.name() {
                    assert!(!matches!(trace, Short::NotPortable(_)), "{what}: {trace:?}");
                }
                match (&trace, &state) {
                    (Short::Portable | Short::WithinBound, Short::NotPortable(_)) => {
                        panic!("{what}: {trace:?}, {state:?}")
                    }
                    (Short::NotPortable(_), Short::Portable | Short::WithinBound) => {
                        only_traces += 1;
                    }
                    _ => {}
                }
                traces.add(&trace);
                states.add(&state);
            }
        }
    }
    println!("traces {traces:?}, states {states:?}, {only_traces} new traces without a new state");
    println!("{not_moved} tests that have no code for a machine");
    for tally in [traces, states] {
        assert!(tally.portable > 1000 && tally.not_portable > 50, "{tally:?}");
    }
}
