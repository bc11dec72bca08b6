//! A log of litmus7: every state that was seen is asked about, one after the other.
//!
//! A state is possible if one of the histories that end in it is. Each answer is printed when it is
//! known; states that a limit leaves unanswered are unknown.

use crate::arguments::{Format, Recorded};
use crate::input::read;
use crate::output::say;
use crate::watch::Watch;
use crate::{Exit, Rejection};
use ::trace::explain::core;
use ::trace::litmus_log::{self, Seen};
use ::trace::{Answer, Asked, Builder, Procedure, Recording, Unknown, Verdict, classify};
use report::trace::Subject;
use report::{Limits, stopped};
use std::path::Path;

/// Reads a log.
pub(super) fn load(file: &Path, goes_on: &dyn Fn() -> bool) -> Result<Vec<Seen>, Rejection> {
    let (text, path) = (read(file)?, file.display().to_string());
    let seen = litmus_log::parse(&text, goes_on).map_err(|diagnostic| Rejection::InText {
        path: path.clone(),
        text: text.clone(),
        diagnostic,
    })?;
    if seen.is_empty() {
        let help = "states stand behind `Histogram`, as litmus7 prints them";
        return Err(Rejection::with_help(format!("{path} has no states"), help));
    }
    Ok(seen)
}

/// Answers for each state; the worst answer decides.
pub(super) fn answer(
    options: &Recorded,
    asked: Asked<'_>,
    seen: &[Seen],
    (watch, limits): (&Watch, Limits),
) -> Result<Exit, Rejection> {
    let file = options.file.display().to_string();
    let nothing = Builder::default().finish().expect("nothing is wrong with nothing");
    let (mut impossible, mut unknown) = (0, 0);
    for state in seen {
        watch.enter(format!("while it asked {} about {}", asked.name(), state.test));
        let goes_on = || watch.stop().is_none();
        let (recording, answer) = of_state(state, asked, &nothing, &goes_on);
        let is_impossible = answer.verdict == Verdict::Inconsistent;
        impossible += usize::from(is_impossible);
        unknown += usize::from(matches!(answer.verdict, Verdict::Unknown(_)));
        let most = super::MOST_QUESTIONS;
        let core = is_impossible.then(|| core(recording, asked, most, &goes_on));
        let classification =
            (is_impossible || options.classify).then(|| classify(recording, &goes_on));
        let subject = Subject {
            file: &file,
            seen: Some(state),
            recording,
            answer: Some((asked, answer)),
            core,
            classification,
            reason: watch.stop().map(|stop| stopped(stop, limits)),
            seconds: watch.elapsed().as_secs_f64(),
        };
        say(&match options.format {
            Format::Text => report::trace::text(&subject),
            Format::Json => report::trace::json(&subject),
        })?;
    }
    if options.format == Format::Text {
        let count = seen.len();
        say(&report::trace::tally(asked.name(), count, impossible, unknown))?;
    }
    Ok(match (impossible, unknown) {
        (0, 0) => Exit::Holds,
        (0, _) => Exit::Unknown,
        _ => Exit::Violated,
    })
}

/// What is known of a state, and the history that shows it.
fn of_state<'s>(
    state: &'s Seen,
    asked: Asked<'_>,
    nothing: &'s Recording,
    goes_on: &dyn Fn() -> bool,
) -> (&'s Recording, Answer) {
    let histories = match &state.histories {
        Ok(histories) => histories,
        Err(why) => {
            let verdict = Verdict::Unknown(Unknown::Unsupported(why.clone()));
            return (nothing, Answer { verdict, procedure: Procedure::Sources });
        }
    };
    let mut worst: Option<(&Recording, Answer)> = None;
    for history in histories {
        let answer = asked.decide(history, goes_on);
        match &answer.verdict {
            Verdict::Consistent(_) => return (history, answer),
            // One history that is not decided leaves the state open.
            Verdict::Unknown(_) => worst = Some((history, answer)),
            Verdict::Inconsistent => {
                worst.get_or_insert((history, answer));
            }
        }
    }
    worst.expect("a state has a history")
}
