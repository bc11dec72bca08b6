//! Does a random program have the violations that exploration and brute force find? Programs of the
//! oracle, through `unroll`, under the cat models that are the native ones. `HEDDLE_SEEDS`,
//! `HEDDLE_FIRST`, `HEDDLE_FAMILY` and `HEDDLE_LARGE=1` make a campaign of it.

use answer::{Monitor, Statistics, Stop, Unlimited};
use base::{Verdict, ViolationKind};
use bmc::{Alias, Analyses, Axioms, Method, Native, Questions, Subject, check};
use cat::{LibraryOnly, bundled_model, bundled_model_with_blocks};
use engines::{GRAPH, Model};
use enumerate::{Buffers, Enumeration, NO_QUESTIONS};
use explore::Config;
use oracle::case::Case;
use oracle::exhaustive::programs::{self, Largest};
use oracle::exhaustive::vocabulary;
use oracle::generate::{Family, Size, case};
use oracle::lower::lower;
use program::passes::PassConfig;
use solver::Backend;
use std::collections::BTreeSet;
use unroll::{Acyclic, Indices, Unrolling, from_program};

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
    /// Those of the violated ones in which a loop waits for ever.
    waiting: usize,
    within_bound: usize,
    /// Violations that need more rounds of a loop than the bound.
    beyond_bound: usize,
    unknown: usize,
    /// Those that brute force has confirmed.
    by_brute_force: usize,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.holds += other.holds;
        self.violated += other.violated;
        self.waiting += other.waiting;
        self.within_bound += other.within_bound;
        self.beyond_bound += other.beyond_bound;
        self.unknown += other.unknown;
        self.by_brute_force += other.by_brute_force;
    }
}

const FAMILIES: [Family; 19] = [
    Family::Plain,
    Family::Atomics,
    Family::MixedSize,
    Family::Mutexes,
    Family::Loops,
    Family::Everything,
    Family::Locks,
    Family::LockedVariable,
    Family::Updates,
    Family::Threads,
    Family::TryLocks,
    Family::MutexLifetimes,
    Family::WeakCas,
    Family::Primitives,
    Family::Standstill,
    Family::Lifetimes,
    Family::ThreadLocals,
    Family::Lists,
    Family::Arrays,
];

/// How many steps brute force may take for a program.
const STEPS: u64 = 30_000;
/// How many executions exploration may look at.
const MOST_EXECUTIONS: u64 = 5_000;

#[test]
fn random_programs_are_judged_as_by_exploration() {
    let models = [
        (Model::Sc, model("sc")),
        (Model::Tso, model("tso")),
        (Model::Pso, model("pso")),
        (Model::Rc11, model("rc11")),
    ];
    let total = compare(&FAMILIES, &models, Asked::default());
    assert!(!is_whole() || total.holds > 300 && total.violated > 300, "{total:?}");
}

#[test]
fn atomic_blocks_are_judged_as_by_exploration() {
    let model = |name| compiled(bundled_model_with_blocks(name).unwrap());
    let models = [(Model::Sc, model("sc")), (Model::Tso, model("tso")), (Model::Pso, model("pso"))];
    let total =
        compare(&[Family::AtomicBlocks], &models, Asked { blocks: true, ..Asked::default() });
    assert!(total.holds > 50 && total.violated > 5, "{total:?}");
}

#[test]
fn loops_that_wait_are_found_as_by_exploration() {
    let models =
        [(Model::Sc, model("sc")), (Model::Tso, model("tso")), (Model::Rc11, model("rc11"))];
    let asked = Asked { liveness: true, ..Asked::default() };
    let total = compare(&[Family::Waiting, Family::Loops, Family::Standstill], &models, asked);
    assert!(total.waiting > 20 && total.holds > 20, "{total:?}");
}

