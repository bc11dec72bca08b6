//! `heddle check --to-net`: is the program right for any number of copies of its threads?
//!
//! The program is made into a Petri net (`parametric`), which answers for all numbers at once. The
//! net can be written to a file for `heddle petri` and other tools.

use crate::arguments::{Check, Format};
use crate::check::inputs;
use crate::load::{Loaded, Refusal, Request, load};
use crate::output::{complain, say, write_file};
use crate::watch::Watch;
use crate::{Exit, Rejection, contradictions, watchdog};
use answer::Stop;
use parametric::check::Reason;
use parametric::net::{Parametric, question};
use parametric::{Outcome, check};
use program::Program;
use report::parametric::Subject;
use report::{Limits, stopped};
use std::cell::Cell;
use std::path::Path;

/// Checks, prints the answer, and says how to exit.
pub(crate) fn answer(
    options: &Check,
    file: Option<&Path>,
    limits: Limits,
    watch: &Watch,
) -> Result<Exit, Rejection> {
    if options.model() != "sc" {
        let message = format!("a net is made for the model sc, and not for {}", options.model());
        return Err(Rejection::new(message));
    }
    let inputs_are = options.files.iter().map(|input| input.as_path());
    if let Some(rejection) = file.and_then(|file| contradictions::overwritten(file, inputs_are)) {
        return Err(rejection);
    }
    let shown = options.files[0].display().to_string();
    let tell = |program: &Program, outcome: &Outcome, stop: Option<Stop>| {
        let limit = stop.map(|stop| stopped(stop, limits));
        let seconds = watch.elapsed().as_secs_f64();
        let subject = Subject { file: &shown, program, outcome, limit: limit.as_deref(), seconds };
        say(&match options.format {
            Format::Text => report::parametric::text(&subject),
            Format::Json => report::parametric::json(&subject),
        })?;
        Ok(match outcome {
            Outcome::Holds(..) => Exit::Holds,
            Outcome::Violated(..) => Exit::Violated,
            Outcome::Unknown(_) => Exit::Unknown,
        })
    };
    let not_decided = || Outcome::Unknown(Reason::NotDecided("it was stopped".to_owned()));
    let give_up = |stop: Stop| {
        let told = tell(&Program::default(), &not_decided(), Some(stop));
        told.unwrap_or_else(|rejection| crate::output::refuse(&rejection))
    };
    let request = Request {
        files: &options.files,
        compiler_flags: &options.compiler_flags,
        libraries: &[],
        inputs: inputs(options),
    };
    let loaded = watchdog::beside(watch, give_up, || load(&request, watch));
    let Loaded { program, remarks, test, .. } = match loaded {
        Ok(loaded) => loaded,
        Err(Refusal::Stopped(stop)) => return Ok(give_up(stop)),
        Err(Refusal::Rejected(rejection)) => return Err(rejection),
    };
    complain(&remarks);
    if test.is_some() {
        return Err(Rejection::new(
            "a litmus test has the threads that it has: no net is made of it",
        ));
    }
    if inputs(options).leaves_out(&program) {
        let message = "the program has inputs, of which not all values are looked at";
        return Err(Rejection::with_help(message, "`heddle_choose` has all of its values"));
    }
    watch.enter("while it looked at the net");
    // When a search has ended, its memory is free again: the reason is kept.
    let seen: Cell<Option<Stop>> = Cell::new(None);
    let stop = || {
        if seen.get().is_none() {
            seen.set(watch.stop());
        }
        seen.get().is_some()
    };
    let outcome = watchdog::beside(watch, give_up, || check(&program, &stop));
    if let Outcome::Holds(made, _) | Outcome::Violated(made, ..) = &outcome
        && let Some(file) = file
    {
        write_file(file, &net_text(made))?;
    }
    let is_open = matches!(outcome, Outcome::Unknown(Reason::NotDecided(_)));
    tell(&program, &outcome, seen.get().filter(|_| is_open))
}

/// The net with what was asked of it.
fn net_text(made: &Parametric) -> String {
    let places = |list: Vec<petri::net::PlaceId>, name| question(name, list);
    let wrong = made.wrong.iter().map(|(place, _)| *place).collect();
    let gaps = made.gaps.iter().map(|(place, _)| *place);
    let beyond = made.beyond.iter().copied().chain(gaps).collect();
    let properties = [places(wrong, "a failure"), places(beyond, "what was not foreseen")];
    petri::formats::lola::print(&made.net, &properties)
}
