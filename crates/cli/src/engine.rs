//! From a program to a report: the models and engines that the command line can name. A new model is a
//! line in `Model` and one or two in `with_model`.

use clap::ValueEnum;
use explore::{Config, Monitor, Path, Report};
use models::Synchronised;
use models::pso::Pso;
use models::ra::Ra;
use models::rc11::Rc11;
use models::sc::Sc;
use models::tso::Tso;
use program::Program;

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// Sequential consistency: one access after the other
    Sc,
    /// Total store order (x86): writes wait in a buffer
    Tso,
    /// Partial store order: writes to different locations overtake each other
    Pso,
    /// C11 without sequential consistency: release and acquire
    Ra,
    /// C11 (the repaired model RC11)
    Rc11,
}

/// Evaluates an expression in which a name stands for the type of a model, one that knows what synchronises if races are
/// looked for.
macro_rules! with_model {
    ($model:expr, $races:expr, $name:ident => $body:expr) => {
        match ($model, $races) {
            (Model::Sc, false) => with_model!(@ $name = Sc => $body),
            (Model::Sc, true) => with_model!(@ $name = Synchronised<Sc> => $body),
            (Model::Tso, false) => with_model!(@ $name = Tso => $body),
            (Model::Tso, true) => with_model!(@ $name = Synchronised<Tso> => $body),
            (Model::Pso, false) => with_model!(@ $name = Pso => $body),
            (Model::Pso, true) => with_model!(@ $name = Synchronised<Pso> => $body),
            (Model::Ra, _) => with_model!(@ $name = Ra => $body),
            (Model::Rc11, _) => with_model!(@ $name = Rc11 => $body),
        }
    };
    (@ $name:ident = $type:ty => $body:expr) => {{
        type $name = $type;
        $body
    }};
}

impl Model {
    pub fn name(self) -> &'static str {
        with_model!(self, false, M => <M as models::Model>::NAME)
    }

    /// Whether a data race is an error by itself.
    pub fn has_races(self) -> bool {
        match self {
            Model::Ra | Model::Rc11 => true,
            Model::Sc | Model::Tso | Model::Pso => false,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Whatever suits the model
    Auto,
    /// Execution graphs, each exactly once
    Graph,
}

impl Engine {
    /// The name of the engine that does the work.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto | Engine::Graph => "graph",
        }
    }
}

/// Explores all executions.
pub fn explore(program: &Program, model: Model, config: &Config, monitor: &dyn Monitor) -> Report {
    with_model!(model, config.races, M => explore::check::<M>(program, config, monitor, None))
}

/// Explores the one execution at the end of a path; `None` if the path belongs to another program.
pub fn replay(
    program: &Program,
    model: Model,
    config: &Config,
    monitor: &dyn Monitor,
    path: &Path,
) -> Option<Report> {
    with_model!(model, config.races, M => explore::replay::<M>(program, config, monitor, path))
}
