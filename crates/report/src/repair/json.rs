//! The answer for programs: one object.

use super::{Answer, Revision, Subject, access, order};
use crate::location::Location;
use serde::Serialize;

#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// What goes wrong in the program as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    violation: Option<&'a str>,
    /// Whether sequentially consistent executions violate it, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    under_sc: Option<bool>,
    model: &'a str,
    changing: &'a str,
    costs: &'a str,
    /// Whether loops that wait for ever were wrong, too.
    liveness: bool,
    /// Whether no repair is cheaper than the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    cheapest: Option<bool>,
    /// Whether there are no other smallest repairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u64>,
    revisions: Vec<Revised<'a>>,
    programs: u32,
    clauses: u32,
    seconds: f64,
}

#[derive(Serialize)]
struct Revised<'a> {
    verdict: &'static str,
    cost: Option<u64>,
    changes: Vec<Changed<'a>>,
    diff: Option<&'a str>,
}

#[derive(Serialize)]
struct Changed<'a> {
    location: Location,
    function: &'a str,
    what: &'static str,
    from: &'static str,
    to: &'static str,
}

/// The answer as JSON.
pub fn json(subject: &Subject<'_>, answer: &Answer) -> String {
    let Subject { model, what, costs, effort, liveness, is_cheapest, seconds, .. } = *subject;
    let mut document = Document {
        format: crate::json::FORMAT,
        answer: answer.name(),
        reason: None,
        violation: None,
        under_sc: None,
        model,
        changing: what,
        costs: costs.name(),
        liveness,
        cheapest: None,
        complete: None,
        at_least: None,
        revisions: Vec::new(),
        programs: effort.programs,
        clauses: effort.clauses,
        seconds,
    };
    let revised = |revision| Revised::new(subject, revision);
    match answer {
        Answer::NothingToRepair { .. } => {}
        Answer::Repaired { violation, revisions, complete, wants_all } => {
            document.violation = Some(violation);
            document.cheapest = Some(is_cheapest);
            document.complete = wants_all.then_some(*complete);
            document.revisions = revisions.iter().map(revised).collect();
        }
        Answer::NotRepairable { violation, under_sc } => {
            document.violation = Some(violation);
            document.under_sc = *under_sc;
        }
        Answer::Relaxed { revision } => document.revisions = vec![revised(revision)],
        Answer::NotRight { violation } => document.violation = Some(violation),
        Answer::Unknown { reason, at_least } => {
            document.reason = Some(reason);
            document.at_least = *at_least;
        }
    }
    serde_json::to_string_pretty(&document).expect("text and numbers can be written") + "\n"
}

impl<'a> Revised<'a> {
    fn new(subject: &Subject<'a>, revision: &'a Revision) -> Revised<'a> {
        let changed = |change: &'a repair::Change| Changed {
            location: Location::new(subject.program, change.place.position),
            function: &change.place.function,
            what: access(change.place.kind),
            from: order(change.from),
            to: order(change.to),
        };
        let verdict = match revision.within_bound {
            true => base::Verdict::HoldsWithinBound,
            false => base::Verdict::Holds,
        };
        Revised {
            verdict: verdict.name(),
            cost: revision.cost,
            changes: revision.changes.iter().map(changed).collect(),
            diff: revision.diff.as_deref(),
        }
    }
}
