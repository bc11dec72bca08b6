//! What can be said on the command line, and the help that explains it.

mod formulas;
mod limits;
mod petri;
mod port;
mod recorded;
mod repair;
mod synth;

pub use formulas::{Formulas, Proof, Ways};
pub use limits::{Limited, ShowProgress};
pub use petri::Petri;
pub use port::{Dead, PlainAccesses, Port, ShowNew};
pub use recorded::Recorded;
pub use repair::{Repairs, Strengthening};
pub use synth::{Expansion, Synth};

use crate::bounds::Unroll;
use crate::mapping::{self, WantedMapping};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use engines::{ENGINES, EngineRef};
use explore::Path;
use formulas::PROOF_HELP;
use petri::PETRI_HELP;
use port::PORT_HELP;
use recorded::TRACE_HELP;
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use synth::SYNTH_HELP;

/// Checks concurrent programs under weak memory.
#[derive(Parser, Debug)]
#[command(name = "heddle", bin_name = "heddle", version, after_help = OVERVIEW)]
pub struct Arguments {
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Explore every execution of a program and say whether one goes wrong
    #[command(after_help = CHECK_HELP)]
    Check(Box<Check>),
    /// Answer litmus tests under a memory model, as herd does
    #[command(after_help = LITMUS_HELP)]
    Litmus(Litmus),
    /// Decide whether litmus tests do anything new under another memory model
    #[command(after_help = PORT_HELP)]
    Port(Port),
    /// Write the memory model that explains litmus tests with observed outcomes
    #[command(after_help = SYNTH_HELP)]
    Synth(Synth),
    /// Decide whether a Petri net can reach a marking, with a run or an invariant that excludes it
    #[command(after_help = PETRI_HELP)]
    Petri(Petri),
    /// Decide whether a recorded history is possible under a memory model
    #[command(after_help = TRACE_HELP)]
    Trace(Recorded),
    /// Check a proof that `heddle check --engine bmc --proof` wrote
    #[command(after_help = PROOF_HELP)]
    Proof(Proof),
}

const OVERVIEW: &str = "\
Example:
  heddle check queue.c -- -DTHREADS=3
  heddle litmus tests/ --model aarch64
  heddle port tests/ --from x86-tso --to aarch64
  heddle synth --allowed seen/ --forbidden never/ -o model.cat
  heddle petri lock.lola
  heddle trace run.history --model causal

Exit status:
  0  holds: every execution is right
  1  violated: some execution goes wrong, and is shown
  2  unknown: a bound or limit was reached, or something that is not supported
  3  bad input or bad use
  4  a bug in Heddle";

const CHECK_HELP: &str = "\
Examples:
  heddle check queue.c                         a verdict, and the execution that goes wrong
  heddle check queue.c lock.c -- -DTHREADS=3   two files, compiled with this flag
  heddle check queue.c --unroll 4              every loop runs at most 4 times
  heddle check queue.c --format json --timeout 60
  heddle check queue.c --dot bug.dot; dot -Tsvg bug.dot -o bug.svg
  heddle check queue.c --model tso --trace chronological   what the store buffers did, too
  heddle check queue.c --model rc11 --repair   which stronger orders or fences make it right
  heddle check queue.c --model rc11 --relax    which orders are stronger than it needs
  heddle check lock.c --to-net                 any number of copies of its threads

Memory models:
  sc     sequential consistency: one access after the other
  tso    total store order (x86): writes wait in a buffer
  pso    partial store order: writes to different locations overtake each other
  ra     C11 without sequential consistency: release and acquire
  rc11   C11 (the repaired model RC11)
  rc11-20  the same with C++20's release sequences: stores do not continue them
  FILE.cat, or a name as in `heddle litmus`: a model in cat, if it forbids cycles of po and rf; slower,
  engine graph only, data races are those of C11

A litmus test is explored as a program: its answer is Ok, No or Undef, and an execution that ends as
`exists` says is shown as a violation of `~exists`. C11 under all of these, x86 under sc, tso
and pso, others under sc.

