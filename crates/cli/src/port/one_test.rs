//! One test, for one pair of models or for all pairs of a matrix: reads it, asks, and says what
//! came out.

use super::matrix::place;
use super::tally::Kind;
use super::{Task, models, one_program};
use crate::arguments::{Dead, Format, LitmusEngine, Port};
use crate::input::read;
use crate::litmus::pictures;
use crate::litmus::printer::Answered;
use crate::{Exit, Rejection};
use ::litmus::{Lowered, Test};
use ::port::{Case, Method, NoOutcome, Pair, Portability, Settings, Wanted, explain, permit};
use candidates::{Drawing, Refusal};
use report::port::{Answer, Asked, NewExecution, Subject, Verdict};
use std::path::Path;
use std::time::Instant;

/// What to print of a test, and the kinds of its answers.
pub(super) fn answer(task: &Task<'_>, file: &Path) -> (Answered, Vec<Kind>) {
    if one_program::is_one(file) {
        return one_program::answer(task, file);
    }
    let path = file.display().to_string();
    if task.options.repair.is_some() {
        let what = "is a litmus test, and `--repair` is for C programs";
        return (not_answered(task, &path, None, what, Exit::BadInput), task.unknown());
    }
    let source = match read(file) {
        Ok(source) => source,
        Err(rejection) => {
            return (unreadable(task, &path, "cannot be read", &rejection), task.unknown());
        }
    };
    let read = ::litmus::parse(&source).and_then(|test| {
        let lowered = ::litmus::lower(&test, &source)?;
        Ok((test, lowered))
    });
    match read {
        Ok((test, lowered)) if task.is_matrix() => for_matrix(task, &path, &test, &lowered),
        Ok((test, lowered)) => for_pair(task, &path, &test, &lowered),
        Err(diagnostic) => {
            let message = diagnostic.message.clone();
            let rejection = Rejection::InText { path: path.clone(), text: source, diagnostic };
            (unreadable(task, &path, &message, &rejection), task.unknown())
        }
    }
}

/// A test as it is compiled for both sides.
pub(super) fn moved<'t>(
    options: &Port,
    (test, lowered): (&'t Test, &'t Lowered),
    pair: Pair<'_>,
) -> Result<Case<'t>, NoOutcome> {
    let moving = models::moving(options, pair).expect("the options were checked before");
    Case::moved(test, lowered, moving)
}

/// What the options ask of a test.
pub(super) fn ask(
    options: &Port,
    case: &Case<'_>,
    pair: Pair<'_>,
    goes_on: &dyn Fn() -> bool,
) -> Result<Portability, NoOutcome> {
    let method = match options.engine {
        LitmusEngine::Candidates => Method::Enumeration,
        LitmusEngine::Bmc => Method::Formula(Settings {
            method: bmc::Method::with(options.solver.backend()),
            ..Settings::default()
        }),
    };
    match (asked(options), options.dead) {
        (Asked::Traces, Some(Dead::Only)) if method == Method::Enumeration => {
            ::port::dead_traces(case, pair, goes_on)
        }
        (_, Some(_)) => {
            let what = "of litmus tests, dead executions are looked at alone, by `--engine candidates` and without `--state`";
            Err(Refusal::Model(what.to_owned()).into())
        }
        (Asked::Traces, None) => ::port::traces(case, pair, method, goes_on),
        (Asked::States, None) => {
            let wanted = if options.show.is_some() { Wanted::All } else { Wanted::First };
            ::port::states(case, pair, wanted, method, goes_on)
        }
    }
}

pub(super) fn asked(options: &Port) -> Asked {
    if options.state || options.show.is_some() { Asked::States } else { Asked::Traces }
}

