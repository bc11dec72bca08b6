//! Random programs under random models: the executions that the formula has, one by one, are those
//! of brute force, and the remarks of the model are right in each.
//!
//! Values that wait for themselves are either guessed by brute force, more than there need be, or
//! left out: what the formula has is between the two.
//!
//! Models are made of everything that cat has: closures, differences, complements, recursion in
//! sets and relations, negated axioms, flags. So all ways to encode a fixpoint come up.

mod claims;
mod negation;
mod random_model;
mod random_program;

use crate::{Analyses, Axioms, Failure, Formula, Method, Model};
use cat::{LibraryOnly, Program, evaluate, judge};
use events::{CatView, Primitives};
use random_model::random_model;
use random_program::random_program;
use relation::Relation;
use solver::{Backend, Literal};
use std::cell::Cell;
use std::collections::BTreeSet;
use unroll::{Acyclic, EventId, Executed, PlainExecution, plain_executions};

/// Numbers that look random, from a seed.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        let mut own = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        own.below(2);
        own
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// An execution: who reads from whom, what is before what in co, and which checks remark on it.
type Fingerprint = (Vec<(EventId, EventId)>, Vec<(EventId, EventId)>, Vec<usize>);

fn fingerprint(executed: &Executed, judgement: &cat::Judgement) -> Fingerprint {
    let pairs = |relation: &Relation| {
        let id = |number: usize| executed.events[number];
        relation.pairs().map(|(from, to)| (id(from), id(to))).collect()
    };
    let co = executed.structure.co.as_ref().expect("co is chosen");
    (pairs(&executed.structure.rf), pairs(co), judgement.flags.clone())
}

struct BruteForce<'b> {
    program: &'b Program,
    primitives: Primitives,
    found: BTreeSet<Fingerprint>,
    /// How many executions there are before the model judges them.
    all: usize,
}

impl BruteForce<'_> {
    fn judge(&mut self, execution: &PlainExecution, acyclic: &Acyclic) {
        let mut executed = execution.executed(acyclic);
        let nothing = Relation::new(executed.structure.size());
        executed.structure.co = Some(nothing);
        let view = CatView::new(&executed.structure, &self.primitives);
        let world = view.world();
        let valuation = evaluate(self.program, &mut { world }, &view);
        let source = &self.program.choices[0].source;
        for co in source.relations(world, &valuation).expect("models can be evaluated") {
            executed.structure.co = Some(co);
            let view = CatView::new(&executed.structure, &self.primitives);
            let judgement = judge(self.program, view.world(), &view);
            self.all += 1;
            if judgement.is_allowed() {
                self.found.insert(fingerprint(&executed, &judgement));
            }
        }
    }
}

/// The executions of brute force, if there are not too many.
fn brute_force<'p>(
    acyclic: &Acyclic,
    program: &'p Program,
    numbers: &[u64],
) -> Option<BruteForce<'p>> {
    let (primitives, found) = (Primitives::of(program), BTreeSet::new());
    let mut brute = BruteForce { program, primitives, found, all: 0 };
    let is_complete = plain_executions(acyclic, numbers, 3_000, &mut |execution| {
        brute.judge(execution, acyclic);
    });
    (is_complete && brute.all <= 3_000 && brute.found.len() <= 300).then_some(brute)
}

/// Says yes so many times. A solver asks once for each answer, and now and then on the way to one.
fn patience(most: u64) -> impl Fn() -> bool {
    let asked = Cell::new(0);
    move || asked.replace(asked.get() + 1) < most
}

/// All executions of a formula, by excluding each that was found; none if that takes too long.
fn enumerate(acyclic: &Acyclic, model: &Model, method: Method) -> Option<BTreeSet<Fingerprint>> {
    let goes_on = patience(400);
    let mut formula = Formula::new(acyclic, model, method).expect("the model is supported");
    let literals = formula.encoding.decisions();
    let remarks = formula.remarks().to_vec();
    let mut found = BTreeSet::new();
    loop {
        let execution = match formula.find(&[], &goes_on) {
            Ok(Some(execution)) => execution,
            Ok(None) => return Some(found),
            Err(Failure::Stopped) => return None,
            Err(Failure::Broken(what)) => panic!("{what}"),
        };
        for (index, holds) in &remarks {
            let is_raised = execution.judgement.flags.contains(index);
            assert_eq!(formula.value(*holds), is_raised, "flag {index}");
        }
        let is_new = found.insert(fingerprint(&execution.executed, &execution.judgement));
        assert!(is_new, "an execution is found twice");
        let block: Vec<Literal> =
            literals.iter().map(|literal| literal.negated_if(formula.value(*literal))).collect();
        formula.circuit().require(&block);
    }
}

fn compile(text: &str) -> Result<Program, String> {
    let vocabulary = cat::machine_names();
    let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
    let file = cat::File { path: "random.cat".to_owned(), text: text.to_owned() };
    cat::compile(vec![file], &options).map_err(|failure| failure.to_string())
}

#[derive(Default, Debug)]
struct Tally {
    compared: usize,
    none_allowed: usize,
    all_allowed: usize,
    some_allowed: usize,
    flagged: usize,
    executions: usize,
    refused_models: usize,
    too_long: usize,
    too_slow: usize,
    /// Compared with the first method.
    lazy: usize,
    less_analysed: usize,
}

