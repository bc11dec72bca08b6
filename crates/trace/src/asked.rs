//! What is a history asked about? A model with views, or axioms.

use crate::axioms::{self, Axiomatic};
use crate::decide::{Answer, decide};
use crate::model::Model;
use crate::recording::Recording;
use crate::sources::Sources;

/// A model of either kind.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    Views(Model),
    Axioms(&'a Axiomatic),
}

impl From<Model> for Asked<'_> {
    fn from(model: Model) -> Self {
        Asked::Views(model)
    }
}

impl<'a> From<&'a Axiomatic> for Asked<'a> {
    fn from(model: &'a Axiomatic) -> Self {
        Asked::Axioms(model)
    }
}

impl<'a> Asked<'a> {
    /// As it is written on the command line.
    pub fn name(self) -> &'a str {
        match self {
            Asked::Views(model) => model.name(),
            Asked::Axioms(model) => model.name(),
        }
    }

    /// Decides whether the history is possible.
    pub fn decide(self, recording: &Recording, goes_on: &dyn Fn() -> bool) -> Answer {
        match self {
            Asked::Views(model) => decide(recording, model, goes_on),
            Asked::Axioms(model) => axioms::decide(recording, model, goes_on),
        }
    }

    /// From where reads can have their values.
    pub fn sources(self, recording: &Recording) -> Sources {
        match self {
            Asked::Views(_) => Sources::of(recording),
            Asked::Axioms(_) => Sources::unrestricted(recording),
        }
    }
}
