//! Answers about Petri nets for programs: one object with a list of properties.

use super::{Answered, Subject, half_spaces, method, word};
use petri::certificate::{Certificate, Proof};
use petri::marking::{Marking, markings_along};
use petri::net::Net;
use petri::portfolio::Verdict;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct File<'a> {
    format: u32,
    file: &'a str,
    places: usize,
    transitions: usize,
    properties: Vec<Line<'a>>,
    seconds: f64,
}

#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    /// As a formula that can be asked again.
    formula: String,
    verdict: &'a str,
    /// The method that gave the answer.
    method: Option<&'a str>,
    /// Why it is unknown, if a limit is the reason.
    reason: Option<&'a str>,
    /// The steps of a run, the initial marking first.
    run: Option<Vec<Firing<'a>>>,
    /// The step after which the rest of the run can be repeated for ever.
    repeats_from: Option<usize>,
    /// What a proof of safety consists of.
    proofs: Option<Vec<&'a str>>,
    /// Inequalities that hold in every reachable marking.
    half_spaces: Option<Vec<Inequality<'a>>>,
    tried: Vec<Tried<'a>>,
    seconds: f64,
}

#[derive(Serialize)]
struct Firing<'a> {
    transition: Option<&'a str>,
    marking: BTreeMap<&'a str, u64>,
}

#[derive(Serialize)]
struct Inequality<'a> {
    coefficients: BTreeMap<&'a str, String>,
    at_least: String,
    text: String,
}

#[derive(Serialize)]
struct Tried<'a> {
    method: &'a str,
    outcome: &'a str,
}

/// All answers as one line of JSON. Coefficients are text: they may be larger than what many
/// programs take for a number.
pub fn json(subject: &Subject<'_>) -> String {
    let file = File {
        format: crate::json::FORMAT,
        file: subject.file,
        places: subject.net.place_count(),
        transitions: subject.net.transitions().len(),
        properties: subject.answers.iter().map(|known| line(subject.net, known)).collect(),
        seconds: subject.seconds,
    };
    serde_json::to_string(&file).expect("text and numbers can be written") + "\n"
}

fn line<'a>(net: &'a Net, answered: &'a Answered) -> Line<'a> {
    let Answered { property, answer, reason, seconds } = answered;
    let (mut run, mut repeats_from, mut proofs, mut spaces) = (None, None, None, None);
    match &answer.verdict {
        Verdict::Safe(certificate) => {
            proofs = Some(certificate.parts.iter().map(|part| kind(&part.proof)).collect());
            spaces = Some(inequalities(net, certificate));
        }
        Verdict::Unsafe(witness) => {
            let markings = markings_along(net, &witness.run).expect("the run was replayed");
            let names = witness.run.iter().map(|id| Some(net.transition(*id).name.as_str()));
            let names = std::iter::once(None).chain(names);
            let steps = names
                .zip(&markings)
                .map(|(transition, marking)| Firing { transition, marking: tokens(net, marking) });
            run = Some(steps.collect());
            repeats_from = witness.repeats_from;
        }
        Verdict::Unknown => {}
    }
    let is_known = answer.verdict != Verdict::Unknown;
    Line {
        name: &property.name,
        formula: petri::formula::show(net, &property.question),
        verdict: word(&answer.verdict),
        method: method(answer).filter(|_| is_known),
        reason: reason.as_deref(),
        run,
        repeats_from,
        proofs,
        half_spaces: spaces,
        tried: answer
            .tried
            .iter()
            .map(|tried| Tried { method: tried.method.name(), outcome: &tried.outcome })
            .collect(),
        seconds: *seconds,
    }
}

fn kind(proof: &Proof) -> &'static str {
    match proof {
        Proof::HalfSpaces { .. } => "half-spaces",
        Proof::Backward { .. } => "backward",
        Proof::Forward { .. } => "forward",
        Proof::Markings(_) => "markings",
        Proof::Weights(_) => "weights",
    }
}

fn tokens<'a>(net: &'a Net, marking: &Marking) -> BTreeMap<&'a str, u64> {
    marking.marked().map(|(place, tokens)| (net.place_name(place), tokens)).collect()
}

fn inequalities<'a>(net: &'a Net, certificate: &Certificate) -> Vec<Inequality<'a>> {
    half_spaces(certificate)
        .map(|space| Inequality {
            coefficients: space
                .terms()
                .iter()
                .map(|(place, k)| (net.place_name(*place), k.to_string()))
                .collect(),
            at_least: space.constant().to_string(),
            text: space.show(net),
        })
        .collect()
}
