//! Which operations end in a state of a litmus test? Those of all executions in which each read has
//! some source and no axiom forbids anything (`candidates`), without their sources.

use crate::operation::{Action, Operation, ThreadId};
use crate::recording::{Builder, Recording};
use base::TagSet;
use candidates::{Allowed, Model, Refusal, visit};
use cat::{File, LibraryOnly};
use events::{Event, EventStructure, Kind, Location};
use litmus::{Lowered, Test, Width};
use std::collections::BTreeMap;

/// More histories than that of one state are too many.
const MOST_HISTORIES: usize = 1000;

/// For each state, the histories that end in it.
pub(super) fn of_states(
    test: &Test,
    lowered: &Lowered,
    states: &[&str],
    goes_on: &dyn Fn() -> bool,
) -> Vec<Result<Vec<Recording>, String>> {
    let wanted: Vec<BTreeMap<String, String>> = states.iter().map(|state| parts(state)).collect();
    let mut found: Vec<Result<Vec<Recording>, String>> = wanted.iter().map(readable).collect();
    let mut visitor = |allowed: &Allowed<'_>| {
        let own = parts(&allowed.outcome.show(allowed.state));
        for (wanted, found) in wanted.iter().zip(&mut found) {
            if *wanted == own {
                add(found, lowered, allowed);
            }
        }
        true
    };
    let refused = visit(test, lowered, &anything(), &mut visitor, goes_on).err();
    for found in &mut found {
        match (&refused, &found) {
            (Some(refusal), Ok(_)) => *found = Err(in_words(refusal)),
            (None, Ok(histories)) if histories.is_empty() => {
                *found = Err("the test cannot end in this state".to_owned());
            }
            _ => {}
        }
    }
    found
}

fn in_words(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Stopped => "it was stopped".to_owned(),
        Refusal::Unsupported(what) | Refusal::Model(what) => what.clone(),
    }
}

/// The model that forbids nothing, not even what is incoherent, as cos.cat does.
fn anything() -> Model {
    let text = "Anything include \"cross.cat\" with co from generate_orders (W, co0)".to_owned();
    let file = File { path: "<anything>".to_owned(), text };
    Model::compile(vec![file], &LibraryOnly).expect("it is a model")
}

/// What a state says of each register and location, in one spelling.
fn parts(state: &str) -> BTreeMap<String, String> {
    let parts = state.split(';').filter_map(|part| part.split_once('='));
    let spelled = parts.map(|(place, value)| {
        let place = place.trim();
        let inner = place.strip_prefix('[').and_then(|place| place.strip_suffix(']'));
        (inner.unwrap_or(place).to_owned(), value.trim().to_owned())
    });
    spelled.collect()
}

/// Nothing was found yet of a state that a history can end in.
fn readable(state: &BTreeMap<String, String>) -> Result<Vec<Recording>, String> {
    let is_register = |place: &String| place.contains(':');
    match state.keys().find(|place| !is_register(place)) {
        None => Ok(Vec::new()),
        Some(place) => {
            Err(format!("it says what {place} holds in the end, which a history does not"))
        }
    }
}

fn add(found: &mut Result<Vec<Recording>, String>, lowered: &Lowered, allowed: &Allowed<'_>) {
    let Ok(histories) = found else { return };
    match recording(lowered, allowed) {
        Err(why) => *found = Err(why),
        Ok(history) if histories.contains(&history) => {}
        Ok(_) if histories.len() == MOST_HISTORIES => {
            *found = Err("too many histories end in this state".to_owned());
        }
        Ok(history) => histories.push(history),
    }
}

/// The operations of an execution.
fn recording(lowered: &Lowered, allowed: &Allowed<'_>) -> Result<Recording, String> {
    let structure = allowed.structure;
    let mut builder = Builder::default();
    let word = |value: i64, Location(address): Location, size: u8| {
        let width = if size > 0 { lowered.layout.width_at(address, size) } else { Width::INT };
        (lowered.layout.show(address, width), lowered.layout.show(value, width))
    };
    for (own, event) in structure.events.iter().enumerate() {
        if event.access != own {
            return Err("an access has several parts, which a history does not".to_owned());
        }
        let size = allowed.sizes[own];
        let Some(thread) = event.thread else {
            let location = event.location.expect("an initial write is somewhere");
            let (name, value) = word(event.written.unwrap_or(0), location, size);
            let (location, value) = (builder.location(&name), builder.value(&value));
            builder.initial(location, value);
            continue;
        };
        let Some(action) = action(structure, own, |value, location| {
            let (name, value) = word(value, location, size);
            (builder.location(&name), builder.value(&value))
        })?
        else {
            continue;
        };
        let thread: ThreadId = builder.thread(&format!("P{thread}"));
        builder.push(thread, Operation::new(action), None);
    }
    Ok(builder.finish().expect("no sources are named"))
}

/// What an event does; nothing if it is part of an operation that another event stands for.
fn action(
    structure: &EventStructure,
    own: usize,
    mut name: impl FnMut(i64, Location) -> (crate::LocationId, crate::ValueId),
) -> Result<Option<Action>, String> {
    let event: &Event = &structure.events[own];
    let mut access = |value: Option<i64>| {
        let place = value.zip(event.location);
        let (value, location) = place.ok_or_else(|| "a value is not known".to_owned())?;
        Ok::<_, String>(name(value, location))
    };
    let partner = structure.rmw.successors(own).next();
    Ok(Some(match event.kind {
        Kind::Other => return Ok(None),
        Kind::Fence if event.tags.has_any(TagSet::FULL_FENCES) => Action::Fence,
        Kind::Fence => {
            let names: Vec<&str> = event.tags.iter().map(base::Tag::name).collect();
            let names = names.join(", ");
            return Err(format!("a history has no fence like {names}, which orders some accesses"));
        }
        Kind::Read if partner.is_some() => {
            if partner != Some(own + 1) {
                return Err("an exclusive pair has something in between".to_owned());
            }
            let (location, read) = access(event.read)?;
            let written = access(structure.events[own + 1].written)?.1;
            Action::Update { location, read, written }
        }
        Kind::Read => {
            let (location, value) = access(event.read)?;
            Action::Read { location, value }
        }
        Kind::Write if structure.rmw.inverse().successors(own).next().is_some() => {
            return Ok(None);
        }
        Kind::Write => {
            let (location, value) = access(event.written)?;
            Action::Write { location, value }
        }
        Kind::Update => {
            let (location, read) = access(event.read)?;
            let written = access(event.written)?.1;
            Action::Update { location, read, written }
        }
    }))
}
