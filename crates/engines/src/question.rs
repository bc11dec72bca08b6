//! What can be looked for in the executions of a program.

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
    pub fn name(self) -> &'static str {
        match self {
            Question::Errors => "errors",
            Question::Races => "data races",
            Question::Liveness => "liveness",
            Question::Robustness => "robustness",
            Question::Leaks => "leaks",
        }
    }

    /// What a configuration asks.
    pub fn asked(config: &Config) -> impl Iterator<Item = Question> {
        Question::ALL.into_iter().filter(|question| match question {
            Question::Errors => true,
            Question::Races => config.races,
            Question::Liveness => config.liveness,
            Question::Robustness => config.robustness,
            Question::Leaks => config.leaks,
        })
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
