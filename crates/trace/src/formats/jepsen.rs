//! Register histories of Jepsen and Knossos, in EDN.
//!
//! ```text
//! {:process 0, :type :invoke, :f :write, :value 3}
//! {:process 1, :type :invoke, :f :read, :value nil}
//! {:process 0, :type :ok, :f :write, :value 3}
//! {:process 1, :type :ok, :f :read, :value 3}
//! {:process 1, :type :invoke, :f :cas, :value [3 4]}
//! ```
//!
//! An `:invoke` and what completes it in its process are one operation, whose time is the places of
//! the two in the file. `:fail` did not happen. `:info`, and what is never completed, may or may
//! not have happened, at any time since: such a read is left out, and such a write or
//! compare-and-set is an operation without an end (`crate::optional`). It is the last of its
//! process, since Jepsen goes on with a new one. What an `:info` has as its value may be a reason
//! (`:timed-out`); the value of the invocation counts. Maps may stand in one vector. A register is
//! `nil` at first, and a read of `nil` is one of that (unlike in Knossos' models, where the value
//! of such a read is not known); values of the form `[key value]`, as independent tests have them,
//! are of the register `key`, if every value that is there has that form and no compare-and-set has
//! a plain pair. Processes that are no numbers (`:nemesis`) are skipped.
//!
//! Refused: other functions than read, write and cas.

use super::edn::{Edn, Reader, Spanned};
use crate::operation::{Action, Interval, Operation};
use crate::recording::{Builder, Recording};
use base::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

struct Pending<'t> {
    /// Its place among the invocations.
    number: usize,
    begin: u64,
    event: Spanned<'t>,
}

/// Something that happened, or may have.
struct Happened<'t> {
    number: usize,
    process: &'t str,
    function: &'t str,
    value: Spanned<'t>,
    interval: Interval,
}

/// Reads a history.
pub(super) fn parse(text: &str) -> Result<Recording, Diagnostic> {
    let mut happened = operations(text)?;
    happened.sort_by_key(|operation| operation.number);
    let keyed = is_keyed(&happened);
    let mut builder = Builder::default();
    let ends: Vec<usize> = text.match_indices('\n').map(|(place, _)| place).collect();
    for operation in &happened {
        let before = ends.partition_point(|end| *end < operation.value.span.start);
        let number = before as u32 + 1;
        add(&mut builder, operation, keyed, number)?;
    }
    Ok(builder.finish().expect("no sources are named"))
}

/// Invocations with what became of them.
fn operations(text: &str) -> Result<Vec<Happened<'_>>, Diagnostic> {
    let mut reader = Reader::new(text);
    let mut pending: FxHashMap<&str, Pending<'_>> = FxHashMap::default();
    let mut happened = Vec::new();
    let mut crashed: FxHashSet<&str> = FxHashSet::default();
    let (mut time, mut number) = (0, 0);
    while let Some(value) = reader.next()? {
        let events = match value.value {
            Edn::List(events) => events,
            Edn::Map(_) => vec![value],
            Edn::Nil | Edn::Word(_) => {
                return Err(Diagnostic::new("expected a map of an operation", value.span));
            }
        };
        for event in events {
            time += 1;
            let field = |name: &str| {
                let found = event.get(name).and_then(Spanned::word);
                found.ok_or_else(|| {
                    Diagnostic::new(format!("this operation has no :{name}"), event.span.clone())
                })
            };
            let (process, kind) = (field("process")?, field("type")?);
            if process.parse::<i64>().is_err() {
                continue;
            }
            if kind == "invoke" {
                if crashed.contains(process) {
                    let message = format!("process {process} goes on after an :info");
                    let help = "what may happen later has to be the last of its process";
                    return Err(Diagnostic::new(message, event.span).with_help(help));
                }
                let begun = Pending { number, begin: time, event: event.clone() };
                number += 1;
                if pending.insert(process, begun).is_some() {
                    let message = format!("process {process} has not completed its last operation");
                    return Err(Diagnostic::new(message, event.span));
                }
                continue;
            }
            let Some(begun) = pending.remove(process) else {
                let message = format!("process {process} completes what it never invoked");
                return Err(Diagnostic::new(message, event.span));
            };
            match kind {
                "fail" => {}
                "ok" => happened.push(done(process, &begun, Some((&event, time)))?),
                "info" => {
                    crashed.insert(process);
                    happened.push(done(process, &begun, None)?);
                }
                other => {
                    let message = format!("`:{other}` is none of :invoke, :ok, :fail and :info");
                    return Err(Diagnostic::new(message, event.span));
                }
            }
        }
    }
    for (process, begun) in pending {
        happened.push(done(process, &begun, None)?);
    }
    Ok(happened)
}

