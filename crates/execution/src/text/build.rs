//! From the lines of a text to a graph, by the operations that engines use.

use super::Execution;
use super::line::Word;
use super::orders::Orders;
use super::statement::{Action, From, Marks, NamedCell, Statement};
use crate::{
    Cells, EventId, Graph, Label, LocationId, NewEvent, ReadKind, Slot, Slots, Source, WriteKind,
};
use base::{Diagnostic, ThreadId, Value};
use std::collections::{HashMap, HashSet};

pub(super) fn build(statements: &[Statement<'_>]) -> Result<Execution, Diagnostic> {
    let slots = slots(statements);
    let mut builder = Builder {
        execution: Execution { graph: Graph::new(slots.len()), slots, cells: Cells::default() },
        orders: Orders::new(statements)?,
        added: HashMap::new(),
        joined: HashSet::new(),
    };
    let mut thread = None;
    for statement in statements {
        match statement {
            Statement::Thread(id) => thread = Some(*id),
            Statement::Event { name, grouped, action } => {
                let thread = thread.ok_or_else(|| {
                    name.error(format!("no thread does `{}`", name.text))
                        .with_help("a line `thread main` comes before its events")
                })?;
                builder.event(thread, *name, *grouped, action)?;
            }
            Statement::Order(_) => {}
        }
    }
    Ok(builder.execution)
}

/// The threads of a text, in the order in which it mentions them.
fn slots(statements: &[Statement<'_>]) -> Slots {
    let mut slots = Slots::default();
    for statement in statements {
        match statement {
            Statement::Thread(thread)
            | Statement::Event {
                action: Action::Spawn(_, thread) | Action::Join(_, thread), ..
            } => {
                slots.slot(*thread);
            }
            Statement::Event { .. } | Statement::Order(_) => {}
        }
    }
    slots
}

struct Builder<'s, 't> {
    execution: Execution,
    orders: Orders<'s, 't>,
    /// The events so far; of an update, its write.
    added: HashMap<&'t str, EventId>,
    joined: HashSet<ThreadId>,
}

impl<'t> Builder<'_, 't> {
    fn event(
        &mut self,
        thread: ThreadId,
        name: Word<'t>,
        grouped: bool,
        action: &Action<'t>,
    ) -> Result<(), Diagnostic> {
        let slot = self.slot(thread);
        self.check_thread(thread, name, grouped)?;
        let new = |label| NewEvent { thread: slot, label, grouped, stamp: None, snapshot: 0 };
        let id = match *action {
            Action::Read { kind, place, value, from, marks } => {
                let new = new(self.read(kind, place, value, marks)?);
                self.add_read(new, from)?
            }
            Action::Write { kind, place, value, marks } => {
                let new = new(self.write(kind, place, value, marks)?);
                self.add_write(new, name, place)?
            }
            Action::Update { place, old, new: value, from, marks } => {
                let read = new(self.read(ReadKind::Exclusive, place, old, marks)?);
                self.add_read(read, from)?;
                let write = new(self.write(WriteKind::Exclusive, place, value, marks)?);
                self.add_write(NewEvent { grouped: true, ..write }, name, place)?
            }
            Action::Fence(Marks { ordering, tags }) => {
                self.execution.graph.push_other(new(Label::Fence { ordering, tags }), None)
            }
            Action::Free(object) => {
                self.execution.graph.push_other(new(Label::Free { object }), None)
            }
            Action::Spawn(word, child) => {
                self.check_child(thread, word, child)?;
                let spawn = self.execution.graph.push_other(new(Label::Spawn { child }), None);
                let child = self.slot(child);
                self.execution.graph.set_spawn(child, spawn);
                spawn
            }
            Action::Join(word, joined) => {
                let end = self.end(thread, word, joined)?;
                let label = Label::Join { thread: joined, slot: self.slot(joined) };
                self.joined.insert(joined);
                self.execution.graph.push_other(new(label), end)
            }
            Action::Choose { low, value } => {
                self.execution.graph.push_other(new(Label::Choose { low, value }), None)
            }
        };
        self.added.insert(name.text, id);
        Ok(())
    }

    fn slot(&self, thread: ThreadId) -> Slot {
        self.execution.slots.find(thread).expect("every thread of the text has a slot")
    }

    /// Whether the thread can do something now.
    fn check_thread(
        &self,
        thread: ThreadId,
        name: Word<'_>,
        grouped: bool,
    ) -> Result<(), Diagnostic> {
        let last = self.execution.graph.last_of(self.slot(thread));
        if self.joined.contains(&thread) {
            return Err(name.error(format!("{thread} was joined")));
        }
        if grouped && last.is_none() {
            return Err(name.error(format!("{thread} has no event before that")));
        }
        Ok(())
    }

    /// Whether a thread can be created now.
    fn check_child(
        &self,
        thread: ThreadId,
        word: Word<'_>,
        child: ThreadId,
    ) -> Result<(), Diagnostic> {
        let events = self.execution.graph.thread(self.slot(child));
        if child.parent().is_none_or(|(parent, _)| parent != thread) {
            return Err(word.error(format!("{child} is no thread that {thread} creates")));
        }
        if events.spawn.is_some() || !events.events.is_empty() || self.joined.contains(&child) {
            return Err(word.error(format!("{child} is there already")));
        }
        Ok(())
    }

    /// What a join of a thread follows.
    fn end(
        &self,
        thread: ThreadId,
        word: Word<'_>,
        joined: ThreadId,
    ) -> Result<Option<EventId>, Diagnostic> {
        let graph = &self.execution.graph;
        let slot = self.slot(joined);
        let end = graph.last_of(slot).or(graph.thread(slot).spawn);
        if joined == thread {
            return Err(word.error(format!("{joined} has not ended")));
        }
        Ok(end)
    }

    fn location(&mut self, place: NamedCell<'_>) -> Result<LocationId, Diagnostic> {
        self.execution.cells.number(place.cell).map_err(|_| {
            place.word.error(format!("`{}` overlaps another location in part", place.word.text))
        })
    }

    fn read(
        &mut self,
        kind: ReadKind,
        place: NamedCell<'_>,
        value: Value,
        Marks { ordering, tags }: Marks,
    ) -> Result<Label, Diagnostic> {
        Ok(Label::Read { location: self.location(place)?, kind, ordering, tags, value })
    }

    fn write(
        &mut self,
        kind: WriteKind,
        place: NamedCell<'_>,
        value: Value,
        Marks { ordering, tags }: Marks,
    ) -> Result<Label, Diagnostic> {
        Ok(Label::Write { location: self.location(place)?, kind, ordering, tags, value })
    }

    fn add_read(&mut self, new: NewEvent, from: From<'t>) -> Result<EventId, Diagnostic> {
        let source = match from {
            From::Initial => Source::Initial,
            From::Event(word) => self.source(word, &new.label)?,
        };
        Ok(self.execution.graph.push_read(new, source))
    }

    fn add_write(
        &mut self,
        new: NewEvent,
        name: Word<'t>,
        place: NamedCell<'_>,
    ) -> Result<EventId, Diagnostic> {
        let before = self.orders.writes_before(place, name)?;
        let before = self.nearest(before);
        Ok(self.execution.graph.push_write(new, before))
    }

    /// The first of these events that has been added.
    fn nearest(&self, events: Vec<&'t str>) -> Source {
        let added = events.into_iter().find_map(|name| self.added.get(name));
        added.map_or(Source::Initial, |event| Source::Write(*event))
    }

    /// The write that an event with this label reads from.
    fn source(&self, word: Word<'t>, label: &Label) -> Result<Source, Diagnostic> {
        let Some(&write) = self.added.get(word.text) else {
            self.orders.check_event(word)?;
            return Err(word.error(format!("`{}` is not there yet", word.text)).with_help(
                "events are added in the order of the lines; `thread` lines return to a thread",
            ));
        };
        let written = self.execution.graph.event(write).label;
        if !matches!(written, Label::Write { .. }) {
            return Err(word.error(format!("`{}` is no write", word.text)));
        }
        if written.location() != label.location() {
            return Err(word.error(format!("`{}` writes another location", word.text)));
        }
        if written.value() != label.value() {
            return Err(word.error(format!("`{}` writes another value", word.text)));
        }
        Ok(Source::Write(write))
    }
}
