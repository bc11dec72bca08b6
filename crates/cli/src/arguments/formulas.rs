//! What can be said about formulas (`--engine bmc`), and what `heddle proof` is told.

use super::{Format, Limited, Solver};
use bmc::{Alias, Analyses, Axioms, Method};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// How formulas are made; the answers are the same.
#[derive(Args, Clone, Default, Debug)]
pub struct Ways {
    /// How the axioms of the model get into the formula of `--engine bmc`
    #[arg(long, value_enum, default_value_t = Encoding::Auto)]
    pub encoding: Encoding,

    /// What `--engine bmc` does not find out before it makes the formula, for comparison;
    /// repeatable
    #[arg(long, value_enum, value_name = "WHAT")]
    pub without: Vec<Analysis>,

    /// What `--engine bmc` knows of where accesses can be, for comparison
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Aliases::Numbers)]
    pub alias: Aliases,
}

/// What is known of where an access can be.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Aliases {
    /// The numbers that its address can be
    #[default]
    Numbers,
    /// The objects that its address can be in
    Flow,
    /// The objects that the address of any copy of it can be in, as Andersen's analysis says
    Andersen,
}

/// How axioms get into a formula.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Encoding {
    /// As clauses, before anything is solved
    Eager,
    /// As objections to what the solver finds
    Lazy,
    /// What suits the program and the model
    #[default]
    Auto,
}

/// What is found out before a formula is made.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Analysis {
    /// Which pairs can be in a relation
    May,
    /// Which pairs are in a relation for certain
    Must,
    /// Which pairs matter for an axiom
    Active,
    /// Where an access can be
    Alias,
    /// Where any solution of a recursion is enough, and it need not be the least
    AnyFixpoint,
}

impl Ways {
    fn named(&self) -> Option<&'static str> {
        if self.encoding != Encoding::Auto {
            return Some("--encoding");
        }
        if self.alias != Aliases::Numbers {
            return Some("--alias");
        }
        (!self.without.is_empty()).then_some("--without")
    }

    /// The way to make and solve a formula.
    pub(crate) fn method(&self, solver: Solver) -> Method {
        let has = |analysis: Analysis| !self.without.contains(&analysis);
        Method {
            backend: solver.backend(),
            axioms: match self.encoding {
                Encoding::Eager => Axioms::Eager,
                Encoding::Lazy => Axioms::Lazy,
                Encoding::Auto => Axioms::Auto,
            },
            analyses: Analyses {
                may: has(Analysis::May),
                must: has(Analysis::Must),
                active: has(Analysis::Active),
                alias: match (has(Analysis::Alias), self.alias) {
                    (false, _) => Alias::Nothing,
                    (true, Aliases::Numbers) => Alias::Numbers,
                    (true, Aliases::Flow) => Alias::Flow,
                    (true, Aliases::Andersen) => Alias::Andersen,
                },
                any_fixpoint: has(Analysis::AnyFixpoint),
            },
            is_recorded: false,
        }
    }
}

/// Options of `--engine bmc`.
#[derive(Args, Clone, Default, Debug)]
pub struct Formulas {
    #[command(flatten)]
    pub ways: Ways,

    /// With `--engine bmc`, write the formula into FILE, in DIMACS format
    #[arg(long, value_name = "FILE")]
    pub dump_cnf: Option<PathBuf>,

    /// With `--engine bmc`, write a proof that nothing goes wrong into FILE, in LRAT format, and
    /// its clauses into FILE.cnf; `heddle proof` checks it
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
}

impl Formulas {
    /// The option that was given, if one was.
    pub(crate) fn named(&self) -> Option<&'static str> {
        let options = [(self.dump_cnf.is_some(), "--dump-cnf"), (self.proof.is_some(), "--proof")];
        let given = options.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name);
        given.or(self.ways.named())
    }

    /// What asks for a file that only an eager encoding has, if a lazy one is wanted.
    pub(crate) fn contradiction(&self) -> Option<&'static str> {
        let option = if self.proof.is_some() { "--proof" } else { "--dump-cnf" };
        let is_contradiction = self.ways.encoding == Encoding::Lazy && !self.outputs().is_empty();
        is_contradiction.then_some(option)
    }

    /// The way to make and solve a formula.
    pub(crate) fn method(&self, solver: Solver) -> Method {
        Method { is_recorded: !self.outputs().is_empty(), ..self.ways.method(solver) }
    }

    /// The file for the clauses of a proof.
    pub(crate) fn proof_clauses(&self) -> Option<PathBuf> {
        let mut name = self.proof.clone()?.into_os_string();
        name.push(".cnf");
        Some(name.into())
    }

    /// All files that are written.
    pub(crate) fn outputs(&self) -> Vec<PathBuf> {
        let files = [self.dump_cnf.clone(), self.proof.clone(), self.proof_clauses()];
        files.into_iter().flatten().collect()
    }
}

pub(super) const PROOF_HELP: &str = "\
Examples:
  heddle check queue.c --engine bmc --proof queue.lrat -- -DN=2
  heddle proof queue.lrat.cnf queue.lrat                      the clauses have no assignment
  heddle proof queue.lrat.cnf queue.lrat queue.c -- -DN=2     and they are those of this program

With the program, its formula is made again and compared with the clauses, and the answer is the
verdict that is certified: of this program, under a model, within a bound. Without it, the proof
says nothing about a program, whatever the file claims.

The checker shares no code with the solver that wrote the proof. Comments `c edge LITERAL FROM TO`
in the clauses say which literals are edges of graphs without cycles, and `c lemmas N` that the last
N clauses follow from that alone, which is checked, too. Without such comments, LRAT proofs of other
solvers are checked as well.

Exit status: 0 accepted: no assignment satisfies the clauses, 1 rejected: the proof is wrong, or
about another program, 2 unknown: a limit was reached, 3 bad input, 4 a bug in Heddle.";

#[derive(Args, Clone, Debug)]
pub struct Proof {
    /// The clauses, in DIMACS format
    #[arg(value_name = "CNF")]
    pub clauses: PathBuf,

    /// The proof, in LRAT format
    #[arg(value_name = "PROOF")]
    pub proof: PathBuf,

    /// The program that the proof is about: its formula is made again and compared with the clauses
    #[arg(value_name = "PROGRAM")]
    pub program: Vec<PathBuf>,

    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    #[command(flatten)]
    pub limited: Limited,

    /// Flags for clang, with which the program is compiled
    #[arg(last = true, value_name = "CFLAGS", requires = "program")]
    pub compiler_flags: Vec<OsString>,
}