/// All programs of up to two statements of each vocabulary, and one of `HEDDLE_EVERY` of those with
/// as many as `HEDDLE_STATEMENTS`.
#[test]
fn small_programs_are_judged_as_by_exploration() {
    let models = [
        (Model::Sc, model("sc")),
        (Model::Tso, model("tso")),
        (Model::Pso, model("pso")),
        (Model::Rc11, model("rc11")),
    ];
    let asked = Asked { liveness: true, ..Asked::default() };
    let statements = number("HEDDLE_STATEMENTS", 3) as usize;
    let every = number("HEDDLE_EVERY", 64);
    let largest = Largest { threads: 3, statements, in_thread: 3 };
    let chosen = std::env::var("HEDDLE_FAMILY").ok();
    let is_chosen = |name: &str| chosen.as_ref().is_none_or(|chosen| chosen == name);
    let mut total = Tally::default();
    for vocabulary in vocabulary::all().iter().filter(|vocabulary| is_chosen(vocabulary.name)) {
        let (mut tally, mut seed) = (Tally::default(), 0);
        for statements in 1..=statements {
            programs::visit(vocabulary, statements, largest, &mut |words| {
                seed += 1;
                if statements < 3 || seed % every == 0 {
                    let case = programs::case(vocabulary, words);
                    let place = format!("{} {case:?}", vocabulary.name);
                    compare_case(&case, seed, &place, (&models, asked), &mut tally);
                }
                true
            });
        }
        println!("{}: {tally:?}", vocabulary.name);
        total.add(&tally);
    }
    println!("{total:?}");
    assert!(chosen.is_some() || total.holds > 500 && total.violated > 100, "{total:?}");
}

/// What is asked besides errors.
#[derive(Clone, Copy, Default)]
struct Asked {
    /// Programs have atomic blocks.
    blocks: bool,
    liveness: bool,
}

/// The number in a variable of the environment.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |number| number.parse().expect("a number"))
}

/// Compares random programs of some families under some models.
fn compare(families: &[Family], models: &[(Model, bmc::Model)], asked: Asked) -> Tally {
    let (most, first) = (number("HEDDLE_SEEDS", 60), number("HEDDLE_FIRST", 0));
    let size = match number("HEDDLE_LARGE", 0) {
        0 => Size::Small,
        _ => Size::Large,
    };
    let mut total = Tally::default();
    let chosen = std::env::var("HEDDLE_FAMILY").ok();
    let is_chosen = |family: &&Family| chosen.as_ref().is_none_or(|name| family.name() == *name);
    for family in families.iter().filter(is_chosen).copied() {
        let mut tally = Tally::default();
        for seed in first..first + most {
            let place = format!("{family:?} {seed}");
            compare_case(&case(family, size, seed), seed, &place, (models, asked), &mut tally);
        }
        println!("{family:?}: {tally:?}");
        total.add(&tally);
    }
    println!("{total:?}");
    total
}

/// Compares one program. The seed chooses among the ways to make formulas and to solve them.
fn compare_case(
    case: &Case,
    seed: u64,
    place: &str,
    (models, asked): (&[(Model, bmc::Model)], Asked),
    tally: &mut Tally,
) {
    let Asked { blocks, liveness } = asked;
    let mut program = lower(case);
    program::passes::standard(&mut program, PassConfig::default());
    let indices = [Indices::Few, Indices::All][seed as usize / 16 % 2];
    let unrolling =
        Unrolling { bound: 3, blocks, waiting_loops: liveness, indices, ..Unrolling::default() };
    for (index, (native, model)) in models.iter().enumerate() {
        let unrolling = Unrolling { ends: Some(model.ends()), ..unrolling };
        let acyclic = from_program(&program, unrolling);
        let place = place.to_owned();
        let one = One { program: &program, acyclic: &acyclic, unrolling, liveness, seed, place };
        one.compare(index, native, model, tally);
    }
}

/// Whether programs of all families are compared.
fn is_whole() -> bool {
    std::env::var("HEDDLE_FAMILY").is_err()
}

/// One program to compare.
struct One<'o> {
    program: &'o program::Program,
    acyclic: &'o Acyclic,
    unrolling: Unrolling,
    liveness: bool,
    seed: u64,
    place: String,
}

