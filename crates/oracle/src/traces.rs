//! Chronological traces by their definition, against the engine `dpor`.
//!
//! 1. The transitive closure of a trace's edges is the happens-before relation that the engine
//!    keeps (`chronological-traces` §3, *DPOR for TSO*, and App. B).
//! 2. Executions with different (po, rf, co) have different traces (Theorem 1), so no trace comes
//!    twice. That those with the same (po, rf, co) have the same trace is seen where both
//!    strategies reach it: their schedules differ.

use crate::case::Case;
use crate::compare::Outcome;
use crate::lower::lower;
use answer::{Monitor, Statistics, Stop};
use execution::chronological::Agent;
use execution::{Canonical, Cells, ChronologicalTrace, Graph, Slots};
use explore::dpor::Schedules;
use explore::dpor::{Buffering, Optimal, Pso, Sc, Schedule, SourceSets, Strategy, Tso};
use explore::{Config, Exploration, Observer};
use program::Program;
use program::passes::PassConfig;
use rustc_hash::{FxHashMap, FxHashSet};

/// More executions than this are not looked at.
const MOST: u64 = 2000;

/// Compares on a case, under SC, TSO and PSO.
pub fn compare(case: &Case) -> Outcome {
    let mut program = lower(case);
    program::passes::standard(&mut program, PassConfig::default());
    let outcomes = [on::<Sc>(&program), on::<Tso>(&program), on::<Pso>(&program)];
    let (mut models, mut executions) = (0, 0);
    for outcome in outcomes {
        match outcome {
            Ok(Some(count)) => {
                models += 1;
                executions = executions.max(count);
            }
            Ok(None) => {}
            Err(difference) => return Outcome::Difference(difference),
        }
    }
    match models {
        0 => Outcome::Skipped,
        models => Outcome::Agreement { models, executions, violated: false },
    }
}

/// Compares on one machine. Returns how many executions there are, if they are not too many.
fn on<B: Buffering>(program: &Program) -> Result<Option<usize>, String> {
    let difference = |problem: String| format!("{}: {problem}", B::NAME);
    let (optimal, source) = (seen::<B, Optimal>(program), seen::<B, SourceSets>(program));
    let (Some(optimal), Some(source)) = (optimal, source) else { return Ok(None) };
    for seen in [&optimal, &source] {
        if let Some(problem) = &seen.problem {
            return Err(difference(problem.clone()));
        }
    }
    if optimal.traces != source.traces {
        return Err(difference("two schedules of one execution have different traces".to_owned()));
    }
    Ok(Some(optimal.traces.len()))
}

/// The traces of all executions; `None` if there are too many.
fn seen<B: Buffering, S: Strategy>(program: &Program) -> Option<Seen> {
    let config = Config { keep_going: true, patience: 64, ..Config::default() };
    let mut seen = Seen::default();
    let answer = Schedules::<B, S>::new().check(program, &config, &AtMost, Some(&mut seen));
    answer.gap().is_none().then_some(seen)
}

/// Stops an exploration that is too large.
struct AtMost;

impl Monitor for AtMost {
    fn poll(&self, _worker: usize, statistics: &Statistics) -> Option<Stop> {
        (statistics.executions > MOST).then_some(Stop::Interrupt)
    }
}

/// The trace of each execution.
#[derive(Default)]
struct Seen {
    execution: Option<Canonical>,
    traces: FxHashMap<Canonical, ChronologicalTrace>,
    distinct: FxHashSet<ChronologicalTrace>,
    problem: Option<String>,
}

impl Observer for Seen {
    fn restarted(&mut self) {
        *self = Seen::default();
    }

    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells) {
        self.execution = Some(Canonical::new(graph, slots, cells));
    }

    fn wants_schedules(&self) -> bool {
        true
    }

    fn schedule(&mut self, schedule: &Schedule<'_>) {
        let execution = self.execution.take().expect("executions are shown first");
        let trace = schedule.trace();
        if let Some(problem) = difference_from_engine(&trace, schedule) {
            self.problem.get_or_insert(problem);
        }
        if !self.distinct.insert(trace.clone()) {
            self.problem.get_or_insert("two executions have the same trace".to_owned());
        }
        self.traces.insert(execution, trace);
    }
}

/// A pair of steps that only one of them has in order: the engine, or the closure of the edges.
fn difference_from_engine(trace: &ChronologicalTrace, schedule: &Schedule<'_>) -> Option<String> {
    let mut counts: FxHashMap<Agent, u32> = FxHashMap::default();
    let vertex = |agent: Agent| {
        let count = counts.entry(agent).or_default();
        *count += 1;
        trace.find(agent, *count).expect("each step is a vertex")
    };
    let vertices: Vec<usize> = schedule.steps.iter().map(|step| step.agent).map(vertex).collect();
    let closure = trace.closure();
    for second in 0..vertices.len() {
        for first in 0..vertices.len() {
            let is_before = closure[vertices[second]][vertices[first]];
            if is_before != (first < second && (schedule.happens_before)(first, second)) {
                let who = if is_before { "the edges" } else { "the engine" };
                let steps = (&schedule.steps[first], &schedule.steps[second]);
                return Some(format!("only {who} has {first} before {second}: {steps:?}"));
            }
        }
    }
    None
}
