//! `heddle trace`: what it is told.

use super::{Format, Limited};
use clap::Args;
use std::path::PathBuf;

pub(super) const TRACE_HELP: &str = "\
Examples:
  heddle trace run.history                     is it sequentially consistent?
  heddle trace run.history --model causal
  heddle trace run.history --classify --svg models.svg
  heddle trace jepsen.edn --model linearizable --timeout 60
  heddle trace run.history --model mine.cat    … under axioms

A history has an operation on each line: `P0 w x 1`, `P1 r x 1`, `P1 rmw x 1 2`, `P0 fence`, `init x 5`; a read may name
its source (`P1 r x 1 from P0.1`), an operation its times (`P0 w x 1 @ 10 25`).

A cat model, a file or one that comes with Heddle (x86-tso, ra, …), must need no more than a history has: no dependencies.

Exit status: 0 possible: shown how, 1 impossible: a smallest impossible part is shown, 2 unknown: a limit was reached,
3 bad input, 4 a bug in Heddle. With --classify and no --model: 0 if all models were answered.";

/// What `--model` is, with the models that have names.
fn models() -> String {
    let names = trace::Model::ALL.map(|model| format!("- {}: {}", model.name(), model.summary()));
    format!(
        "The memory model: a name, or a cat file [default: sc, or none with --classify]\n\n\
         Models with names of their own:\n{}",
        names.join("\n")
    )
}

#[derive(Args, Clone, Debug)]
pub struct Recorded {
    /// The history
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The memory model: a name, or a cat file [default: sc, or none with --classify]
    #[arg(long, value_name = "MODEL", long_help = models())]
    pub model: Option<String>,

    /// Look for files that a cat model includes in DIR; repeatable
    #[arg(short = 'I', value_name = "DIR", requires = "model")]
    pub include: Vec<String>,

    /// Ask all models
    #[arg(long)]
    pub classify: bool,

    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Draw the history, or what is impossible of it, and with --classify the models, into FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    #[command(flatten)]
    pub limited: Limited,
}
