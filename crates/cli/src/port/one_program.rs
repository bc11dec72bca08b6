//! One C program, for one pair of models or for all pairs of a matrix: compiles it for both sides,
//! asks, and says what came out.

use super::one_test::{asked, exit_of, explained, not_answered, subject, unreadable};
use super::tally::Kind;
use super::{Task, one_test, repairing};
use crate::arguments::{Dead, Format, Port};
use crate::input::Language;
use crate::litmus::pictures;
use crate::litmus::printer::Answered;
use crate::load::{Loaded, Refusal, Request, load};
use crate::mapping::{self, WantedMapping};
use crate::{Exit, Rejection, refused};
use ::port::{Behaviour, Candidates, Compiled, NoOutcome, OfProgram, Pair, Portability, Wanted};
use ::port::{explain_twin, permit};
use candidates::Drawing;
use llvm::Inputs;
use program::Program;
use report::port::{Answer, Asked, NewExecution, Verdict};
use std::path::Path;
use std::time::Instant;
use unroll::{Acyclic, Unrolling, align, from_program};

/// Whether a file is a program, and no litmus test.
pub(super) fn is_one(file: &Path) -> bool {
    matches!(Language::of(file), Ok(Language::C | Language::Cxx | Language::Llvm))
}

/// What to print of a program, and the kinds of its answers.
pub(super) fn answer(task: &Task<'_>, file: &Path) -> (Answered, Vec<Kind>) {
    if task.options.repair.is_some() {
        return repairing::answer(task, file);
    }
    let path = file.display().to_string();
    let options = task.options;
    let request = Request {
        files: &[file.to_owned()],
        compiler_flags: &options.compiler_flags,
        inputs: Inputs::default(),
        libraries: &[],
    };
    let program = match load(&request, task.watch) {
        Ok(Loaded { program, .. }) => program,
        Err(Refusal::Rejected(rejection)) => {
            let message = rejection.message().to_owned();
            return (unreadable(task, &path, &message, &rejection), task.unknown());
        }
        Err(Refusal::Stopped(_)) => {
            let reason = task.reason(Instant::now());
            return (not_answered(task, &path, None, &reason, Exit::Unknown), task.unknown());
        }
    };
    match task.is_matrix() {
        true => for_matrix(task, &path, &program),
        false => for_pair(task, &path, &program),
    }
}

/// Why there is no answer about a program.
pub(super) enum Failure {
    Rejected(Rejection),
    NoOutcome(NoOutcome),
}

impl From<NoOutcome> for Failure {
    fn from(failure: NoOutcome) -> Failure {
        Failure::NoOutcome(failure)
    }
}

impl Failure {
    /// In words, and how to exit.
    pub(super) fn told(self, task: &Task<'_>, begun: Instant) -> (String, Exit) {
        match self {
            Failure::Rejected(rejection) => (rejection.message().to_owned(), Exit::BadInput),
            Failure::NoOutcome(failure) => explained(task, begun, failure),
        }
    }
}

fn unsupported(what: impl Into<String>) -> Failure {
    NoOutcome::from(candidates::Refusal::Unsupported(what.into())).into()
}

/// Executions that end the process before other threads are at their end are not compared.
pub(super) fn forbid_exit(program: &Program) -> Result<(), Failure> {
    match bmc::can_exit(program) {
        true => Err(unsupported("it may end by `exit` or `pthread_exit`")),
        false => Ok(()),
    }
}

/// The program as it is compiled for a model.
pub(super) fn side(
    options: &Port,
    program: &Program,
    model: &str,
    wanted: Option<WantedMapping>,
) -> Result<Acyclic, Failure> {
    let mapping = mapping::choose(wanted, model).map_err(Failure::Rejected)?;
    let mut program = program.clone();
    if mapping.is_none_or(|own| own.model != "lkmm") {
        refused::refuse_by_name(&mut program, model);
    }
    let bound = options.bound;
    Ok(from_program(&program, Unrolling { bound, mapping, ..Unrolling::default() }))
}

