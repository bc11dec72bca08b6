//! From a program to a report: the models and engines that the command line can name. A new native model is a
//! line in `Model` and one or two in `with_model`; a cat file needs nothing.

use crate::{Rejection, cat_file};
use answer::{Answer, Monitor};
use clap::ValueEnum;
use explore::dpor::{self, Buffering, Strategy};
use explore::{Config, Observer, Path, Search};
use models::Synchronised;
use models::cat::{Definition, Written};
use models::pso::{PartialStoreOrder, Pso};
use models::ra::{Ra, ReleaseAcquire};
use models::rc11::{C11, Cpp20, Rc11, Rc11Of20};
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
    /// Rc11 with the release sequences of C++20.
    Rc11Of20,
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
        match ($engine.has_co(), $model, $races) {
            (_, Model::Cat { .. }, _) => unreachable!("it has a definition"),
            (false, Model::Sc, false) => {
                with_model!(@ $name = TotalReadsFrom<ProgramOrder> => $body)
            }
            (false, Model::Sc, true) => {
                with_model!(@ $name = Synchronised<TotalReadsFrom<ProgramOrder>> => $body)
            }
            (false, Model::Tso, false) => {
                with_model!(@ $name = TotalReadsFrom<TotalStoreOrder> => $body)
            }
            (false, Model::Tso, true) => {
                with_model!(@ $name = Synchronised<TotalReadsFrom<TotalStoreOrder>> => $body)
            }
            (false, Model::Pso, false) => {
                with_model!(@ $name = TotalReadsFrom<PartialStoreOrder> => $body)
            }
            (false, Model::Pso, true) => {
                with_model!(@ $name = Synchronised<TotalReadsFrom<PartialStoreOrder>> => $body)
            }
            (false, Model::Ra, _) => {
                with_model!(@ $name = CausalReadsFrom<ReleaseAcquire> => $body)
            }
            (false, Model::Rc11, _) => with_model!(@ $name = CausalReadsFrom<C11> => $body),
            (false, Model::Rc11Of20, _) => with_model!(@ $name = CausalReadsFrom<Cpp20> => $body),
            (true, Model::Sc, false) => with_model!(@ $name = Sc => $body),
            (true, Model::Sc, true) => with_model!(@ $name = Synchronised<Sc> => $body),
            (true, Model::Tso, false) => with_model!(@ $name = Tso => $body),
            (true, Model::Tso, true) => with_model!(@ $name = Synchronised<Tso> => $body),
            (true, Model::Pso, false) => with_model!(@ $name = Pso => $body),
            (true, Model::Pso, true) => with_model!(@ $name = Synchronised<Pso> => $body),
            (true, Model::Ra, _) => with_model!(@ $name = Ra => $body),
            (true, Model::Rc11, _) => with_model!(@ $name = Rc11 => $body),
            (true, Model::Rc11Of20, _) => with_model!(@ $name = Rc11Of20 => $body),
        }
    };
    (@ $name:ident = $type:ty => $body:expr) => {{
        type $name = $type;
        $body
    }};
}

impl Model {
    /// Those that are no files.
    pub const NATIVE: [Model; 6] =
        [Model::Sc, Model::Tso, Model::Pso, Model::Ra, Model::Rc11, Model::Rc11Of20];

