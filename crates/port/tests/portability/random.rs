//! Random tests for pairs of models, those that come with Heddle and random ones: portable or not,
//! by enumeration and by formula, as brute force says by the definitions (`dat3m-thesis` Def. 11
//! and 12); with all new states.
//!
//! `HEDDLE_SEED` and `HEDDLE_TESTS` choose other tests, and more.

use crate::brute_force::{allowed, states};
use crate::random_model::random_model;
use crate::random_test::random_test;
use crate::{Asked, Short, Tally, both, compile, model, moved, read};
use candidates::Observed;
use cat::{Program, bundled_model};
use port::{Model, Pair};
use solver::Backend;
use std::collections::BTreeSet;
use testing::Random;

const MODELS: [&str; 9] =
    ["sc", "x86-tso", "pso", "rmo", "alpha", "power", "aarch64", "armv7", "riscv"];

fn number(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.map_or(default, |value| value.parse().expect("it is a number"))
}

/// A model, and its text where it is a random one. Those that come with Heddle do not name every
/// fence of the tests.
fn side(random: &mut Random, is_power: bool) -> (Model, Program, String) {
    if random.chance(40) {
        let name = random.pick(&MODELS);
        let file = bundled_model(name).unwrap();
        return (model(name), compile(name, &file.text), name.to_owned());
    }
    let text = random_model(random, is_power);
    let program = compile("random.cat", &text);
    (Model::new("random.cat", program.clone()).unwrap(), program, text)
}

#[test]
fn both_methods_say_what_brute_force_says() {
    let (seed, count) = (number("HEDDLE_SEED", 0), number("HEDDLE_TESTS", 300));
    let sc = model("sc");
    let (mut traces, mut ends) = (Tally::default(), Tally::default());
    let (mut too_large, mut not_moved) = (0, 0);
    for seed in seed..seed + count {
        let random = &mut Random::new(seed);
        let text = random_test(random);
        let is_power = text.starts_with("PPC");
        let (test, lowered) = read(&text);
        for index in 0..4 {
            let (source, source_program, source_text) = side(random, is_power);
            let (target, target_program, target_text) = side(random, is_power);
            let what = format!("seed {seed}\n{text}\nfrom {source_text}\nto {target_text}");
            let pair = Pair { source: &source, target: &target, sequential: &sc };
            // A fence that orders only some reads, or a reservation, may have no counterpart.
            let Ok(case) = moved((&test, &lowered), pair) else {
                not_moved += 1;
                continue;
            };
            let (Some(of_source), Some(of_target)) = (
                allowed(&test, case.source(), &source_program),
                allowed(&test, case.target(), &target_program),
            ) else {
                too_large += 1;
                continue;
            };
            let new_traces = of_target.keys().filter(|own| !of_source.contains_key(own)).count();
            let reached = states(&of_source);
            let new_states: BTreeSet<String> = states(&of_target)
                .difference(&reached)
                .map(|state| {
                    let names = Observed::new(&test, &lowered).names();
                    let parts = names.iter().zip(state);
                    let parts = parts.map(|(name, value)| format!("{name}={};", value.shown));
                    parts.collect::<Vec<_>>().join(" ")
                })
                .collect();
            let backend = Backend::ALL[index % 2];
            let trace = both(Asked::Traces, &case, pair, backend, &what);
            let state = both(Asked::States, &case, pair, backend, &what);
            let expect = |answer: &Short, is_new: bool| match answer {
                Short::Portable => assert!(!is_new, "{what}\n{answer:?}"),
                Short::WithinBound => panic!("{what}\nthere are no loops"),
                Short::NotPortable(_) => assert!(is_new, "{what}\n{answer:?}"),
                Short::Unknown(reason) => {
                    let is_empty = of_target.is_empty() && reason.contains("no execution");
                    let is_unnamed = reason.contains("does not name");
                    let is_other = reason.contains("means something else");
                    assert!(is_empty || is_unnamed || is_other, "{what}\n{reason}");
                }
            };
            expect(&trace, new_traces > 0);
            expect(&state, !new_states.is_empty());
            if let Short::NotPortable(found) = &state {
                let found: BTreeSet<String> = found.iter().cloned().collect();
                let is_whole = found == new_states;
                // Where the target does not know a fence, only some are certain.
                let are_some = found.is_subset(&new_states) && target.name() != "random.cat";
                assert!(is_whole || are_some, "{what}\n{found:?}\n{new_states:?}");
            }
            traces.add(&trace);
            ends.add(&state);
        }
    }
    println!("traces {traces:?}, states {ends:?}, {too_large} too large, {not_moved} not moved");
    let enough = count as usize / 4;
    for tally in [traces, ends] {
        assert!(tally.portable > enough && tally.not_portable > enough, "{tally:?}");
    }
}
