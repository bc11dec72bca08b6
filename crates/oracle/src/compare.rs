//! What must be equal on every program (DESIGN: the equalities between the engines).

use crate::case::Case;
use crate::lower::lower;
use base::ViolationKind;
use enumerate::axiomatic::Axioms;
use enumerate::{Buffers, Enumeration, TooLarge};
use execution::{Canonical, Cells, Graph, Slots};
use explore::{Config, Observer, Report, Unlimited, Violation};
use models::Model;
use models::global::{Global, Preserved};
use models::hb::{self, Causal, Synchronisation};
use models::pso::PartialStoreOrder;
use models::ra::ReleaseAcquire;
use models::rc11::C11;
use models::rf::{CausalReadsFrom, TotalReadsFrom};
use models::sc::ProgramOrder;
use models::tso::TotalStoreOrder;
use program::Program;
use program::passes::PassConfig;
use rustc_hash::FxHashSet;

/// What a comparison ends with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All agree: under how many models, and on how many executions under one of them at most.
    Agreement { models: usize, executions: usize, violated: bool },
    /// Too large for brute force.
    Skipped,
    /// What does not agree.
    Difference(String),
}

/// How many steps brute force may take.
const LIMIT: u64 = 150_000;

/// Compares the engines on a case, under each model. Brute force gets the program as it is, but for loops that wait; the engines get it
/// as users' programs come to them, after all passes.
pub fn compare(case: &Case) -> Outcome {
    let mut program = lower(case);
    program::passes::spin::run(&mut program);
    let mut prepared = lower(case);
    program::passes::standard(&mut prepared, PassConfig::default());
    if let Err(problems) = program::verify::verify(&prepared) {
        return Outcome::Difference(format!("the passes leave {problems:?}"));
    }
    let on_machine = |buffers| enumerate::interleavings(&program, buffers, LIMIT);
    // From the strongest model to the weakest.
    let mut outcomes = vec![
        compare_machine::<ProgramOrder>(&prepared, on_machine(Buffers::None)),
        compare_machine::<TotalStoreOrder>(&prepared, on_machine(Buffers::PerThread)),
        compare_machine::<PartialStoreOrder>(&prepared, on_machine(Buffers::PerLocation)),
    ];
    if case.suits_axioms() {
        outcomes.push(compare_language::<C11>(&program, &prepared));
        outcomes.push(compare_language::<ReleaseAcquire>(&program, &prepared));
    }
    agreement(outcomes)
}

/// Compares with brute force on a machine.
fn compare_machine<P: Preserved>(
    prepared: &Program,
    expected: Result<Enumeration, TooLarge>,
) -> Result<Agreement, Outcome> {
    let expected = expected.map_err(|TooLarge| Outcome::Skipped)?;
    let agreement = compare_under::<Global<P>>(prepared, || Ok(expected.clone()))?;
    match compare_under::<TotalReadsFrom<P>>(prepared, || Ok(expected.clone())) {
        Err(Outcome::Difference(what)) => Err(Outcome::Difference(what)),
        _ => Ok(agreement),
    }
}

/// Compares with brute force by axioms, also whether there are data races.
fn compare_language<S: Synchronisation>(
    program: &Program,
    prepared: &Program,
) -> Result<Agreement, Outcome> {
    let axioms = Axioms {
        is_consistent: &hb::axioms::is_consistent::<S>,
        has_race: &hb::axioms::has_race::<S>,
        happens_before: &hb::axioms::happens_before::<S>,
    };
    let expected = enumerate::axiomatic::executions(program, axioms, LIMIT / 10)
        .map_err(|TooLarge| Outcome::Skipped)?;
    let agreement = compare_under::<Causal<S>>(prepared, || Ok(expected.clone()))?;
    compare_races::<Causal<S>>(prepared, expected.has_race)?;
    compare_under::<CausalReadsFrom<S>>(prepared, || Ok(expected.clone()))?;
    compare_races::<CausalReadsFrom<S>>(prepared, expected.has_race)?;
    Ok(agreement)
}

fn compare_races<M: Model<Definition = ()>>(
    prepared: &Program,
    has_race: bool,
) -> Result<(), Outcome> {
    let config = Config { races: true, keep_going: true, ..Config::default() };
    let report = explore::check::<M>(&(), prepared, &config, &Unlimited, None);
    let is_race = |violation: &Violation| violation.kind == ViolationKind::DataRace;
    if report.violations.iter().any(is_race) != has_race {
        let what = if has_race { "a race is missed" } else { "no race is one" };
        return Err(Outcome::Difference(format!("{}: {what}", engine::<M>())));
    }
    Ok(())
}

/// The engine and the model, for messages.
fn engine<M: Model>() -> String {
    format!("{} {}", if M::HAS_CO { "graph" } else { "rf" }, M::NAME)
}

/// What makes two executions the same for an engine.
fn class<M: Model>(mut execution: Canonical) -> Canonical {
    if !M::HAS_CO {
        execution.co.clear();
    }
    execution
}

