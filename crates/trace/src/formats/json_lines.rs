//! Histories as JSON lines: the text form, with names for its words.
//!
//! ```text
//! {"init": "x", "value": 5}
//! {"thread": "P0", "op": "w", "location": "x", "value": 1}
//! {"thread": "P1", "op": "r", "location": "x", "value": 1, "from": "P0.1", "begin": 10, "end": 25}
//! {"thread": "P1", "op": "rmw", "location": "x", "value": 1, "written": 2}
//! {"thread": "P0", "op": "fence"}
//! ```
//!
//! Threads, locations and values are strings, numbers, booleans or null. `from` may be `"init"`.
//! Fields that are not known are errors: a misspelt `from` would be lost. Of two wrong sources the
//! first line with one is told.

use crate::operation::{Action, Interval, Operation};
use crate::recording::{Builder, NamedSource, Recording};
use base::Diagnostic;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    init: Option<Value>,
    thread: Option<Value>,
    op: Option<String>,
    location: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    value: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    written: Option<Value>,
    from: Option<String>,
    begin: Option<u64>,
    end: Option<u64>,
}

/// A field that is there, also if it is null.
fn present<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// Reads a history.
pub(super) fn parse(text: &str) -> Result<Recording, Diagnostic> {
    let mut builder = Builder::default();
    let mut sources = Vec::new();
    let mut start = 0;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let content = line.trim();
        let begin = start + (line.len() - line.trim_start().len());
        let span = begin..begin + content.len();
        start += line.len();
        if content.is_empty() {
            continue;
        }
        let parsed: Line = serde_json::from_str(content).map_err(|error| {
            let at = span.start + super::span_of(content, &error).start;
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default().to_owned();
            Diagnostic::new(format!("this line is no JSON object: {message}"), at..at)
        })?;
        let complain = |message: String| Diagnostic::new(message, span.clone());
        add(&mut builder, parsed, number, &mut sources, &span).map_err(complain)?;
    }
    builder.finish().map_err(|bad| {
        let place = (bad.thread.0, bad.index);
        let span = sources.iter().find(|(key, _)| *key == place).map(|(_, span)| span.clone());
        Diagnostic::new(bad.message, span.unwrap_or(0..0))
    })
}

type Places = Vec<((u32, usize), std::ops::Range<usize>)>;

fn add(
    builder: &mut Builder,
    line: Line,
    number: u32,
    sources: &mut Places,
    span: &std::ops::Range<usize>,
) -> Result<(), String> {
    let missing = |what: &str| format!("there is no `{what}`");
    if let Some(location) = line.init {
        let location = builder.location(&word(&location)?);
        let value = builder.value(&word(&line.value.ok_or_else(|| missing("value"))?)?);
        return if builder.initial(location, value) {
            Ok(())
        } else {
            Err("the initial value was given before".to_owned())
        };
    }
    let thread = builder.thread(&word(&line.thread.ok_or_else(|| missing("thread"))?)?);
    let op = line.op.ok_or_else(|| missing("op"))?;
    let action = if op == "fence" {
        Action::Fence
    } else {
        let location = word(&line.location.ok_or_else(|| missing("location"))?)?;
        let value = word(&line.value.ok_or_else(|| missing("value"))?)?;
        let (location, value) = (builder.location(&location), builder.value(&value));
        match op.as_str() {
            "w" => Action::Write { location, value },
            "r" => Action::Read { location, value },
            "rmw" => {
                let written = word(&line.written.ok_or_else(|| missing("written"))?)?;
                Action::Update { location, read: value, written: builder.value(&written) }
            }
            other => return Err(format!("`{other}` is none of w, r, rmw and fence")),
        }
    };
    let source = match line.from.as_deref() {
        None => None,
        Some("init") => Some(NamedSource::Initial),
        Some(name) => {
            let parts = name.rsplit_once('.');
            let place = parts.and_then(|(thread, number)| Some((thread, number.parse().ok()?)));
            let (thread, number) = place
                .ok_or_else(|| format!("`{name}` does not name an operation, as P0.1 does"))?;
            Some(NamedSource::Place { thread: builder.thread(thread), number })
        }
    };
    let interval = match (line.begin, line.end) {
        (Some(begin), end) if end.is_none_or(|end| begin <= end) => Some(Interval { begin, end }),
        (Some(_), _) => return Err("the end is before the beginning".to_owned()),
        (None, Some(_)) => return Err("there is an `end` without a `begin`".to_owned()),
        (None, None) => None,
    };
    if source.is_some() || interval.is_some() {
        sources.push(((thread.0, builder.len_of(thread)), span.clone()));
    }
    let operation = Operation { line: number, interval, ..Operation::new(action) };
    builder.push(thread, operation, source);
    Ok(())
}

/// A name or a value as a word.
fn word(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(truth) => Ok(truth.to_string()),
        Value::Null => Ok("null".to_owned()),
        Value::Array(_) | Value::Object(_) => {
            Err("names and values are strings, numbers, booleans or null".to_owned())
        }
    }
}
