//! `dpor`: schedules of a machine with store buffers, with three ways to plan them.
//!
//! A machine is for one of the models with a global order. It does not keep track of what
//! synchronises.

use crate::engine::EngineRef;
use crate::explorer::Explorer;
use crate::{Classes, Model, Objection, Question};
use explore::dpor::{Optimal, SourceSets, Strategy};

/// How the schedules are planned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Planning {
    Optimal,
    Source,
    /// As `Source`, without an order of stores that nobody reads; for the machine without buffers,
    /// under which everything is robust.
    Observers,
}

pub static DPOR: EngineRef = &Explorer {
    name: Optimal::NAME,
    summary: "Schedules of a machine with store buffers: each (po, rf, co) exactly once (Optimal-DPOR)",
    classes: Classes::Executions,
    shares: false,
    has_traces: true,
    objection: |question, model| objection(Planning::Optimal, question, model),
    way: |family| family.machine(Planning::Optimal),
    own: || DPOR,
};

pub static DPOR_SOURCE: EngineRef = &Explorer {
    name: SourceSets::NAME,
    summary: "The same with Source-DPOR, which remembers less and may explore in vain",
    classes: Classes::Executions,
    shares: false,
    has_traces: true,
    objection: |question, model| objection(Planning::Source, question, model),
    way: |family| family.machine(Planning::Source),
    own: || DPOR_SOURCE,
};

pub static DPOR_OBSERVERS: EngineRef = &Explorer {
    name: "dpor-observers",
    summary: "The same under sc, without an order of stores that nobody reads",
    classes: Classes::ObservedOrder,
    shares: false,
    has_traces: false,
    objection: |question, model| objection(Planning::Observers, question, model),
    way: |family| family.machine(Planning::Observers),
    own: || DPOR_OBSERVERS,
};

fn objection(planning: Planning, question: Question, model: &Model) -> Option<Objection> {
    match (question, model.family().machine(planning).is_some()) {
        (_, false) => Some(Objection::NoMachine),
        (Question::Races, true) => Some(Objection::NoClocks),
        (Question::Errors | Question::Liveness | Question::Robustness | Question::Leaks, true) => {
            None
        }
    }
}
