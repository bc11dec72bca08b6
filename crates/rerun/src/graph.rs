//! A run as an event graph, for native models. Graphs have no circle of `po` and `rf`; nor have the
//! executions of these models.

use crate::performed::{Performed, Source};
use crate::run::Run;
use execution::canonical::Action;
use execution::{Cells, EventId, Graph, Label, NewEvent, Slot};

/// The graph of a run; none if it has a read from what comes later in the run.
pub(crate) fn graph(run: &Run<'_>) -> Option<Graph> {
    graph_and_cells(run).map(|(graph, _)| graph)
}

/// The same, with the cells that its locations are.
pub(crate) fn graph_and_cells(run: &Run<'_>) -> Option<(Graph, Cells)> {
    let mut made = Making {
        graph: Graph::new(run.threads.len()),
        cells: Cells::default(),
        ids: Vec::new(),
        run,
    };
    for own in &run.performed {
        let id = made.add(own)?;
        made.ids.push(id);
    }
    Some((made.graph, made.cells))
}

struct Making<'r, 'p> {
    graph: Graph,
    cells: Cells,
    /// What the events of the run are in the graph.
    ids: Vec<EventId>,
    run: &'r Run<'p>,
}

impl Making<'_, '_> {
    fn add(&mut self, own: &Performed<'_>) -> Option<EventId> {
        let thread = Slot(own.thread as u32);
        let grouped = own.grouped;
        let event = |label| NewEvent { thread, label, grouped, stamp: None, snapshot: 0 };
        let mut number = |cell| self.cells.number(cell).ok();
        Some(match own.action {
            Action::Read { cell, kind, ordering, tags, value, .. } => {
                let location = number(cell)?;
                let label = Label::Read { location, kind, ordering, tags, value };
                let source = match own.source {
                    Source::Initial => execution::Source::Initial,
                    Source::Write(write) => execution::Source::Write(*self.ids.get(write)?),
                    Source::Later => return None,
                };
                self.graph.push_read(event(label), source)
            }
            Action::Write { cell, kind, ordering, tags, value } => {
                let location = number(cell)?;
                let label = Label::Write { location, kind, ordering, tags, value };
                let before = self.co_before(own);
                self.graph.push_write(event(label), before)
            }
            Action::Fence { ordering, tags } => {
                self.graph.push_other(event(Label::Fence { ordering, tags }), None)
            }
            Action::Free { object } => self.graph.push_other(event(Label::Free { object }), None),
            Action::Spawn { child } => {
                let id = self.graph.push_other(event(Label::Spawn { child }), None);
                let created = own.other.expect("a thread is created");
                self.graph.set_spawn(Slot(created as u32), id);
                id
            }
            Action::Join { thread: joined } => {
                let slot = Slot(own.other.expect("a thread is joined") as u32);
                let end = self.graph.last_of(slot).or(self.graph.thread(slot).spawn);
                self.graph.push_other(event(Label::Join { thread: joined, slot }), end)
            }
            Action::Choose { value } => {
                self.graph.push_other(event(Label::Choose { low: own.low, value }), None)
            }
        })
    }

    /// The last in co of the writes that are there already and come before one.
    fn co_before(&self, own: &Performed<'_>) -> execution::Source {
        let there = self.run.performed[..self.ids.len()].iter().enumerate();
        let earlier = there.filter(|(_, other)| {
            other.is_write() && other.cell() == own.cell() && other.rank < own.rank
        });
        match earlier.max_by_key(|(_, other)| other.rank) {
            Some((number, _)) => execution::Source::Write(self.ids[number]),
            None => execution::Source::Initial,
        }
    }
}
