//! What is certain of the order of an execution without co: ppo, rf, and what follows from them for
//! any co.
//!
//! For a read `r` of `w` and another write `w'` to the location (rules R1 and R2 of `rf-sc` §5, and
//! coherence):
//!
//! - if `w'` is before `r`, or in its thread before it, then `w'` is before `w`: otherwise `r`
//!   would be before `w'`;
//! - if `w` is before `w'`, then `r` is before `w'`.
//!
//! An update is one node, so nothing comes between what it reads and what it writes. The rules are
//! applied until nothing changes. If that gives a cycle, no co explains the execution; if it does
//! not, one still need not.

use crate::global::{Global, Preserved};
use execution::{EventId, Graph, Label, LocationId, Source};
use relation::{Node, Order};
use std::marker::PhantomData;

/// The certain order of the groups of a graph.
#[derive(Clone, Debug)]
pub(super) struct Certain<P> {
    order: Order,
    /// For each event, the node of its group.
    nodes: Vec<Node>,
    /// How many events came all at once, and cannot be removed one by one.
    base: usize,
    preserved: PhantomData<P>,
}

impl<P: Preserved> Certain<P> {
    pub(super) fn new() -> Certain<P> {
        Certain { order: Order::default(), nodes: Vec::new(), base: 0, preserved: PhantomData }
    }

    pub(super) fn order(&self) -> &Order {
        &self.order
    }

    pub(super) fn node(&self, event: EventId) -> Node {
        self.nodes[event.index()]
    }

    /// Whether a write is before another one in every co.
    pub(super) fn is_before(&self, first: Source, second: EventId) -> bool {
        match first {
            Source::Initial => true,
            Source::Write(first) => self.order.is_before(self.node(first), self.node(second)),
        }
    }

    /// Adds the last event. Returns whether there is no contradiction.
    pub(super) fn push(&mut self, graph: &Graph, id: EventId) -> bool {
        self.order.begin();
        let event = graph.event(id);
        let node = match event.offset {
            0 => self.order.add(),
            _ => self.node(graph.group_head(id)),
        };
        self.nodes.push(node);
        self.connect_predecessors(graph, id) && self.saturate_new(graph, id)
    }

    /// Applies the rules after an event was added. Nothing comes after a new event, so only its own
    /// location matters, unless that orders what was there before.
    fn saturate_new(&mut self, graph: &Graph, id: EventId) -> bool {
        let event = graph.event(id);
        let is_update = graph.event(id).is_write() && graph.updated(id).is_some();
        if event.offset > 0 && !is_update {
            return self.saturate(graph);
        }
        let changed = match event.label {
            Label::Read { location, .. } => self.saturate_read(graph, location, id),
            Label::Write { location, .. } => {
                let mut reads = graph.reads(location);
                if !reads.all(|read| self.put_before_later(graph, read, id)) {
                    return false;
                }
                match is_update {
                    true => self.saturate_read(graph, location, graph.group_head(id)),
                    false => Some(false),
                }
            }
            _ => Some(false),
        };
        changed.is_some_and(|changed| !changed || self.saturate(graph))
    }

    /// Puts a read before a write that comes after what it reads. Returns whether that is possible.
    fn put_before_later(&mut self, graph: &Graph, read: EventId, write: EventId) -> bool {
        let source = graph.event(read).rf;
        source == Source::Write(write)
            || self.node(read) == self.node(write)
            || !self.is_before(source, write)
            || self.connect(read, write)
    }

    /// Forgets the last event, or everything if that did not come by itself.
    pub(super) fn pop(&mut self) {
        if self.nodes.len() <= self.base {
            return self.clear();
        }
        self.order.undo();
        self.nodes.pop();
    }

    pub(super) fn clear(&mut self) {
        self.order = Order::default();
        self.nodes.clear();
        self.base = 0;
    }

    /// How many events it knows.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Becomes the certain order of a graph.
    pub(super) fn rebuild(&mut self, graph: &Graph) {
        self.clear();
        self.base = graph.len();
        for (id, event) in graph.events() {
            let node = match event.offset {
                0 => self.order.add(),
                _ => self.node(graph.group_head(id)),
            };
            self.nodes.push(node);
        }
        let is_consistent = graph.events().all(|(id, _)| self.connect_predecessors(graph, id))
            && self.saturate(graph);
        assert!(is_consistent, "a closed part of a consistent graph is consistent");
    }

    fn connect(&mut self, first: EventId, second: EventId) -> bool {
        let (first, second) = (self.node(first), self.node(second));
        first == second || self.order.try_connect(first, second)
    }

    /// Puts what comes before an event before it. Events that were added later are not connected
    /// yet.
    fn connect_predecessors(&mut self, graph: &Graph, id: EventId) -> bool {
        let is_first = graph.event(id).offset == 0;
        let mut is_consistent = true;
        Global::<P>::known_predecessors(graph, id, |before| {
            if is_first && before < id {
                // Nothing comes after it.
                self.order.append(self.node(before), self.node(id));
            } else {
                is_consistent &= self.connect(before, id);
            }
        });
        is_consistent
    }

    /// Applies the rules until nothing changes. Returns whether there is no contradiction.
    fn saturate(&mut self, graph: &Graph) -> bool {
        loop {
            let mut has_changed = false;
            for location in graph.locations() {
                for read in graph.reads(location) {
                    match self.saturate_read(graph, location, read) {
                        None => return false,
                        Some(changed) => has_changed |= changed,
                    }
                }
            }
            if !has_changed {
                return true;
            }
        }
    }

    /// Applies the rules to a read. Returns whether something changed; `None` if that is a
    /// contradiction.
    fn saturate_read(
        &mut self,
        graph: &Graph,
        location: LocationId,
        read: EventId,
    ) -> Option<bool> {
        let event = graph.event(read);
        if event.acquisition.is_some() {
            // The chain of a mutex leaves nothing open.
            return Some(false);
        }
        let mut has_changed = false;
        for other in graph.writes_backwards(location) {
            if event.rf == Source::Write(other) {
                continue;
            }
            let write = graph.event(other);
            let (reader, writer) = (self.node(read), self.node(other));
            let is_own = write.thread == event.thread && write.index < event.index;
            if is_own || self.order.is_before(writer, reader) {
                let Source::Write(source) = event.rf else { return None };
                if !self.order.is_at_or_before(writer, self.node(source)) {
                    if !self.connect(other, source) {
                        return None;
                    }
                    has_changed = true;
                }
            }
            if !self.order.is_before(reader, writer) {
                if !self.put_before_later(graph, read, other) {
                    return None;
                }
                has_changed |= self.order.is_before(reader, writer);
            }
        }
        Some(has_changed)
    }

    /// Whether a write has certainly happened for the next event of a thread, which has this label.
    pub(super) fn is_past(
        &self,
        graph: &Graph,
        thread: execution::Slot,
        label: &Label,
        write: EventId,
    ) -> bool {
        let length = graph.thread(thread).events.len();
        graph.event(write).thread == thread
            || Global::<P>::find_preserved(graph, thread, length, label, |before| {
                self.order.is_at_or_before(self.node(write), self.node(before))
            })
    }
}