/// Ways to make and solve a formula, which find the same. All of them come up, the usual ones for
/// every seed.
fn methods(seed: u64) -> Vec<Method> {
    let seed = seed as usize;
    let eager = Method { axioms: Axioms::Eager, ..Method::with(Backend::ALL[seed % 2]) };
    let lazy = Method { axioms: Axioms::Lazy, ..Method::with(Backend::ALL[seed / 2 % 2]) };
    let mut analyses = Analyses::default();
    match seed / 4 % 60 {
        0 => analyses.may = false,
        1 => analyses.must = false,
        2 => analyses.active = false,
        3 => analyses.any_fixpoint = false,
        4 => (analyses.may, analyses.must, analyses.active) = (false, false, false),
        _ => return vec![eager, lazy],
    }
    vec![eager, lazy, Method { analyses, ..eager }, Method { analyses, ..lazy }]
}

fn campaign(seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let mut random = Random::new(seed);
        let acyclic = random_program(&mut random);
        let text = random_model(&mut random);
        let Ok(program) = compile(&text) else {
            tally.refused_models += 1;
            continue;
        };
        let (Some(least), Some(most)) =
            (brute_force(&acyclic, &program, &[]), brute_force(&acyclic, &program, &[0, 1, 2, 3]))
        else {
            tally.too_long += 1;
            continue;
        };
        let model = Model::new(&program);
        let [eager, others @ ..] = &methods(seed)[..] else { unreachable!("there is a method") };
        let Some(found) = enumerate(&acyclic, &model, *eager) else {
            tally.too_slow += 1;
            continue;
        };
        for method in others {
            // Round by round, a relation of which nothing is known takes too many rounds.
            if !method.analyses.may && model.is_monotone.contains(&false) {
                continue;
            }
            match enumerate(&acyclic, &model, *method) {
                Some(other) => {
                    tally.lazy += usize::from(method.axioms == Axioms::Lazy);
                    tally.less_analysed += usize::from(method.analyses != Analyses::default());
                    let missing: Vec<&Fingerprint> = found.difference(&other).collect();
                    let wrong: Vec<&Fingerprint> = other.difference(&found).collect();
                    assert!(
                        missing.is_empty() && wrong.is_empty(),
                        "seed {seed}, {method:?}: missing {missing:?}, wrong {wrong:?}\n{text}\n{acyclic}"
                    );
                }
                None => {
                    println!("seed {seed}: too slow with {method:?}");
                    tally.too_slow += 1;
                }
            }
        }
        if !(least.found.is_subset(&found) && found.is_subset(&most.found)) {
            let missing: Vec<&Fingerprint> = least.found.difference(&found).collect();
            let wrong: Vec<&Fingerprint> = found.difference(&most.found).collect();
            panic!("seed {seed}: missing {missing:?}, wrong {wrong:?}\n{text}\n{acyclic}");
        }
        tally.compared += 1;
        tally.executions += found.len();
        tally.flagged += usize::from(found.iter().any(|(_, _, flags)| !flags.is_empty()));
        match found.len() {
            0 => tally.none_allowed += 1,
            all if all == most.all => tally.all_allowed += 1,
            _ => tally.some_allowed += 1,
        }
    }
    tally
}

#[test]
fn random_models_allow_what_brute_force_finds() {
    let most: u64 = std::env::var("HEDDLE_SEEDS").map_or(1500, |own| own.parse().unwrap());
    let first: u64 = std::env::var("HEDDLE_FIRST").map_or(0, |own| own.parse().unwrap());
    let tally = campaign(first..first + most);
    println!("{tally:?}");
    assert!(tally.compared * 3 > most as usize, "{tally:?}");
    let least = tally.none_allowed.min(tally.some_allowed).min(tally.flagged);
    assert!(least * 20 > tally.compared, "{tally:?}");
}

/// The literal that says that a second model forbids an execution is true in exactly those
/// executions of the first model in which an axiom of the second does not hold. Both choose
/// coherence alike.
#[test]
fn a_second_model_forbids_what_its_axioms_forbid() {
    let most: u64 = std::env::var("HEDDLE_SEEDS").map_or(1000, |own| own.parse().unwrap());
    let (mut forbidden_found, mut allowed_found, mut recursive) = (0, 0, 0);
    for seed in 0..most {
        let mut random = Random::new(seed + 1_000_000);
        let acyclic = random_program(&mut random);
        let (first, second) = (random_model(&mut random), random_model(&mut random));
        let (Ok(first), Ok(program)) = (compile(&first), compile(&second)) else { continue };
        let (first, primitives) = (Model::new(&first), Primitives::of(&program));
        let second_model = Model::new(&program);
        let backend = Backend::ALL[seed as usize % 2];
        let (mut formula, forbidden) =
            Formula::with_other_models(&acyclic, &first, &[&second_model], Method::with(backend))
                .unwrap();
        let forbidden = forbidden[0];
        let literals = formula.encoding.decisions();
        let goes_on = patience(100);
        for _ in 0..40 {
            let execution = match formula.find(&[], &goes_on) {
                Ok(Some(execution)) => execution,
                Ok(None) | Err(Failure::Stopped) => break,
                Err(Failure::Broken(what)) => panic!("seed {seed}: {what}"),
            };
            let view = CatView::new(&execution.executed.structure, &primitives);
            let is_forbidden = !judge(&program, view.world(), &view).is_allowed();
            assert_eq!(formula.value(forbidden), is_forbidden, "seed {seed}\n{second}\n{acyclic}");
            *(if is_forbidden { &mut forbidden_found } else { &mut allowed_found }) += 1;
            recursive += usize::from(second.contains("let rec"));
            let block: Vec<Literal> = literals
                .iter()
                .map(|literal| literal.negated_if(formula.value(*literal)))
                .collect();
            formula.circuit().require(&block);
        }
    }
    println!("{forbidden_found} forbidden, {allowed_found} allowed, {recursive} with recursion");
    assert!(forbidden_found.min(allowed_found).min(recursive) > most as usize, "too few");
}
