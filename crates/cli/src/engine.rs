//! From a program to a report: the models and engines that the command line can name. A new native model is a
//! line in `Model` and one or two in `with_model`; a cat file needs nothing.

use crate::{Rejection, cat_file};
use clap::ValueEnum;
use explore::{Config, Monitor, Observer, Path, Report};
use models::Synchronised;
use models::cat::{Definition, Written};
use models::pso::{PartialStoreOrder, Pso};
use models::ra::{Ra, ReleaseAcquire};
use models::rc11::{C11, Rc11};
use models::rf::{CausalReadsFrom, TotalReadsFrom};
use models::sc::{ProgramOrder, Sc};
use models::tso::{TotalStoreOrder, Tso};
use program::Program;

/// A memory model.
#[derive(Clone, Debug)]
pub enum Model {
    Sc,
    Tso,
    Pso,
    Ra,
    Rc11,
    /// A cat file, or one of those that come with Heddle.
    Cat {
        name: String,
        definition: Definition,
    },
}

/// Evaluates an expression in which a name stands for the type of a model: without co for the engine `rf`, and one that knows what
/// synchronises if races are looked for. The other name is that of its definition.
macro_rules! with_model {
    ($engine:expr, $model:expr, $races:expr, $name:ident, $definition:ident => $body:expr) => {
        match ($engine, $model, $races) {
            (_, Model::Cat { definition, .. }, _) => {
                let $definition = definition;
                with_model!(@ $name = Written => $body)
            }
            (engine, model, races) => {
                let $definition = &();
                with_model!(native engine, model, races, $name => $body)
            }
        }
    };
    (native $engine:expr, $model:expr, $races:expr, $name:ident => $body:expr) => {
        match ($engine, $model, $races) {
            (_, Model::Cat { .. }, _) => unreachable!("it has a definition"),
            (Engine::Rf, Model::Sc, false) => {
                with_model!(@ $name = TotalReadsFrom<ProgramOrder> => $body)
            }
            (Engine::Rf, Model::Sc, true) => {
                with_model!(@ $name = Synchronised<TotalReadsFrom<ProgramOrder>> => $body)
            }
            (Engine::Rf, Model::Tso, false) => {
                with_model!(@ $name = TotalReadsFrom<TotalStoreOrder> => $body)
            }
            (Engine::Rf, Model::Tso, true) => {
                with_model!(@ $name = Synchronised<TotalReadsFrom<TotalStoreOrder>> => $body)
            }
            (Engine::Rf, Model::Pso, false) => {
                with_model!(@ $name = TotalReadsFrom<PartialStoreOrder> => $body)
            }
            (Engine::Rf, Model::Pso, true) => {
                with_model!(@ $name = Synchronised<TotalReadsFrom<PartialStoreOrder>> => $body)
            }
            (Engine::Rf, Model::Ra, _) => {
                with_model!(@ $name = CausalReadsFrom<ReleaseAcquire> => $body)
            }
            (Engine::Rf, Model::Rc11, _) => with_model!(@ $name = CausalReadsFrom<C11> => $body),
            (_, Model::Sc, false) => with_model!(@ $name = Sc => $body),
            (_, Model::Sc, true) => with_model!(@ $name = Synchronised<Sc> => $body),
            (_, Model::Tso, false) => with_model!(@ $name = Tso => $body),
            (_, Model::Tso, true) => with_model!(@ $name = Synchronised<Tso> => $body),
            (_, Model::Pso, false) => with_model!(@ $name = Pso => $body),
            (_, Model::Pso, true) => with_model!(@ $name = Synchronised<Pso> => $body),
            (_, Model::Ra, _) => with_model!(@ $name = Ra => $body),
            (_, Model::Rc11, _) => with_model!(@ $name = Rc11 => $body),
        }
    };
    (@ $name:ident = $type:ty => $body:expr) => {{
        type $name = $type;
        $body
    }};
}

impl Model {
    /// The model with this name, or in this file.
    pub fn find(name: &str, include: &[String]) -> Result<Model, Rejection> {
        let native = [Model::Sc, Model::Tso, Model::Pso, Model::Ra, Model::Rc11];
        if let Some(model) = native.iter().find(|model| model.name() == name) {
            return Ok(model.clone());
        }
        let files = cat_file::find(name, &native.each_ref().map(Model::name), None)?;
        let vocabulary = cat::machine_names();
        let loader = cat_file::search_path(include);
        let options = cat::Options { vocabulary: &vocabulary, variants: &[], loader: &loader };
        let program =
            cat::compile(files, &options).map_err(|failure| cat_file::rejection(&failure))?;
        let definition = Definition::new(program).map_err(|objection| {
            Rejection::with_help(
                format!("the model {name} cannot be explored with: it {objection}"),
                "`heddle litmus` answers small tests under every model",
            )
        })?;
        Ok(Model::Cat { name: name.to_owned(), definition })
    }

    pub fn name(&self) -> &str {
        match self {
            Model::Cat { name, .. } => name,
            native => {
                with_model!(native Engine::Graph, native, false, M => <M as models::Model>::NAME)
            }
        }
    }

    /// Whether a data race is an error by itself.
    pub fn has_races(&self) -> bool {
        match self {
            Model::Ra | Model::Rc11 => true,
            Model::Sc | Model::Tso | Model::Pso => false,
            Model::Cat { definition, .. } => definition.has_undefined(),
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// graph, or rf if fewer than half of the first 1000 executions differ in what reads read
    Auto,
    /// Execution graphs: each (po, rf, co) exactly once
    Graph,
    /// What reads read: each (po, rf) exactly once
    Rf,
}

impl Engine {
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Graph => "graph",
            Engine::Rf => "rf",
        }
    }

    /// Why this engine cannot do what is wanted, and what can.
    pub fn objection(self, model: &Model, config: &Config) -> Option<Rejection> {
        let graph_can =
            |message: String| Some(Rejection::with_help(message, "`--engine graph` can"));
        match (self, model) {
            (Engine::Rf, _) if config.robustness => {
                graph_can("the engine rf cannot look for robustness, which is about co".to_owned())
            }
            (Engine::Rf, Model::Cat { name, .. }) => {
                graph_can(format!("the engine rf cannot explore with {name}, a model in cat"))
            }
            _ => with_model!(self, model, false, M, _definition => {
                <M as models::Model>::ASSUMPTIONS.objection(model.name()).map(Rejection::new)
            }),
        }
    }
}

/// Explores all executions.
pub fn explore(
    program: &Program,
    which: (Engine, &Model),
    config: &Config,
    monitor: &dyn Monitor,
) -> Report {
    explore_watched(program, which, config, monitor, None)
}

/// Explores all executions, and shows them to an observer.
pub fn explore_watched(
    program: &Program,
    (engine, model): (Engine, &Model),
    config: &Config,
    monitor: &dyn Monitor,
    observer: Option<&mut dyn Observer>,
) -> Report {
    with_model!(engine, model, config.races, M, definition => {
        explore::check::<M>(definition, program, config, monitor, observer)
    })
}

/// Explores the one execution at the end of a path; `None` if the path belongs to another program.
pub fn replay(
    program: &Program,
    (engine, model): (Engine, &Model),
    config: &Config,
    monitor: &dyn Monitor,
    path: &Path,
) -> Option<Report> {
    with_model!(engine, model, config.races, M, definition => {
        explore::replay::<M>(definition, program, config, monitor, path)
    })
}
