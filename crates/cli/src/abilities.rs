//! Which engine answers which question under which model, completely?
//!
//! [`objection`] is the one place that says so, for every question, engine and model: a question is answered from all
//! executions that matter to it, or it is refused with the reason. `auto` takes only engines that have no objection
//! ([`suitable`]). [`table`] is what it says as a table, for `docs/checks.md`; a test compares every cell that is not refused with
//! brute force.

use crate::Rejection;
use crate::engine::{Engine, Model};
use explore::Config;

/// What can be looked for. What every run looks for is the first of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Failed assertions, memory errors, deadlocks, misuse.
    Errors,
    Races,
    Liveness,
    Robustness,
    Leaks,
}

impl Question {
    pub const ALL: [Question; 5] = [
        Question::Errors,
        Question::Races,
        Question::Liveness,
        Question::Robustness,
        Question::Leaks,
    ];

    /// What is looked for, for a sentence.
    fn name(self) -> &'static str {
        match self {
            Question::Errors => "errors",
            Question::Races => "data races",
            Question::Liveness => "liveness",
            Question::Robustness => "robustness",
            Question::Leaks => "leaks",
        }
    }

    fn is_asked(self, config: &Config) -> bool {
        match self {
            Question::Errors => true,
            Question::Races => config.races,
            Question::Liveness => config.liveness,
            Question::Robustness => config.robustness,
            Question::Leaks => config.leaks,
        }
    }

    /// The configuration that asks it.
    pub fn ask(self, config: Config) -> Config {
        match self {
            Question::Errors => config,
            Question::Races => Config { races: true, ..config },
            Question::Liveness => Config { liveness: true, ..config },
            Question::Robustness => Config { robustness: true, ..config },
            Question::Leaks => Config { leaks: true, ..config },
        }
    }
}

/// Why an engine does not answer a question under a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objection {
    /// It runs a machine, and the model has none.
    NoMachine,
    /// Its models are without co, and a model in cat is told co.
    CatNeedsCo,
    /// Its executions have no co, or one of several, and whether an execution is sequentially consistent depends on it.
    RobustnessNeedsCo,
    /// It has no clocks that say what synchronises.
    NoClocks,
}

impl Objection {
    /// The reason, for the table.
    fn reason(self) -> &'static str {
        match self {
            Objection::NoMachine => "the engine has no machine for this model",
            Objection::CatNeedsCo => {
                "the engine explores without co, and a model in cat is about executions that have it"
            }
            Objection::RobustnessNeedsCo => {
                "whether an execution is sequentially consistent depends on co, which the engine does not tell apart"
            }
            Objection::NoClocks => "the engine does not keep track of what synchronises",
        }
    }

    /// What to say to somebody who wanted it.
    fn message(self, engine: Engine, model: &Model) -> String {
        let (engine, model) = (engine.name(), model.name());
        match self {
            Objection::NoMachine => format!("the engine {engine} has no machine for {model}"),
            Objection::CatNeedsCo => {
                format!("the engine {engine} cannot explore with {model}, a model in cat")
            }
            Objection::RobustnessNeedsCo => {
                format!("the engine {engine} cannot look for robustness, which is about co")
            }
            Objection::NoClocks => format!("the engine {engine} cannot look for data races"),
        }
    }
}

/// Why an engine does not answer a question under a model; `None` if its answer is complete.
///
/// - Errors, leaks and, under the models of languages, data races are determined by po and rf, so that all engines find them.
/// - A loop that waits for ever has read the last writes in co. Engines without co ask whether there is such a co.
/// - Robustness is about co.
pub fn objection(question: Question, engine: Engine, model: &Model) -> Option<Objection> {
    match engine {
        Engine::Auto | Engine::Graph => None,
        Engine::Rf | Engine::RfSchedules => match (question, model) {
            (_, Model::Cat { .. }) => Some(Objection::CatNeedsCo),
            (Question::Robustness, _) => Some(Objection::RobustnessNeedsCo),
            (Question::Errors | Question::Races | Question::Liveness | Question::Leaks, _) => None,
        },
        Engine::Dpor | Engine::DporSource | Engine::DporObservers => {
            match (question, engine.has_machine(model)) {
                (_, false) => Some(Objection::NoMachine),
                (Question::Races, true) => Some(Objection::NoClocks),
                // The engine `dpor-observers` is for sc only, under which everything is robust.
                (
                    Question::Errors | Question::Liveness | Question::Robustness | Question::Leaks,
                    true,
                ) => None,
            }
        }
    }
}

/// Why an engine cannot do what is wanted, and what can.
pub fn rejection(engine: Engine, model: &Model, config: &Config) -> Option<Rejection> {
    let asked = Question::ALL.into_iter().filter(|question| question.is_asked(config));
    let found = asked.filter_map(|question| objection(question, engine, model)).next();
    let found = found.map(|objection| {
        Rejection::with_help(objection.message(engine, model), "`--engine graph` can")
    });
    found.or_else(|| engine.misses_assumption(model))
}

/// The engines that `auto` chooses from: those that answer everything that is asked.
pub fn suitable(model: &Model, config: &Config) -> impl Iterator<Item = Engine> {
    let can = |engine: &Engine| rejection(*engine, model, config).is_none();
    [Engine::Graph, Engine::Rf].into_iter().filter(can)
}

/// The table of `docs/checks.md`, in Markdown. The models have the headings of their columns.
pub fn table(models: &[(&str, Model)]) -> String {
    let mut notes: Vec<Objection> = Vec::new();
    let headings: Vec<&str> = models.iter().map(|(heading, _)| *heading).collect();
    let mut text = format!("| looked for | engine | {} |\n", headings.join(" | "));
    text += &format!("|---|---|{}\n", "---|".repeat(models.len()));
    for question in Question::ALL {
        for engine in Engine::ALL {
            let cells = models.iter().map(|(_, model)| match objection(question, engine, model) {
                None if engine == Engine::Auto => {
                    let config = question.ask(Config::default());
                    let names: Vec<&str> = suitable(model, &config).map(Engine::name).collect();
                    names.join(", ")
                }
                None => "complete".to_owned(),
                Some(objection) => {
                    let known = notes.iter().position(|note| *note == objection);
                    let note = known.unwrap_or_else(|| {
                        notes.push(objection);
                        notes.len() - 1
                    });
                    format!("refused ({})", note + 1)
                }
            });
            let cells: Vec<String> = cells.collect();
            let (question, engine) = (question.name(), engine.name());
            text += &format!("| {question} | `{engine}` | {} |\n", cells.join(" | "));
        }
    }
    text.push('\n');
    for (index, note) in notes.iter().enumerate() {
        text += &format!("{}. {}\n", index + 1, note.reason());
    }
    text
}
