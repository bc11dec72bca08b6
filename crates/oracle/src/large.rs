//! The engines against each other, on programs that are too large for brute force.
//!
//! `graph` and `dpor` have nothing in common but the interpreter; `rf` shares its walk with
//! `graph`, and none of its choices; `rf-schedules` has another walk. So under each model that both
//! know:
//!
//! - `dpor` and `dpor-source` find the executions of `graph`, and `dpor-observers` one of each
//!   (po, rf) or more;
//! - `rf` and `rf-schedules` find the (po, rf) of `graph`'s executions; what `auto` counts is what
//!   one of the two counts;
//! - nothing comes twice; all find the same kinds of violations in the same places;
//! - all say the same about loops that wait for ever, memory that is left behind, data races and
//!   robustness, where they say anything.

use crate::case::{Case, Statement};
use crate::compare::{Outcome, violations_of};
use crate::lower::lower;
use crate::runs::{Absent, Found, MODELS, Most, Watch, others, run};
use answer::{Answer, Gap};
use base::{Ordering, ViolationKind};
use engines::{
    AUTO, Classes, DPOR_OBSERVERS, DPOR_SOURCE, EngineRef, Explored, GRAPH, Model, RF_SCHEDULES,
};
use explore::{Config, WeakCas};
use program::Program;
use program::passes::PassConfig;

/// The engines that are compared only if all are wanted.
const FOR_COMPARISON: [EngineRef; 3] = [DPOR_SOURCE, DPOR_OBSERVERS, RF_SCHEDULES];
/// `auto` is `graph` for programs with fewer executions.
const AUTO_DECIDES: u64 = 900;

/// How much a program is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The most executions that `graph` may have.
    pub most: Most,
    /// Whether the engines that are there for comparison take part, too.
    pub all_engines: bool,
}

impl Effort {
    /// Most programs are cheap, some are not, and a few are large enough that `auto` changes its
    /// engine.
    pub fn of_seed(seed: u64) -> Effort {
        let executions = match seed % 512 {
            0 => 3000,
            rest if rest % 16 == 1 => 300,
            _ => 60,
        };
        Effort { most: Most { executions }, all_engines: seed.is_multiple_of(4) }
    }
}

/// Compares the engines on a case under each model, as far as `graph` has few enough executions.
pub fn compare(case: &Case, effort: Effort) -> Outcome {
    let mut program = lower(case);
    program::passes::standard(&mut program, PassConfig::default());
    let (mut models, mut executions, mut violated) = (0, 0, false);
    for model in &MODELS {
        match compare_under(case, &program, model, effort) {
            Ok(graph) => {
                models += 1;
                executions = executions.max(graph.executions.len());
                violated |= !graph.answer.violations().is_empty();
            }
            Err(Failure::Absent(Absent::Unsupported)) => {}
            // A weaker model has more of them.
            Err(Failure::Absent(Absent::TooLarge)) => break,
            Err(Failure::Difference(what)) => {
                return Outcome::Difference(format!("{}: {what}", model.name()));
            }
        }
    }
    match models {
        0 => Outcome::Skipped,
        models => Outcome::Agreement { models, executions, violated },
    }
}

enum Failure {
    Absent(Absent),
    Difference(String),
}

impl From<Absent> for Failure {
    fn from(absent: Absent) -> Failure {
        Failure::Absent(absent)
    }
}

fn difference<T>(what: String) -> Result<T, Failure> {
    Err(Failure::Difference(what))
}

fn compare_under(
    case: &Case,
    program: &Program,
    model: &Model,
    Effort { most, all_engines }: Effort,
) -> Result<Found, Failure> {
    let weak_cas = WeakCas { leaves_out: true, most: Some(2) };
    let config =
        Config { keep_going: true, judge: true, patience: 64, weak_cas, ..Config::default() };
    let graph = run(program, (GRAPH, model), &config, most)?;
    if graph.is_repeated {
        return difference("graph explores an execution twice".to_owned());
    }
    // Others may not find more, so they need not go further; what they do in vain is another
    // matter.
    let as_many = Most { executions: graph.answer.statistics().executions };
    let is_wanted = |engine: &EngineRef| all_engines || !FOR_COMPARISON.contains(engine);
    let others: Vec<EngineRef> = others().filter(is_wanted).collect();
    for &engine in &others {
        match run(program, (engine, model), &config, as_many) {
            Ok(found) => same_findings(engine, &found, &graph)?,
            Err(Absent::Unsupported) => {}
            Err(Absent::TooLarge) => is_larger(program, (engine, model), &config, &graph)?,
        }
    }
    compare_auto(program, model, &config, &graph, most)?;
    for wanted in extra_checks(case, model, &config) {
        compare_checks(program, model, &wanted, most, &others)?;
    }
    Ok(graph)
}

/// Whether an engine that was stopped has found too much, and not only explored in vain.
fn is_larger(
    program: &Program,
    which: (EngineRef, &Model),
    config: &Config,
    graph: &Found,
) -> Result<(), Failure> {
    let executions = graph.answer.statistics().executions;
    let (engine, model) = which;
    let watch = Watch::new(Most { executions });
    let Explored { answer, .. } = engine.explore(program, model, config, &watch, None);
    match answer.statistics().executions > executions {
        true => difference(format!("{} finds more than graph's {executions}", engine.name())),
        false => Ok(()),
    }
}

