//! A cat file explores what its native namesake explores.
//!
//! Compared are the complete executions, none of which may come twice, and under RA and RC11
//! whether there is a violation. The other models order the lives of objects in their own ways, and
//! cat models by C11's happens-before, so there violations of lifetimes may differ.

use crate::case::Case;
use crate::compare::Outcome;
use crate::lower::lower;
use answer::{Gap, Monitor, Statistics, Stop};
use execution::{Canonical, Cells, Graph, Slots};
use explore::graph::Revisits;
use explore::{Config, Exploration, Observer};
use models::Model;
use models::cat::{Definition, Written};
use models::global::{Global, Preserved};
use models::hb::{Causal, Synchronisation};
use models::pso::PartialStoreOrder;
use models::ra::ReleaseAcquire;
use models::rc11::{C11, Cpp20};
use models::sc::ProgramOrder;
use models::tso::TotalStoreOrder;
use program::Program;
use program::passes::PassConfig;
use rustc_hash::FxHashSet;

/// The cat models that have native namesakes.
#[derive(Debug)]
pub struct Files {
    sc: Definition,
    tso: Definition,
    pso: Definition,
    ra: Definition,
    rc11: Definition,
    rc11_20: Definition,
}

impl Default for Files {
    fn default() -> Files {
        Files {
            sc: bundled("sc"),
            tso: bundled("x86-tso"),
            pso: bundled("pso"),
            ra: bundled("ra"),
            rc11: bundled("rc11"),
            rc11_20: bundled("rc11-20"),
        }
    }
}

/// A model that comes with Heddle.
pub fn bundled(name: &str) -> Definition {
    let file = cat::bundled_model(name).expect("the model comes with Heddle");
    let vocabulary = cat::machine_names();
    let options =
        cat::Options { vocabulary: &vocabulary, variants: &[], loader: &cat::LibraryOnly };
    let program = cat::compile(vec![file], &options).unwrap_or_else(|failure| panic!("{failure}"));
    Definition::new(program).unwrap_or_else(|objection| panic!("{name} {objection}"))
}

/// Compares on a random case.
pub fn compare(case: &Case, files: &Files, most: u64) -> Outcome {
    let mut program = lower(case);
    program::passes::standard(&mut program, PassConfig::default());
    compare_program(&program, files, most)
}

/// Compares under each model for which there are at most so many executions.
pub fn compare_program(program: &Program, files: &Files, most: u64) -> Outcome {
    let outcomes = [
        compare_machine::<ProgramOrder>(program, &files.sc, most),
        compare_machine::<TotalStoreOrder>(program, &files.tso, most),
        compare_machine::<PartialStoreOrder>(program, &files.pso, most),
        compare_language::<ReleaseAcquire>(program, &files.ra, most),
        compare_language::<C11>(program, &files.rc11, most),
        compare_language::<Cpp20>(program, &files.rc11_20, most),
    ];
    let mut total = Outcome::Skipped;
    for outcome in outcomes {
        total = match (total, outcome) {
            (_, Outcome::Difference(what)) => return Outcome::Difference(what),
            (total, Outcome::Skipped) => total,
            (
                Outcome::Agreement { models, executions, violated },
                Outcome::Agreement { executions: more, violated: also, .. },
            ) => Outcome::Agreement {
                models: models + 1,
                executions: executions.max(more),
                violated: violated || also,
            },
            (_, agreement) => agreement,
        };
    }
    total
}

fn compare_machine<P: Preserved>(program: &Program, file: &Definition, most: u64) -> Outcome {
    compare_under::<Global<P>>(program, file, most, false)
}

fn compare_language<S: Synchronisation>(
    program: &Program,
    file: &Definition,
    most: u64,
) -> Outcome {
    compare_under::<Causal<S>>(program, file, most, true)
}

fn compare_under<M: Model<Definition = ()>>(
    program: &Program,
    file: &Definition,
    most: u64,
    with_violations: bool,
) -> Outcome {
    // Races are undefined by the files too, and remarked upon.
    let native = explore::<M>(&(), program, most, with_violations);
    let Some(native) = native else { return Outcome::Skipped };
    let Some(found) = explore::<Written>(file, program, 2 * most, with_violations) else {
        return Outcome::Skipped;
    };
    let difference = |what: &str| Outcome::Difference(format!("{} in cat: {what}", M::NAME));
    if let Some(problem) = found.problem {
        return difference(&problem);
    }
    if found.is_repeated {
        return difference("an execution was explored twice");
    }
    let missing = native.executions.difference(&found.executions).count();
    let more = found.executions.difference(&native.executions).count();
    if missing + more > 0 {
        return difference(&format!("{missing} executions are missing, {more} are too many"));
    }
    if with_violations && found.violated != native.violated {
        return difference(&format!("violated? {}, not {}", found.violated, native.violated));
    }
    Outcome::Agreement { models: 1, executions: found.executions.len(), violated: found.violated }
}

/// What an engine finds.
#[derive(Default)]
struct Found {
    executions: FxHashSet<Canonical>,
    is_repeated: bool,
    violated: bool,
    /// What only a cat model has to say of an execution.
    problem: Option<String>,
}

impl Observer for Found {
    fn restarted(&mut self) {
        *self = Found::default();
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        let is_new = self.executions.insert(Canonical::new(graph, slots, cells));
        self.is_repeated |= !is_new;
    }
}

/// Stops an exploration that is too large.
struct AtMost(u64);

impl Monitor for AtMost {
    fn poll(&self, _worker: usize, statistics: &Statistics) -> Option<Stop> {
        let size = statistics.executions + statistics.blocked;
        (size > self.0 || statistics.events > 40 * self.0).then_some(Stop::Interrupt)
    }
}

/// The executions of a program; `None` if there are too many, or something is not supported. What
/// is undefined is a violation.
fn explore<M: Model>(
    definition: &M::Definition,
    program: &Program,
    most: u64,
    races: bool,
) -> Option<Found> {
    let config = Config { keep_going: true, patience: 16, races, judge: true, ..Config::default() };
    let mut found = Found::default();
    let answer = Revisits::<M>::new(definition.clone()).check(
        program,
        &config,
        &AtMost(most),
        Some(&mut found),
    );
    found.violated = !answer.violations().is_empty();
    match answer.gap() {
        None => Some(found),
        Some(Gap::Unsupported { what, .. }) if what.starts_with("an execution") => {
            // A race is a violation as well.
            found.problem = Some(what.clone()).filter(|_| !found.violated);
            Some(found)
        }
        Some(_) => None,
    }
}