C and C++ files are compiled with clang: $HEDDLE_CLANG if it is set, else the newest one found. They
may include <heddle.h>, which has heddle_assume and heddle_choose.

Exit status: 0 holds, 1 violated, 2 unknown or within a bound, 3 bad input, 4 a bug in Heddle.";

const LITMUS_HELP: &str = "\
Examples:
  heddle litmus SB.litmus                      under the model of the test's own architecture
  heddle litmus tests/ --model my.cat -j 0     every test in a folder, on all processors
  heddle litmus @all --model lkmm --format json
  heddle litmus SB.litmus --show prop -o pictures

Models that come with Heddle: sc, sc-atomic-blocks, x86-tso (or tso), pso, rmo, alpha, power, armv7,
aarch64, riscv, ra, rc11, rc11-20 and imm (for C11), lkmm (for the C of the Linux kernel).

Exit status: 0 all tests were answered, 1 some differ from the log, 2 some were not answered (a limit, something not
supported), 3 bad input, 4 a bug in Heddle.";

/// How a program is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckEngine {
    /// By exploring its executions.
    Explores(EngineRef),
    /// By one formula; it takes every cat model, and not only those that can be explored.
    Bmc,
}

/// Reads the name of an engine, and lists them for the help.
fn engine() -> impl TypedValueParser<Value = CheckEngine> {
    let explorers = ENGINES.map(|engine| PossibleValue::new(engine.name()).help(engine.summary()));
    let bmc = PossibleValue::new("bmc").help("One formula for a solver, with loops up to a bound");
    PossibleValuesParser::new(explorers.into_iter().chain([bmc])).map(|name| {
        let named = ENGINES.into_iter().find(|engine| engine.name() == name);
        named.map_or(CheckEngine::Bmc, CheckEngine::Explores)
    })
}

#[derive(Args, Clone, Debug)]
pub struct Litmus {
    /// Litmus tests, folders with them, and lists of them (@FILE, a path on each line)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The memory model: the name of one that comes with Heddle, or a cat file
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,

    /// How to find the outcomes
    #[arg(long, value_enum, default_value_t = LitmusEngine::Candidates)]
    pub engine: LitmusEngine,

    /// The solver of `--engine bmc`
    #[arg(long, value_enum, default_value_t = Solver::Cadical)]
    pub solver: Solver,

    #[command(flatten)]
    pub ways: Ways,

    /// Decide the conditions alone, with `--engine bmc`: of all final states, only one that
    /// satisfies the condition and one that does not are looked for
    #[arg(long, conflicts_with = "compare")]
    pub condition_only: bool,

    /// A bell file that the model needs
    #[arg(long, value_name = "FILE", requires = "model")]
    pub bell: Option<PathBuf>,

    /// Look for files that the model includes in DIR; repeatable
    #[arg(short = 'I', value_name = "DIR", requires = "model")]
    pub include: Vec<String>,

    /// Answer N tests at once (0: as many as the machine has processors)
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,

    /// How to print the answers; JSON has one object on a line for each test
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    #[command(flatten)]
    pub limited: Limited,

    /// Draw executions of each test, into NAME.dot and NAME.svg [default: none]
    #[arg(long, value_enum, value_name = "WHICH")]
    pub show: Option<Show>,

    /// Where to put pictures [default: .]
    #[arg(short = 'o', value_name = "DIR", requires = "show")]
    pub output: Option<PathBuf>,

    /// Print only what differs from the results in a log of herd, litmus7 or Heddle
    #[arg(long, value_name = "LOG", conflicts_with = "format")]
    pub compare: Option<PathBuf>,
}

/// How the outcomes of a litmus test are found.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LitmusEngine {
    /// Candidate executions one by one, as herd does
    Candidates,
    /// One formula for a solver; numbers of witnesses are those of states
    Bmc,
}

/// A SAT solver.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solver {
    Cadical,
    Batsat,
}

impl Solver {
    pub fn backend(self) -> solver::Backend {
        match self {
            Solver::Cadical => solver::Backend::Cadical,
            Solver::Batsat => solver::Backend::Batsat,
        }
    }
}

