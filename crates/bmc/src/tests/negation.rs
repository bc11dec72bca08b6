//! The negation of a model is what its axioms do not allow (`dat3m-thesis` §5.5.2, §5.5.3): on
//! every candidate execution of litmus tests, whatever reads from whom and in whichever order
//! writes are, for all models that come with Heddle.
//!
//! Two literals say so. The exact one is true if and only if the axioms, evaluated on the
//! execution, are violated. The one that portability asks for is only true where they are; that it
//! misses none is seen by counting what can be found with it.
//!
//! All tests of the project, and public ones where they are (`HEDDLE_LITMUS`, or `../shared/litmus`
//! beside the workspace): some of these, or all with `HEDDLE_ALL=1`.

use super::compile;
use crate::{Failure, Formula, Method, Model, Side};
use cat::{Program, bundled_model, bundled_names, judge};
use events::{CatView, Primitives};
use solver::{Backend, Literal};
use std::path::{Path, PathBuf};
use unroll::{Acyclic, from_litmus};

#[path = "../../../../tests/litmus/files.rs"]
mod files;

/// With more candidate executions, a test takes too long.
const MOST: usize = 400;

/// Allows everything that has some coherence.
const ANYTHING: &str = "anything\ninclude \"cos.cat\"\n";

struct Judged {
    name: &'static str,
    program: Program,
    primitives: Primitives,
    model: Model,
}

impl Judged {
    /// All models that can be a second one.
    fn all() -> Vec<Judged> {
        let models = bundled_names().map(|name| {
            let program = compile(&bundled_model(name).unwrap().text).unwrap();
            let (primitives, model) = (Primitives::of(&program), Model::new(&program));
            Judged { name, program, primitives, model }
        });
        models.filter(|own| own.program.choices.len() == 1).collect()
    }

    fn forbids(&self, execution: &crate::Execution) -> bool {
        let view = CatView::new(&execution.executed.structure, &self.primitives);
        !judge(&self.program, view.world(), &view).is_allowed()
    }
}

/// Goes through the executions that satisfy a condition; how many there are, if not too many.
fn each(
    formula: &mut Formula<'_>,
    condition: &[Literal],
    look: &mut dyn FnMut(&mut Formula<'_>, &crate::Execution),
) -> Option<usize> {
    let literals = formula.encoding.decisions();
    for count in 0..=MOST {
        let execution = match formula.find(condition, &|| true) {
            Ok(Some(execution)) => execution,
            Ok(None) => return Some(count),
            Err(Failure::Stopped) => unreachable!("nobody stops it"),
            Err(Failure::Broken(what)) => panic!("{what}"),
        };
        look(formula, &execution);
        let block: Vec<Literal> =
            literals.iter().map(|literal| literal.negated_if(formula.value(*literal))).collect();
        formula.circuit().require(&block);
    }
    None
}

#[derive(Default, Debug)]
struct Tally {
    tests: usize,
    executions: usize,
    judgements: usize,
    forbidden: usize,
    searches: usize,
    too_large: usize,
}

/// Both literals, on all candidate executions of a program; the second one for every so many
/// models.
fn compare(acyclic: &Acyclic, models: &[Judged], number: usize, every: usize, tally: &mut Tally) {
    let anything = Model::new(&compile(ANYTHING).unwrap());
    let others: Vec<&Model> = models.iter().map(|own| &own.model).collect();
    let method = Method::with(Backend::ALL[number % 2]);
    let with = Formula::with_other_models(acyclic, &anything, &others, method);
    let (mut formula, literals) = with.unwrap_or_else(|own| panic!("{}", own.0));
    let mut forbidden = vec![0; models.len()];
    let count = each(&mut formula, &[], &mut |formula, execution| {
        for (index, own) in models.iter().enumerate() {
            let is_forbidden = own.forbids(execution);
            assert_eq!(formula.value(literals[index]), is_forbidden, "{}: {acyclic}", own.name);
            forbidden[index] += usize::from(is_forbidden);
        }
    });
    let Some(count) = count else {
        tally.too_large += 1;
        return;
    };
    for (index, own) in
        models.iter().enumerate().filter(|(own, _)| (own + number).is_multiple_of(every))
    {
        let [target, source] = [&anything, &own.model].map(|model| Side { model, acyclic });
        let judged = Formula::judged(target, source, &[], method);
        let mut judged = judged.unwrap_or_else(|own| panic!("{}", own.0));
        let wanted = [judged.forbidden];
        let found = match judged.formula.circuit().known(wanted[0]) {
            Some(false) => Some(0),
            Some(true) | None => each(&mut judged.formula, &wanted, &mut |_, execution| {
                assert!(own.forbids(execution), "{}: {acyclic}", own.name);
            }),
        };
        assert_eq!(found, Some(forbidden[index]), "{}: {acyclic}", own.name);
        tally.searches += 1;
    }
    tally.tests += 1;
    tally.executions += count;
    tally.judgements += count * models.len();
    tally.forbidden += forbidden.iter().sum::<usize>();
}

/// Every so many of some files.
fn go_through(paths: &[PathBuf], step: usize, every: usize) -> Tally {
    let (models, mut tally) = (Judged::all(), Tally::default());
    assert!(models.len() > 9, "{} models", models.len());
    for (number, path) in paths.iter().enumerate().step_by(step) {
        let text = std::fs::read_to_string(path).unwrap();
        let read = litmus::parse(&text).and_then(|test| litmus::lower(&test, &text));
        let Ok(lowered) = read else { continue };
        let acyclic = from_litmus(&lowered, 2);
        if acyclic.gaps.is_empty() {
            compare(&acyclic, &models, number, every, &mut tally);
        }
    }
    println!("{tally:?}");
    tally
}

fn is_thorough() -> bool {
    std::env::var_os("HEDDLE_ALL").is_some()
}

#[test]
fn the_negation_of_a_model_is_what_its_axioms_forbid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/litmus");
    let every = if is_thorough() { 1 } else { 7 };
    let tally = go_through(&files::files_in(&folder, "litmus"), 1, every);
    assert!(tally.tests > 90 && tally.forbidden > 1000, "{tally:?}");
}

#[test]
fn and_so_it_is_on_public_tests() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/litmus");
    let named = std::env::var_os("HEDDLE_LITMUS").map(PathBuf::from);
    let Some(folder) = named.or(Some(beside)).filter(|folder| folder.is_dir()) else {
        eprintln!("skipped: there are no public litmus tests here (HEDDLE_LITMUS)");
        return;
    };
    let (step, every) = if is_thorough() { (1, 3) } else { (97, 7) };
    let tally = go_through(&files::files_in(&folder, "litmus"), step, every);
    assert!(tally.tests > 20, "{tally:?}");
}
