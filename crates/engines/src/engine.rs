//! What an engine is.
//!
//! An engine says which questions it answers completely under which model, and why it does not
//! answer the others ([`Engine::objection`]); it runs under a monitor and returns an answer. A new
//! one is a file (or a folder) with a value of this trait, and a line in the list of the crate,
//! [`ENGINES`](crate::ENGINES).

use crate::{Classes, Model, Objection, Question};
use answer::{Answer, Monitor};
use explore::{Config, Observer, Path};
use program::Program;
use std::fmt;

/// An engine, by reference: there is one value of each.
pub type EngineRef = &'static dyn Engine;

/// An answer, and the engine that found it, which may be another one than the one that was asked.
#[derive(Debug)]
pub struct Explored {
    pub answer: Answer,
    pub by: EngineRef,
}

/// A way to answer questions about the executions of a program.
pub trait Engine: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// What it does, in a line for the help.
    fn summary(&self) -> &'static str;

    /// Why it does not answer a question under a model; `None` if its answer is about all
    /// executions that matter to the question.
    fn objection(&self, question: Question, model: &Model) -> Option<Objection>;

    /// What it relies on and a model does not meet.
    fn misses_assumption(&self, model: &Model) -> Option<String> {
        model.family().misses_assumption(model.name())
    }

    /// The engines that it chooses from, if it does not do the work itself.
    fn candidates(&self, _model: &Model, _config: &Config) -> Vec<EngineRef> {
        Vec::new()
    }

    /// Which executions are different for it.
    fn classes(&self) -> Classes;

    /// Whether it can show what a machine did, under a model.
    fn has_traces(&self, _model: &Model) -> bool {
        false
    }

    /// How many workers it uses, of those that it may.
    fn workers(&self, _most: usize) -> usize {
        1
    }

    /// Looks at all executions of a program, and shows them to an observer. Only asked what it has
    /// no objection to.
    fn explore(
        &self,
        program: &Program,
        model: &Model,
        config: &Config,
        monitor: &dyn Monitor,
        observer: Option<&mut dyn Observer>,
    ) -> Explored;

    /// Looks at the one execution at the end of a path; `None` if the path belongs to another
    /// program.
    fn replay(
        &self,
        program: &Program,
        model: &Model,
        config: &Config,
        monitor: &dyn Monitor,
        path: &Path,
    ) -> Option<Answer>;
}

impl fmt::Debug for dyn Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn Engine {
    fn eq(&self, other: &dyn Engine) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Engine {}

/// Why an engine cannot do what is wanted, and what can.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inability {
    pub message: String,
    pub help: Option<&'static str>,
}

/// Why an engine cannot do what is wanted; `None` if it can.
pub fn inability(engine: &dyn Engine, model: &Model, config: &Config) -> Option<Inability> {
    let mut asked = Question::asked(config);
    let found = asked.find_map(|question| engine.objection(question, model));
    let found = found.map(|objection| Inability {
        message: objection.message(engine.name(), model.name()),
        help: Some("`--engine graph` can"),
    });
    let missed =
        || engine.misses_assumption(model).map(|message| Inability { message, help: None });
    found.or_else(missed)
}
