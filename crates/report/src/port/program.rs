//! An execution of a C program that only the target allows, with the places of its events in the
//! source.

use super::NewExecution;
use crate::location::Location;
use crate::names::Names;
use base::{Address, Tag, Value};
use candidates::Drawing;
use events::{Event, Kind};
use execution::Cell;
use port::{Compiled, Explanation, Permission};
use program::Program;

/// What is shown of an execution.
pub fn of_program(
    program: &Program,
    compiled: &Compiled,
    new: &port::NewExecution,
    why: Explanation,
    permission: Option<Permission>,
) -> NewExecution {
    let names = Names::new(program, &[]);
    let allowed = &new.allowed;
    let events = allowed.target.events.iter().zip(&allowed.events);
    let texts = events.map(|(target, id)| {
        let event = compiled.target.event(*id);
        // A fence that both sides have is where a thread is created or joined.
        let is_crossing = compiled.source.event(*id).kind == Kind::Fence;
        let at = event.position.map(|at| Location::new(program, at).short());
        let at = at.map_or(String::new(), |at| format!("  ({at})"));
        format!("{}{at}", text(&names, target, is_crossing, event.size))
    });
    let texts = texts.collect();
    let cell = |(address, value): &(u64, u64)| {
        let mut events = compiled.target.events.iter();
        let size = events.find(|event| event.may_addresses.contains(address));
        let cell = Cell { address: Address(*address), size: size.map_or(4, |own| own.size) };
        format!("{}={};", names.place(cell), names.value(cell, Value::new(*value)))
    };
    let failed = allowed.failed.then(|| "an assertion fails;".to_owned());
    let state: Vec<String> = allowed.state.iter().map(cell).chain(failed).collect();
    let state = state.join(" ");
    let drawing = Drawing::with_texts(&allowed.target, texts, state, true);
    NewExecution { drawing, why, permission }
}

/// What an event does.
fn text(names: &Names<'_>, target: &Event, is_crossing: bool, size: u8) -> String {
    let tags = |event: &Event| {
        let tags: Vec<&str> = event.tags.iter().map(Tag::name).collect();
        if tags.is_empty() { String::new() } else { format!("[{}]", tags.join(",")) }
    };
    let kind = match target.kind {
        Kind::Read => "R",
        Kind::Write => "W",
        Kind::Update => "RMW",
        Kind::Fence if is_crossing => return "creates or joins a thread".to_owned(),
        Kind::Fence => return format!("F{}", tags(target)),
        Kind::Other => return "begin of an object".to_owned(),
    };
    let Some(location) = target.location else { return kind.to_owned() };
    let cell = Cell { address: Address(location.0 as u64), size };
    let value = |value: i64| names.value(cell, Value::new(value as u64));
    let value = match (target.read, target.written) {
        (Some(read), Some(written)) => format!("={}→{}", value(read), value(written)),
        (Some(one), None) | (None, Some(one)) => format!("={}", value(one)),
        (None, None) => String::new(),
    };
    let is_told = target.thread.is_some();
    let tags = if is_told { tags(target) } else { String::new() };
    format!("{kind}{tags} {}{value}", names.place(cell))
}