#[derive(Args, Clone, Debug)]
pub struct Check {
    /// The program: C (.c, .i), C++ (.cc, .cpp, .cxx, .ii), LLVM IR (.ll), several of them to be
    /// linked; or one .litmus, .heddle or task of the competition (.yml)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The memory model: one of those below, a cat file, or the name of one that comes with Heddle
    /// [default: that of the language, rc11 for C and C++]
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,

    /// Look for files that a cat file includes in DIR; repeatable
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,

    /// How to explore
    #[arg(long, value_parser = engine(), default_value = ENGINES[0].name())]
    pub engine: CheckEngine,

    /// With `--engine bmc`, how often a loop goes round: N, or 1, 2, 4, … up to 16 as needed
    /// [default: auto]
    #[arg(long, value_name = "N|auto", value_parser = bound)]
    pub bound: Option<Bound>,

    /// The solver of `--engine bmc`
    #[arg(long, value_enum, default_value_t = Solver::Cadical)]
    pub solver: Solver,

    #[command(flatten)]
    pub formulas: Formulas,

    /// With `--engine bmc`, what a compiler makes of C's accesses for a model of a machine
    /// [default: the usual one; none for models of C]
    #[arg(long, value_name = "NAME", value_parser = mapping::names(), hide_possible_values = true)]
    pub mapping: Option<WantedMapping>,

    /// Take functions from a specification and do not run them: mutex, rwlock, queue, stack or a
    /// file; repeatable
    #[arg(long, value_name = "NAME[:FUNCTION=NAME,…]")]
    pub library: Vec<String>,

    /// Let every loop run at most N times, or those at a line (`file.c:12=8`) or in a function
    /// (`retry=3`); repeatable
    #[arg(long, value_name = "[LOOP=]N")]
    pub unroll: Vec<Unroll>,

    /// Let loops that create threads run at most N times
    #[arg(long, value_name = "N")]
    pub threads: Option<u32>,

    /// Only look for violations of a property of the software verification competition
    /// (unreach-call, no-data-race, valid-memsafety, valid-memcleanup, no-deadlock, or a .prp file)
    #[arg(long, value_name = "NAME|FILE.prp", conflicts_with_all = ["replay", "trace"])]
    pub property: Option<String>,

    /// How often in a row a weak compare-exchange may fail for no reason: N, none or all
    #[arg(long, value_name = "N|none|all", default_value = "2")]
    pub weak_cas: Spurious,

    /// Which values inputs have (`__VERIFIER_nondet_int()` and its like; `bool` has both of its
    /// own) [default: -1..2, with `--engine bmc` all]
    #[arg(long, value_name = "LOW..HIGH", allow_hyphen_values = true)]
    pub nondet: Option<Range>,

    /// Let waits for condition variables end without a signal, too, as POSIX allows
    #[arg(long)]
    pub spurious_wakeups: bool,

    /// What accesses to `volatile` variables are, in programs from before C had atomics
    #[arg(long, value_name = "ORDER")]
    pub volatile: Option<Volatile>,

    /// Look for more violations after the first
    #[arg(long)]
    pub keep_going: bool,

    /// What else to look for
    #[arg(long, value_enum, value_name = "WHAT")]
    pub check: Vec<Extra>,

    /// Do not look for data races
    #[arg(long)]
    pub no_races: bool,

    /// Judge each execution again by the rules of safety, from scratch; a difference is a bug
    #[arg(long, hide = true)]
    pub judge: bool,

    /// Explore with N workers (0: as many as the machine has processors); answers are the same
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,

    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Draw the execution that goes wrong, for Graphviz, into FILE
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,

    /// Also tell executions as traces of a machine with store buffers (sc, tso, pso; by engine
    /// dpor)
    #[arg(long, value_enum, value_name = "KIND")]
    pub trace: Option<Trace>,

    /// Of which executions to show traces [default: violations]
    #[arg(long, value_enum, value_name = "WHICH", requires = "trace")]
    pub show: Option<Traced>,

