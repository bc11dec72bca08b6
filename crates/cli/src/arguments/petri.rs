//! `heddle petri`: what it is told.

use super::{Format, Limited};
use clap::Args;
use std::path::PathBuf;

pub(super) const PETRI_HELP: &str = "\
Examples:
  heddle petri lock.spec                       the targets of the file
  heddle petri lock.lola --mutex busy1,busy2   never two tokens together
  heddle petri net.pnml --cover 'p>=1,q>=2' --deadlock --bounded
  heddle petri net.net --formula 'AG (p + 2 * q <= 5 OR r = 0)'
  heddle petri lock.spec --certificate proof.txt
  heddle petri lock.spec --check-certificate proof.txt

Files: MIST (.spec), LoLA (.lola), PNML place/transition nets (.pnml), TINA without time (.net, .tpn).

Exit status: 0 safe, 1 unsafe: a run is shown, 2 unknown: a limit was reached, or reachability in an unbounded net
that nothing excludes, 3 bad input, 4 a bug in Heddle.";

#[derive(Args, Clone, Debug)]
pub struct Petri {
    /// The net
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Can all of these hold at once, as in 'p>=1,q>=2'? Repeatable; questions here replace those
    /// of the file
    #[arg(long, value_name = "CONDITIONS")]
    pub cover: Vec<String>,

    /// The same, for conditions of any kind, as in 'p=1,q+r<=2'; repeatable
    #[arg(long, value_name = "CONDITIONS")]
    pub reach: Vec<String>,

    /// Can exactly this marking be reached, with no tokens on other places, as in 'p=1,q=2'?
    /// Repeatable
    #[arg(long, value_name = "TOKENS")]
    pub marking: Vec<String>,

    /// Can these places have two tokens together, as in 'p,q'? Repeatable
    #[arg(long, value_name = "PLACES")]
    pub mutex: Vec<String>,

    /// A formula of LoLA: EF or AG of conditions with AND, OR, NOT, DEADLOCK, FIREABLE(t);
    /// repeatable
    #[arg(long, value_name = "FORMULA")]
    pub formula: Vec<String>,

    /// Can a marking be reached in which no transition can fire?
    #[arg(long)]
    pub deadlock: bool,

    /// Is the number of tokens bounded?
    #[arg(long)]
    pub bounded: bool,

    /// How to print the answers
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Write the proofs of what is safe to FILE
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Do not search: verify the proofs in FILE for this net
    #[arg(long, value_name = "FILE", conflicts_with_all = ["certificate", "svg", "cover", "reach", "marking"])]
    #[arg(conflicts_with_all = ["mutex", "formula", "deadlock", "bounded", "timeout", "memory"])]
    pub check_certificate: Option<PathBuf>,

    /// Draw the net with the first run or the half spaces that were found, into FILE
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    #[command(flatten)]
    pub limited: Limited,
}
