//! What `dpor` must find: the executions of brute force, none twice, and with Optimal-DPOR nothing
//! in vain.

use crate::compare::{Found, Outcome, violations_of};
use answer::Unlimited;
use base::ViolationKind;
use enumerate::Enumeration;
use execution::canonical::Action;
use execution::{Canonical, Graph, WriteKind};
use explore::dpor::Schedules;
use explore::dpor::{self, Buffering, Strategy};
use explore::graph::Revisits;
use explore::{Config, Exploration, Path};
use models::Model;
use program::{Instruction, Program};
use rustc_hash::FxHashSet;

/// Compares a strategy on a machine with brute force. `class` says what tells executions apart.
pub(crate) fn compare<B: Buffering, S: Strategy>(
    prepared: &Program,
    expected: &Enumeration,
    is_consistent: fn(&Graph) -> bool,
    class: fn(Canonical) -> Canonical,
) -> Result<(), Outcome> {
    let difference = |what: String| {
        let observers = if B::ORDERS_WRITES { "" } else { " with observers" };
        Err(Outcome::Difference(format!("{} {}{observers}: {what}", S::NAME, B::NAME)))
    };
    let config = Config { keep_going: true, judge: true, ..Config::default() };
    let mut found = Found {
        expected: &expected.executions,
        executions: FxHashSet::default(),
        is_consistent,
        class,
        problem: None,
    };
    let answer = Schedules::<B, S>::new().check(prepared, &config, &Unlimited, Some(&mut found));
    if answer.gap().is_some() {
        return Ok(());
    }
    if let Some(problem) = found.problem {
        return difference(problem);
    }
    let classes: FxHashSet<Canonical> = expected.executions.iter().cloned().map(class).collect();
    if found.executions.len() != classes.len() {
        let (found, expected) = (found.executions.len(), classes.len());
        return difference(format!("{found} executions instead of {expected}"));
    }
    let violations = violations_of(&answer);
    if violations != expected.violations {
        let expected = &expected.violations;
        return difference(format!("violations {violations:?} instead of {expected:?}"));
    }
    let is_split =
        expected.executions.is_empty() || expected.executions.iter().any(has_split_accesses);
    let in_vain = answer.statistics().sleep_set_blocked;
    if !S::IS_EAGER && in_vain > 0 && !makes_choices(prepared) && !is_split {
        return difference(format!("{in_vain} explorations in vain"));
    }
    for violation in answer.violations() {
        let path = Path::to(violation).expect("an explorer has a path");
        let replayed = Schedules::<B, S>::new().replay(prepared, &config, &Unlimited, &path);
        let same = replayed
            .iter()
            .flat_map(|answer| answer.violations())
            .any(|other| other.kind == violation.kind && other.position == violation.position);
        if !same {
            return difference(format!("replay of {violation:?} gives {replayed:?}"));
        }
    }
    Ok(())
}

/// Compares whether `dpor` and `graph` find an execution that is not sequentially consistent.
pub(crate) fn compare_robustness<M: Model<Definition = ()>, B: Buffering>(
    prepared: &Program,
) -> Result<(), Outcome> {
    let config = Config { keep_going: true, robustness: true, judge: true, ..Config::default() };
    let reports = [
        Revisits::<M>::new(()).check(prepared, &config, &Unlimited, None),
        Schedules::<B, dpor::Optimal>::new().check(prepared, &config, &Unlimited, None),
        Schedules::<B, dpor::SourceSets>::new().check(prepared, &config, &Unlimited, None),
    ];
    if reports.iter().any(|answer| answer.gap().is_some()) {
        return Ok(());
    }
    let is_robust = reports.map(|answer| {
        let mut violations = answer.violations().iter();
        !violations.any(|violation| violation.kind == ViolationKind::NotRobust)
    });
    match is_robust {
        [true, true, true] | [false, false, false] => Ok(()),
        _ => {
            let what =
                format!("{}: graph, dpor, dpor-source find it robust: {is_robust:?}", B::NAME);
            Err(Outcome::Difference(what))
        }
    }
}

/// Whether a program makes choices or has atomic blocks, for which Optimal-DPOR may explore in
/// vain.
fn makes_choices(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    blocks.flat_map(|block| &block.instructions).any(|instruction| {
        matches!(
            instruction,
            Instruction::Choose { .. }
                | Instruction::CompareExchange { weak: true, .. }
                | Instruction::AtomicBegin
        )
    })
}

/// Whether an execution has accesses that were split into cells, for which that may be too.
fn has_split_accesses(execution: &Canonical) -> bool {
    let mut actions = execution.threads.iter().flat_map(|(_, actions)| actions);
    actions.any(|(action, grouped)| {
        let is_part = match action {
            Action::Read { .. } => true,
            Action::Write { kind, .. } => *kind == WriteKind::Store,
            _ => false,
        };
        *grouped && is_part
    })
}
