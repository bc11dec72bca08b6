//! Which models allow a history? All of them at once.
//!
//! A stronger model that allows it answers for the weaker ones, and a weaker one that does not for
//! the stronger ones ([`Model::weaker`]); the others are asked, cheap ones first.

use crate::decide::{Procedure, Unknown, Verdict, decide};
use crate::model::Model;
use crate::recording::Recording;

/// What one model says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    Allows(Reason),
    Forbids(Reason),
    Unknown(Unknown),
}

/// How it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    Asked(Procedure),
    /// It follows from what another model says.
    Follows(Model),
}

/// What each model says, in the order of [`Model::ALL`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classification {
    pub models: Vec<(Model, Status)>,
}

/// The order in which models are asked: a *no* of the weak ones saves the most.
const ORDER: [Model; 15] = [
    Model::Local,
    Model::Slow,
    Model::Cc,
    Model::Pram,
    Model::Sc,
    Model::Linearizable,
    Model::Tso,
    Model::Pso,
    Model::Causal,
    Model::PramM,
    Model::GpoGdo,
    Model::Gwo,
    Model::PcG,
    Model::PcD,
    Model::Gao,
];

/// Asks all models; linearizability only if there are times.
pub fn classify(recording: &Recording, goes_on: &dyn Fn() -> bool) -> Classification {
    let has_times = recording.operations().iter().any(|operation| operation.interval.is_some());
    let mut known: Vec<(Model, Status)> = Vec::new();
    for model in ORDER.into_iter().filter(|model| has_times || *model != Model::Linearizable) {
        let status = follows(model, &known).unwrap_or_else(|| {
            let answer = decide(recording, model, goes_on);
            let reason = Reason::Asked(answer.procedure);
            match answer.verdict {
                Verdict::Consistent(_) => Status::Allows(reason),
                Verdict::Inconsistent => Status::Forbids(reason),
                Verdict::Unknown(why) => Status::Unknown(why),
            }
        });
        known.push((model, status));
    }
    known.sort_by_key(|(model, _)| *model);
    Classification { models: known }
}

fn follows(model: Model, known: &[(Model, Status)]) -> Option<Status> {
    known.iter().find_map(|(other, status)| match status {
        Status::Allows(_) if other.all_weaker().contains(&model) => {
            Some(Status::Allows(Reason::Follows(*other)))
        }
        Status::Forbids(_) if model.all_weaker().contains(other) => {
            Some(Status::Forbids(Reason::Follows(*other)))
        }
        _ => None,
    })
}

impl Classification {
    pub fn status(&self, model: Model) -> Option<&Status> {
        self.models.iter().find(|(other, _)| *other == model).map(|(_, status)| status)
    }

    /// The strongest models that allow the history.
    pub fn strongest(&self) -> Vec<Model> {
        let allows = |model: &Model| matches!(self.status(*model), Some(Status::Allows(_)));
        let allowing: Vec<Model> = Model::ALL.into_iter().filter(allows).collect();
        let is_implied =
            |model: &Model| allowing.iter().any(|stronger| stronger.all_weaker().contains(model));
        allowing.iter().copied().filter(|model| !is_implied(model)).collect()
    }
}
