//! Why an engine does not answer a question under a model.

/// Why an engine does not answer a question under a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objection {
    /// It runs a machine, and the model has none.
    NoMachine,
    /// Its models are without co, and a model in cat is about co.
    CatNeedsCo,
    /// Its executions have no co, or one of several, and whether an execution is sequentially
    /// consistent depends on it.
    RobustnessNeedsCo,
    /// It has no clocks that say what synchronises.
    NoClocks,
}

impl Objection {
    /// The reason, for the table.
    pub fn reason(self) -> &'static str {
        match self {
            Objection::NoMachine => "the engine has no machine for this model",
            Objection::CatNeedsCo => {
                "the engine explores without co, and a model in cat is about executions that have it"
            }
            Objection::RobustnessNeedsCo => {
                "whether an execution is sequentially consistent depends on co, which the engine leaves open"
            }
            Objection::NoClocks => "the engine does not keep track of what synchronises",
        }
    }

    /// What to say to somebody who wanted it.
    pub fn message(self, engine: &str, model: &str) -> String {
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
