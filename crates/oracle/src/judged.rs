//! The engines against the explicit graph of states ([`explicit`](crate::explicit)), which shares
//! nothing with them, under the models that have a machine.
//!
//! - What runs come to is the same: what each thread reads in those that end, where no loop reads
//!   as often as it likes, no pointer is read, and no mutex is misused.
//! - The violations are the same, in the same places. A deadlock has no place, and of misuse of a
//!   mutex it may depend on the engine which of two threads is said to do it.
//! - `--check liveness` finds something if and only if there is a fair run without an end, unless
//!   the engine says that it was cut short.

use crate::case::{Case, VARIABLES};
use crate::compare::Outcome;
use crate::explicit::{self, Buffers, Judgement, Unjudged};
use crate::lower::lower;
use crate::runs::{Most, Watch};
use answer::Answer;
use base::ViolationKind;
use engines::{DPOR, EngineRef, GRAPH, Model, RF};
use execution::canonical::Action;
use execution::{Canonical, Cell, Cells, Graph, Slots};
use explore::{Config, Observer};
use program::{GlobalId, Program};
use rustc_hash::FxHashSet;

/// The models that have a machine.
const MODELS: [(Model, Buffers); 3] = [
    (Model::Sc, Buffers::None),
    (Model::Tso, Buffers::PerThread),
    (Model::Pso, Buffers::PerLocation),
];

/// The engines that are compared: each kind of walk once.
const ENGINES: [EngineRef; 3] = [GRAPH, RF, DPOR];

/// How large an exploration may be.
const MOST: Most = Most { executions: 20_000 };

/// Compares the engines with the explicit graph, where it has at most so many states.
pub fn compare(case: &Case, states: usize) -> Outcome {
    let mut program = lower(case);
    program::passes::spin::run(&mut program);
    let (mut models, mut executions, mut violated) = (0, 0, false);
    for (model, buffers) in &MODELS {
        let judgement = match explicit::explore(case, *buffers, states) {
            Ok(judgement) => judgement,
            Err(Unjudged::Unknown) => return Outcome::Skipped,
            Err(Unjudged::TooLarge) => continue,
        };
        for engine in ENGINES {
            if let Err(what) = compare_with(case, &program, (engine, model), &judgement) {
                let (engine, model) = (engine.name(), model.name());
                return Outcome::Difference(format!("{engine} {model}: {what}"));
            }
        }
        models += 1;
        executions = executions.max(judgement.outcomes.len());
        violated |= !judgement.violations.is_empty() || judgement.is_endless;
    }
    match models {
        0 => Outcome::Skipped,
        models => Outcome::Agreement { models, executions, violated },
    }
}

fn compare_with(
    case: &Case,
    program: &Program,
    (engine, model): (EngineRef, &Model),
    judgement: &Judgement,
) -> Result<(), String> {
    let liveness = case.has_waiting_loops() || case.has_primitives();
    let config = Config { keep_going: true, liveness, judge: true, ..Config::default() };
    let mut seen = Outcomes { found: FxHashSet::default(), judgement };
    let watch = Watch::new(MOST);
    let explored = engine.explore(program, model, &config, &watch, Some(&mut seen));
    let answer = explored.answer;
    if answer.gap().is_some() || !answer.cut().is_nothing() {
        return Ok(());
    }
    compare_violations(case, &answer, judgement)?;
    let is_misused = answer.violations().iter().any(|each| each.kind == ViolationKind::MutexMisuse);
    if judgement.has_outcomes && !is_misused {
        if let Some(outcome) = seen.found.difference(&judgement.outcomes).next() {
            return Err(format!("the outcome {outcome:?} is impossible"));
        }
        if let Some(outcome) = judgement.outcomes.difference(&seen.found).next() {
            return Err(format!("the outcome {outcome:?} is missed"));
        }
    }
    Ok(())
}

fn compare_violations(case: &Case, answer: &Answer, judgement: &Judgement) -> Result<(), String> {
    let place = |kind: ViolationKind, line: u32| match kind {
        ViolationKind::Deadlock | ViolationKind::MutexMisuse | ViolationKind::Liveness => (kind, 0),
        _ => (kind, line),
    };
    let found: FxHashSet<(ViolationKind, u32)> = answer
        .violations()
        .iter()
        .map(|each| place(each.kind, each.position.map_or(0, |position| position.line)))
        .collect();
    let mut expected: FxHashSet<(ViolationKind, u32)> =
        judgement.violations.iter().map(|(kind, line)| place(*kind, *line)).collect();
    if judgement.is_endless && (case.has_waiting_loops() || case.has_primitives()) {
        expected.insert((ViolationKind::Liveness, 0));
    }
    let mut missed: Vec<_> = expected.difference(&found).collect();
    let mut invented: Vec<_> =
        found.difference(&expected).filter(|each| !is_beside(each, &expected)).collect();
    missed.sort();
    invented.sort();
    match (missed.is_empty(), invented.is_empty()) {
        (true, true) => Ok(()),
        (false, _) => Err(format!("missed: {missed:?}")),
        (true, false) => Err(format!("not there: {invented:?}")),
    }
}

/// Whether something may be reported beside what is wrong anyway. Initialising and destroying a
/// mutex are no updates for an engine, so that others may come in between, which is misuse; and a
/// thread that is held in the middle of a loop may count as one that goes round in it.
fn is_beside((kind, _): &(ViolationKind, u32), expected: &FxHashSet<(ViolationKind, u32)>) -> bool {
    let is_expected = |kind| expected.contains(&(kind, 0));
    match kind {
        ViolationKind::Deadlock => is_expected(ViolationKind::MutexMisuse),
        ViolationKind::Liveness => is_expected(ViolationKind::Deadlock),
        _ => false,
    }
}

/// What the executions of an engine have read.
struct Outcomes<'a> {
    found: FxHashSet<explicit::Outcome>,
    judgement: &'a Judgement,
}

impl Observer for Outcomes<'_> {
    fn restarted(&mut self) {
        self.found.clear();
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        let canonical = Canonical::new(graph, slots, cells);
        let Some(shape) = self.judgement.outcomes.iter().next() else { return };
        let outcome = shape.iter().map(|(thread, _)| {
            let mut threads = canonical.threads.iter();
            let actions = threads.find(|(other, _)| other == thread).map(|(_, actions)| actions);
            let read = actions.into_iter().flatten().flat_map(|(action, _)| bytes(action));
            (*thread, read.collect())
        });
        self.found.insert(outcome.collect());
    }
}

/// What a read of a variable has found.
fn bytes(action: &Action) -> Vec<u8> {
    match action {
        Action::Read { cell, value, .. } if is_variable(*cell) => {
            value.bits.to_le_bytes()[..usize::from(cell.size)].to_vec()
        }
        _ => Vec::new(),
    }
}

fn is_variable(cell: Cell) -> bool {
    let object = cell.address.object().map(|(object, _)| object);
    (0..u32::from(VARIABLES))
        .any(|variable| GlobalId(variable).address().object().map(|(object, _)| object) == object)
}
