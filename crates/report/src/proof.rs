//! What a check of a proof found: for people ([`text()`]) and for programs ([`json()`]).

use crate::grouped;
use proof::{Accepted, Rejected};
use serde::Serialize;

/// What is known of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// With what it is about.
    Accepted(Accepted, About),
    Rejected(Rejected),
    /// The clauses are not those of the program that was given: why.
    OfAnother(String),
    /// Why it was not checked to its end.
    Unknown(String),
}

/// What the clauses of a proof are about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    /// They name no program.
    Nothing,
    /// They claim that this is so of a program with this hash, which nobody has compared.
    Claimed { sentence: String, program: String },
    /// They were made again from the program with this hash.
    Certified { sentence: String, program: String },
}

impl About {
    fn text(&self) -> String {
        match self {
            About::Nothing => {
                "the clauses name no program: this proves nothing about one\n".to_owned()
            }
            About::Claimed { sentence, program } => format!(
                "the file claims that a program {sentence} (sha256 {program}), which is not \
                 compared: `heddle proof CNF PROOF PROGRAM` does\n"
            ),
            About::Certified { sentence, program } => format!(
                "certified: the program {sentence} (sha256 {program}), by clauses that were made \
                 from it again\n"
            ),
        }
    }
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
        Verdict::Accepted(Accepted { clauses, lemmas, steps }, about) => format!(
            "accepted: {} clauses have no assignment, by {} lemmas and {} steps ({:.2} s)\n{}",
            grouped(*clauses as u64),
            grouped(*lemmas as u64),
            grouped(*steps as u64),
            subject.seconds,
            about.text()
        ),
        Verdict::OfAnother(reason) => format!("rejected: {reason}\n"),
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
    /// What was certified, of the program that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    certified: Option<&'a str>,
    /// What the file claims of a program that was not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    program_sha256: Option<&'a str>,
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
        Verdict::Accepted(accepted, _) => ("accepted", None, Some(accepted)),
        Verdict::OfAnother(reason) => ("rejected", Some(reason.clone()), None),
        Verdict::Rejected(rejected) => ("rejected", Some(rejected.to_string()), None),
        Verdict::Unknown(reason) => ("unknown", Some(reason.clone()), None),
    };
    let (certified, claimed, program) = match subject.verdict {
        Verdict::Accepted(_, About::Certified { sentence, program }) => {
            (Some(&**sentence), None, Some(&**program))
        }
        Verdict::Accepted(_, About::Claimed { sentence, program }) => {
            (None, Some(&**sentence), Some(&**program))
        }
        Verdict::Accepted(_, About::Nothing)
        | Verdict::Rejected(_)
        | Verdict::OfAnother(_)
        | Verdict::Unknown(_) => (None, None, None),
    };
    let object = Object {
        format: 1,
        verdict,
        reason,
        certified,
        claimed,
        program_sha256: program,
        clauses: accepted.map(|own| own.clauses),
        lemmas: accepted.map(|own| own.lemmas),
        steps: accepted.map(|own| own.steps),
        seconds: subject.seconds,
    };
    let text = serde_json::to_string(&object).expect("it has only numbers and texts");
    format!("{text}\n")
}
