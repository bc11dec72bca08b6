//! What must be equal on every program (DESIGN: the equalities between the engines).

use crate::by_rules::Broken;
use crate::case::Case;
use crate::lower::lower;
use crate::polling;
use crate::runs::others;
use crate::schedules;
use answer::{Answer, Unlimited};
use base::{SourcePosition, ThreadId, ViolationKind};
use engines::{Classes, EngineRef, GRAPH, Model, Question};
use enumerate::axiomatic::Axioms;
use enumerate::{Buffers, Ending, Enumeration, TooLarge};
use execution::canonical::Action;
use execution::{Canonical, Cell, Cells, Graph, Slots};
use explore::dpor::{self, Buffering};
use explore::{Config, Observer, Path};
use models::Model as _;
use models::global::axioms::happens_before;
use models::global::{Global, Preserved};
use models::hb::{self, Synchronisation};
use models::pso::PartialStoreOrder;
use models::ra::ReleaseAcquire;
use models::rc11::{C11, Cpp20};
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

/// How many steps brute force may take on a machine; by axioms a tenth of that.
pub const STEPS: u64 = 150_000;

/// Compares the engines on a case, under each model. Brute force gets the program as it is, but for
/// loops that wait; the engines get it as users' programs come to them, after all passes.
pub fn compare(case: &Case) -> Outcome {
    compare_within(case, STEPS)
}

/// The same if brute force may take so many steps under each model; those for which that is not
/// enough are left out.
pub fn compare_within(case: &Case, steps: u64) -> Outcome {
    if case.polls() {
        let outcome = polling::compare(case, steps);
        // Where mutexes are tried, loops that poll do not wait.
        if case.tries() || matches!(outcome, Outcome::Difference(_)) {
            return outcome;
        }
    }
    let mut program = lower(case);
    program::passes::spin::run(&mut program);
    let mut prepared = lower(case);
    program::passes::standard(&mut prepared, PassConfig::default());
    if let Err(problems) = program::verify::verify(&prepared) {
        return Outcome::Difference(format!("the passes leave {problems:?}"));
    }
    // From the strongest model to the weakest.
    let machines = (&program, &prepared, steps);
    let mut outcomes = vec![
        compare_machine::<ProgramOrder, dpor::Sc>(&Model::Sc, machines, Buffers::None),
        compare_machine::<TotalStoreOrder, dpor::Tso>(&Model::Tso, machines, Buffers::PerThread),
        compare_machine::<PartialStoreOrder, dpor::Pso>(
            &Model::Pso,
            machines,
            Buffers::PerLocation,
        ),
    ];
    if case.suits_axioms() {
        outcomes.push(compare_language::<C11>(&Model::Rc11, &program, &prepared, steps));
        outcomes.push(compare_language::<ReleaseAcquire>(&Model::Ra, &program, &prepared, steps));
        outcomes.push(compare_language::<Cpp20>(&Model::Rc11Of20, &program, &prepared, steps));
    }
    agreement(outcomes)
}

/// Compares with brute force on a machine.
fn compare_machine<P: Preserved, B: Buffering>(
    model: &'static Model,
    (program, prepared, steps): (&Program, &Program, u64),
    buffers: Buffers,
) -> Result<Agreement, Outcome> {
    let broken = Broken::default();
    let judge = |ending: &Ending<'_>| broken.add(ending, happens_before::<P>);
    let expected = enumerate::interleavings(program, buffers, steps, &judge);
    let expected = broken.compare(expected)?.map_err(|TooLarge| Outcome::Skipped)?;
    let consistent = |graph: &Graph| Global::<P>::is_consistent(&(), graph);
    let all = |execution| execution;
    schedules::compare::<B, dpor::Optimal>(prepared, &expected, consistent, all)?;
    schedules::compare::<B, dpor::SourceSets>(prepared, &expected, consistent, all)?;
    if B::NAME == dpor::Observers::NAME {
        let class = Canonical::without_unread_order;
        schedules::compare::<dpor::Observers, dpor::SourceSets>(
            prepared, &expected, consistent, class,
        )?;
    }
    if B::IS_BUFFERED {
        schedules::compare_robustness::<Global<P>, B>(prepared)?;
    }
    let by = |engine| By { engine, model, is_consistent: consistent, can_do_everything: false };
    let graph = By { can_do_everything: true, ..by(GRAPH) };
    let agreement = compare_with(&graph, prepared, &expected)?;
    for engine in others().filter(|engine| engine.classes() == Classes::ReadsFrom) {
        unless_skipped(compare_with(&by(engine), prepared, &expected))?;
    }
    Ok(agreement)
}

