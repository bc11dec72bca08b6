//! Files with the formula of an answer, and with a proof of it.
//!
//! The proof is made by solving the formula once more, with the lemmas that were found before, so
//! that a wrong answer of the first search is noticed here: then there is no proof.

pub(crate) mod statement;

use crate::arguments::Formulas;
use crate::output::complain;
use crate::{Exit, Rejection};
use base::Verdict;
use solver::{Answer, Cnf, refute};
use statement::Statement;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Creates a file that was asked for.
fn create(file: &Path) -> Result<Box<dyn Write>, Rejection> {
    let created = File::create(file);
    created
        .map(|file| Box::new(BufWriter::new(file)) as Box<dyn Write>)
        .map_err(|error| cannot_write(file, &error))
}

fn cannot_write(file: &Path, error: &std::io::Error) -> Rejection {
    Rejection::new(format!("cannot write {}: {error}", file.display()))
}

/// Writes clauses, with what they say of a program at their head.
fn write_clauses(file: &Path, cnf: &Cnf, statement: Option<&Statement>) -> Result<(), Rejection> {
    let mut out = create(file)?;
    let lines = statement.map(Statement::lines).unwrap_or_default();
    let written = lines.iter().try_for_each(|line| writeln!(out, "c {line}"));
    written.and_then(|()| cnf.write(&mut *out)).map_err(|error| cannot_write(file, &error))
}

/// Writes what was asked for. An exit is for the case that the proof shows that the answer is
/// wrong.
pub(crate) fn write(
    options: &Formulas,
    statement: &Statement,
    cnf: Option<&Cnf>,
    goes_on: &dyn Fn() -> bool,
) -> Result<Option<Exit>, Rejection> {
    let Some(cnf) = cnf else {
        options.outputs().iter().for_each(|file| {
            complain(&format!("there is no formula: {} was not written\n", file.display()));
        });
        return Ok(None);
    };
    if let Some(file) = &options.dump_cnf {
        write_clauses(file, cnf, None)?;
    }
    let (Some(file), Some(clauses)) = (&options.proof, options.proof_clauses()) else {
        return Ok(None);
    };
    let no_proof = |why: &str| complain(&format!("{why}: {} was not written\n", file.display()));
    match statement.verdict {
        Verdict::Holds | Verdict::HoldsWithinBound => {}
        Verdict::Violated => {
            no_proof("an execution shows the violation, and no proof is needed");
            return Ok(None);
        }
        Verdict::Unknown => {
            no_proof("the answer is not known, and there is nothing to prove");
            return Ok(None);
        }
    }
    write_clauses(&clauses, cnf, Some(statement))?;
    let answer = refute(cnf, create(file)?, goes_on).map_err(|error| cannot_write(file, &error))?;
    match answer {
        Answer::Unsatisfiable => {
            let (clauses, file) = (clauses.display(), file.display());
            complain(&format!("`heddle proof {clauses} {file}` checks the proof\n"));
            Ok(None)
        }
        Answer::Stopped => {
            // A part of a proof proves nothing.
            let _ = std::fs::remove_file(file);
            no_proof("the proof was not finished within the limits");
            Ok(None)
        }
        Answer::Satisfiable => {
            let message = "a bug in Heddle: the formula of what holds can be satisfied\n";
            complain(message);
            Ok(Some(Exit::OurBug))
        }
    }
}
