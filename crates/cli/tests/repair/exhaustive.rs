//! The repairs of a C program, by the loop of clauses and by trying every set.

use answer::Unlimited;
use base::Verdict;
use cat::LibraryOnly;
use cli::load::{Request, load};
use cli::watch::Watch;
use engines::{GRAPH, Model};
use explore::Config;
use llvm::Inputs;
use program::Program;
use repair::{Costs, Guarantee, Guarantees, Judge, Judgement, Meaningful, Outcome, Places, Wanted};
use report::Limits;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use unroll::mapping::Mapping;
use unroll::{Unrolling, from_program};

/// With more guarantees than this there are too many sets.
const MOST: usize = 9;

/// The same where each set is a formula.
const MOST_FORMULAS: usize = 4;

/// Machines, by their models and the mappings for them.
const MACHINES: [&str; 2] = ["aarch64", "power"];

struct Engine(Model);

impl Judge for Engine {
    fn judge(&mut self, program: &Program) -> Judgement {
        let config = Config { races: self.0.has_races(), ..Config::default() };
        let answer = GRAPH.explore(program, &self.0, &config, &Unlimited, None).answer;
        match answer.verdict() {
            Verdict::Holds => Judgement::Holds { within_bound: false },
            Verdict::HoldsWithinBound => Judgement::Holds { within_bound: true },
            Verdict::Unknown => Judgement::Unknown(format!("{:?}", answer.gap())),
            Verdict::Violated => {
                let steps = answer.violations()[0].witness.steps.iter();
                Judgement::Violated { executed: steps.filter_map(|step| step.position).collect() }
            }
        }
    }
}

/// By formulas, under the model of a machine.
struct Solving {
    model: bmc::Model,
    mapping: &'static Mapping,
}

impl Solving {
    fn new(name: &str) -> Solving {
        let vocabulary = cat::machine_names();
        let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
        let files = vec![cat::bundled_model(name).expect("there is such a model")];
        let program = cat::compile(files, &options).unwrap_or_else(|failure| panic!("{failure}"));
        let mapping = Mapping::of_model(name).next().expect("machines have mappings");
        Solving { model: bmc::Model::new(&program), mapping }
    }
}

impl Judge for Solving {
    fn judge(&mut self, program: &Program) -> Judgement {
        let mapping = Some(self.mapping);
        let unrolling = Unrolling { bound: 3, mapping, ..Unrolling::default() };
        let acyclic = from_program(program, unrolling);
        let (model, native) = (&self.model, None);
        let subject = bmc::Subject { program, acyclic: &acyclic, unrolling, model, native };
        let questions = bmc::Questions {
            method: bmc::Method::default(),
            bound: 3,
            races: false,
            liveness: false,
            keep_going: false,
        };
        let answer = bmc::check(subject, questions, &Unlimited).expect("it is no bug");
        match answer.verdict() {
            Verdict::Holds => Judgement::Holds { within_bound: false },
            Verdict::HoldsWithinBound => Judgement::Holds { within_bound: true },
            Verdict::Unknown => Judgement::Unknown(format!("{:?}", answer.gap())),
            // Where it went, is not said, which makes the search no less right.
            Verdict::Violated => Judgement::Violated { executed: HashSet::new() },
        }
    }
}

fn program_in(file: &Path) -> Program {
    let limits = Limits { seconds: None, memory_bytes: None };
    let files = [file.to_owned()];
    let request =
        Request { files: &files, compiler_flags: &[], inputs: Inputs::default(), libraries: &[] };
    let loaded = load(&request, &Watch::quiet(limits));
    loaded.unwrap_or_else(|refusal| panic!("{refusal:?}")).program
}

/// Orders or fences, and guarantees of one kind, so that there are few sets.
fn choices() -> Vec<(Wanted, Meaningful)> {
    let full = Guarantees::just(&[Guarantee::SeqCst]);
    let telling = Guarantees::just(&[Guarantee::Acquire, Guarantee::Release]);
    let all_are = |own| Meaningful { loads: own, stores: own, updates: own, fences: own };
    let wanted = [true, false].map(|orders| Wanted { orders, fences: !orders });
    let with = |own| wanted.map(|wanted| (wanted, all_are(own)));
    [full, telling].into_iter().flat_map(with).collect()
}

/// Whether the repairs are those of trying every set; not asked if there are too many, or if one of
/// the programs cannot be judged.
fn agrees(
    program: &Program,
    (wanted, meaningful): (Wanted, Meaningful),
    most: usize,
    judge: &mut dyn Judge,
    what: &str,
) -> bool {
    let places = Places::find(program, &HashSet::new(), &meaningful, wanted);
    if repair::plain::size(&places) > most {
        return false;
    }
    let found = repair::repair(program, &places, Costs::Even, usize::MAX, judge);
    if let Outcome::Unknown { .. } = found.outcome {
        return false;
    }
    let tried: BTreeSet<_> = repair::plain::smallest(program, &places, judge).into_iter().collect();
    let now: Vec<Guarantees> = places.list().iter().map(|place| place.now).collect();
    let found: BTreeSet<_> = match found.outcome {
        Outcome::Holds { .. } => BTreeSet::from([now]),
        Outcome::Hopeless => BTreeSet::new(),
        Outcome::Repaired { solutions, complete: true } => {
            solutions.into_iter().map(|solution| solution.orders).collect()
        }
        other => panic!("{what}: {other:?}"),
    };
    assert_eq!(found, tried, "{what}, {wanted:?}");
    true
}

/// Compares under native models, orders and fences apart; how many were small enough.
pub(crate) fn compare(file: &Path) -> usize {
    let program = program_in(file);
    let mut compared = 0;
    for model in [Model::Tso, Model::Rc11] {
        let what = format!("{} under {}", file.display(), model.name());
        for choice in choices() {
            let mut judge = Engine(model.clone());
            compared += usize::from(agrees(&program, choice, MOST, &mut judge, &what));
        }
    }
    compared
}

/// The same under the models of machines.
pub(crate) fn compare_on_machines(file: &Path) -> usize {
    let program = program_in(file);
    let mut compared = 0;
    for name in MACHINES {
        let what = format!("{} under {name}", file.display());
        for choice in choices() {
            let mut judge = Solving::new(name);
            compared += usize::from(agrees(&program, choice, MOST_FORMULAS, &mut judge, &what));
        }
    }
    compared
}
