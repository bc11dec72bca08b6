//! Why does the source forbid an execution, in words? The axiom, and what violates it: a cycle
//! whose links are named by the relations that executions have, an event, or a pair.
//!
//! A link of the cycle is a pair of the relation that the axiom is about. Where that pair is one of
//! po, rf, co, fr or a dependency, it is named so; where the model composed it, it has no name
//! here, and the model's text says what it is. Cycles start with their first event.

use crate::{Counterexample, Forbidden, Model};
use candidates::Twinned;
use cat::Witness;
use events::EventStructure;
use relation::Relation;

/// Why an execution is forbidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Explanation {
    Cycle {
        axiom: String,
        links: Vec<Link>,
    },
    Event {
        axiom: String,
        event: usize,
    },
    Pair {
        axiom: String,
        from: usize,
        to: usize,
    },
    /// The axiom demands something that is not there.
    Absence {
        axiom: String,
    },
    /// The source would order the writes to a location differently.
    Coherence,
}

/// An event of a cycle, and how the next one follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    pub event: usize,
    /// None where the model composed the relation.
    pub relation: Option<&'static str>,
}

/// Why the source forbids a counterexample, by the events of the target.
pub fn explain(source: &Model, counterexample: &Counterexample) -> Explanation {
    let Counterexample { execution, of_source, forbidden, .. } = counterexample;
    match of_source {
        None => explain_in(source, execution, forbidden),
        Some(own) => explain_twin(source, own, forbidden),
    }
}

/// Why the source forbids an execution of its code, by the events of the target.
pub fn explain_twin(source: &Model, own: &Twinned, forbidden: &Forbidden) -> Explanation {
    translate(explain_in(source, &own.structure, forbidden), &own.counterparts)
}

/// The same about other events; what has no counterpart, a fence, is left out.
fn translate(why: Explanation, counterparts: &[Option<usize>]) -> Explanation {
    match why {
        Explanation::Cycle { axiom, links } => {
            let mut translated: Vec<Link> = Vec::new();
            let mut is_first_broken = false;
            for link in links {
                match counterparts[link.event] {
                    // The halves of an update may be one event there.
                    Some(event) if translated.last().is_some_and(|last| last.event == event) => {
                        translated.last_mut().expect("there is one").relation = link.relation;
                    }
                    Some(event) => translated.push(Link { event, relation: link.relation }),
                    None => match translated.last_mut() {
                        Some(last) => last.relation = None,
                        None => is_first_broken = true,
                    },
                }
            }
            if let Some(last) = translated.last_mut().filter(|_| is_first_broken) {
                last.relation = None;
            }
            Explanation::Cycle { axiom, links: translated }
        }
        Explanation::Event { axiom, event } => match counterparts[event] {
            Some(event) => Explanation::Event { axiom, event },
            None => Explanation::Absence { axiom },
        },
        Explanation::Pair { axiom, from, to } => match (counterparts[from], counterparts[to]) {
            (Some(from), Some(to)) => Explanation::Pair { axiom, from, to },
            _ => Explanation::Absence { axiom },
        },
        other @ (Explanation::Absence { .. } | Explanation::Coherence) => other,
    }
}

/// Why the source forbids an execution, as it sees it.
fn explain_in(source: &Model, execution: &EventStructure, forbidden: &Forbidden) -> Explanation {
    let Forbidden::ByAxiom(violation) = forbidden else { return Explanation::Coherence };
    let axiom = source.axiom(violation).to_owned();
    match &violation.witness {
        Some(Witness::Cycle(cycle)) => {
            let relations = named(execution);
            let mut cycle = cycle.clone();
            let least = (0..cycle.len()).min_by_key(|place| cycle[*place]);
            cycle.rotate_left(least.unwrap_or(0));
            let next = cycle.iter().cycle().skip(1);
            let links = cycle.iter().zip(next).map(|(event, next)| {
                let found = relations.iter().find(|(_, pairs)| pairs.contains(*event, *next));
                Link { event: *event, relation: found.map(|(name, _)| *name) }
            });
            Explanation::Cycle { axiom, links: links.collect() }
        }
        Some(Witness::Event(event)) => Explanation::Event { axiom, event: *event },
        Some(Witness::Pair(from, to)) => Explanation::Pair { axiom, from: *from, to: *to },
        None => Explanation::Absence { axiom },
    }
}

/// The relations that have a name, communication before program order: of an edge that is both, the
/// first says more.
fn named(execution: &EventStructure) -> Vec<(&'static str, Relation)> {
    let co = execution.co.as_ref().expect("coherence is chosen");
    let identity = Relation::new(execution.size()).reflexive();
    let fr = execution.rf.inverse().then(co).without(&identity);
    let dependencies = &execution.dependencies;
    vec![
        ("rf", execution.rf.clone()),
        ("co", co.clone()),
        ("fr", fr),
        ("addr", dependencies.addr.clone()),
        ("data", dependencies.data.clone()),
        ("ctrl", dependencies.ctrl.clone()),
        ("po", execution.po.clone()),
    ]
}
