//! Has a program under a model of a machine the states that its litmus test has, in the
//! instructions that the mapping says? The classic shapes and random ones, under all mappings, each
//! state: the program through `unroll` and `bmc`, the litmus test through its dialect and
//! `candidates`.

mod as_program;
mod named;
mod shape;
mod twin;

use answer::Unlimited;
use as_program::{UNEXPECTED, VALUES, line, program};
use base::Verdict;
use bmc::{Method, Questions, Subject};
use candidates::Outcome;
use cat::{LibraryOnly, bundled_model};
use shape::{Shape, random, shapes};
use solver::Backend;
use std::collections::BTreeSet;
use twin::{Twin, twin};
use unroll::mapping::{MAPPINGS, Mapping};
use unroll::{Unrolling, from_program};

struct Both {
    candidates: candidates::Model,
    bmc: bmc::Model,
}

impl Both {
    fn new(name: &str) -> Both {
        let vocabulary = cat::machine_names();
        let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
        let compiled = cat::compile(vec![bundled_model(name).unwrap()], &options);
        let program = compiled.unwrap_or_else(|failure| panic!("{failure}"));
        let bmc = bmc::Model::new(&program);
        Both { candidates: candidates::Model::new(program), bmc }
    }
}

/// The states of a litmus test, as numbers.
fn states(twin: &Twin, both: &Both) -> BTreeSet<u64> {
    let test = litmus::parse(&twin.text).unwrap_or_else(|error| panic!("{error:?}\n{}", twin.text));
    let lowered = litmus::lower(&test, &twin.text);
    let lowered = lowered.unwrap_or_else(|error| panic!("{error:?}\n{}", twin.text));
    let outcome = candidates::run(&test, &lowered, &both.candidates, &|| true);
    let outcome = outcome.unwrap_or_else(|error| panic!("{error:?}\n{}", twin.text));
    let place = |outcome: &Outcome, name: &String| {
        let found = outcome.names.iter().position(|own| own == name);
        found.unwrap_or_else(|| panic!("{name} is not among {:?}", outcome.names))
    };
    let places: Vec<usize> = twin.places.iter().map(|name| place(&outcome, name)).collect();
    let done: Vec<usize> = twin.done.iter().map(|name| place(&outcome, name)).collect();
    let complete =
        outcome.states.iter().filter(|state| done.iter().all(|at| state[*at].number == 1));
    complete
        .map(|state| {
            places.iter().fold(0, |code, place| code * VALUES + state[*place].number as u64)
        })
        .collect()
}

/// Compares the states, and says how many there are.
fn compare(shape: &Shape, mapping: &'static Mapping, both: &Both, backend: Backend) -> usize {
    compare_with(shape, &twin(shape, mapping), Some(mapping), both, backend)
}

fn compare_with(
    shape: &Shape,
    twin: &Twin,
    mapping: Option<&'static Mapping>,
    both: &Both,
    backend: Backend,
) -> usize {
    let expected = states(twin, both);
    let text = program(shape, &expected);
    let program = program::text::parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    let unrolling = Unrolling { mapping, ..Unrolling::default() };
    let acyclic = from_program(&program, unrolling);
    let method = Method::with(backend);
    let questions = Questions { method, bound: 2, races: false, liveness: false, keep_going: true };
    let model = &both.bmc;
    let subject = Subject { program: &program, acyclic: &acyclic, unrolling, model, native: None };
    let found = bmc::check(subject, questions, &Unlimited);
    let found = found.unwrap_or_else(|what| panic!("{}: {what}", shape.name));
    let lines: BTreeSet<u32> =
        found.violations().iter().filter_map(|own| Some(own.position?.line)).collect();
    let name = mapping.map_or("no mapping", |own| own.name);
    let place = || format!("{} by {name}\n{}\n{text}\n{acyclic}", shape.name, twin.text);
    assert_eq!(found.verdict(), Verdict::Violated, "{}", place());
    assert!(!lines.contains(&UNEXPECTED), "a state too many: {}", place());
    for (index, state) in expected.iter().enumerate() {
        assert!(lines.contains(&line(index)), "{state:#x} is missing: {}", place());
    }
    expected.len()
}

/// The mappings to instructions that litmus tests here are written in.
fn mappings() -> impl Iterator<Item = &'static Mapping> {
    let without = ["x86-tso", "pso", "rmo", "alpha", "lkmm"];
    MAPPINGS.iter().filter(move |own| !without.contains(&own.model))
}

#[test]
fn classic_shapes_have_the_states_of_their_litmus_tests() {
    // All of them are too many for every day.
    let every: usize = std::env::var("HEDDLE_EVERY").map_or(6, |own| own.parse().unwrap());
    let (mut compared, mut total) = (0, 0);
    for (number, mapping) in mappings().enumerate() {
        let both = Both::new(mapping.model);
        for (index, shape) in shapes().iter().enumerate().skip(number % every).step_by(every) {
            total += compare(shape, mapping, &both, Backend::ALL[index % 2]);
            compared += 1;
        }
    }
    println!("{compared} tests, {total} states");
}

#[test]
fn random_tests_have_the_states_of_their_litmus_tests() {
    let most: u64 = std::env::var("HEDDLE_SEEDS").map_or(30, |own| own.parse().unwrap());
    let first: u64 = std::env::var("HEDDLE_FIRST").map_or(0, |own| own.parse().unwrap());
    let mut total = 0;
    for mapping in mappings() {
        let both = Both::new(mapping.model);
        for seed in first..first + most {
            total += compare(&random(seed), mapping, &both, Backend::ALL[seed as usize % 2]);
        }
    }
    println!("{total} states");
}

/// The models whose litmus tests name locations: those of x86 and the kernel, and `imm`, to which C
/// is not compiled.
fn named() -> Vec<(&'static str, Option<&'static Mapping>)> {
    let names = ["x86-tso", "lkmm"];
    let mapped = MAPPINGS.iter().filter(|own| names.contains(&own.model));
    mapped.map(|own| (own.model, Some(own))).chain([("imm", None)]).collect()
}

#[test]
fn named_locations_have_the_states_of_their_litmus_tests() {
    let every: usize = std::env::var("HEDDLE_EVERY").map_or(6, |own| own.parse().unwrap());
    let most: u64 = std::env::var("HEDDLE_SEEDS").map_or(30, |own| own.parse().unwrap());
    let first: u64 = std::env::var("HEDDLE_FIRST").map_or(0, |own| own.parse().unwrap());
    for (number, (model, mapping)) in named().into_iter().enumerate() {
        let (mut compared, mut total) = (0, 0);
        let both = Both::new(model);
        let classic = shapes().into_iter().skip(number % every).step_by(every);
        for (index, shape) in classic.chain((first..first + most).map(random)).enumerate() {
            let Some(twin) = named::twin(&shape, mapping) else { continue };
            total += compare_with(&shape, &twin, mapping, &both, Backend::ALL[index % 2]);
            compared += 1;
        }
        println!("{model} {:?}: {compared} tests, {total} states", mapping.map(|own| own.name));
        assert!(compared > 20, "{model}: only {compared} tests can be written");
    }
}