    #[command(flatten)]
    pub limited: Limited,

    /// Show the one execution that a report gave this path for
    #[arg(long, value_name = "PATH", conflicts_with_all = ["keep_going", "show"])]
    pub replay: Option<Path>,

    #[command(flatten)]
    pub repairs: Repairs,

    /// Print the program that would be explored, and do not explore it
    #[arg(long, conflicts_with_all = ["dot", "replay", "trace", "keep_going"])]
    pub print_program: bool,

    /// Is it right for any number of copies of each thread that main creates? As a Petri net, under
    /// sc; the net is written to FILE (.lola), if there is one
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    #[arg(conflicts_with_all = ["engine", "bound", "library", "unroll", "threads"])]
    #[arg(conflicts_with_all = ["property", "weak_cas", "keep_going", "check", "jobs", "dot", "trace", "replay"])]
    #[arg(conflicts_with_all = ["print_program", "repair", "relax", "costs"])]
    pub to_net: Option<Option<PathBuf>>,

    /// Flags for clang
    #[arg(last = true, value_name = "CFLAGS")]
    pub compiler_flags: Vec<OsString>,
}

/// How far loops are unrolled for a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Turns(u32),
    Auto,
}

fn bound(text: &str) -> Result<Bound, &'static str> {
    match text {
        "auto" => Ok(Bound::Auto),
        _ => text.parse().map(Bound::Turns).map_err(|_| "expected a number or `auto`"),
    }
}

/// Violations that are looked for on request only.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extra {
    /// Memory that is never freed
    Leaks,
    /// Data races; under ra, rc11 and rc11-20 they are looked for anyway
    Races,
    /// Executions that are not sequentially consistent
    Robustness,
    /// Loops that wait for ever
    Liveness,
    /// Signed arithmetic whose result does not fit, in C and C++ files
    Overflow,
    /// Threads, detached or not joined, that still run when `main` ends
    Outliving,
}

/// What volatile accesses are besides plain ones.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Volatile {
    /// Relaxed atomic accesses
    Relaxed,
}

/// Kinds of traces.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trace {
    /// Steps of threads, updates of the memory, and the edges between them (tso, pso); Shasha–Snir
    /// traces (sc)
    Chronological,
}

/// Executions to show traces of.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Traced {
    /// Those that go wrong
    Violations,
    /// Also those that run to their end, a hundred at most
    All,
}

/// Executions to draw.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// Those that satisfy the condition of the test
    Prop,
    /// Those that do not
    Neg,
    /// All, a hundred at most
    All,
    /// None
    None,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

fn seconds(word: &str) -> Result<f64, String> {
    let number: f64 = word.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if number.is_finite() && number > 0.0 {
        Ok(number)
    } else {
        Err("not a time that passes".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_agree_with_each_other() {
        Arguments::command().debug_assert();
    }
}

/// How often in a row a weak compare-exchange may fail for no reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spurious {
    AtMost(u32),
    All,
}

impl Spurious {
    pub fn most(self) -> Option<u32> {
        match self {
            Spurious::AtMost(most) => Some(most),
            Spurious::All => None,
        }
    }
}

impl FromStr for Spurious {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Spurious, &'static str> {
        match text {
            "none" => Ok(Spurious::AtMost(0)),
            "all" => Ok(Spurious::All),
            number => number
                .parse()
                .map(Spurious::AtMost)
                .map_err(|_| "expected a number, `none` or `all`"),
        }
    }
}

/// The values of inputs, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub low: i64,
    pub high: i64,
}

impl FromStr for Range {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Range, &'static str> {
        const WANTED: &str = "expected two numbers, as in `0..7` or `-1..2`";
        let (low, high) = text.split_once("..").ok_or(WANTED)?;
        let number = |text: &str| text.parse().map_err(|_| WANTED);
        let range = Range { low: number(low)?, high: number(high)? };
        if range.low > range.high {
            return Err("no number is in this range");
        }
        Ok(range)
    }
}
