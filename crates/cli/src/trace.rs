//! `heddle trace`: is this recorded history possible?
//!
//! Reads a history, asks one model or all of them, and prints the answer with what shows it. Time
//! and memory are those of the whole run; what is not answered by then is unknown. An answer that
//! was found before a limit is printed although its impossible part could not be made smaller.
//! [`chosen`] is the model, [`log`] what is done with a log of litmus7.

mod chosen;
mod log;

use crate::arguments::{Format, Recorded};
use crate::input::read;
use crate::output::{complain, refuse, say, write_file};
use crate::watch::Watch;
use crate::{Exit, Rejection, watchdog};
use ::trace::explain::{Core, core};
use ::trace::{
    Answer, Asked, Classification, Model, Procedure, Recording, Status, Unknown, Verdict, classify,
    formats,
};
use answer::Stop;
use chosen::Chosen;
use report::trace::{MOST_OPERATIONS, Subject};
use report::{Limits, stopped};
use std::cell::Cell;
use std::path::Path;
use std::sync::Mutex;

/// How many questions are asked to find a smallest impossible part.
const MOST_QUESTIONS: usize = 20_000;
/// Up to so many operations, an impossible history is put into the hierarchy without being asked.
const FEW_OPERATIONS: usize = 200;

/// What is known so far.
#[derive(Clone, Default)]
struct Known {
    answer: Option<Answer>,
    core: Option<Core>,
    classification: Option<Classification>,
}

/// Answers, and says how to exit.
pub fn run(options: &Recorded) -> Exit {
    let limits = options.limited.limits();
    let watch = Watch::of(options.limited);
    answer(options, limits, &watch).unwrap_or_else(|rejection| refuse(&rejection))
}

fn load(file: &Path) -> Result<Recording, Rejection> {
    let shown = file.display();
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format = formats::Format::of_extension(extension);
    let text = read(file)?;
    let recording = formats::parse(format, &text).map_err(|diagnostic| Rejection::InText {
        path: shown.to_string(),
        text: text.clone(),
        diagnostic,
    })?;
    if recording.operations().is_empty() {
        let help = "a history has an operation on each line, as `P0 w x 1`";
        return Err(Rejection::with_help(format!("{shown} has no operations"), help));
    }
    Ok(recording)
}

fn answer(options: &Recorded, limits: Limits, watch: &Watch) -> Result<Exit, Rejection> {
    watch.enter("while it read the history");
    let is_log = options.file.extension().is_some_and(|extension| extension == "log");
    if is_log && options.svg.is_some() {
        let help = "the histories of its states can be asked about one by one";
        return Err(Rejection::with_help("--svg draws one history, and a log has many", help));
    }
    let give_up = |stop: Stop| {
        let message = format!("{} {}", stopped(stop, limits), watch.phase());
        complain(&Rejection::new(message).render());
        Exit::Unknown
    };
    let chosen = match &options.model {
        None if options.classify && !is_log => None,
        None => Some(Chosen::Views(Model::Sc)),
        Some(name) => Some(Chosen::find(name, &options.include)?),
    };
    let asked = chosen.as_ref().map(Chosen::asked);
    if let Some(asked) = asked.filter(|_| is_log) {
        return watchdog::beside(watch, give_up, || {
            let seen = log::load(&options.file, &|| watch.stop().is_none())?;
            log::answer(options, asked, &seen, (watch, limits))
        });
    }
    let recording = watchdog::beside(watch, give_up, || load(&options.file))?;
    answer_one(options, asked, &recording, (watch, limits))
}

/// Answers for one history.
fn answer_one(
    options: &Recorded,
    asked: Option<Asked<'_>>,
    recording: &Recording,
    (watch, limits): (&Watch, Limits),
) -> Result<Exit, Rejection> {
    let file = options.file.display().to_string();
    // What is known so far, for whoever has to give up on a step that takes too long.
    let known: Mutex<Known> = Mutex::default();
    let tell = |known: Known, stop: Option<Stop>| {
        let unknown =
            Answer { verdict: Verdict::Unknown(Unknown::Stopped), procedure: Procedure::Reduction };
        let subject = Subject {
            file: &file,
            seen: None,
            recording,
            answer: asked.map(|asked| (asked, known.answer.unwrap_or(unknown))),
            core: known.core,
            classification: known.classification,
            reason: stop.map(|stop| stopped(stop, limits)),
            seconds: watch.elapsed().as_secs_f64(),
        };
        let said = match options.format {
            Format::Text => report::trace::text(&subject),
            Format::Json => report::trace::json(&subject),
        };
        say(&said)?;
        if let Some(path) = &options.svg {
            draw(path, &subject)?;
        }
        Ok(exit_of(&subject))
    };
    let give_up = |stop: Stop| {
        let known = known.lock().map(|known| known.clone()).unwrap_or_default();
        tell(known, Some(stop)).unwrap_or_else(|rejection| refuse(&rejection))
    };
    // When a search has ended, its memory is free again: the reason is kept.
    let seen: Cell<Option<Stop>> = Cell::new(None);
    let goes_on = || {
        if seen.get().is_none() {
            seen.set(watch.stop());
        }
        seen.get().is_none()
    };
    let note = |change: &dyn Fn(&mut Known)| {
        if let Ok(mut known) = known.lock() {
            change(&mut known);
        }
    };
    watchdog::beside(watch, give_up, || {
        let mut is_impossible = false;
        if let Some(asked) = asked {
            watch.enter(format!("while it looked for an execution under {}", asked.name()));
            let answer = asked.decide(recording, &goes_on);
            is_impossible = answer.verdict == Verdict::Inconsistent;
            note(&|known| known.answer = Some(answer.clone()));
            if is_impossible {
                watch.enter("while it looked for a smallest impossible part");
                let core = core(recording, asked, MOST_QUESTIONS, &goes_on);
                note(&|known| known.core = Some(core.clone()));
            }
        }
        let is_small = recording.operations().len() <= FEW_OPERATIONS;
        if options.classify || is_impossible && is_small {
            watch.enter("while it asked all models");
            let classification = classify(recording, &goes_on);
            note(&|known| known.classification = Some(classification.clone()));
        }
    });
    let known = known.into_inner().unwrap_or_default();
    tell(known, seen.get())
}

fn draw(path: &Path, subject: &Subject<'_>) -> Result<(), Rejection> {
    match report::trace::svg(subject) {
        Some(picture) => write_file(path, &picture),
        None => Err(Rejection::new(format!(
            "a history of more than {MOST_OPERATIONS} operations is not drawn"
        ))),
    }
}

/// The model that was asked for decides, or else whether all models have answered.
fn exit_of(subject: &Subject<'_>) -> Exit {
    if let Some((_, answer)) = &subject.answer {
        return match answer.verdict {
            Verdict::Consistent(_) => Exit::Holds,
            Verdict::Inconsistent => Exit::Violated,
            Verdict::Unknown(_) => Exit::Unknown,
        };
    }
    let is_open = |(_, status): &(Model, Status)| matches!(status, Status::Unknown(_));
    match &subject.classification {
        Some(classification) if !classification.models.iter().any(is_open) => Exit::Holds,
        Some(_) | None => Exit::Unknown,
    }
}
