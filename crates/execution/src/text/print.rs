//! From a graph to the text that describes it.

use super::names::{event_name, print_cell, print_object, print_value};
use super::statement::{Verb, read_verb, write_verb};
use crate::{Cells, EventId, Graph, Label, LocationId, ReadKind, Slots, Source, WriteKind};
use base::{Ordering, Tags, Value};
use std::fmt::Write as _;

/// The text form of a graph; see the [module](super).
pub fn print(graph: &Graph, slots: &Slots, cells: &Cells) -> String {
    let printer = Printer { graph, cells, names: names(graph) };
    let mut text = String::new();
    let mut thread = None;
    for (id, event) in graph.events() {
        if is_second_part(graph, id) {
            continue;
        }
        if thread.replace(event.thread) != Some(event.thread) {
            let _ = writeln!(text, "thread {}", slots.thread(event.thread));
        }
        let and = if event.offset > 0 { "and " } else { "" };
        let _ = writeln!(text, "  {and}{}: {}", printer.name(id), printer.action(id));
    }
    // By cell, because the numbers of locations depend on how the graph was built.
    let mut locations: Vec<LocationId> =
        (0..graph.locations.len() as u32).map(LocationId).collect();
    locations.sort_by_key(|location| cells.cell(*location));
    for location in locations {
        let writes: Vec<EventId> = graph.writes_backwards(location).collect();
        if writes.len() > 1 {
            printer.order_line(&mut text, location, &writes);
        }
    }
    text
}

/// The name of each event; both parts of an update have the same.
fn names(graph: &Graph) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut lines = 0;
    for (id, _) in graph.events() {
        lines += usize::from(!is_second_part(graph, id));
        names.push(event_name(lines - 1));
    }
    names
}

/// Whether an event is the write of what is printed as `update`: it was added directly after its
/// read, and both say the same to a model.
fn is_second_part(graph: &Graph, id: EventId) -> bool {
    let Some(before) = id.index().checked_sub(1).map(EventId::new) else {
        return false;
    };
    let (read, write) = (graph.event(before), graph.event(id));
    let Label::Read { location, kind: ReadKind::Exclusive, ordering, tags, .. } = read.label else {
        return false;
    };
    let Some(value) = write.label.value() else {
        return false;
    };
    let kind = WriteKind::Exclusive;
    let at_once = read.thread == write.thread && write.offset > 0;
    at_once && write.label == Label::Write { location, kind, ordering, tags, value }
}

struct Printer<'g> {
    graph: &'g Graph,
    cells: &'g Cells,
    names: Vec<String>,
}

impl Printer<'_> {
    fn name(&self, id: EventId) -> &str {
        &self.names[id.index()]
    }

    fn order_line(&self, text: &mut String, location: LocationId, backwards: &[EventId]) {
        let names: Vec<&str> = backwards.iter().rev().map(|id| self.name(*id)).collect();
        let _ = writeln!(text, "order {}: {}", self.location(location), names.join(", "));
    }

    fn location(&self, location: LocationId) -> String {
        print_cell(self.cells.cell(location))
    }

    fn action(&self, id: EventId) -> String {
        match self.graph.event(id).label {
            Label::Read { location, kind, ordering, tags, value } => {
                let (location, from, marks) =
                    (self.location(location), self.from(id), marks(ordering, tags));
                if let Some(new) = self.updated(id) {
                    let (old, new) = (print_value(value), print_value(new));
                    return format!("update {location} {old} -> {new} {from}{marks}");
                }
                let Verb { text: verb, has_value } = read_verb(kind);
                let value = optional_value(value, has_value);
                format!("{verb} {location}{value} {from}{marks}")
            }
            Label::Write { location, kind, ordering, tags, value } => {
                let Verb { text: verb, has_value } = write_verb(kind);
                let (location, value) = (self.location(location), optional_value(value, has_value));
                format!("{verb} {location}{value}{}", marks(ordering, tags))
            }
            Label::Fence { ordering, tags } => format!("fence{}", marks(ordering, tags)),
            Label::Free { object } => format!("free {}", print_object(object)),
            Label::Spawn { child } => format!("spawn {child}"),
            Label::Join { thread, .. } => format!("join {thread}"),
            Label::Choose { low, value } => format!("choose {value} low {low}"),
        }
    }

    /// What the update writes of which this is the read.
    fn updated(&self, id: EventId) -> Option<Value> {
        let after = EventId::new(id.index() + 1);
        let is_update = after.index() < self.graph.len() && is_second_part(self.graph, after);
        is_update.then(|| self.graph.event(after).label.value())?
    }

    fn from(&self, id: EventId) -> String {
        let event = self.graph.event(id);
        match event.rf {
            Source::Initial => "from initial".to_owned(),
            Source::Write(write) => format!("from {}", self.name(write)),
        }
    }
}

/// A value after a location.
fn optional_value(value: Value, is_required: bool) -> String {
    match is_required || value != Value::ZERO {
        true => format!(" {}", print_value(value)),
        false => String::new(),
    }
}

/// An order, if it is not plain, and tags.
fn marks(ordering: Ordering, tags: Tags) -> String {
    let ordering = Some(ordering.name()).filter(|_| ordering != Ordering::Plain);
    ordering.into_iter().chain(tags.names()).map(|word| format!(" {word}")).collect()
}
