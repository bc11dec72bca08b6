//! What Heddle itself found: the witness of a violation, from `heddle check --format json`.
//!
//! The steps of the first violation become operations: `variable` is the location, `read` and
//! `written` are the values, and the sources are known. Steps that access no memory and are no
//! fences are left out; so the question is about the memory alone, under another model.
//!
//! Refused: accesses whose value came from several steps at once (they were split), and values that
//! the witness does not have.

use super::span_of;
use crate::operation::{Action, Operation};
use crate::recording::{Builder, NamedSource, Recording};
use base::Diagnostic;
use rustc_hash::FxHashMap;
use serde::Deserialize;

#[derive(Deserialize)]
struct Report {
    violations: Vec<Violation>,
}

#[derive(Deserialize)]
struct Violation {
    witness: Witness,
}

#[derive(Deserialize)]
struct Witness {
    steps: Vec<Line>,
}

#[derive(Deserialize)]
struct Line {
    step: usize,
    thread: String,
    action: String,
    variable: Option<String>,
    read: Option<String>,
    #[serde(default)]
    reads_from: Vec<Option<usize>>,
    written: Option<String>,
}

/// Reads a history.
pub(super) fn parse(text: &str) -> Result<Recording, Diagnostic> {
    let report: Report = serde_json::from_str(text).map_err(|error| {
        let help = "a .json file is what `heddle check --format json` prints";
        Diagnostic::new(error.to_string(), span_of(text, &error)).with_help(help)
    })?;
    let complain = |message: &str| Diagnostic::new(message, 0..0);
    let Some(violation) = report.violations.into_iter().next() else {
        return Err(complain("this report has no violation, and so no witness"));
    };
    let mut builder = Builder::default();
    let mut places: FxHashMap<usize, NamedSource> = FxHashMap::default();
    let mut counts = FxHashMap::default();
    for line in &violation.witness.steps {
        let is_access = line.read.is_some() || line.written.is_some();
        if is_access || line.action.contains("fence") {
            let thread = builder.thread(&line.thread);
            let count: &mut u64 = counts.entry(thread).or_default();
            *count += 1;
            let number = *count;
            places.insert(line.step, NamedSource::Place { thread, number });
        }
    }
    // What a location holds at first is what is read of it before it is written.
    for line in &violation.witness.steps {
        if let (Some(variable), Some(read), [None]) =
            (&line.variable, &line.read, line.reads_from.as_slice())
        {
            let (location, value) = (builder.location(variable), builder.value(read));
            builder.initial(location, value);
        }
    }
    for line in &violation.witness.steps {
        let Some(NamedSource::Place { thread, .. }) = places.get(&line.step).copied() else {
            continue;
        };
        let missing = || complain("an access of the witness has no variable");
        let mut location =
            || line.variable.as_ref().map(|name| builder.location(name)).ok_or_else(missing);
        let action = match (&line.read, &line.written) {
            (None, None) => Action::Fence,
            (Some(read), None) => {
                Action::Read { location: location()?, value: builder.value(read) }
            }
            (None, Some(written)) => {
                Action::Write { location: location()?, value: builder.value(written) }
            }
            (Some(read), Some(written)) => Action::Update {
                location: location()?,
                read: builder.value(read),
                written: builder.value(written),
            },
        };
        let source = match (&line.read, line.reads_from.as_slice()) {
            (None, _) | (_, []) => None,
            (Some(_), [None]) => Some(NamedSource::Initial),
            (Some(_), [Some(step)]) => places.get(step).copied(),
            (Some(_), _) => {
                return Err(complain("a value of the witness was read in several parts"));
            }
        };
        builder.push(thread, Operation::new(action), source);
    }
    builder.finish().map_err(|bad| complain(&bad.message))
}