fn for_pair(task: &Task<'_>, path: &str, test: &Test, lowered: &Lowered) -> (Answered, Vec<Kind>) {
    let (options, start) = (task.options, Instant::now());
    let goes_on = || task.stop(start).is_none();
    let pair = task.models.pair(0, 1);
    let name = Some(test.name.as_str());
    let answer = moved(options, (test, lowered), pair).and_then(|case| {
        let portability = ask(options, &case, pair, &goes_on)?;
        Ok((case, portability))
    });
    let (case, portability) = match answer {
        Ok(answer) => answer,
        Err(failure) => {
            let (reason, exit) = explained(task, start, failure);
            return (not_answered(task, path, name, &reason, exit), task.unknown());
        }
    };
    let verdict = match &portability {
        Portability::Portable => Verdict::Portable,
        Portability::PortableWithinBound => Verdict::PortableWithinBound,
        Portability::NotPortable(_) => Verdict::NotPortable,
    };
    let kinds = vec![Kind::from(&portability)];
    let new = new_executions(&portability, pair, case.target());
    if options.output.is_some() {
        let drawings: Vec<Drawing> = new.iter().map(|own| own.drawing.clone()).collect();
        let folder = options.output.as_deref();
        if let Err(rejection) = pictures::write(folder, &test.name, &drawings, &options.files) {
            return (unreadable(task, path, "no picture", &rejection), kinds);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let (iterations, bound) = (None, None);
    let subject = Subject { by: case.mappings(), ..subject(task, path, name) };
    let answer = Answer { subject, made: None, verdict, new: &new, iterations, bound, seconds };
    let said = match options.format() {
        Format::Text => report::port::text(&answer),
        Format::Json => report::port::json(&answer),
    };
    (Answered { said, complaint: String::new(), exit: exit_of(verdict) }, kinds)
}

/// A bound that was reached leaves the answer open, as in the other verbs.
pub(super) fn exit_of(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Portable => Exit::Holds,
        Verdict::PortableWithinBound => Exit::Unknown,
        Verdict::NotPortable => Exit::Violated,
    }
}

/// The executions of an answer, to be shown.
pub(super) fn new_executions(
    portability: &Portability,
    pair: Pair<'_>,
    lowered: &Lowered,
) -> Vec<NewExecution> {
    let Portability::NotPortable(found) = portability else { return Vec::new() };
    let show = |found: &::port::Counterexample| {
        let ::port::Counterexample { execution, sizes, state, is_positive, .. } = found;
        let drawing = Drawing::new(execution, sizes, lowered, state.clone(), *is_positive);
        let why = explain(pair.source, found);
        let permission = permit(pair.target, execution, &why);
        NewExecution { drawing, why, permission }
    };
    found.iter().map(show).collect()
}

fn for_matrix(
    task: &Task<'_>,
    path: &str,
    test: &Test,
    lowered: &Lowered,
) -> (Answered, Vec<Kind>) {
    let start = Instant::now();
    let goes_on = || task.stop(start).is_none();
    all_pairs(task, path, |pair| {
        let portability = moved(task.options, (test, lowered), pair)
            .and_then(|case| ask(task.options, &case, pair, &goes_on));
        portability.map_err(|failure| remarked(task, start, failure))
    })
}

/// The answers for all pairs of models, of which `ask` gives one or says why there is none and how
/// to exit then.
pub(super) fn all_pairs(
    task: &Task<'_>,
    path: &str,
    ask: impl Fn(Pair<'_>) -> Result<Portability, (Option<String>, Exit)>,
) -> (Answered, Vec<Kind>) {
    let mut kinds = task.unknown();
    let mut answered =
        Answered { said: String::new(), complaint: String::new(), exit: Exit::Holds };
    for source in 0..task.models.count() {
        for target in (0..task.models.count()).filter(|target| *target != source) {
            let pair = task.models.pair(source, target);
            let portability = ask(pair);
            if let Ok(portability) = &portability {
                kinds[place(task.models.count(), source, target)] = Kind::from(portability);
            }
            match portability {
                Ok(Portability::Portable | Portability::NotPortable(_)) => {}
                Ok(Portability::PortableWithinBound) => {
                    answered.exit = answered.exit.max(Exit::Unknown);
                }
                Err((reason, exit)) => {
                    let (from, to) = (pair.source.name(), pair.target.name());
                    if let Some(reason) = reason {
                        let message = format!("{path}: from {from} to {to}: {reason}");
                        answered.complaint += &Rejection::new(message).render();
                    }
                    answered.exit = answered.exit.max(exit);
                }
            }
        }
    }
    (answered, kinds)
}

/// What to remark on a pair without an answer, and how to exit. What is not supported is counted,
/// and that is enough.
pub(super) fn remarked(
    task: &Task<'_>,
    begun: Instant,
    failure: NoOutcome,
) -> (Option<String>, Exit) {
    if let NoOutcome::Refused(Refusal::Unsupported(_)) = failure {
        return (None, Exit::Unknown);
    }
    let (reason, exit) = explained(task, begun, failure);
    (Some(reason), exit)
}

/// Why there is no answer, and how to exit.
pub(super) fn explained(task: &Task<'_>, begun: Instant, failure: NoOutcome) -> (String, Exit) {
    match failure {
        NoOutcome::Broken(what) => {
            (format!("a bug in Heddle: an execution that was found is none: {what}"), Exit::OurBug)
        }
        NoOutcome::Refused(Refusal::Stopped) => (task.reason(begun), Exit::Unknown),
        NoOutcome::Refused(Refusal::Unsupported(what)) => (what, Exit::Unknown),
        NoOutcome::Refused(Refusal::Model(what)) => (what, Exit::BadInput),
    }
}

pub(super) fn subject<'s>(task: &'s Task<'_>, file: &'s str, name: Option<&'s str>) -> Subject<'s> {
    let pair = task.models.pair(0, 1);
    let (from, to) = (pair.source.name(), pair.target.name());
    let by = [None; 2];
    Subject { file: Some(file), name, from, to, by, asked: asked(task.options) }
}

/// That a test has no answer, which is one of the answers.
pub(super) fn not_answered(
    task: &Task<'_>,
    path: &str,
    name: Option<&str>,
    reason: &str,
    exit: Exit,
) -> Answered {
    let rejection = Rejection::new(format!("{path}: {reason}"));
    if task.is_matrix() {
        return Answered { said: String::new(), complaint: rejection.render(), exit };
    }
    let verdict = if exit == Exit::Unknown { "unknown" } else { "error" };
    let subject = subject(task, path, name);
    let (said, complaint) = match (task.options.format(), exit) {
        (Format::Json, Exit::Unknown) => {
            (report::port::json_failure(&subject, verdict, reason), String::new())
        }
        (Format::Json, _) => {
            (report::port::json_failure(&subject, verdict, reason), rejection.render())
        }
        (Format::Text, Exit::Unknown) => (report::port::failure(&subject, reason), String::new()),
        (Format::Text, _) => (String::new(), rejection.render()),
    };
    Answered { said, complaint, exit }
}

/// That a test cannot be read, or its picture not be written.
pub(super) fn unreadable(
    task: &Task<'_>,
    path: &str,
    reason: &str,
    rejection: &Rejection,
) -> Answered {
    let answered = not_answered(task, path, None, reason, Exit::BadInput);
    Answered { complaint: rejection.render(), ..answered }
}