fn same_findings(engine: EngineRef, found: &Found, graph: &Found) -> Result<(), Failure> {
    let name = engine.name();
    if found.is_repeated {
        return difference(format!("{name} explores an execution twice"));
    }
    let has_same_classes = found.without_co == graph.without_co;
    let (is_same, expected) = match engine.classes() {
        Classes::Executions => (found.executions == graph.executions, graph.executions.len()),
        Classes::ReadsFrom => (has_same_classes, graph.without_co.len()),
        Classes::ObservedOrder => (
            has_same_classes && found.executions.is_subset(&graph.executions),
            graph.executions.len(),
        ),
    };
    if !is_same {
        let count = found.answer.statistics().executions;
        return difference(format!("{name} has {count} executions, graph {expected}, or others"));
    }
    let violations = violations_of(&found.answer);
    let expected = violations_of(&graph.answer);
    if violations != expected {
        return difference(format!("{name} finds {violations:?}, graph {expected:?}"));
    }
    Ok(())
}

/// What `auto` counts is what the engine counts that it says it took.
fn compare_auto(
    program: &Program,
    model: &Model,
    config: &Config,
    graph: &Found,
    most: Most,
) -> Result<(), Failure> {
    let statistics = graph.answer.statistics();
    if statistics.executions + statistics.blocked < AUTO_DECIDES {
        return Ok(());
    }
    let watch = Watch::new(most);
    let Explored { answer, by: engine } = AUTO.explore(program, model, config, &watch, None);
    let expected = match engine.classes() {
        Classes::Executions | Classes::ObservedOrder => graph.executions.len(),
        Classes::ReadsFrom => graph.without_co.len(),
    };
    if matches!(answer.gap(), Some(Gap::Stopped(_))) {
        return Ok(());
    }
    let count = answer.statistics().executions;
    if count != expected as u64 {
        let engine = engine.name();
        return difference(format!("auto has {count} executions with {engine}, not {expected}"));
    }
    if violations_of(&answer) != violations_of(&graph.answer) {
        return difference("auto finds other violations than graph".to_owned());
    }
    Ok(())
}

/// What else may be asked about a case.
fn extra_checks(case: &Case, model: &Model, config: &Config) -> Vec<Config> {
    let statements = case.statements();
    let has_plain = statements.iter().any(|statement| match statement {
        Statement::Load { ordering, .. } | Statement::Store { ordering, .. } => {
            *ordering == Ordering::Plain
        }
        _ => false,
    });
    let mut checks = Vec::new();
    if case.has_waiting_loops() {
        checks.push(Config { liveness: true, leaks: true, ..config.clone() });
    }
    if has_plain && model.has_races() {
        checks.push(Config { races: true, ..config.clone() });
    }
    // One in four is enough: it is as much work as all the rest.
    if matches!(model, Model::Tso | Model::Pso) && statements.len().is_multiple_of(4) {
        let weak_cas = WeakCas { leaves_out: false, ..config.weak_cas };
        checks.push(Config { robustness: true, weak_cas, ..config.clone() });
    }
    checks
}

/// The engines that do not refuse what is wanted say the same about it, also if they stop at the
/// first violation.
fn compare_checks(
    program: &Program,
    model: &Model,
    config: &Config,
    most: Most,
    others: &[EngineRef],
) -> Result<(), Failure> {
    let mut first: Option<(EngineRef, Vec<ViolationKind>)> = None;
    for engine in [GRAPH].into_iter().chain(others.iter().copied()) {
        if engines::inability(engine, model, config).is_some() {
            continue;
        }
        let ask = |keep_going: bool| {
            let config = Config { keep_going, ..config.clone() };
            let watch = Watch::new(most);
            let Explored { answer, .. } = engine.explore(program, model, &config, &watch, None);
            answer.gap().is_none().then_some(answer)
        };
        let Some(answer) = ask(true) else { continue };
        let kinds = extra_kinds(&answer);
        if let Some(early) = ask(false)
            && early.violations().is_empty() != answer.violations().is_empty()
        {
            return difference(format!("{} stops without a violation", engine.name()));
        }
        match &first {
            None => first = Some((engine, kinds)),
            Some((_, expected)) if *expected == kinds => {}
            Some((other, expected)) => {
                let (name, other) = (engine.name(), other.name());
                return difference(format!("{name} finds {kinds:?}, {other} {expected:?}"));
            }
        }
    }
    Ok(())
}

/// The kinds of violations that are looked for only if it is asked for. Their places are those of
/// one among several.
fn extra_kinds(answer: &Answer) -> Vec<ViolationKind> {
    let is_extra = |kind: &ViolationKind| {
        matches!(
            kind,
            ViolationKind::Liveness
                | ViolationKind::Leak
                | ViolationKind::DataRace
                | ViolationKind::NotRobust
        )
    };
    let mut kinds: Vec<_> = answer.violations().iter().map(|it| it.kind).filter(is_extra).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}
