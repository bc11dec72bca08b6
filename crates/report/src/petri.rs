//! Answers about Petri nets: for people ([`text()`]), for programs ([`json()`]), as a picture
//! ([`svg()`]).

mod json;
mod layout;
mod svg;
mod text;
mod verified;

pub use json::json;
pub use svg::{MOST_NODES, svg};
pub use text::text;
pub use verified::{Verified, json as verified_json, text as verified_text};

use ::petri::certificate::{Certificate, Proof};
use ::petri::half_space::HalfSpace;
use ::petri::net::Net;
use ::petri::portfolio::{Answer, Verdict};
use ::petri::property::Property;

/// What was asked of a net, and what is known.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub file: &'a str,
    pub net: &'a Net,
    pub answers: &'a [Answered],
    pub seconds: f64,
}

#[derive(Clone, Debug)]
pub struct Answered {
    pub property: Property,
    pub answer: Answer,
    /// Why there is no answer, if a limit is the reason.
    pub reason: Option<String>,
    pub seconds: f64,
}

/// The verdict in a word.
fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Safe(_) => "safe",
        Verdict::Unsafe(_) => "unsafe",
        Verdict::Unknown => "unknown",
    }
}

/// The half spaces of a certificate.
fn half_spaces(certificate: &Certificate) -> impl Iterator<Item = &HalfSpace> {
    certificate.parts.iter().flat_map(|part| match &part.proof {
        Proof::HalfSpaces { spaces, .. } | Proof::Backward { spaces, .. } => spaces.as_slice(),
        Proof::Weights(space) => std::slice::from_ref(space),
        Proof::Forward { .. } | Proof::Markings(_) => &[],
    })
}

/// The method that gave the answer.
fn method(answer: &Answer) -> Option<&'static str> {
    answer.tried.last().map(|tried| tried.method.name())
}
