//! A report for programs: one JSON object, an interface with a version.
//!
//! Fields may be added within a version; removing one or changing what it means is a new version.
//! The same run gives the same bytes, except for times and memory.

mod trace;
mod witness;

use crate::assumptions::{Assumption, assumptions};
use crate::location::Location;
use crate::names::Names;
use crate::{Level, Subject, sentence, words};
use answer::{FormulaSize, Gap, Reason, Replay, Statistics, Violation};
use serde::Serialize;
use std::collections::BTreeMap;
use trace::Trace;
use witness::Witness;

/// The version of the format.
pub const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Answer<'a> {
    format: u32,
    verdict: &'static str,
    reason: Option<String>,
    /// The place that `reason` is about.
    reason_location: Option<Location>,
    /// If the program is a litmus test.
    #[serde(skip_serializing_if = "Option::is_none")]
    litmus: Option<Litmus<'a>>,
    model: &'a str,
    /// Only if it is so: what goes wrong needs weak memory.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    holds_under_sc: bool,
    engine: &'a str,
    unroll: Option<u32>,
    /// The bounds of single loops.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unroll_loops: Vec<LoopBound<'a>>,
    /// The bounds before this one, if they were chosen because some loop goes on and on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    levels: Vec<Bounded>,
    weak_cas: Option<u32>,
    /// The least and the greatest value of inputs, if there are inputs that have others.
    #[serde(skip_serializing_if = "Option::is_none")]
    nondet: Option<(i64, i64)>,
    /// What is taken for granted, if nothing goes wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<&'static str>,
    executions: u64,
    blocked: u64,
    violations: Vec<Finding<'a>>,
    /// Chronological traces of executions that go well.
    #[serde(skip_serializing_if = "Option::is_none")]
    traces: Option<Vec<Trace>>,
    statistics: Numbers,
}

/// A litmus test, and whether its condition is right: `Ok`, `No`, `Undef`, or null if that is not
/// known.
#[derive(Serialize)]
struct Litmus<'a> {
    name: &'a str,
    condition: &'a str,
    verdict: Option<&'static str>,
}

#[derive(Serialize)]
struct LoopBound<'a> {
    name: &'a str,
    turns: u32,
}

/// What was explored with a bound on loops.
#[derive(Serialize)]
struct Bounded {
    unroll: u32,
    executions: u64,
    blocked: u64,
}

#[derive(Serialize)]
struct Finding<'a> {
    kind: &'static str,
    message: String,
    location: Option<Location>,
    thread: String,
    witness: Witness<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Trace>,
    replay: Option<String>,
}

#[derive(Serialize)]
struct Formula {
    bound: u32,
    variables: u64,
    clauses: u64,
    conflicts: u64,
}

impl From<FormulaSize> for Formula {
    fn from(size: FormulaSize) -> Formula {
        let FormulaSize { bound, variables, clauses, conflicts } = size;
        Formula { bound, variables, clauses, conflicts }
    }
}

/// How the executions that were begun have ended: each in one of these ways.
#[derive(Serialize)]
struct Account {
    begun: u64,
    complete: u64,
    blocked: BTreeMap<&'static str, u64>,
    redundant: u64,
    erroneous: u64,
    cut: u64,
    unsupported: u64,
}

impl From<Statistics> for Account {
    fn from(numbers: Statistics) -> Account {
        let blocked = Reason::ALL.map(|reason| (reason.name(), numbers.blocked_by(reason)));
        Account {
            begun: numbers.begun,
            complete: numbers.executions,
            blocked: blocked.into(),
            redundant: numbers.redundant + numbers.sleep_set_blocked,
            erroneous: numbers.erroneous,
            cut: numbers.cut,
            unsupported: numbers.unsupported,
        }
    }
}

#[derive(Serialize)]
struct Numbers {
    executions: u64,
    blocked: u64,
    erroneous: u64,
    events: u64,
    revisits: u64,
    largest_graph: u64,
    sleep_set_blocked: u64,
    account: Account,
    restarts: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    formula: Option<Formula>,
    workers: usize,
    seconds: f64,
    seconds_compiling: f64,
    peak_memory_bytes: Option<u64>,
}

/// The whole report.
pub fn render(subject: &Subject<'_>) -> String {
    let Subject { program, answer, run, .. } = *subject;
    let numbers = answer.statistics();
    let gap_position = match answer.gap() {
        Some(
            Gap::Unsupported { position, .. }
            | Gap::OtherViolation { position, .. }
            | Gap::Endless { position },
        ) => *position,
        Some(Gap::Stopped(_)) => None,
        None => answer.blockage().and_then(|blockage| blockage.position),
    };
    let litmus = subject.condition.map(|condition| Litmus {
        name: &condition.test,
        condition: &condition.text,
        verdict: condition.verdict(answer).map(|word| word.name()),
    });
    let answer = Answer {
        format: FORMAT,
        verdict: answer.verdict().name(),
        reason: sentence::reason(subject),
        reason_location: gap_position.map(|position| Location::new(program, position)),
        litmus,
        model: &run.model,
        holds_under_sc: run.holds_under_sc,
        engine: &run.engine,
        unroll: run.unroll,
        unroll_loops: (run.loops.iter())
            .map(|(name, turns)| LoopBound { name, turns: *turns })
            .collect(),
        levels: (run.levels.iter())
            .map(|Level { turns, statistics }| Bounded {
                unroll: *turns,
                executions: statistics.executions,
                blocked: statistics.blocked,
            })
            .collect(),
        weak_cas: run.weak_cas,
        nondet: answer.cut().inputs.then_some(run.inputs),
        assumptions: assumptions(program, answer.verdict())
            .into_iter()
            .map(Assumption::words)
            .collect(),
        executions: numbers.executions,
        blocked: numbers.blocked,
        violations: (answer.violations().iter())
            .map(|violation| finding(subject, violation))
            .collect(),
        traces: (subject.traces)
            .map(|traces| traces.iter().map(|told| Trace::of(program, told)).collect()),
        statistics: Numbers {
            executions: numbers.executions,
            blocked: numbers.blocked,
            erroneous: numbers.erroneous,
            events: numbers.events,
            revisits: numbers.revisits,
            largest_graph: numbers.largest,
            sleep_set_blocked: numbers.sleep_set_blocked,
            account: Account::from(numbers),
            restarts: numbers.restarts,
            formula: numbers.formula.map(Formula::from),
            workers: run.workers,
            seconds: run.seconds,
            seconds_compiling: run.seconds_compiling,
            peak_memory_bytes: run.peak_memory_bytes,
        },
    };
    let mut text =
        serde_json::to_string_pretty(&answer).expect("structures of texts and numbers are JSON");
    text.push('\n');
    text
}

fn finding<'a>(subject: &Subject<'a>, violation: &'a Violation) -> Finding<'a> {
    let program = subject.program;
    Finding {
        kind: violation.kind.name(),
        message: words::message(&Names::new(program, &violation.objects), violation),
        location: violation.position.map(|position| Location::new(program, position)),
        thread: violation.thread.to_string(),
        witness: Witness::new(program, violation),
        trace: subject.traces.and_then(|_| Trace::of_violation(program, violation)),
        replay: violation.replay.as_ref().map(Replay::to_string),
    }
}