/// An operation that ended with an event, or of which that is not known.
fn done<'t>(
    process: &'t str,
    begun: &Pending<'t>,
    end: Option<(&Spanned<'t>, u64)>,
) -> Result<Happened<'t>, Diagnostic> {
    let function = begun
        .event
        .get("f")
        .and_then(Spanned::word)
        .ok_or_else(|| Diagnostic::new("this operation has no :f", begun.event.span.clone()))?;
    let event = end.map_or(&begun.event, |(event, _)| event);
    let missing = || Spanned { value: Edn::Nil, span: event.span.clone() };
    Ok(Happened {
        number: begun.number,
        process,
        function,
        value: event.get("value").cloned().unwrap_or_else(missing),
        interval: Interval { begin: begun.begin, end: end.map(|(_, time)| time) },
    })
}

/// Whether values are pairs of a key and a value.
fn is_keyed(happened: &[Happened<'_>]) -> bool {
    let pair = |value: &Spanned<'_>| match &value.value {
        Edn::List(items) => items.len() == 2,
        Edn::Nil | Edn::Word(_) | Edn::Map(_) => false,
    };
    let fits = |operation: &Happened<'_>| match (&operation.value.value, operation.function) {
        (Edn::List(items), "cas") => items.len() == 2 && pair(&items[1]),
        _ => pair(&operation.value),
    };
    happened.iter().all(fits)
}

fn add(
    builder: &mut Builder,
    operation: &Happened<'_>,
    keyed: bool,
    line: u32,
) -> Result<(), Diagnostic> {
    let span = || operation.value.span.clone();
    let (location, value) = match &operation.value.value {
        Edn::List(items) if keyed => (word(&items[0])?, &items[1]),
        _ => ("register", &operation.value),
    };
    let location = builder.location(location);
    let nil = builder.value("nil");
    builder.initial(location, nil);
    let is_over = operation.interval.end.is_some();
    let action = match operation.function {
        "read" if !is_over => return Ok(()),
        "read" => Action::Read { location, value: builder.value(word(value)?) },
        "write" => Action::Write { location, value: builder.value(word(value)?) },
        "cas" => match &value.value {
            Edn::List(items) if items.len() == 2 => Action::Update {
                location,
                read: builder.value(word(&items[0])?),
                written: builder.value(word(&items[1])?),
            },
            _ => return Err(Diagnostic::new("a compare-and-set has a pair of values", span())),
        },
        other => {
            let message = format!("`:{other}` is none of :read, :write and :cas");
            return Err(Diagnostic::new(message, span()));
        }
    };
    let thread = builder.thread(operation.process);
    let interval = Some(operation.interval);
    builder.push(thread, Operation { line, interval, ..Operation::new(action) }, None);
    Ok(())
}

fn word<'t>(value: &Spanned<'t>) -> Result<&'t str, Diagnostic> {
    match value.value {
        Edn::Nil => Ok("nil"),
        Edn::Word(word) => Ok(word),
        Edn::List(_) | Edn::Map(_) => {
            Err(Diagnostic::new("expected one value", value.span.clone()))
        }
    }
}
