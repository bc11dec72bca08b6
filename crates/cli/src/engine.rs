//! From a program to a report: the models and engines that the command line can name. A new one is a
//! line in each of the matches here.

use clap::ValueEnum;
use explore::{Config, Monitor, Path, Report};
use models::sc::Sc;
use program::Program;

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// Sequential consistency: one access after the other
    Sc,
}

impl Model {
    pub fn name(self) -> &'static str {
        match self {
            Model::Sc => <Sc as models::Model>::NAME,
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
    match model {
        Model::Sc => explore::check::<Sc>(program, config, monitor, None),
    }
}

/// Explores the one execution at the end of a path; `None` if the path belongs to another program.
pub fn replay(
    program: &Program,
    model: Model,
    config: &Config,
    monitor: &dyn Monitor,
    path: &Path,
) -> Option<Report> {
    match model {
        Model::Sc => explore::replay::<Sc>(program, config, monitor, path),
    }
}
