//! What must be equal on every program (DESIGN: the equalities between the engines).

use crate::case::Case;
use crate::lower::lower;
use base::ViolationKind;
use execution::{Canonical, Cells, Graph, Slots};
use explore::{Config, Observer, Report, Unlimited};
use models::Model;
use models::sc::Sc;
use program::Program;
use program::passes::PassConfig;
use rustc_hash::FxHashSet;

/// What a comparison ends with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All agree; on how many executions.
    Agreement { executions: usize, violated: bool },
    /// Too large for brute force.
    Skipped,
    /// What does not agree.
    Difference(String),
}

/// How many steps brute force may take.
const LIMIT: u64 = 150_000;

/// Compares the engines on a case. Brute force gets the program as it is, but for loops that wait; the engines get it
/// as users' programs come to them, after all passes.
pub fn compare(case: &Case) -> Outcome {
    let mut program = lower(case);
    program::passes::spin::run(&mut program);
    let Ok(expected) = enumerate::interleavings(&program, LIMIT) else {
        return Outcome::Skipped;
    };
    let mut prepared = lower(case);
    program::passes::standard(&mut prepared, PassConfig::default());
    if let Err(problems) = program::verify::verify(&prepared) {
        return Outcome::Difference(format!("the passes leave {problems:?}"));
    }
    let config = Config { keep_going: true, ..Config::default() };
    let mut found =
        Found { expected: &expected.executions, executions: FxHashSet::default(), problem: None };
    let report = explore::check::<Sc>(&prepared, &config, &Unlimited, Some(&mut found));
    if let Some(problem) = found.problem {
        return Outcome::Difference(problem);
    }
    let found = found.executions;
    if found.len() != expected.executions.len() {
        return Outcome::Difference(format!(
            "{} executions instead of {}",
            found.len(),
            expected.executions.len()
        ));
    }
    // Deadlocks have no position in brute force.
    let without_position = |kind: ViolationKind| kind == ViolationKind::Deadlock;
    let violations: FxHashSet<_> = report
        .violations
        .iter()
        .map(|violation| {
            let position = violation.position.filter(|_| !without_position(violation.kind));
            (violation.kind, position)
        })
        .collect();
    if violations != expected.violations {
        return Outcome::Difference(format!(
            "violations {violations:?} instead of {:?}",
            expected.violations
        ));
    }
    if let Some(problem) = engines_disagree_with_themselves(&prepared, &report) {
        return Outcome::Difference(problem);
    }
    Outcome::Agreement { executions: found.len(), violated: !violations.is_empty() }
}

/// One worker and two give the same report, and every violation can be replayed.
fn engines_disagree_with_themselves(program: &Program, report: &Report) -> Option<String> {
    for keep_going in [true, false] {
        let one = Config { keep_going, ..Config::default() };
        let two = Config { workers: 2, patience: 1, ..one.clone() };
        let alone = explore::check::<Sc>(program, &one, &Unlimited, None);
        let together = explore::check::<Sc>(program, &two, &Unlimited, None);
        if alone != together {
            return Some(format!("two workers report {together:?} instead of {alone:?}"));
        }
    }
    report.violations.iter().find_map(|violation| {
        let config = Config { keep_going: true, ..Config::default() };
        let replayed = explore::replay::<Sc>(program, &config, &Unlimited, &violation.path);
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
    problem: Option<String>,
}

impl Observer for Found<'_> {
    fn restarted(&mut self) {
        self.executions.clear();
        self.problem = None;
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        let canonical = Canonical::new(graph, slots, cells);
        let problem = if !Sc::is_consistent(graph) {
            format!("an inconsistent execution: {canonical:?}")
        } else if !self.expected.contains(&canonical) {
            format!("an execution that brute force lacks: {canonical:?}")
        } else if !self.executions.insert(canonical) {
            "an execution was explored twice".to_owned()
        } else {
            return;
        };
        self.problem.get_or_insert(problem);
    }
}
