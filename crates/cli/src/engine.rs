//! From a program to a report: the models and engines that the command line can name. A new model is a
//! line in `Model` and one or two in `with_model`.

use crate::Rejection;
use clap::ValueEnum;
use explore::dpor::{self, Buffering, Strategy};
use explore::{Config, Monitor, Observer, Path, Report};
use models::Synchronised;
use models::pso::{PartialStoreOrder, Pso};
use models::ra::{Ra, ReleaseAcquire};
use models::rc11::{C11, Rc11};
use models::rf::{CausalReadsFrom, TotalReadsFrom};
use models::sc::{ProgramOrder, Sc};
use models::tso::{TotalStoreOrder, Tso};
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

/// Evaluates an expression in which a name stands for the type of a model: without co for the engine `rf`, and one that knows what
/// synchronises if races are looked for.
macro_rules! with_model {
    ($engine:expr, $model:expr, $races:expr, $name:ident => $body:expr) => {
        match ($engine, $model, $races) {
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
    pub fn name(self) -> &'static str {
        with_model!(Engine::Graph, self, false, M => <M as models::Model>::NAME)
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
    /// graph, or rf if fewer than half of the first 1000 executions differ in what reads read
    Auto,
    /// Execution graphs: each (po, rf, co) exactly once
    Graph,
    /// What reads read: each (po, rf) exactly once
    Rf,
    /// Schedules of a machine with store buffers: each (po, rf, co) exactly once (Optimal-DPOR)
    Dpor,
    /// The same with Source-DPOR, which remembers less and may explore in vain
    DporSource,
}

impl Engine {
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Graph => "graph",
            Engine::Rf => "rf",
            Engine::Dpor => dpor::Optimal::NAME,
            Engine::DporSource => dpor::Source::NAME,
        }
    }

    /// How many workers it uses, of those that it may.
    pub fn workers(self, most: usize) -> usize {
        match self {
            Engine::Dpor | Engine::DporSource => 1,
            Engine::Auto | Engine::Graph | Engine::Rf => most,
        }
    }

    /// Why this engine cannot do what is wanted, and what can.
    pub fn objection(self, model: Model, config: &Config) -> Option<Rejection> {
        let graph_can =
            |message: String| Some(Rejection::with_help(message, "`--engine graph` can"));
        match (self, model) {
            (Engine::Rf, _) if config.robustness => {
                graph_can("the engine rf cannot look for robustness, which is about co".to_owned())
            }
            (Engine::Dpor | Engine::DporSource, Model::Ra | Model::Rc11) => {
                let message =
                    format!("the engine {} has no machine for {}", self.name(), model.name());
                graph_can(message)
            }
            (Engine::Dpor | Engine::DporSource, _) if config.races => {
                graph_can(format!("the engine {} cannot look for data races", self.name()))
            }
            _ => with_model!(self, model, false, M => {
                <M as models::Model>::ASSUMPTIONS.objection(model.name()).map(Rejection::new)
            }),
        }
    }
}

/// A strategy of the engine `dpor` on one of its machines.
struct Schedules {
    check: fn(&Program, &Config, &dyn Monitor, Option<&mut dyn Observer>) -> Report,
    replay: fn(&Program, &Config, &dyn Monitor, &Path) -> Option<Report>,
}

impl Schedules {
    fn new<B: Buffering, S: Strategy>() -> Schedules {
        Schedules { check: dpor::check::<B, S>, replay: dpor::replay::<B, S> }
    }

    /// `None` if it is another engine, or if there is no machine for the model.
    fn of(engine: Engine, model: Model) -> Option<Schedules> {
        match engine {
            Engine::Dpor => Schedules::on::<dpor::Optimal>(model),
            Engine::DporSource => Schedules::on::<dpor::Source>(model),
            Engine::Auto | Engine::Graph | Engine::Rf => None,
        }
    }

    fn on<S: Strategy>(model: Model) -> Option<Schedules> {
        match model {
            Model::Sc => Some(Schedules::new::<dpor::Sc, S>()),
            Model::Tso => Some(Schedules::new::<dpor::Tso, S>()),
            Model::Pso => Some(Schedules::new::<dpor::Pso, S>()),
            Model::Ra | Model::Rc11 => None,
        }
    }
}

/// Explores all executions.
pub fn explore(
    program: &Program,
    which: (Engine, Model),
    config: &Config,
    monitor: &dyn Monitor,
) -> Report {
    explore_watched(program, which, config, monitor, None)
}

/// Explores all executions, and shows them to an observer.
pub fn explore_watched(
    program: &Program,
    (engine, model): (Engine, Model),
    config: &Config,
    monitor: &dyn Monitor,
    observer: Option<&mut dyn Observer>,
) -> Report {
    if let Some(schedules) = Schedules::of(engine, model) {
        return (schedules.check)(program, config, monitor, observer);
    }
    with_model!(engine, model, config.races, M => {
        explore::check::<M>(program, config, monitor, observer)
    })
}

/// Explores the one execution at the end of a path; `None` if the path belongs to another program.
pub fn replay(
    program: &Program,
    (engine, model): (Engine, Model),
    config: &Config,
    monitor: &dyn Monitor,
    path: &Path,
) -> Option<Report> {
    if let Some(schedules) = Schedules::of(engine, model) {
        return (schedules.replay)(program, config, monitor, path);
    }
    with_model!(engine, model, config.races, M => {
        explore::replay::<M>(program, config, monitor, path)
    })
}
