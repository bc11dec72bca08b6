//! The judge: what is wrong with an execution, by the formulas of [`crate::rules`] and nothing
//! else.
//!
//! Everything is computed from scratch, in whatever time it takes. What an engine keeps as an
//! execution grows is not used here, so that an engine and the judge are wrong together only if the
//! formula is.

mod lifetimes;
mod misuse;
mod races;
mod rest;
mod robustness;
mod storage;

use crate::finished::{Finished, Status};
use crate::rules::Rule;
use base::{ThreadId, ViolationKind};
use relation::Relation;

/// The orders of an execution's events, each transitive.
#[derive(Clone, Copy, Debug)]
pub struct Orders<'o> {
    /// `→`
    pub before: &'o Relation,
    /// `hb`, where data races are looked for.
    pub synchronised: Option<&'o Relation>,
}

/// What is looked for besides what is always wrong.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Asked {
    pub leaks: bool,
    pub liveness: bool,
    pub robustness: bool,
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub rule: Rule,
    pub kind: ViolationKind,
    pub thread: ThreadId,
    /// The events that it is about, the later one last; none if it is where the thread is.
    pub about: Vec<usize>,
}

/// What is wrong with an execution.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Judgement {
    pub findings: Vec<Finding>,
    /// Whether in every order of the execution some object is used after its end, or ends twice.
    /// What follows such a use is not judged.
    pub is_certainly_late: bool,
}

/// Judges an execution.
pub fn judge(finished: &Finished, orders: Orders<'_>, asked: Asked) -> Judgement {
    let mut findings = lifetimes::find(finished, orders.before);
    findings.extend(storage::find(finished));
    findings.extend(races::find(finished, orders));
    findings.extend(misuse::find(finished, orders.before));
    findings.extend(failures(finished));
    if asked.leaks {
        findings.extend(storage::find_leaks(finished));
    }
    if !rest::goes_on_elsewhere(finished) {
        findings.extend(rest::find(finished, asked.liveness));
        findings.extend(asked.robustness.then(|| robustness::find_cycle(finished)).flatten());
    }
    Judgement { findings, is_certainly_late: lifetimes::is_certain(finished, orders.before) }
}

/// S3, S4, S12 and S14, as the threads have decided them.
fn failures(finished: &Finished) -> impl Iterator<Item = Finding> {
    finished.threads.iter().filter_map(|thread| match thread.status {
        Status::Failed(kind) => {
            let rule = Rule::of_failure(kind);
            Some(Finding { rule, kind, thread: thread.id, about: Vec::new() })
        }
        _ => None,
    })
}

impl Finished {
    /// A finding about some events: of the thread of the last one.
    fn finding(&self, rule: Rule, kind: ViolationKind, about: Vec<usize>) -> Finding {
        let last = *about.last().expect("a finding is about an event");
        let thread = self.threads[self.events[last].thread].id;
        Finding { rule, kind, thread, about }
    }
}

#[cfg(test)]
mod tests;
