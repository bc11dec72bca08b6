//! What a check of a proof found: for people ([`text()`]) and for programs ([`json()`]).

use crate::grouped;
use proof::{Accepted, Rejected};
use serde::Serialize;

/// What is known of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Accepted(Accepted),
    Rejected(Rejected),
    /// Why it was not checked to its end.
    Unknown(String),
}

/// What a report is about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub verdict: &'a Verdict,
    pub seconds: f64,
}

/// The answer in a line.
pub fn text(subject: &Subject<'_>) -> String {
    match subject.verdict {
        Verdict::Accepted(Accepted { clauses, lemmas, steps }) => format!(
            "accepted: {} clauses have no assignment, by {} lemmas and {} steps ({:.2} s)\n",
            grouped(*clauses as u64),
            grouped(*lemmas as u64),
            grouped(*steps as u64),
            subject.seconds
        ),
        Verdict::Rejected(rejected) => format!("rejected: {rejected}\n"),
        Verdict::Unknown(reason) => format!("unknown: {reason}\n"),
    }
}

#[derive(Serialize)]
struct Object<'a> {
    format: u32,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clauses: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lemmas: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
    seconds: f64,
}

/// The answer as one object.
pub fn json(subject: &Subject<'_>) -> String {
    let (verdict, reason, accepted) = match subject.verdict {
        Verdict::Accepted(accepted) => ("accepted", None, Some(accepted)),
        Verdict::Rejected(rejected) => ("rejected", Some(rejected.to_string()), None),
        Verdict::Unknown(reason) => ("unknown", Some(reason.clone()), None),
    };
    let object = Object {
        format: 1,
        verdict,
        reason,
        clauses: accepted.map(|own| own.clauses),
        lemmas: accepted.map(|own| own.lemmas),
        steps: accepted.map(|own| own.steps),
        seconds: subject.seconds,
    };
    let text = serde_json::to_string(&object).expect("it has only numbers and texts");
    format!("{text}\n")
}
