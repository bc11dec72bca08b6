//! Does a random program have the violations that exploration finds? Programs of the oracle,
//! through `unroll`, under the cat models that are the native ones.

use answer::Unlimited;
use base::{Verdict, ViolationKind};
use bmc::{Axioms, Method, Questions, check};
use cat::{LibraryOnly, bundled_model, bundled_model_with_blocks};
use engines::{GRAPH, Model};
use explore::Config;
use oracle::generate::{Family, Size, case};
use oracle::lower::lower;
use program::passes::PassConfig;
use solver::Backend;
use std::collections::BTreeSet;
use unroll::{Unrolling, from_program};

fn model(name: &str) -> bmc::Model {
    compiled(bundled_model(name).unwrap())
}

fn compiled(file: cat::File) -> bmc::Model {
    let vocabulary = cat::machine_names();
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let compiled = cat::compile(vec![file], &options);
    bmc::Model::new(&compiled.unwrap_or_else(|failure| panic!("{failure}")))
}

#[derive(Default, Debug)]
struct Tally {
    holds: usize,
    violated: usize,
    within_bound: usize,
    /// Violations that need more rounds of a loop than the bound.
    beyond_bound: usize,
    unknown: usize,
}

const FAMILIES: [Family; 11] = [
    Family::Plain,
    Family::Atomics,
    Family::Mutexes,
    Family::Loops,
    Family::Everything,
    Family::Locks,
    Family::LockedVariable,
    Family::Updates,
    Family::Threads,
    Family::TryLocks,
    Family::Primitives,
];

#[test]
fn random_programs_are_judged_as_by_exploration() {
    let models =
        [(Model::Sc, model("sc")), (Model::Tso, model("tso")), (Model::Rc11, model("rc11"))];
    let total = compare(&FAMILIES, &models, false);
    assert!(total.holds > 300 && total.violated > 300, "{total:?}");
}

#[test]
fn atomic_blocks_are_judged_as_by_exploration() {
    let model = |name| compiled(bundled_model_with_blocks(name).unwrap());
    let models = [(Model::Sc, model("sc")), (Model::Tso, model("tso")), (Model::Pso, model("pso"))];
    let total = compare(&[Family::AtomicBlocks], &models, true);
    assert!(total.holds > 50 && total.violated > 5, "{total:?}");
}

/// Compares random programs of some families under some models.
fn compare(families: &[Family], models: &[(Model, bmc::Model)], blocks: bool) -> Tally {
    let most: u64 = std::env::var("HEDDLE_SEEDS").map_or(90, |own| own.parse().unwrap());
    let first: u64 = std::env::var("HEDDLE_FIRST").map_or(0, |own| own.parse().unwrap());
    let mut total = Tally::default();
    for family in families.iter().copied() {
        let mut tally = Tally::default();
        for seed in first..first + most {
            let case = case(family, Size::Small, seed);
            let mut program = lower(&case);
            program::passes::standard(&mut program, PassConfig::default());
            let unrolling = Unrolling { bound: 3, blocks, ..Unrolling::default() };
            let acyclic = from_program(&program, unrolling);
            for (index, (native, model)) in models.iter().enumerate() {
                let races = native.has_races();
                let config = Config { keep_going: true, races, ..Config::default() };
                let expected = GRAPH.explore(&program, native, &config, &Unlimited, None).answer;
                let axioms = [Axioms::Eager, Axioms::Lazy][seed as usize / 2 % 2];
                let backend = Backend::ALL[(seed as usize + index) % 2];
                let method = Method { axioms, ..Method::with(backend) };
                let questions = Questions { method, bound: 3, races, keep_going: false };
                let found = check(&acyclic, model, questions, &Unlimited)
                    .unwrap_or_else(|what| panic!("{family:?} {seed} {native:?}: {what}"));
                let kinds: BTreeSet<&str> =
                    expected.violations().iter().map(|own| own.kind.name()).collect();
                let place = || {
                    let text = program::text::print(&program);
                    format!(
                        "{family:?} {seed} {}: {kinds:?} {found:#?}\n{text}\n{acyclic}",
                        native.name()
                    )
                };
                match (expected.verdict(), found.verdict()) {
                    (Verdict::Unknown, _) | (_, Verdict::Unknown) => tally.unknown += 1,
                    (Verdict::Violated, Verdict::Violated) => {
                        let kind: ViolationKind = found.violations()[0].kind;
                        assert!(kinds.contains(kind.name()), "{}", place());
                        tally.violated += 1;
                    }
                    (Verdict::Violated, Verdict::HoldsWithinBound) => tally.beyond_bound += 1,
                    (Verdict::Holds | Verdict::HoldsWithinBound, Verdict::Holds) => {
                        tally.holds += 1
                    }
                    (Verdict::Holds | Verdict::HoldsWithinBound, Verdict::HoldsWithinBound) => {
                        tally.within_bound += 1;
                    }
                    (Verdict::Violated, Verdict::Holds)
                    | (Verdict::Holds | Verdict::HoldsWithinBound, Verdict::Violated) => {
                        panic!(
                            "{:?} and not {:?}: {}",
                            found.verdict(),
                            expected.verdict(),
                            place()
                        )
                    }
                }
            }
        }
        println!("{family:?}: {tally:?}");
        total.holds += tally.holds;
        total.violated += tally.violated;
        total.within_bound += tally.within_bound;
        total.beyond_bound += tally.beyond_bound;
        total.unknown += tally.unknown;
    }
    println!("{total:?}");
    total
}