/// The program as it is compiled for both models.
fn compile(options: &Port, program: &Program, pair: Pair<'_>) -> Result<Compiled, Failure> {
    forbid_exit(program)?;
    let target = side(options, program, pair.target.name(), options.to_mapping)?;
    let source = side(options, program, pair.source.name(), options.from_mapping)?;
    let [target, source] = align(&target, &source).map_err(unsupported)?;
    Ok(Compiled { source, target })
}

/// Which behaviour the options ask about.
pub(super) fn behaviour(options: &Port) -> Behaviour {
    let candidates = match options.dead {
        None => Candidates::All,
        Some(Dead::First) => Candidates::DeadFirst,
        Some(Dead::Only) => Candidates::DeadOnly,
    };
    match asked(options) {
        Asked::Traces => Behaviour::Executions(candidates),
        Asked::States => {
            let wanted = if options.show.is_some() { Wanted::All } else { Wanted::First };
            Behaviour::States(wanted, candidates)
        }
    }
}

/// What the options ask of a program.
fn ask(
    options: &Port,
    program: &Program,
    compiled: &Compiled,
    pair: Pair<'_>,
    goes_on: &dyn Fn() -> bool,
) -> Result<OfProgram, Failure> {
    let method = bmc::Method::with(options.solver.backend());
    let found =
        ::port::program(compiled, pair, behaviour(options), method, goes_on)?.with_meaning()?;
    // Inputs with other values are beyond a bound, too.
    Ok(OfProgram { is_cut: found.is_cut || Inputs::default().leaves_out(program), ..found })
}

fn for_pair(task: &Task<'_>, path: &str, program: &Program) -> (Answered, Vec<Kind>) {
    let (options, start) = (task.options, Instant::now());
    let goes_on = || task.stop(start).is_none();
    let pair = task.models.pair(0, 1);
    let found = compile(options, program, pair)
        .and_then(|compiled| Ok((ask(options, program, &compiled, pair, &goes_on)?, compiled)));
    let (found, compiled) = match found {
        Ok(found) => found,
        Err(failure) => {
            let (reason, exit) = failure.told(task, start);
            return (not_answered(task, path, None, &reason, exit), task.unknown());
        }
    };
    let summary = found.summary();
    let verdict = match &summary {
        Portability::Portable => Verdict::Portable,
        Portability::PortableWithinBound => Verdict::PortableWithinBound,
        Portability::NotPortable(_) => Verdict::NotPortable,
    };
    let kinds = vec![Kind::from(&summary)];
    let show = |new: &::port::NewExecution| {
        let why = explain_twin(pair.source, &new.allowed.source, &new.forbidden);
        let permission = permit(pair.target, &new.allowed.target, &why);
        report::port::of_program(program, &compiled, new, why, permission)
    };
    let new: Vec<NewExecution> = found.new.iter().map(show).collect();
    if options.output.is_some() {
        let drawings: Vec<Drawing> = new.iter().map(|own| own.drawing.clone()).collect();
        let name = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
        let written = pictures::write(options.output.as_deref(), &name, &drawings, &options.files);
        if let Err(rejection) = written {
            return (unreadable(task, path, "no picture", &rejection), kinds);
        }
    }
    let answer = Answer {
        subject: subject(task, path, None),
        made: None,
        verdict,
        new: &new,
        iterations: Some(found.iterations),
        bound: Some(options.bound),
        seconds: start.elapsed().as_secs_f64(),
    };
    let said = match options.format() {
        Format::Text => report::port::text(&answer),
        Format::Json => report::port::json(&answer),
    };
    (Answered { said, complaint: String::new(), exit: exit_of(verdict) }, kinds)
}

fn for_matrix(task: &Task<'_>, path: &str, program: &Program) -> (Answered, Vec<Kind>) {
    let start = Instant::now();
    let goes_on = || task.stop(start).is_none();
    one_test::all_pairs(task, path, |pair| {
        let found = compile(task.options, program, pair)
            .and_then(|compiled| ask(task.options, program, &compiled, pair, &goes_on));
        match found {
            Ok(found) => Ok(found.summary()),
            Err(Failure::NoOutcome(failure)) => Err(one_test::remarked(task, start, failure)),
            Err(failure) => {
                let (reason, exit) = failure.told(task, start);
                Err((Some(reason), exit))
            }
        }
    })
}
