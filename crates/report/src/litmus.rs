//! The answer to a litmus test: in the words of herd, so that scripts which read those keep
//! working, or as a JSON object on one line.
//!
//! Left out of herd's text is the hash of the test. [`dot()`] and [`svg()`] draw executions.

mod arrows;
mod dot;
mod recorded;
mod route;
mod svg;

pub use dot::dot;
pub use recorded::{Comparison, Recorded, normal_state};
pub use svg::svg;

use candidates::Outcome;
use litmus::tree::{Quantifier, Test};
use serde::Serialize;

/// An answer with what it is about.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    pub file: &'a str,
    pub test: &'a Test,
    pub outcome: &'a Outcome,
    pub seconds: f64,
}

/// The answer in the words of herd.
pub fn text(answer: &Answer<'_>) -> String {
    let Answer { test, outcome, .. } = answer;
    let (name, positive, negative) = (&test.name, outcome.positive, outcome.negative);
    let kind = match test.condition.quantifier {
        Quantifier::Exists => "Allowed",
        Quantifier::NotExists => "Forbidden",
        Quantifier::ForAll => "Required",
    };
    let mut lines = vec![format!("Test {name} {kind}"), format!("States {}", outcome.states.len())];
    lines.extend(outcome.states.iter().map(|state| outcome.show(state)));
    if outcome.is_partial {
        lines.push("Partial other states were not looked for".to_owned());
    }
    if outcome.is_cut {
        lines.push("Loop some loops that reads decide were left after two rounds".to_owned());
    }
    lines.push(outcome.verdict().name().to_owned());
    lines.push("Witnesses".to_owned());
    let (witnesses, others) = witnesses(answer);
    lines.push(format!("Positive: {witnesses} Negative: {others}"));
    lines.extend(outcome.flags.iter().map(|flag| format!("Flag {flag}")));
    lines.push(format!("Condition {}", test.condition));
    let observation = outcome.observation().name();
    lines.push(format!("Observation {name} {observation} {positive} {negative}"));
    lines.push(format!("Time {name} {:.2}", answer.seconds));
    lines.join("\n") + "\n\n"
}

/// How many executions are as the test says, and how many are not. Witnesses are of what the test
/// says, the observation is of the proposition.
fn witnesses(answer: &Answer<'_>) -> (u64, u64) {
    let Answer { test, outcome, .. } = answer;
    match test.condition.quantifier {
        Quantifier::Exists | Quantifier::ForAll => (outcome.positive, outcome.negative),
        Quantifier::NotExists => (outcome.negative, outcome.positive),
    }
}

#[derive(Serialize)]
struct Line<'a> {
    format: u32,
    file: &'a str,
    name: &'a str,
    verdict: &'a str,
    observation: &'a str,
    positive: u64,
    negative: u64,
    states: Vec<String>,
    flags: Vec<&'a str>,
    /// Some loops were left after a few rounds.
    bound_reached: bool,
    /// Only states that decide the condition were looked for.
    partial: bool,
    seconds: f64,
}

#[derive(Serialize)]
struct Failure<'a> {
    format: u32,
    file: &'a str,
    name: Option<&'a str>,
    verdict: &'a str,
    reason: &'a str,
}

/// The answer as one line of JSON.
pub fn json(answer: &Answer<'_>) -> String {
    let outcome = answer.outcome;
    let (positive, negative) = witnesses(answer);
    line(&Line {
        format: crate::json::FORMAT,
        file: answer.file,
        name: &answer.test.name,
        verdict: outcome.verdict().name(),
        observation: outcome.observation().name(),
        positive,
        negative,
        states: outcome.states.iter().map(|state| outcome.show(state)).collect(),
        flags: outcome.flags.iter().map(String::as_str).collect(),
        bound_reached: outcome.is_cut,
        partial: outcome.is_partial,
        seconds: answer.seconds,
    })
}

/// That there is no answer, as one line of JSON.
pub fn json_failure(file: &str, name: Option<&str>, reason: &str) -> String {
    line(&Failure { format: crate::json::FORMAT, file, name, verdict: "Error", reason })
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("text and numbers can be written") + "\n"
}