/// An engine under a model, with what it must get right.
struct By {
    engine: EngineRef,
    model: &'static Model,
    is_consistent: fn(&Graph) -> bool,
    /// Whether it gives no program up.
    can_do_everything: bool,
}

impl By {
    /// The engine and the model, for messages.
    fn name(&self) -> String {
        format!("{} {}", self.engine.name(), self.model.name())
    }

    /// What makes two executions the same for the engine.
    fn class(&self) -> fn(Canonical) -> Canonical {
        match self.engine.classes() {
            Classes::Executions => |execution| execution,
            Classes::ObservedOrder => |execution| execution.without_unread_order(),
            Classes::ReadsFrom => |execution| execution.without_co(),
        }
    }
}

/// An engine that cannot do something is not compared.
fn unless_skipped<T>(outcome: Result<T, Outcome>) -> Result<(), Outcome> {
    match outcome {
        Ok(_) | Err(Outcome::Skipped) => Ok(()),
        Err(outcome) => Err(outcome),
    }
}

/// Compares with brute force by axioms, also whether there are data races.
fn compare_language<S: Synchronisation>(
    model: &'static Model,
    program: &Program,
    prepared: &Program,
    steps: u64,
) -> Result<Agreement, Outcome> {
    let axioms = Axioms {
        is_consistent: &hb::axioms::is_consistent::<S>,
        has_race: &hb::axioms::has_race::<S>,
        happens_before: &hb::axioms::happens_before::<S>,
        has_dependencies: false,
    };
    let broken = Broken::default();
    let judge = |ending: &Ending<'_>| broken.add(ending, hb::axioms::happens_before::<S>);
    let expected = enumerate::axiomatic::executions(program, axioms, steps / 10, &judge);
    let expected = broken.compare(expected)?.map_err(|TooLarge| Outcome::Skipped)?;
    let is_consistent = hb::axioms::is_consistent::<S>;
    let by = |engine| By { engine, model, is_consistent, can_do_everything: false };
    let agreement = compare_with(&by(GRAPH), prepared, &expected)?;
    compare_races(&by(GRAPH), prepared, &expected)?;
    for engine in others().filter(|engine| engine.objection(Question::Errors, model).is_none()) {
        unless_skipped(compare_with(&by(engine), prepared, &expected))?;
        if engine.objection(Question::Races, model).is_none() {
            unless_skipped(compare_races(&by(engine), prepared, &expected))?;
        }
    }
    Ok(agreement)
}

fn compare_races(by: &By, prepared: &Program, expected: &Enumeration) -> Result<(), Outcome> {
    let config = Config { races: true, keep_going: true, judge: true, ..Config::default() };
    let answer = by.engine.explore(prepared, by.model, &config, &Unlimited, None).answer;
    let expectations = [
        (ViolationKind::DataRace, expected.has_race),
        (ViolationKind::UnorderedAllocation, expected.has_unordered_allocation),
    ];
    for (kind, is_expected) in expectations {
        let is_found = answer.violations().iter().any(|violation| violation.kind == kind);
        // An engine that has given up says nothing about what it has not found.
        if is_found != is_expected && (is_found || answer.gap().is_none()) {
            let what = if is_expected { "is missed" } else { "is none" };
            return Err(Outcome::Difference(format!("{}: a {} {what}", by.name(), kind.name())));
        }
    }
    Ok(())
}

/// What the comparisons under models come to; each model allows what the one before it does,
/// leaving aside RA.
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
            && !outcomes_of(&stronger.executions).is_subset(&outcomes_of(&agreement.executions))
        {
            let (model, other) = (agreement.model, stronger.model);
            return Outcome::Difference(format!("{model} allows less than {other}"));
        }
        compared += 1;
        largest = largest.max(agreement.executions.len());
        is_violated |= agreement.violated;
        if agreement.model != ReleaseAcquire::NAME {
            stronger = Some(agreement);
        }
    }
    match compared {
        0 => Outcome::Skipped,
        models => Outcome::Agreement { models, executions: largest, violated: is_violated },
    }
}

