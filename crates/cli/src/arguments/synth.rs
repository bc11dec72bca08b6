//! `heddle synth`: what it is told.

use super::{Format, Limited};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

pub(super) const SYNTH_HELP: &str = "\
Examples:
  heddle synth --allowed seen/ --forbidden never/             a model that says the same of every test
  heddle synth --observed outcomes.csv -o model.cat           `TEST.litmus,allowed` or `…,forbidden` on each line
  heddle synth tests/ --observed run.log --closed-world       what herd, litmus7 or `heddle litmus` printed
  heddle synth --allowed a/ --forbidden f/ --sketch known.cat fill the holes: `acyclic po-loc | rf | _`
  heddle synth --allowed a/ --forbidden f/ --base po,rf,co,fr only these; `-coe` withholds one, `+mine=po; rf` adds one

A test is allowed if some execution ends as its condition says (for `forall`: as it does not say), and forbidden if
none does. States of a log are allowed; with --closed-world, those that were not observed are forbidden.

What a test does under sc is allowed, too, unless it was observed that it is not: no machine and no language does less.

The size of a relation is the number of names and operators in it; `|` is free. An axiom is a union of relations.

Exit status: 0 a model was found, 1 there is none up to these sizes, or at all, 2 unknown (a limit, or some tests could
not be looked at), 3 bad input, 4 a bug in Heddle.";

#[derive(Args, Clone, Debug)]
pub struct Synth {
    /// Tests that the logs of --observed are about: files, folders, and lists of them (@FILE)
    #[arg(value_name = "TEST")]
    pub tests: Vec<PathBuf>,

    /// Tests whose outcome was observed, or is allowed: files, folders, lists (@FILE)
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub allowed: Vec<PathBuf>,

    /// Tests whose outcome never happens
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub forbidden: Vec<PathBuf>,

    /// A table (.csv) with a test and `allowed` or `forbidden` on each line, or a log of herd,
    /// litmus7 or Heddle; repeatable
    #[arg(long, value_name = "FILE")]
    pub observed: Vec<PathBuf>,

    /// States that a log does not have are forbidden
    #[arg(long, requires = "observed")]
    pub closed_world: bool,

    /// Do not take it for granted that what a test does under sc is allowed
    #[arg(long)]
    pub without_sc: bool,

    /// A cat file with holes (`_` where a relation is wanted), whose axioms are kept
    #[arg(long, value_name = "FILE.cat")]
    pub sketch: Option<PathBuf>,

    /// The relations that models are built from: cat names and expressions, `name=expression`; with
    /// `+` or `-` before each, more or fewer than usual
    #[arg(long, value_name = "RELATION,…", allow_hyphen_values = true)]
    pub base: Vec<String>,

    /// Add at most N axioms [default: 3, or 0 to a sketch with holes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=8))]
    pub axioms: Option<u8>,

    /// Relations of a size of at most N
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=12))]
    pub size: u8,

    /// All relations of a model together have a size of at most N
    #[arg(long, value_name = "N", default_value_t = 24)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=99))]
    pub total: u8,

    /// Up to N outcomes may be wrong, and are named
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tolerate: u8,

    /// Up to N relations may be defined by themselves (`let rec`), or by each other
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=4))]
    pub recursion: u8,

    /// How relations are found
    #[arg(long, value_enum, default_value_t = Expansion::Enumeration)]
    pub expansion: Expansion,

    /// Print up to N models that explain everything, and the smallest test that tells each from the
    /// first
    #[arg(long, value_name = "N", conflicts_with = "interactive")]
    #[arg(value_parser = clap::value_parser!(u8).range(2..=20))]
    pub all: Option<u8>,

    /// Ask about the smallest test that tells two such models apart, until none does: answers are
    /// `allowed`, `forbidden` or nothing, a line each
    #[arg(long)]
    pub interactive: bool,

    /// Write the model into FILE
    #[arg(short = 'o', value_name = "MODEL.cat")]
    pub output: Option<PathBuf>,

    /// Look for files that the sketch includes in DIR; repeatable
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,

    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    #[command(flatten)]
    pub limited: Limited,
}

/// How relations are found.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expansion {
    /// All of them, in order of size
    Enumeration,
    /// A solver builds trees of a depth of at most --size
    Cegis,
}
