//! From a program to a report: the models and engines that the command line can name. A new model is a
//! line in `Model` and one in `with_model`.

use clap::ValueEnum;
use explore::{Config, Monitor, Path, Report};
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

/// Evaluates an expression in which a name stands for the type of a model.
macro_rules! with_model {
    ($model:expr, $name:ident => $body:expr) => {
        match $model {
            Model::Sc => {
                type $name = Sc;
                $body
            }
            Model::Tso => {
                type $name = Tso;
                $body
            }
            Model::Pso => {
                type $name = Pso;
                $body
            }
            Model::Ra => {
                type $name = Ra;
                $body
            }
            Model::Rc11 => {
                type $name = Rc11;
                $body
            }
        }
    };
}

impl Model {
    pub fn name(self) -> &'static str {
        with_model!(self, M => <M as models::Model>::NAME)
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
    with_model!(model, M => explore::check::<M>(program, config, monitor, None))
}

/// Explores the one execution at the end of a path; `None` if the path belongs to another program.
pub fn replay(
    program: &Program,
    model: Model,
    config: &Config,
    monitor: &dyn Monitor,
    path: &Path,
) -> Option<Report> {
    with_model!(model, M => explore::replay::<M>(program, config, monitor, path))
}
