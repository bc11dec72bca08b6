//! A cat model whose executions can be explored event by event. Which models are that?
//!
//! Those of which it is certain that they meet the assumptions of the exploration
//! ([`crate::Assumptions`]): no cycles of po and rf (`causality`), nothing allowed with a forbidden
//! part (`prefix`), and always a way to go on (`extension`), which is watched besides
//! ([`crate::Model::IS_WATCHED`]). Further, a model must be about what programs tell, choose
//! nothing but coherence, and respect what synchronises in C (`synchronisation`). Every other model
//! is refused, with the reason.

use super::{axioms, causality, extension, prefix, synchronisation};
use crate::hb::ReleaseSequences;
use ::cat::Program;
use ::cat::program::{Meaning, Possibilities};
use ::cat::syntax::Role;
use events::Primitives;
use execution::Graph;
use std::sync::Arc;

/// A compiled model that was found to be suitable.
#[derive(Clone, Debug)]
pub struct Definition {
    program: Arc<Program>,
    primitives: Arc<Primitives>,
    sequences: ReleaseSequences,
}

impl Definition {
    /// Takes a model, or says why its executions cannot be explored.
    pub fn new(program: Program) -> Result<Definition, String> {
        let objections = [choice, cycles, unknown_name, parts, misses_synchronisation, dead_ends];
        match objections.into_iter().find_map(|objection| objection(&program)) {
            Some(objection) => Err(objection),
            None => {
                let sequences = synchronisation::release_sequences(&program);
                let primitives = Arc::new(Primitives::of(&program));
                Ok(Definition { program: Arc::new(program), primitives, sequences })
            }
        }
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Whether the model is about dependencies.
    pub fn has_dependencies(&self) -> bool {
        let is_dependency = |meaning: &Meaning| match meaning {
            Meaning::Named(name) => matches!(&**name, "addr" | "data" | "ctrl"),
            Meaning::Tagged(_) | Meaning::Scope(_) => false,
        };
        self.program.inputs.iter().any(|input| is_dependency(&input.meaning))
    }

    /// Whether the model allows a graph.
    pub(super) fn allows(&self, graph: &Graph) -> bool {
        axioms::allows(&self.program, &self.primitives, graph)
    }

    /// Which release sequences the model respects.
    pub(super) fn sequences(&self) -> ReleaseSequences {
        self.sequences
    }

    /// Whether the model has something to say of executions that it allows.
    pub(super) fn remarks(&self) -> bool {
        let is_remark = |role| matches!(role, Role::Flag | Role::UndefinedUnless);
        self.program.checks.iter().any(|check| is_remark(check.role))
    }

    /// Whether the model leaves some executions undefined.
    pub fn has_undefined(&self) -> bool {
        self.program.checks.iter().any(|check| check.role == Role::UndefinedUnless)
    }
}

/// Something that the model looks at and that graphs of programs do not have, or do not have before
/// they are complete.
fn unknown_name(program: &Program) -> Option<String> {
    let is_unknown = |name: &str| {
        let is_picked = matches!(name, "pick-addr" | "pick-data" | "pick-ctrl");
        is_picked || matches!(name, "same-value" | "FW" | "B")
    };
    program.inputs.iter().find_map(|input| match &input.meaning {
        Meaning::Named(name) if is_unknown(name) => {
            Some(format!("is about `{name}`, which is not known of programs"))
        }
        Meaning::Named(_) => None,
        Meaning::Tagged(name) => {
            Some(format!("is about events tagged '{name}, which programs do not have"))
        }
        Meaning::Scope(name) => {
            Some(format!("is about scopes ('{name}), which programs do not have"))
        }
    })
}

fn choice(program: &Program) -> Option<String> {
    let is_coherence = |choice: &::cat::program::Choice| {
        &*choice.name == "co" && matches!(choice.source, Possibilities::Orders { .. })
    };
    match program.choices.iter().find(|choice| !is_coherence(choice)) {
        Some(choice) => Some(format!("chooses `{}`, besides coherence", choice.name)),
        None if program.choices.len() != 1 => {
            Some("does not choose `co` (cos.cat does that)".to_owned())
        }
        None => None,
    }
}

fn cycles(program: &Program) -> Option<String> {
    let what =
        "may let events be among their own causes: no axiom is seen to forbid cycles of po and rf";
    (!causality::forbids_cycles(program)).then(|| what.to_owned())
}

fn parts(program: &Program) -> Option<String> {
    let what = "may forbid a part of an execution that it allows: not every axiom is seen to stay violated when events are added";
    (!prefix::is_closed(program)).then(|| what.to_owned())
}

fn dead_ends(program: &Program) -> Option<String> {
    let what = "may forbid all ways to go on with an execution that it allows: not every axiom is seen to hold for a read of the last write in co, and for a write that comes last";
    (!extension::is_certain(program)).then(|| what.to_owned())
}

fn misses_synchronisation(program: &Program) -> Option<String> {
    let what = synchronisation::missing(program)?;
    Some(format!("does not respect what synchronises in C: {what}"))
}