impl One<'_> {
    fn compare(&self, index: usize, native: &Model, model: &bmc::Model, tally: &mut Tally) {
        let One { program, acyclic, unrolling, liveness, seed, .. } = *self;
        let races = native.has_races();
        let config = Config { keep_going: true, races, liveness, ..Config::default() };
        let expected = GRAPH.explore(program, native, &config, &Few, None).answer;
        let axioms = [Axioms::Eager, Axioms::Lazy][seed as usize / 2 % 2];
        let backend = Backend::ALL[(seed as usize + index) % 2];
        let alias =
            [Alias::Numbers, Alias::Flow, Alias::Andersen, Alias::Nothing][seed as usize / 4 % 4];
        let analyses = Analyses { alias, ..Analyses::default() };
        let method = Method { axioms, analyses, ..Method::with(backend) };
        let questions = Questions { method, bound: 3, races, liveness, keep_going: false };
        let judge = Native::named(native.name());
        let subject = Subject { program, acyclic, unrolling, model, native: judge };
        let found = check(subject, questions, &Unlimited).unwrap_or_else(|what| {
            let text = program::text::print(program);
            panic!("{} {native:?}: {what}\n{text}", self.place)
        });
        let kinds: BTreeSet<&str> =
            expected.violations().iter().map(|own| own.kind.name()).collect();
        let place = || {
            let text = program::text::print(program);
            format!("{} {}: {kinds:?} {found:#?}\n{text}\n{acyclic}", self.place, native.name())
        };
        match (expected.verdict(), found.verdict()) {
            (Verdict::Unknown, _) | (_, Verdict::Unknown) => tally.unknown += 1,
            (Verdict::Violated, Verdict::Violated) => {
                let kind: ViolationKind = found.violations()[0].kind;
                assert!(kinds.contains(kind.name()), "{}", place());
                tally.violated += 1;
                tally.waiting += usize::from(kind == ViolationKind::Liveness);
            }
            (Verdict::Violated, Verdict::HoldsWithinBound) => tally.beyond_bound += 1,
            (Verdict::Holds | Verdict::HoldsWithinBound, Verdict::Holds) => tally.holds += 1,
            (Verdict::Holds | Verdict::HoldsWithinBound, Verdict::HoldsWithinBound) => {
                tally.within_bound += 1;
            }
            (Verdict::Violated, Verdict::Holds)
            | (Verdict::Holds | Verdict::HoldsWithinBound, Verdict::Violated) => {
                panic!("{:?} and not {:?}: {}", found.verdict(), expected.verdict(), place())
            }
        }
        if let Some(brute) = brute_force(program, native) {
            let has = |kind: ViolationKind| brute.violations.iter().any(|(own, _)| *own == kind);
            let found_kind = found.violations().first().map(|own| own.kind);
            match found.verdict() {
                Verdict::Holds => assert!(brute.violations.is_empty(), "brute force: {}", place()),
                Verdict::Violated if found_kind != Some(ViolationKind::Liveness) => {
                    assert!(found_kind.is_some_and(has), "brute force: {}", place());
                }
                Verdict::Violated | Verdict::HoldsWithinBound | Verdict::Unknown => return,
            }
            tally.by_brute_force += 1;
        }
    }
}

/// Everything that a small program does on a machine, if the model has one.
fn brute_force(program: &program::Program, model: &Model) -> Option<Enumeration> {
    let buffers = match model {
        Model::Sc => Buffers::None,
        Model::Tso => Buffers::PerThread,
        Model::Pso => Buffers::PerLocation,
        Model::Ra | Model::Rc11 | Model::Rc11Of20 | Model::Cat { .. } => return None,
    };
    let found = enumerate::interleavings(program, buffers, STEPS, NO_QUESTIONS).ok()?;
    (!found.unsupported && !found.bound_reached).then_some(found)
}

/// Gives up an exploration that takes too long.
struct Few;

impl Monitor for Few {
    fn poll(&self, _worker: usize, statistics: &Statistics) -> Option<Stop> {
        let seen = statistics.executions + statistics.blocked;
        (seen > MOST_EXECUTIONS).then_some(Stop::SeenEnough)
    }
}
