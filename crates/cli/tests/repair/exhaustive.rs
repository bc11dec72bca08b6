//! The repairs of a C program, by the loop of clauses and by trying every set.

use answer::Unlimited;
use base::Verdict;
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

/// With more guarantees than this there are too many sets.
const MOST: usize = 9;

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

/// Compares under three models, orders and fences apart; how many were small enough.
pub(crate) fn compare(file: &Path) -> usize {
    let limits = Limits { seconds: None, memory_bytes: None };
    let files = [file.to_owned()];
    let request =
        Request { files: &files, compiler_flags: &[], inputs: Inputs::default(), libraries: &[] };
    let loaded = load(&request, &Watch::new(limits));
    let program = loaded.unwrap_or_else(|refusal| panic!("{refusal:?}")).program;
    let full = Guarantees::just(&[Guarantee::SeqCst]);
    let telling = Guarantees::just(&[Guarantee::Acquire, Guarantee::Release]);
    let all_are = |own| Meaningful { loads: own, stores: own, updates: own, fences: own };
    let mut compared = 0;
    for (model, meaningful) in
        [(Model::Tso, all_are(full)), (Model::Rc11, all_are(telling)), (Model::Rc11, all_are(full))]
    {
        for orders in [true, false] {
            let wanted = Wanted { orders, fences: !orders };
            let accessed = HashSet::new();
            let places = Places::find(&program, &accessed, &meaningful, wanted);
            if repair::plain::size(&places) > MOST {
                continue;
            }
            compared += 1;
            let mut judge = Engine(model.clone());
            let found = repair::repair(&program, &places, Costs::Even, usize::MAX, &mut judge);
            let tried: BTreeSet<_> =
                repair::plain::smallest(&program, &places, &mut judge).into_iter().collect();
            let now: Vec<Guarantees> = places.list().iter().map(|place| place.now).collect();
            let found: BTreeSet<_> = match found.outcome {
                Outcome::Holds { .. } => BTreeSet::from([now]),
                Outcome::Hopeless => BTreeSet::new(),
                Outcome::Repaired { solutions, complete: true } => {
                    solutions.into_iter().map(|solution| solution.orders).collect()
                }
                other => panic!("{}: {other:?}", file.display()),
            };
            assert_eq!(found, tried, "{} under {}, {wanted:?}", file.display(), model.name());
        }
    }
    compared
}
