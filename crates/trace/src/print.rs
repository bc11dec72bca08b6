//! A recorded history as text, in the form that [`crate::text`] reads.

use crate::operation::{Action, OperationId, Source};
use crate::recording::Recording;
use std::fmt::Write as _;

/// The whole history, thread after thread.
pub fn print(recording: &Recording) -> String {
    let mut text = String::new();
    for location in recording.locations() {
        let initial = recording.value_name(recording.initial(location));
        if initial != "0" {
            let _ = writeln!(text, "init {} {initial}", recording.location_name(location));
        }
    }
    for id in recording.ids() {
        text += &line(recording, id);
        text.push('\n');
    }
    text
}

/// One operation, as its line.
pub fn line(recording: &Recording, id: OperationId) -> String {
    let operation = recording.operation(id);
    let mut text = recording.thread_name(recording.thread_of(id)).to_owned();
    text.push(' ');
    text += &action(recording, id);
    match operation.source {
        Some(Source::Initial) => text += " from init",
        Some(Source::Operation(source)) => {
            let _ = write!(text, " from {}", place(recording, source));
        }
        None => {}
    }
    if let Some(times) = times(recording, id) {
        text.push(' ');
        text += &times;
    }
    text
}

/// When an operation took place, if that is known: `@ 10 25`.
pub fn times(recording: &Recording, id: OperationId) -> Option<String> {
    let interval = recording.operation(id).interval?;
    let end = interval.end.map_or_else(|| "-".to_owned(), |end| end.to_string());
    Some(format!("@ {} {end}", interval.begin))
}

/// What an operation does, without its thread: `w x 1`.
pub fn action(recording: &Recording, id: OperationId) -> String {
    let (x, v) = (|l| recording.location_name(l), |v| recording.value_name(v));
    match recording.operation(id).action {
        Action::Read { location, value } => format!("r {} {}", x(location), v(value)),
        Action::Write { location, value } => format!("w {} {}", x(location), v(value)),
        Action::Update { location, read, written } => {
            format!("rmw {} {} {}", x(location), v(read), v(written))
        }
        Action::Fence => "fence".to_owned(),
    }
}

/// The name of an operation: its thread and its number there, as in `P0.1`.
pub fn place(recording: &Recording, id: OperationId) -> String {
    let thread = recording.thread_name(recording.thread_of(id));
    format!("{thread}.{}", recording.index_of(id) + 1)
}
