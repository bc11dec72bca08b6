//! `heddle port --repair`: the cheapest stronger orders and added fences for the target with which
//! a C program is portable. The crate `repair` decides which programs to look at, `port::Porting`
//! says of each whether it is portable, and what is printed as a diff was applied to the text,
//! compiled and asked about once more.

use super::Task;
use super::one_program::{Failure, behaviour, forbid_exit, side};
use super::one_test::{asked, not_answered, subject, unreadable};
use super::tally::Kind;
use crate::Exit;
use crate::arguments::Format;
use crate::litmus::printer::Answered;
use crate::load::{Loaded, Refusal, Request, load_as_written, simplify};
use crate::repairing::text::{self, Texts};
use crate::repairing::{Wish, exit, is_monotone, is_systems, meaningful_to, revision, usual_costs};
use ::port::{Pair, Porting, Wrong, explain_twin, permit};
use bmc::Method;
use engines::Model;
use llvm::Inputs;
use program::Program;
use repair::{Meaningful, Outcome, Places, Repair};
use report::port::Verdict;
use report::repair::{Answer, Goal, Subject};
use std::path::Path;
use std::slice;
use std::time::Instant;

/// What to print of a program, and the kind of its answer.
pub(super) fn answer(task: &Task<'_>, file: &Path) -> (Answered, Vec<Kind>) {
    let (path, begun) = (file.display().to_string(), Instant::now());
    let files = [file.to_owned()];
    let request = Request {
        files: &files,
        compiler_flags: &task.options.compiler_flags,
        inputs: Inputs::default(),
        libraries: &[],
    };
    let program = match load_as_written(&request, task.watch) {
        Ok(Loaded { program, .. }) => program,
        Err(Refusal::Rejected(rejection)) => {
            let message = rejection.message().to_owned();
            return (unreadable(task, &path, &message, &rejection), task.unknown());
        }
        Err(Refusal::Stopped(_)) => {
            let reason = task.reason(begun);
            return (not_answered(task, &path, None, &reason, Exit::Unknown), task.unknown());
        }
    };
    match find(task, &path, &program, begun) {
        Ok((said, found)) => {
            let kind = match &found {
                Answer::NothingToRepair { .. } => Kind::Portable,
                Answer::Unknown { .. } => Kind::Unknown,
                _ => Kind::NotPortable,
            };
            let exit = exit(&found);
            (Answered { said, complaint: String::new(), exit }, vec![kind])
        }
        Err(failure) => {
            let (reason, exit) = failure.told(task, begun);
            (not_answered(task, &path, None, &reason, exit), task.unknown())
        }
    }
}

/// Looks for what is wanted, and says it.
fn find(
    task: &Task<'_>,
    path: &str,
    program: &Program,
    begun: Instant,
) -> Result<(String, Answer), Failure> {
    let options = task.options;
    let (pair, goes_on) = (task.models.pair(0, 1), || task.stop(begun).is_none());
    let mut simple = program.clone();
    simplify(&mut simple);
    forbid_exit(&simple)?;
    let source = side(options, &simple, pair.source.name(), options.from_mapping)?;
    // That there is a mapping is known then.
    side(options, &simple, pair.target.name(), options.to_mapping)?;
    let compile = |program: &Program| {
        let mut program = program.clone();
        simplify(&mut program);
        let compiled = side(options, &program, pair.target.name(), options.to_mapping);
        compiled.map_err(|failure| match failure {
            Failure::NoOutcome(failure) => failure,
            Failure::Rejected(_) => unreachable!("there is a mapping"),
        })
    };
    let mut judge = Porting {
        source: &source,
        compile: &compile,
        pair,
        behaviour: behaviour(options),
        method: Method::with(options.solver.backend()),
        goes_on: &goes_on,
        first: None,
        failure: None,
    };
    let wish = Wish::of(options.repair.as_deref());
    let costs = options.costs.unwrap_or_else(|| usual_costs(pair.target.name()));
    let accessed = repair::plain_accesses(&simple);
    let places = Places::find(program, &accessed, &meaningful(task, pair), wish.wanted);
    let places = places.without(|place| is_systems(program, place.position));
    let Repair { outcome, effort } = repair::repair(program, &places, costs, wish.most, &mut judge);
    let found = told(task, (path, program), wish, outcome, &mut judge);
    if let Some(failure) = judge.failure {
        return Err(failure.into());
    }
    let (from, to) = (pair.source.name(), pair.target.name());
    let subject = Subject {
        program,
        goal: Goal::Portable { file: path, from, to, asked: asked(options) },
        what: wish.what,
        costs,
        effort,
        is_cheapest: is_monotone(to),
        seconds: begun.elapsed().as_secs_f64(),
    };
    let said = match options.format() {
        Format::Text => report::repair::text(&subject, &found),
        Format::Json => report::repair::json(&subject, &found),
    };
    Ok((said, found))
}

/// What orders mean to the target: those of a machine, what its mapping makes of them.
fn meaningful(task: &Task<'_>, pair: Pair<'_>) -> Meaningful {
    match Model::native(pair.target.name()) {
        Some(model) if task.options.to_mapping.is_none() => meaningful_to(&model),
        Some(_) | None => Meaningful::EVERYTHING,
    }
}

fn told(
    task: &Task<'_>,
    (path, program): (&str, &Program),
    wish: Wish,
    outcome: Outcome,
    judge: &mut Porting<'_>,
) -> Answer {
    let violation = first_new(task, path, program, judge);
    match outcome {
        Outcome::Holds { within_bound } => {
            let left_out = Inputs::default().leaves_out(program);
            Answer::NothingToRepair { within_bound: within_bound || left_out }
        }
        Outcome::Repaired { solutions, complete } => {
            let file = Path::new(path).to_owned();
            let texts = Texts {
                files: slice::from_ref(&file),
                compiler_flags: &task.options.compiler_flags,
                inputs: Inputs::default(),
                watch: task.watch,
            };
            let revision = |found: repair::Solution| {
                let diff = text::diff(&texts, judge, program, &found.changes);
                revision(found.changes, Some(found.cost), found.within_bound, diff)
            };
            let revisions = solutions.into_iter().map(revision).collect();
            Answer::Repaired { violation, revisions, complete, wants_all: wish.is_all() }
        }
        Outcome::Hopeless => Answer::NotRepairable { violation, under_sc: None },
        Outcome::Unknown { reason, at_least } => {
            Answer::Unknown { reason, at_least: Some(at_least) }
        }
    }
}

/// The first new execution, as `heddle port` shows one.
fn first_new(task: &Task<'_>, path: &str, program: &Program, judge: &Porting<'_>) -> String {
    let (compiled, new) = match &judge.first {
        Some(Wrong::New(found)) => &**found,
        Some(Wrong::NoMeaning) => {
            let to = judge.pair.target.name();
            return format!("{path}: under {to} there is a data race, which may do anything");
        }
        None => return String::new(),
    };
    let why = explain_twin(judge.pair.source, &new.allowed.source, &new.forbidden);
    let permission = permit(judge.pair.target, &new.allowed.target, &why);
    let new = report::port::of_program(program, compiled, new, why, permission);
    let answer = report::port::Answer {
        subject: subject(task, path, None),
        made: None,
        verdict: Verdict::NotPortable,
        new: &[new],
        iterations: None,
        bound: Some(task.options.bound),
        seconds: 0.0,
    };
    report::port::text(&answer).trim_end().to_owned()
}
