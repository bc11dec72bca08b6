//! Answers about recorded histories: for people ([`text()`]), for programs ([`json()`]), as a
//! picture ([`svg()`]).

mod hierarchy;
mod json;
mod svg;
mod text;

pub use json::json;
pub use svg::{MOST_OPERATIONS, svg};
pub use text::{tally, text};

use ::trace::explain::Core;
use ::trace::litmus_log::Seen;
use ::trace::operation::OperationId;
use ::trace::views::Scope;
use ::trace::{Answer, Asked, Classification, Model, Recording, Source, Sources, Verdict, print};

/// What was asked of a history, and what is known.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    pub file: &'a str,
    /// The state of a litmus test that the history is of, if it is of one.
    pub seen: Option<&'a Seen>,
    pub recording: &'a Recording,
    /// The model that was asked for, and what it says.
    pub answer: Option<(Asked<'a>, Answer)>,
    /// An impossible part, if the answer is no.
    pub core: Option<Core>,
    /// What all models say.
    pub classification: Option<Classification>,
    /// The limit that was reached, if one was.
    pub reason: Option<String>,
    pub seconds: f64,
}

/// The verdict in a word.
fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Consistent(_) => "possible",
        Verdict::Inconsistent => "impossible",
        Verdict::Unknown(_) => "unknown",
    }
}

/// Whose view it is.
fn scope_name(recording: &Recording, scope: Scope) -> String {
    match scope {
        Scope::Everything => "one order of everything".to_owned(),
        Scope::Location(x) => format!("the order at {}", recording.location_name(x)),
        Scope::Thread(p) => format!("as {} sees it", recording.thread_name(p)),
        Scope::ThreadAt(p, x) => {
            format!("as {} sees {}", recording.thread_name(p), recording.location_name(x))
        }
    }
}

/// From where reads can have their values, in the model that was asked.
fn sources(subject: &Subject<'_>) -> Sources {
    match &subject.answer {
        Some((asked, _)) => asked.sources(subject.recording),
        None => Sources::of(subject.recording),
    }
}

/// From where an operation of an impossible part can have read, in words; nothing if it does not
/// read.
fn sources_in_words(recording: &Recording, sources: &Sources, id: OperationId) -> Option<String> {
    let (location, value) = recording.operation(id).read()?;
    let (x, v) = (recording.location_name(location), recording.value_name(value));
    let names = sources.candidates(id).iter().map(|source| match source {
        Source::Initial => "the initial value".to_owned(),
        Source::Operation(write) => print::place(recording, *write),
    });
    let names: Vec<String> = names.collect();
    Some(match names.as_slice() {
        [] => match own_future(recording, id) {
            Some(write) => {
                format!("the write of {v} to {x} comes later in the same thread ({write})")
            }
            None => format!("there is no write of {v} to {x}, and {x} is not {v} at first"),
        },
        [only] if only == "the initial value" => format!("reads {only}"),
        [only] => format!("reads from {only}"),
        several => format!("reads from {}", several.join(" or ")),
    })
}

/// The write of the value that an operation reads, if its own thread makes it later.
fn own_future(recording: &Recording, id: OperationId) -> Option<String> {
    let read = recording.operation(id).read()?;
    let is_later = |other: &OperationId| {
        recording.thread_of(*other) == recording.thread_of(id)
            && recording.index_of(*other) >= recording.index_of(id)
            && recording.operation(*other).written() == Some(read)
    };
    let later = recording.ids().find(is_later)?;
    Some(print::place(recording, later))
}

/// Models for which a fence of the history has no meaning are told apart in a note.
fn fence_note(subject: &Subject<'_>) -> Option<String> {
    let Some((Asked::Views(model), _)) = &subject.answer else { return None };
    let ignores = !matches!(model, Model::Linearizable | Model::Sc | Model::Tso | Model::Pso);
    (ignores && subject.recording.has_fences())
        .then(|| format!("{} is defined without fences: they order nothing", model.name()))
}