    /// The model with this name, or in this file.
    pub fn find(name: &str, include: &[String]) -> Result<Model, Rejection> {
        if let Some(model) = Model::NATIVE.iter().find(|model| model.name() == name) {
            return Ok(model.clone());
        }
        let files = cat_file::find(name, &Model::NATIVE.each_ref().map(Model::name), None)?;
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

    /// Whether the model with this name is no cat file.
    pub(crate) fn is_native(name: &str) -> bool {
        Model::NATIVE.iter().any(|model| model.name() == name)
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
            Model::Ra | Model::Rc11 | Model::Rc11Of20 => true,
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
    /// The same, as it was published: keeps what is still to be explored, on one worker; for comparison
    RfSchedules,
    /// Schedules of a machine with store buffers: each (po, rf, co) exactly once (Optimal-DPOR)
    Dpor,
    /// The same with Source-DPOR, which remembers less and may explore in vain
    DporSource,
    /// The same under sc, without an order of stores that nobody reads
    DporObservers,
}

impl Engine {
    pub const ALL: [Engine; 7] = [
        Engine::Auto,
        Engine::Graph,
        Engine::Rf,
        Engine::RfSchedules,
        Engine::Dpor,
        Engine::DporSource,
        Engine::DporObservers,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Graph => "graph",
            Engine::Rf => "rf",
            Engine::RfSchedules => "rf-schedules",
            Engine::Dpor => dpor::Optimal::NAME,
            Engine::DporSource => dpor::Source::NAME,
            Engine::DporObservers => "dpor-observers",
        }
    }

    /// Whether co tells executions apart.
    fn has_co(self) -> bool {
        match self {
            Engine::Auto | Engine::Graph | Engine::Dpor | Engine::DporSource => true,
            Engine::Rf | Engine::RfSchedules | Engine::DporObservers => false,
        }
    }

    fn configure(self, config: &Config) -> Config {
        let search = match self {
            Engine::RfSchedules => Search::Schedules,
            _ => Search::Revisits,
        };
        Config { search, ..config.clone() }
    }

    /// How many workers it uses, of those that it may.
    pub fn workers(self, most: usize) -> usize {
        match self {
            Engine::Auto | Engine::Graph | Engine::Rf => most,
            _ => 1,
        }
    }

    /// This engine if it can show chronological traces, or the one that can if any may be taken.
    pub fn with_traces(self, model: &Model) -> Result<Engine, Rejection> {
        if Schedules::of(Engine::Dpor, model).is_none() {
            return Err(Rejection::with_help(
                format!("there are no chronological traces under {}", model.name()),
                "they are for machines with store buffers: `--model sc`, `tso` or `pso`",
            ));
        }
        match self {
            Engine::Auto | Engine::Dpor => Ok(Engine::Dpor),
            Engine::DporSource => Ok(Engine::DporSource),
            Engine::Graph | Engine::Rf | Engine::RfSchedules | Engine::DporObservers => {
                Err(Rejection::with_help(
                    format!("the engine {} runs no machine that has traces", self.name()),
                    "`--engine dpor` does",
                ))
            }
        }
    }

    /// Whether it runs schedules of a machine, and has one for the model.
    pub(crate) fn has_machine(self, model: &Model) -> bool {
        Schedules::of(self, model).is_some()
    }

    /// What the exploration relies on and the model does not meet.
    pub(crate) fn misses_assumption(self, model: &Model) -> Option<Rejection> {
        with_model!(self, model, false, M, _definition => {
            <M as models::Model>::ASSUMPTIONS.objection(model.name()).map(Rejection::new)
        })
    }
}

/// A strategy of the engine `dpor` on one of its machines.
struct Schedules {
    check: fn(&Program, &Config, &dyn Monitor, Option<&mut dyn Observer>) -> Answer,
    replay: fn(&Program, &Config, &dyn Monitor, &Path) -> Option<Answer>,
}

impl Schedules {
    fn new<B: Buffering, S: Strategy>() -> Schedules {
        Schedules { check: dpor::check::<B, S>, replay: dpor::replay::<B, S> }
    }

    /// `None` if it is another engine, or if there is no machine for the model.
    fn of(engine: Engine, model: &Model) -> Option<Schedules> {
        match engine {
            Engine::Dpor => Schedules::on::<dpor::Optimal>(model),
            Engine::DporSource => Schedules::on::<dpor::Source>(model),
            Engine::DporObservers if matches!(model, Model::Sc) => {
                Some(Schedules::new::<dpor::Observers, dpor::Source>())
            }
            Engine::DporObservers => None,
            Engine::Auto | Engine::Graph | Engine::Rf | Engine::RfSchedules => None,
        }
    }

    fn on<S: Strategy>(model: &Model) -> Option<Schedules> {
        match model {
            Model::Sc => Some(Schedules::new::<dpor::Sc, S>()),
            Model::Tso => Some(Schedules::new::<dpor::Tso, S>()),
            Model::Pso => Some(Schedules::new::<dpor::Pso, S>()),
            Model::Ra | Model::Rc11 | Model::Rc11Of20 | Model::Cat { .. } => None,
        }
    }
}

/// Explores all executions.
pub fn explore(
    program: &Program,
    which: (Engine, &Model),
    config: &Config,
    monitor: &dyn Monitor,
) -> Answer {
    explore_watched(program, which, config, monitor, None)
}

/// Explores all executions, and shows them to an observer.
pub fn explore_watched(
    program: &Program,
    (engine, model): (Engine, &Model),
    config: &Config,
    monitor: &dyn Monitor,
    observer: Option<&mut dyn Observer>,
) -> Answer {
    if let Some(schedules) = Schedules::of(engine, model) {
        return (schedules.check)(program, config, monitor, observer);
    }
    with_model!(engine, model, config.races, M, definition => {
        explore::check::<M>(definition, program, &engine.configure(config), monitor, observer)
    })
}

/// Explores the one execution at the end of a path; `None` if the path belongs to another program.
pub fn replay(
    program: &Program,
    (engine, model): (Engine, &Model),
    config: &Config,
    monitor: &dyn Monitor,
    path: &Path,
) -> Option<Answer> {
    if let Some(schedules) = Schedules::of(engine, model) {
        return (schedules.replay)(program, config, monitor, path);
    }
    with_model!(engine, model, config.races, M, definition => {
        explore::replay::<M>(definition, program, &engine.configure(config), monitor, path)
    })
}