/// What the comparisons under models come to; each model allows what the one before it does.
fn agreement(outcomes: Vec<Result<Agreement, Outcome>>) -> Outcome {
    let (mut compared, mut largest, mut is_violated) = (0, 0, false);
    let mut stronger: Option<Agreement> = None;
    for outcome in outcomes {
        let agreement = match outcome {
            Ok(agreement) => agreement,
            Err(Outcome::Skipped) => continue,
            Err(outcome) => return outcome,
        };
        if let Some(stronger) = &stronger
            && !stronger.executions.is_subset(&agreement.executions)
        {
            let (model, other) = (agreement.model, stronger.model);
            return Outcome::Difference(format!("{model} allows less than {other}"));
        }
        compared += 1;
        largest = largest.max(agreement.executions.len());
        is_violated |= agreement.violated;
        stronger = Some(agreement);
    }
    match compared {
        0 => Outcome::Skipped,
        models => Outcome::Agreement { models, executions: largest, violated: is_violated },
    }
}

/// What brute force and an engine agree on.
struct Agreement {
    model: &'static str,
    executions: FxHashSet<Canonical>,
    violated: bool,
}

fn compare_under<M: Model<Definition = ()>>(
    prepared: &Program,
    reference: impl Fn() -> Result<Enumeration, TooLarge>,
) -> Result<Agreement, Outcome> {
    let difference = |what: String| Err(Outcome::Difference(format!("{}: {what}", engine::<M>())));
    let expected = reference().map_err(|TooLarge| Outcome::Skipped)?;
    let config = Config { keep_going: true, ..Config::default() };
    let mut found = Found {
        expected: &expected.executions,
        executions: FxHashSet::default(),
        is_consistent: |graph| M::is_consistent(&(), graph),
        class: class::<M>,
        problem: None,
    };
    let report = explore::check::<M>(&(), prepared, &config, &Unlimited, Some(&mut found));
    if !M::HAS_ATOMIC_BLOCKS && report.gap.is_some() {
        return Err(Outcome::Skipped);
    }
    if let Some(problem) = found.problem {
        return difference(problem);
    }
    let found = found.executions;
    let classes: FxHashSet<_> = expected.executions.iter().cloned().map(class::<M>).collect();
    if found.len() != classes.len() {
        let (found, expected) = (found.len(), classes.len());
        return difference(format!("{found} executions instead of {expected}"));
    }
    // Deadlocks have no position in brute force.
    let without_position = |kind: ViolationKind| kind == ViolationKind::Deadlock;
    let violations: FxHashSet<_> = report
        .violations
        .iter()
        // Brute force does not notice calls of libraries that wait in vain.
        .filter(|violation| prepared.libraries.is_empty() || !without_position(violation.kind))
        .map(|violation| {
            let position = violation.position.filter(|_| !without_position(violation.kind));
            (violation.kind, position)
        })
        .collect();
    if violations != expected.violations {
        return difference(format!(
            "violations {violations:?} instead of {:?}",
            expected.violations
        ));
    }
    if let Some(problem) = engines_disagree_with_themselves::<M>(prepared, &report) {
        return difference(problem);
    }
    Ok(Agreement { model: M::NAME, executions: found, violated: !violations.is_empty() })
}

/// One worker and two give the same report, and every violation can be replayed.
fn engines_disagree_with_themselves<M: Model<Definition = ()>>(
    program: &Program,
    report: &Report,
) -> Option<String> {
    for keep_going in [true, false] {
        let one = Config { keep_going, ..Config::default() };
        let two = Config { workers: 2, patience: 1, ..one.clone() };
        let alone = explore::check::<M>(&(), program, &one, &Unlimited, None);
        let together = explore::check::<M>(&(), program, &two, &Unlimited, None);
        if alone != together {
            return Some(format!("two workers report {together:?} instead of {alone:?}"));
        }
    }
    report.violations.iter().find_map(|violation| {
        let config = Config { keep_going: true, ..Config::default() };
        let replayed = explore::replay::<M>(&(), program, &config, &Unlimited, &violation.path);
        let same = replayed
            .iter()
            .flat_map(|report| &report.violations)
            .any(|other| other.kind == violation.kind && other.position == violation.position);
        (!same).then(|| format!("replay of {violation:?} gives {replayed:?}"))
    })
}

/// Compares each execution that an engine finds with what brute force found.
struct Found<'a> {
    expected: &'a FxHashSet<Canonical>,
    executions: FxHashSet<Canonical>,
    is_consistent: fn(&Graph) -> bool,
    class: fn(Canonical) -> Canonical,
    problem: Option<String>,
}

impl Observer for Found<'_> {
    fn restarted(&mut self) {
        self.executions.clear();
        self.problem = None;
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        let canonical = Canonical::new(graph, slots, cells);
        let problem = if !(self.is_consistent)(graph) {
            format!("an inconsistent execution: {canonical:?}")
        } else if !self.expected.contains(&canonical) {
            format!("an execution that brute force lacks: {canonical:?}")
        } else if !self.executions.insert((self.class)(canonical)) {
            "an execution was explored twice".to_owned()
        } else {
            return;
        };
        self.problem.get_or_insert(problem);
    }
}
