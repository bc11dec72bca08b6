//! `heddle proof`: is this proof right, and what is it a proof of?
//!
//! The proof is checked by code that shares nothing with the solvers. Whether its clauses are those
//! of a program is another question: given the program, the formula is made again and compared.

use crate::arguments::{Arguments, Check, Format, Proof, Verb};
use crate::certificate::statement::{Statement, hash};
use crate::input;
use crate::load::Refusal;
use crate::output::{complain, refuse, say};
use crate::watch::Watch;
use crate::{Exit, Rejection, bounded, watchdog};
use ::proof::{Fault, Rejected};
use answer::Stop;
use bmc::Checked;
use clap::Parser;
use report::proof::{About, Subject, Verdict};
use report::{Limits, stopped};
use std::ffi::OsString;
use std::io::{BufRead, BufReader};

/// Checks, and says how to exit.
pub fn run(options: &Proof) -> Exit {
    let limits = options.limited.limits();
    let watch = Watch::of(options.limited);
    check(options, limits, &watch).unwrap_or_else(|rejection| refuse(&rejection))
}

/// Why the clauses of a file are not those of a program.
enum Difference {
    OfAnother(String),
    Refused(Refusal),
}

impl From<Rejection> for Difference {
    fn from(rejection: Rejection) -> Difference {
        Difference::Refused(rejection.into())
    }
}

fn check(options: &Proof, limits: Limits, watch: &Watch) -> Result<Exit, Rejection> {
    let (clauses, proof) = (input::open(&options.clauses)?, input::open(&options.proof)?);
    watch.enter("while it checked the proof");
    let unknown = |stop: Stop| format!("{} {}", stopped(stop, limits), watch.phase());
    let tell = |verdict: Verdict| -> Result<Exit, Rejection> {
        let exit = match verdict {
            Verdict::Accepted(..) => Exit::Holds,
            Verdict::Rejected(_) | Verdict::OfAnother(_) => Exit::Violated,
            Verdict::Unknown(_) => Exit::Unknown,
        };
        let seconds = watch.elapsed().as_secs_f64();
        let subject = Subject { verdict: &verdict, seconds };
        say(&match options.format {
            Format::Text => report::proof::text(&subject),
            Format::Json => report::proof::json(&subject),
        })?;
        Ok(exit)
    };
    let give_up = |stop: Stop| {
        tell(Verdict::Unknown(unknown(stop))).unwrap_or_else(|rejection| {
            complain(&rejection.render());
            Exit::BadInput
        })
    };
    let is_stopped = || Verdict::Unknown(unknown(watch.stop().unwrap_or(Stop::Interrupt)));
    let goes_on = || watch.stop().is_none();
    let checked = watchdog::beside(watch, give_up, || ::proof::check(clauses, proof, &goes_on));
    let accepted = match checked {
        Some(Ok(accepted)) => accepted,
        Some(Err(Rejected { fault: Fault::Format, line, message, .. })) => {
            let file = options.clauses.display();
            let line = line.map_or(String::new(), |line| format!(", line {line}"));
            let message = format!("{file}{line}: these are no clauses: {message}");
            let help = "the first file has clauses in DIMACS format, the second one the proof";
            return Err(Rejection::with_help(message, help));
        }
        Some(Err(rejected)) => return tell(Verdict::Rejected(rejected)),
        None => return tell(is_stopped()),
    };
    let statement = Statement::read(&head(options)?);
    let about = match (statement, options.program.is_empty()) {
        (None, true) => About::Nothing,
        (None, false) => {
            let message = format!("{} does not say what it proves", options.clauses.display());
            return Err(Rejection::with_help(message, "`--proof` of `heddle check` writes that"));
        }
        (Some(own), true) => About::Claimed { sentence: own.sentence(), program: own.program },
        (Some(own), false) => {
            let compared = watchdog::beside(watch, give_up, || compare(options, &own, watch));
            match compared {
                Ok(()) => About::Certified { sentence: own.sentence(), program: own.program },
                Err(Difference::OfAnother(why)) => return tell(Verdict::OfAnother(why)),
                Err(Difference::Refused(Refusal::Stopped(_))) => return tell(is_stopped()),
                Err(Difference::Refused(Refusal::Rejected(rejection))) => return Err(rejection),
            }
        }
    };
    tell(Verdict::Accepted(accepted, about))
}

/// The comments at the head of the clauses.
fn head(options: &Proof) -> Result<String, Rejection> {
    let lines = input::open(&options.clauses)?.lines().map_while(Result::ok);
    let comments: Vec<String> = lines.take_while(|line| line.starts_with("c heddle ")).collect();
    Ok(comments.join("\n"))
}

/// Makes the formula of a program again, and compares it with the clauses that were proved.
fn compare(options: &Proof, statement: &Statement, watch: &Watch) -> Result<(), Difference> {
    let other = |why: &str| Err(Difference::OfAnother(why.to_owned()));
    if statement.version != env!("CARGO_PKG_VERSION") {
        let message = format!("the proof is one of Heddle {}", statement.version);
        let help = "another version makes another formula of the same program";
        return Err(Rejection::with_help(message, help).into());
    }
    let check = command(options, statement)?;
    let again = bounded::formula_again(&check, watch).map_err(Difference::Refused)?;
    let (program, Checked { answer, cnf }) = again;
    if hash(&program) != statement.program {
        return other(
            "the proof is about another program, or about one with other flags for clang",
        );
    }
    if let Some(stop) = watch.stop() {
        return Err(Difference::Refused(Refusal::Stopped(stop)));
    }
    if answer.verdict() != statement.verdict {
        return other("the program has another verdict than the file claims");
    }
    let mut text = Vec::new();
    if let Some(cnf) = cnf {
        cnf.write(&mut text).expect("there is room for it");
    }
    let made = Clauses::read(BufReader::new(&*text));
    match made == Clauses::read(input::open(&options.clauses)?) {
        true => Ok(()),
        false => other("the clauses are not those of the program"),
    }
}

/// The options with which `heddle check` asks about this program what a statement is about.
fn command(options: &Proof, statement: &Statement) -> Result<Check, Rejection> {
    let files = options.program.iter().map(|file| file.clone().into_os_string());
    let separator = (!options.compiler_flags.is_empty()).then(|| OsString::from("--"));
    let words = statement.command()?.into_iter().chain(files).chain(separator);
    let words = words.chain(options.compiler_flags.iter().cloned());
    let refused = || Rejection::new("the clauses have options that `heddle check` does not know");
    match Arguments::try_parse_from(words).map_err(|_| refused())?.verb {
        Verb::Check(mut check) => {
            // A formula is kept for who wants a proof. None is written here.
            check.formulas.proof = Some(options.proof.clone());
            Ok(*check)
        }
        _ => Err(refused()),
    }
}

/// What a file says of a formula, without its lemmas: they follow, and another search finds others.
#[derive(PartialEq, Eq)]
struct Clauses {
    edges: Vec<String>,
    clauses: Vec<String>,
}

impl Clauses {
    fn read(file: impl BufRead) -> Clauses {
        let (mut edges, mut clauses, mut lemmas) = (Vec::new(), Vec::new(), 0);
        for line in file.lines().map_while(Result::ok) {
            if line.starts_with("c edge ") {
                edges.push(line);
            } else if let Some(count) = line.strip_prefix("c lemmas ") {
                lemmas = count.parse().unwrap_or(0);
            } else if !line.starts_with(['c', 'p']) {
                clauses.push(line);
            }
        }
        clauses.truncate(clauses.len().saturating_sub(lemmas));
        Clauses { edges, clauses }
    }
}
