//! `heddle trace`: what it is told.

use super::{Format, seconds};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;

pub(super) const TRACE_HELP: &str = "\
Examples:
  heddle trace run.history                     is it sequentially consistent?
  heddle trace run.history --model causal
  heddle trace run.history --classify --svg models.svg
  heddle trace jepsen.edn --model linearizable --timeout 60

A history has an operation on each line: `P0 w x 1`, `P1 r x 1`, `P1 rmw x 1 2`, `P0 fence`, `init x 5`; a read may name
its source (`P1 r x 1 from P0.1`), an operation its times (`P0 w x 1 @ 10 25`).

Models: linearizable sc tso pso pc-g pc-d gao gpo+gdo causal pram-m gwo cc pram slow local.

Exit status: 0 possible: shown how, 1 impossible: a smallest impossible part is shown, 2 unknown: a limit was reached,
3 bad input, 4 a bug in Heddle. With --classify and no --model: 0 if all models were answered.";

/// Reads the name of a model of histories, and lists them for the help.
fn history_model() -> impl TypedValueParser<Value = trace::Model> {
    let names =
        trace::Model::ALL.map(|model| PossibleValue::new(model.name()).help(model.summary()));
    PossibleValuesParser::new(names)
        .map(|name| trace::Model::of_name(&name).expect("it is one of the names"))
}

#[derive(Args, Clone, Debug)]
pub struct Recorded {
    /// The history
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The memory model [default: sc, or none with --classify]
    #[arg(long, value_name = "MODEL", value_parser = history_model())]
    pub model: Option<trace::Model>,

    /// Ask all models
    #[arg(long)]
    pub classify: bool,

    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Draw the history, or what is impossible of it, and with --classify the models, into FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Stop after so long, and report what was found by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,

    /// Stop when so much memory is used, and report what was found by then
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..1 << 40))]
    pub memory: Option<u64>,
}
