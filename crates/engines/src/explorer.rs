//! The engines that explore: each is a value of one type, which says how to find its way in a
//! model.

use crate::engine::{Engine, EngineRef, Explored};
use crate::family::Family;
use crate::{Classes, Model, Objection, Question};
use answer::{Answer, Monitor};
use explore::{Config, Exploration, Observer, Path};
use program::Program;
use std::fmt;

/// An engine that explores.
pub(crate) struct Explorer {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) classes: Classes,
    /// Whether the work can be shared between workers.
    pub(crate) shares: bool,
    /// Whether it runs a machine that has traces.
    pub(crate) has_traces: bool,
    pub(crate) objection: fn(Question, &Model) -> Option<Objection>,
    /// The way to explore with a model to which there is no objection.
    pub(crate) way: fn(&dyn Family) -> Option<Box<dyn Exploration>>,
    /// The engine itself.
    pub(crate) own: fn() -> EngineRef,
}

impl fmt::Debug for Explorer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Explorer {
    fn way(&self, model: &Model) -> Box<dyn Exploration> {
        (self.way)(&*model.family()).expect("there is no objection to the model")
    }
}

impl Engine for Explorer {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn objection(&self, question: Question, model: &Model) -> Option<Objection> {
        (self.objection)(question, model)
    }

    fn classes(&self) -> Classes {
        self.classes
    }

    fn has_traces(&self, model: &Model) -> bool {
        self.has_traces && (self.way)(&*model.family()).is_some()
    }

    fn workers(&self, most: usize) -> usize {
        if self.shares { most } else { 1 }
    }

    fn explore(
        &self,
        program: &Program,
        model: &Model,
        config: &Config,
        monitor: &dyn Monitor,
        observer: Option<&mut dyn Observer>,
    ) -> Explored {
        let answer = self.way(model).check(program, config, monitor, observer);
        Explored { answer, by: (self.own)() }
    }

    fn replay(
        &self,
        program: &Program,
        model: &Model,
        config: &Config,
        monitor: &dyn Monitor,
        path: &Path,
    ) -> Option<Answer> {
        self.way(model).replay(program, config, monitor, path)
    }
}
