//! `heddle port`: what it is told.

use super::{Format, Limited, LitmusEngine, Solver, Strengthening, repair::costs};
use crate::mapping::{self, WantedMapping};
use clap::{Args, ValueEnum};
use repair::Costs;
use std::ffi::OsString;
use std::path::PathBuf;

pub(super) const PORT_HELP: &str = "\
Examples:
  heddle port tests/ --from x86-tso --to aarch64 -j 0     is there an execution that only the target allows?
  heddle port SB.litmus --from sc --to x86-tso --state    is there a final state that only the target reaches?
  heddle port tests/ --from sc --to power --show states   all of them
  heddle port tests/ --matrix sc,x86-tso,pso,power        how many tests are portable, for all pairs
  heddle port --from old.cat --to new.cat                 the smallest test that tells two models apart
  heddle port lock.c --from tso --to power -- -DN=2       a C program, compiled for both
  heddle port lock.c --from tso --to aarch64 --repair     the cheapest stronger orders and fences that make it portable
  heddle port SB.litmus --from x86-tso --to aarch64 --accesses ordered    a test for x86, compiled for AArch64

Models are those of `heddle litmus`, and cat files. Each judges what a litmus test or a C program is compiled to for
its machine (docs/mappings.md), and a test for that machine as it is written; programs by one formula and within a
bound on loops. Where a model does not name a fence of the test, an answer that depends on it is unknown.

Exit status: 0 portable, 1 not portable: an execution is shown, with the axiom of the source that forbids it,
2 unknown (a limit, a bound, something that a model does not know), 3 bad input, 4 a bug in Heddle. Of several
tests, the highest counts; with --matrix, 0 if all were answered.";

#[derive(Args, Clone, Debug)]
pub struct Port {
    /// Litmus tests, folders with them, and lists of them (@FILE, a path on each line), and C
    /// programs, each by itself; without any, the smallest test is looked for that tells the models
    /// apart
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The source: the model under which the tests are known to work
    #[arg(long, value_name = "MODEL", required_unless_present = "matrix")]
    pub from: Option<String>,

    /// The target: the model under which they are to work
    #[arg(long, value_name = "MODEL", required_unless_present = "matrix")]
    pub to: Option<String>,

    /// Compare all pairs of these models, and print how many tests are portable
    #[arg(long, value_name = "MODEL,…", value_delimiter = ',')]
    #[arg(conflicts_with_all = ["from", "to", "output", "distinguish"])]
    pub matrix: Option<Vec<String>>,

    /// Without files: try tests whose cycles have up to N edges [default: 6]
    #[arg(long, value_name = "N", conflicts_with = "files")]
    #[arg(value_parser = clap::value_parser!(u8).range(3..=::port::LARGEST as i64))]
    pub distinguish: Option<u8>,

    /// Ask for new final states, and not for new executions
    #[arg(long)]
    pub state: bool,

    /// List all new final states
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with = "matrix")]
    pub show: Option<ShowNew>,

    /// Draw the new execution of each test, into NAME.dot and NAME.svg in DIR
    #[arg(short = 'o', value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// How to find the answer
    #[arg(long, value_enum, default_value_t = LitmusEngine::Candidates)]
    pub engine: LitmusEngine,

    /// The solver of `--engine bmc`
    #[arg(long, value_enum, default_value_t = Solver::Cadical)]
    pub solver: Solver,

    /// Look for files that a model includes in DIR; repeatable
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,

    /// Answer N tests at once (0: as many as the machine has processors)
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,

    /// How to print the answers; JSON has one object on a line for each test
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    pub json: bool,

    #[command(flatten)]
    pub limited: Limited,

    /// What a compiler makes of programs, and of tests for another machine, for the source
    /// [default: the usual one of the model]
    #[arg(long, value_name = "NAME", value_parser = mapping::names(), conflicts_with = "matrix")]
    pub from_mapping: Option<WantedMapping>,

    /// The same for the target; `none`: the test as it is written
    #[arg(long, value_name = "NAME", value_parser = mapping::names(), conflicts_with = "matrix")]
    pub to_mapping: Option<WantedMapping>,

    /// Tests for another machine: what accesses without a mark are to the compiler
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = PlainAccesses::Relaxed)]
    pub accesses: PlainAccesses,

    /// C programs: how often a loop goes round
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub bound: u32,

    /// Executions that are syntactically dead, which hardly end in a state of the source: look at
    /// these first (C programs), or at no others
    #[arg(long, value_enum, value_name = "WHEN", conflicts_with = "repair")]
    pub dead: Option<Dead>,

    /// C programs that are not portable: look for the cheapest stronger memory orders and added
    /// fences for the target with which they are; with orders or fences, only those; with all, for
    /// all smallest sets of them
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', num_args = 0..=1)]
    #[arg(require_equals = true, default_missing_value = "orders,fences")]
    #[arg(requires = "files", conflicts_with_all = ["matrix", "output", "show", "distinguish"])]
    pub repair: Option<Vec<Strengthening>>,

    /// What orders and fences cost, with `--repair` [default: that of the target's machine]
    #[arg(long, value_name = "MACHINE", value_parser = costs(), requires = "repair")]
    pub costs: Option<Costs>,

    /// Flags for clang
    #[arg(last = true, value_name = "CFLAGS")]
    pub compiler_flags: Vec<OsString>,
}

impl Port {
    pub fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// What accesses without a mark are to the compiler of another machine.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlainAccesses {
    /// Relaxed ones
    Relaxed,
    /// Loads that acquire, and stores that release
    Ordered,
}

/// When executions that are syntactically dead are looked at.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dead {
    /// Before the others
    First,
    /// Alone: that there is nothing new among them is no answer
    Only,
}

/// What of a new behaviour to list.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShowNew {
    /// All final states that only the target reaches
    States,
}
