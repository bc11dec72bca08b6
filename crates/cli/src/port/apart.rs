//! Without tests: the smallest one that tells two models apart, printed as a file, and why.

use super::models::Models;
use super::one_test::{ask, asked, moved, new_executions};
use crate::arguments::{Format, Port};
use crate::litmus::pictures;
use crate::output::{complain, say};
use crate::watch::Watch;
use crate::{Exit, Rejection, watchdog};
use ::port::{Distinction, NoOutcome, Tried, distinguish};
use answer::Stop;
use candidates::{Drawing, Refusal};
use report::port::{Answer, Subject, Verdict};
use report::{Limits, stopped};

/// How many edges the cycles of tests have, if nothing else is said.
const USUAL_SIZE: u8 = 6;

/// Looks for a test, prints it, and says how to exit.
pub(super) fn run(
    options: &Port,
    models: &Models,
    limits: Limits,
    watch: &Watch,
) -> Result<Exit, Rejection> {
    let pair = models.pair(0, 1);
    let (from, to) = (pair.source.name(), pair.target.name());
    let size = options.distinguish.unwrap_or(USUAL_SIZE).into();
    watch.enter("while it looked for a test that tells the models apart");
    let give_up = |stop: Stop| {
        let message = format!("{} {}", stopped(stop, limits), watch.phase());
        complain(&Rejection::new(message).render());
        Exit::Unknown
    };
    let found = watchdog::beside(watch, give_up, || {
        let goes_on = || watch.stop().is_none();
        distinguish(pair, size, &|test, lowered| {
            ask(options, &moved(options, (test, lowered), pair)?, pair, &goes_on)
        })
    });
    let (distinction, tried) = match found {
        Ok(found) => found,
        Err(NoOutcome::Refused(Refusal::Stopped)) => {
            return Ok(give_up(watch.stop().unwrap_or(Stop::Interrupt)));
        }
        Err(NoOutcome::Refused(refusal)) => return Err(Rejection::new(refusal.to_string())),
        Err(NoOutcome::Broken(what)) => {
            let message = format!("a bug in Heddle: an execution that was found is none: {what}");
            complain(&Rejection::new(message).render());
            return Ok(Exit::OurBug);
        }
    };
    let is_json = options.format() == Format::Json;
    match distinction {
        Distinction::Found(found) => {
            let case = moved(options, (&found.test, &found.lowered), pair);
            let case = case.expect("it was compiled before");
            let new = new_executions(&found.portability, pair, case.target());
            let name = found.test.name.as_str();
            if options.output.is_some() {
                let drawings: Vec<Drawing> = new.iter().map(|own| own.drawing.clone()).collect();
                pictures::write(options.output.as_deref(), name, &drawings, &[])?;
            }
            let asked = asked(options);
            let by = case.mappings();
            let subject = Subject { file: None, name: Some(name), from, to, by, asked };
            let seconds = watch.elapsed().as_secs_f64();
            let verdict = Verdict::NotPortable;
            let made = Some(found.text.as_str());
            let (iterations, bound) = (None, None);
            let answer = Answer { subject, made, verdict, new: &new, iterations, bound, seconds };
            say(&if is_json { report::port::json(&answer) } else { report::port::text(&answer) })?;
            Ok(Exit::Violated)
        }
        Distinction::None => {
            let Tried { tests, unknown, reason } = tried;
            let what = format!("up to {size} edges tells {from} and {to} apart in this direction");
            let (said, exit) = match reason {
                None => (format!("none of {tests} tests {what}\n"), Exit::Holds),
                Some(reason) => (
                    format!(
                        "none of {tests} tests {what}, but {unknown} have no answer: {reason}\n"
                    ),
                    Exit::Unknown,
                ),
            };
            say(&if is_json { report::port::json_none(from, to, tests, unknown) } else { said })?;
            Ok(exit)
        }
    }
}
