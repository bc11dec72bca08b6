//! Is it true that these clauses cannot all hold? An independent check of what a solver claims, for
//! somebody who does not trust it: this crate shares no code with `solver`, nor with anything else.
//!
//! Two files are read. The first has the clauses in DIMACS format ([`Formula`]); comments in it say
//! which literals are edges of graphs without cycles, and how many of the last clauses are *lemmas*
//! that follow from that alone. The second is a proof in LRAT format (Cruz-Filipe, Heule, Hunt,
//! Kaufmann, Schneider-Kamp, *Efficient certified RAT verification*, CADE 2017), which derives the
//! empty clause. In reading order: `cnf`, `lemmas` (each lemma excludes a cycle), `lrat` (each step
//! follows from those before it by unit propagation).
//!
//! Guarantee: [`check`] accepts only if no assignment satisfies the clauses before the lemmas such
//! that none of the graphs has a cycle.
//!
//! Not covered: that the clauses say what the program and its model mean. Steps that are no
//! consequences but keep satisfiability (RAT, the extra power of the format) are refused; the
//! proofs of Heddle have none. Without lemmas, proofs of other solvers are checked as well.

mod cnf;
mod lemmas;
mod lrat;

pub use cnf::Formula;

use std::fmt;
use std::io::BufRead;

/// What was accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// Clauses that were given, without the lemmas.
    pub clauses: usize,
    pub lemmas: usize,
    /// Steps of the proof until the empty clause.
    pub steps: usize,
}

/// Which of the two files is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum File {
    Clauses,
    Proof,
}

/// What is wrong with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is not in its format.
    Format,
    /// It claims what is not so.
    Claim,
}

/// Why a proof is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected {
    pub file: File,
    pub fault: Fault,
    /// Where, from 1 on; none if it is about the file as a whole.
    pub line: Option<usize>,
    pub message: String,
}

impl Rejected {
    fn at(file: File, line: usize, message: impl Into<String>) -> Rejected {
        Rejected { line: Some(line), ..Rejected::whole(file, message) }
    }

    fn whole(file: File, message: impl Into<String>) -> Rejected {
        // Clauses claim nothing but their lemmas.
        let fault = match file {
            File::Clauses => Fault::Format,
            File::Proof => Fault::Claim,
        };
        Rejected { file, fault, line: None, message: message.into() }
    }

    /// A lemma does not follow.
    fn lemma(message: impl Into<String>) -> Rejected {
        Rejected { fault: Fault::Claim, ..Rejected::whole(File::Clauses, message) }
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = match self.file {
            File::Clauses => "the clauses",
            File::Proof => "the proof",
        };
        match self.line {
            Some(line) => write!(f, "{file}, line {line}: {}", self.message),
            None => write!(f, "{file}: {}", self.message),
        }
    }
}

/// Checks that a proof refutes the clauses. `goes_on` is asked now and then; none if it says no.
pub fn check(
    clauses: impl BufRead,
    proof: impl BufRead,
    goes_on: &dyn Fn() -> bool,
) -> Option<Result<Accepted, Rejected>> {
    let formula = match Formula::read(clauses, goes_on)? {
        Ok(formula) => formula,
        Err(rejected) => return Some(Err(rejected)),
    };
    if let Err(rejected) = lemmas::check(&formula) {
        return Some(Err(rejected));
    }
    let steps = lrat::refutes(&formula, proof, goes_on)?;
    let lemmas = formula.lemmas;
    let clauses = formula.clauses.len() - lemmas;
    Some(steps.map(|steps| Accepted { clauses, lemmas, steps }))
}

/// The numbers of a line, which all have to be numbers.
fn numbers(file: File, line: usize, text: &str) -> Result<Vec<i64>, Rejected> {
    let words = text.split_ascii_whitespace();
    words
        .map(|word| {
            word.parse().map_err(|_| Rejected::at(file, line, format!("`{word}` is no number")))
        })
        .collect()
}

/// The lines of a file, with their numbers.
fn lines(
    file: File,
    reader: impl BufRead,
) -> impl Iterator<Item = Result<(usize, String), Rejected>> {
    reader.lines().enumerate().map(move |(index, line)| {
        let number = index + 1;
        let cannot = |error| Rejected::at(file, number, format!("cannot be read: {error}"));
        line.map(|text| (number, text)).map_err(cannot)
    })
}