/// What the threads of each execution do with global variables and with each other. Which events
/// there are at other objects depends on who gets to know of them, which may be nobody under a
/// stronger model.
fn outcomes_of(executions: &FxHashSet<Canonical>) -> FxHashSet<Vec<(ThreadId, Vec<Action>)>> {
    let is_global = |cell: Cell| {
        cell.address.object().is_some_and(|(object, _)| object.thread == ThreadId::GLOBALS)
    };
    let visible = |(action, _): &(Action, bool)| match *action {
        Action::Free { .. } => None,
        Action::Read { cell, .. } | Action::Write { cell, .. } if !is_global(cell) => None,
        // The names of events count those that are left out here.
        Action::Read { cell, kind, ordering, tags, value, .. } => {
            Some(Action::Read { cell, kind, ordering, tags, value, rf: None })
        }
        action => Some(action),
    };
    let outcome = |execution: &Canonical| {
        let actions = |actions: &[(Action, bool)]| actions.iter().filter_map(visible).collect();
        execution.threads.iter().map(|(thread, all)| (*thread, actions(all))).collect()
    };
    executions.iter().map(outcome).collect()
}

/// What brute force and an engine agree on.
struct Agreement {
    model: &'static str,
    executions: FxHashSet<Canonical>,
    violated: bool,
}

fn compare_with(by: &By, prepared: &Program, expected: &Enumeration) -> Result<Agreement, Outcome> {
    let difference = |what: String| Err(Outcome::Difference(format!("{}: {what}", by.name())));
    let config = Config { keep_going: true, judge: true, ..Config::default() };
    let mut found = Found {
        expected: &expected.executions,
        executions: FxHashSet::default(),
        is_consistent: by.is_consistent,
        class: by.class(),
        problem: None,
    };
    let explored = by.engine.explore(prepared, by.model, &config, &Unlimited, Some(&mut found));
    let answer = explored.answer;
    if !by.can_do_everything && answer.gap().is_some() {
        return Err(Outcome::Skipped);
    }
    if let Some(problem) = found.problem {
        return difference(problem);
    }
    let found = found.executions;
    let classes: FxHashSet<_> = expected.executions.iter().cloned().map(by.class()).collect();
    if found.len() != classes.len() {
        let (found, expected) = (found.len(), classes.len());
        return difference(format!("{found} executions instead of {expected}"));
    }
    let violations = violations_of(&answer);
    if violations != expected.violations {
        return difference(format!(
            "violations {violations:?} instead of {:?}",
            expected.violations
        ));
    }
    if let Some(problem) = engine_disagrees_with_itself(by, prepared, &answer) {
        return difference(problem);
    }
    Ok(Agreement { model: by.model.name(), executions: found, violated: !violations.is_empty() })
}

/// The kinds and places of violations, as brute force has them.
pub(crate) fn violations_of(answer: &Answer) -> FxHashSet<(ViolationKind, Option<SourcePosition>)> {
    // Deadlocks have no position in brute force.
    let without_position = |kind: ViolationKind| kind == ViolationKind::Deadlock;
    answer
        .violations()
        .iter()
        .map(|violation| {
            let position = violation.position.filter(|_| !without_position(violation.kind));
            (violation.kind, position)
        })
        .collect()
}

/// One worker and two give the same report, and every violation can be replayed.
fn engine_disagrees_with_itself(by: &By, program: &Program, answer: &Answer) -> Option<String> {
    let By { engine, model, .. } = by;
    for keep_going in [true, false] {
        let one = Config { keep_going, ..Config::default() };
        let two = Config { workers: engine.workers(2), patience: 1, ..one.clone() };
        let alone = engine.explore(program, model, &one, &Unlimited, None).answer;
        let together = engine.explore(program, model, &two, &Unlimited, None).answer;
        if alone != together {
            return Some(format!("two workers report {together:?} instead of {alone:?}"));
        }
    }
    answer.violations().iter().find_map(|violation| {
        let config = Config { keep_going: true, judge: true, ..Config::default() };
        let path = Path::to(violation).expect("an explorer has a path");
        let replayed = engine.replay(program, model, &config, &Unlimited, &path);
        let same = replayed
            .iter()
            .flat_map(|answer| answer.violations())
            .any(|other| other.kind == violation.kind && other.position == violation.position);
        (!same).then(|| format!("replay of {violation:?} gives {replayed:?}"))
    })
}

/// Compares each execution that an engine finds with what brute force found.
pub(crate) struct Found<'a> {
    pub(crate) expected: &'a FxHashSet<Canonical>,
    pub(crate) executions: FxHashSet<Canonical>,
    pub(crate) is_consistent: fn(&Graph) -> bool,
    pub(crate) class: fn(Canonical) -> Canonical,
    pub(crate) problem: Option<String>,
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
