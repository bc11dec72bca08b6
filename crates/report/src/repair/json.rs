//! The answer for programs: one object.

use super::{Answer, Goal, Revision, Subject, access, order};
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
    #[serde(flatten)]
    goal: Aim<'a>,
    changing: &'a str,
    costs: &'a str,
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

/// What the program is to be.
#[derive(Serialize)]
#[serde(untagged)]
enum Aim<'a> {
    Right {
        model: &'a str,
        /// Whether loops that wait for ever were wrong, too.
        liveness: bool,
    },
    Portable {
        file: &'a str,
        from: &'a str,
        to: &'a str,
        asked: &'static str,
    },
}

impl<'a> Aim<'a> {
    fn of(goal: Goal<'a>) -> Aim<'a> {
        match goal {
            Goal::Right { model, liveness } => Aim::Right { model, liveness },
            Goal::Portable { file, from, to, asked } => {
                Aim::Portable { file, from, to, asked: asked.name() }
            }
        }
    }
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
    let Subject { goal, what, costs, effort, is_cheapest, seconds, .. } = *subject;
    let mut document = Document {
        format: crate::json::FORMAT,
        answer: answer.name(),
        reason: None,
        violation: None,
        under_sc: None,
        goal: Aim::of(goal),
        changing: what,
        costs: costs.name(),
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
        Answer::Relaxed { revision, undecided } => {
            document.revisions = vec![revised(revision)];
            document.reason = undecided.as_deref();
        }
        Answer::NotRight { violation } => document.violation = Some(violation),
        Answer::Unknown { reason, at_least } => {
            document.reason = Some(reason);
            document.at_least = *at_least;
        }
    }
    let written = match goal {
        Goal::Right { .. } => serde_json::to_string_pretty(&document),
        // One of several programs: each has its line.
        Goal::Portable { .. } => serde_json::to_string(&document),
    };
    written.expect("text and numbers can be written") + "\n"
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
        let [_, verdict] = subject.goal.reached(revision.within_bound);
        Revised {
            verdict,
            cost: revision.cost,
            changes: revision.changes.iter().map(changed).collect(),
            diff: revision.diff.as_deref(),
        }
    }
}
