//! What a check of the proofs in a file says: for people ([`text`]) and for programs ([`json`]).

use serde::Serialize;

/// A proof that was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// What it answers, as a formula.
    pub question: String,
    /// Why it is not accepted.
    pub flaw: Option<String>,
}

pub fn text(verified: &[Verified]) -> String {
    let line = |own: &Verified| match &own.flaw {
        None => format!("{}: accepted, safe\n", own.question),
        Some(flaw) => format!("{}: not accepted: {flaw}\n", own.question),
    };
    verified.iter().map(line).collect()
}

#[derive(Serialize)]
struct Object<'a> {
    format: u32,
    file: &'a str,
    proofs: Vec<Checked<'a>>,
}

#[derive(Serialize)]
struct Checked<'a> {
    question: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

pub fn json(file: &str, verified: &[Verified]) -> String {
    let proofs = verified.iter().map(|own| Checked {
        question: &own.question,
        verdict: if own.flaw.is_none() { "accepted" } else { "rejected" },
        reason: own.flaw.as_deref(),
    });
    let object = Object { format: 1, file, proofs: proofs.collect() };
    serde_json::to_string(&object).expect("it has only texts") + "\n"
}
