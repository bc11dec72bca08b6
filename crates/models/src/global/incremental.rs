//! The fast check: the order of groups, kept transitively closed.
//!
//! Each group is a node of an [`Order`]. A new event brings a few edges: from what ppo, rf, co and
//! fr put directly before it, and to the write that comes directly after it in co or fr.
//!
//! **Invariants.** (1) The order contains ppo, rfe, co and fr of the graph, and nothing else than
//! what these imply. (2) It is acyclic.

use super::{Preserved, axioms};
use crate::equivalence::WithCo;
use crate::model::{Model, Pending};
use crate::races::OfC11;
use crate::rc11::C11;
use crate::rf::Reorderable;
use crate::watching::Trusted;
use execution::{Event, EventId, Graph, Label, Slot, Source};
use relation::{Node, Order, Relation};
use std::marker::PhantomData;

/// A model with one global order, following a graph.
#[derive(Clone, Debug)]
pub struct Global<P> {
    order: Order,
    /// For each event, the node of its group.
    nodes: Vec<Node>,
    /// Memory for short use: for each node, the thread and the position of its first event.
    heads: Vec<(Slot, u32)>,
    preserved: PhantomData<P>,
}

impl<P: Preserved> Global<P> {
    fn node(&self, event: EventId) -> Node {
        self.nodes[event.index()]
    }

    /// Visits what ppo puts directly before an event of a thread that comes after its first
    /// `length` events, until `visit` returns true. Returns whether it did.
    pub(crate) fn find_preserved(
        graph: &Graph,
        thread: Slot,
        length: usize,
        label: &Label,
        mut visit: impl FnMut(EventId) -> bool,
    ) -> bool {
        let thread = graph.thread(thread);
        for &id in thread.events[..length].iter().rev() {
            let first = &graph.event(id).label;
            if P::keeps(first, label) {
                if visit(id) {
                    return true;
                }
                if P::settles(first, label) {
                    return false;
                }
            }
        }
        thread.spawn.is_some_and(visit)
    }

    /// Whether a write comes before a pending event, or is of the same thread or group.
    fn is_past(
        &self,
        graph: &Graph,
        pending: &Pending,
        open: Option<Node>,
        write: EventId,
    ) -> bool {
        let node = self.node(write);
        graph.event(write).thread == pending.thread
            || open.is_some_and(|open| self.order.is_at_or_before(node, open))
            || self.is_before_pending(graph, pending, node)
    }

    fn is_before_pending(&self, graph: &Graph, pending: &Pending, node: Node) -> bool {
        let Pending { thread, grouped, label } = pending;
        let length = closed_length(graph, *thread, *grouped);
        Self::find_preserved(graph, *thread, length, label, |before| {
            self.order.is_at_or_before(node, self.node(before))
        })
    }

    /// The group that a pending event joins.
    fn open_group(&self, graph: &Graph, pending: &Pending) -> Option<Node> {
        graph.last_of(pending.thread).filter(|_| pending.grouped).map(|last| self.node(last))
    }

    /// Visits what comes directly before an event.
    fn direct_predecessors(graph: &Graph, id: EventId, mut visit: impl FnMut(EventId)) {
        let event = graph.event(id);
        let length = (event.index - event.offset) as usize;
        Self::find_preserved(graph, event.thread, length, &event.label, |before| {
            visit(before);
            false
        });
        Self::communicating_predecessors(graph, id, event, visit);
    }

    /// Visits what comes directly before an event whatever co is.
    pub(crate) fn known_predecessors(graph: &Graph, id: EventId, mut visit: impl FnMut(EventId)) {
        let event = graph.event(id);
        let length = (event.index - event.offset) as usize;
        Self::find_preserved(graph, event.thread, length, &event.label, |before| {
            visit(before);
            false
        });
        if !event.is_write() {
            Self::communicating_predecessors(graph, id, event, visit);
        }
    }

    /// Whether a write comes before a read that is in the graph because of what comes before that
    /// read in its thread.
    pub(crate) fn is_before_at(&self, graph: &Graph, write: EventId, read: EventId) -> bool {
        let event = graph.event(read);
        let own = graph.event(write);
        let length = (event.index - event.offset) as usize;
        own.thread == event.thread && own.index < event.index
            || Self::find_preserved(graph, event.thread, length, &event.label, |before| {
                self.order.is_at_or_before(self.node(write), self.node(before))
            })
    }

    /// Visits what comes directly before an event because of rf, co, fr or a join.
    fn communicating_predecessors(
        graph: &Graph,
        id: EventId,
        event: &Event,
        mut visit: impl FnMut(EventId),
    ) {
        match event.label {
            Label::Read { .. } => {
                if let Source::Write(write) = event.rf
                    && graph.event(write).thread != event.thread
                {
                    visit(write);
                }
            }
            Label::Write { location, .. } => {
                if let Source::Write(write) = event.co_before {
                    visit(write);
                }
                graph.readers(location, event.co_before).filter(|read| *read != id).for_each(visit);
            }
            Label::Join { slot, .. } => {
                let length = graph.thread(slot).events.len();
                Self::find_preserved(graph, slot, length, &event.label, |end| {
                    visit(end);
                    false
                });
            }
            Label::Fence { .. }
            | Label::Free { .. }
            | Label::Spawn { .. }
            | Label::Choose { .. } => {}
        }
    }

    /// The write that a new event comes directly before.
    fn direct_successor(graph: &Graph, event: &Event) -> Option<EventId> {
        match event.label {
            Label::Read { location, .. } => graph.co_next(location, event.rf),
            Label::Write { .. } => event.co_after,
            Label::Join { .. }
            | Label::Fence { .. }
            | Label::Free { .. }
            | Label::Spawn { .. }
            | Label::Choose { .. } => None,
        }
    }

    /// Computes the order anew after a restriction that it went through.
    fn rebuild(&mut self, graph: &Graph) {
        let Global { order, nodes, heads, .. } = self;
        heads.clear();
        for (id, event) in graph.events().filter(|(_, event)| event.offset == 0) {
            let number = nodes[id.index()].index();
            if heads.len() <= number {
                heads.resize(number + 1, (event.thread, 0));
            }
            heads[number] = (event.thread, event.index);
        }
        order.rebuild(|node, insert| {
            let (thread, index) = heads[node.index()];
            let members = graph.thread(thread).events[index as usize..].iter();
            for id in members.take_while(|id| nodes[id.index()] == node) {
                Self::direct_predecessors(graph, *id, |before| insert(nodes[before.index()]));
            }
        });
    }
}

/// How many events of a thread are in groups before that of its next event.
fn closed_length(graph: &Graph, thread: Slot, grouped: bool) -> usize {
    let length = graph.thread(thread).events.len();
    match graph.last_of(thread) {
        Some(last) if grouped => length - 1 - graph.event(last).offset as usize,
        _ => length,
    }
}

/// Whether the next write in co happens at once with this one, so that nobody can read it.
fn is_overwritten_at_once(graph: &Graph, write: EventId) -> bool {
    let next = graph.event(write).co_after;
    next.is_some_and(|next| graph.group_head(next) == graph.group_head(write))
}

impl<P: Preserved> Reorderable for Global<P> {
    type Saved = Order;

    fn allows(&self, graph: &Graph, pending: &Pending, source: Source) -> bool {
        let mut choices = Vec::new();
        match pending.label {
            Label::Read { .. } => self.sources(graph, pending, &mut choices),
            _ => self.places(graph, pending, &mut choices),
        }
        choices.contains(&source)
    }

    fn change_co(&mut self, graph: &Graph) -> Option<Order> {
        let mut order = self.order.clone();
        order.clear();
        let nodes = &self.nodes;
        let mut is_acyclic = true;
        for (id, _) in graph.events() {
            let node = nodes[id.index()];
            Self::direct_predecessors(graph, id, |before| {
                let before = nodes[before.index()];
                is_acyclic &= before == node || order.try_connect(before, node);
            });
        }
        is_acyclic.then(|| std::mem::replace(&mut self.order, order))
    }

    fn change_back(&mut self, order: Order) {
        self.order = order;
    }
}

impl<P: Preserved> Model for Global<P> {
    const NAME: &'static str = P::NAME;
    const HAS_ATOMIC_BLOCKS: bool = true;

    type Definition = ();
    type Equivalence = WithCo;
    type Races = OfC11;
    type Watching = Trusted;

    fn new((): &(), _threads: usize) -> Global<P> {
        Global {
            order: Order::default(),
            nodes: Vec::new(),
            heads: Vec::new(),
            preserved: PhantomData,
        }
    }

    fn sources(&self, graph: &Graph, pending: &Pending, sources: &mut Vec<Source>) {
        let location = pending.label.location().expect("a read has a location");
        let open = self.open_group(graph, pending);
        for write in graph.writes_backwards(location) {
            // A thread reads its own writes before they are done.
            let is_own = graph.event(write).thread == pending.thread;
            let is_after = || open.is_some_and(|open| self.order.is_before(open, self.node(write)));
            if (is_own || !is_after()) && !is_overwritten_at_once(graph, write) {
                sources.push(Source::Write(write));
            }
            if self.is_past(graph, pending, open, write) {
                return;
            }
        }
        sources.push(Source::Initial);
    }

    fn places(&self, graph: &Graph, pending: &Pending, places: &mut Vec<Source>) {
        let location = pending.label.location().expect("a write has a location");
        let open = self.open_group(graph, pending);
        if let Some(open) = open
            && self.is_before_pending(graph, pending, open)
        {
            return;
        }
        // What precedes the write must not follow its group, nor the next write in co.
        let fits = |place: Source| {
            let next = graph.co_next(location, place).map(|next| self.node(next));
            let is_after = |event| {
                next == Some(self.node(event))
                    || open.is_some_and(|open| self.order.is_before(open, self.node(event)))
            };
            let write_is_after = match place {
                Source::Initial => false,
                Source::Write(write) => is_after(write),
            };
            !write_is_after && !graph.readers(location, place).any(is_after)
        };
        for write in graph.writes_backwards(location) {
            if fits(Source::Write(write)) {
                places.push(Source::Write(write));
            }
            if self.is_past(graph, pending, open, write) {
                return;
            }
        }
        if fits(Source::Initial) {
            places.push(Source::Initial);
        }
    }

    fn push(&mut self, graph: &Graph, id: EventId) {
        let event = graph.event(id);
        let Global { order, nodes, .. } = self;
        order.begin();
        if event.offset == 0 {
            let node = order.add();
            nodes.push(node);
            Self::direct_predecessors(graph, id, |before| {
                order.append(nodes[before.index()], node)
            });
        } else {
            // The group may have successors already, and they must learn of its new predecessors.
            let node = nodes[graph.group_head(id).index()];
            nodes.push(node);
            Self::direct_predecessors(graph, id, |before| {
                let before = nodes[before.index()];
                if before != node {
                    order.connect(before, node);
                }
            });
        }
        let node = nodes[id.index()];
        if let Some(successor) = Self::direct_successor(graph, event)
            && nodes[successor.index()] != node
        {
            order.connect(node, nodes[successor.index()]);
        }
    }

    fn pop(&mut self, _graph: &Graph) {
        self.order.undo();
        self.nodes.pop();
    }

    fn restrict_from(
        &mut self,
        model: &Global<P>,
        graph: &Graph,
        restricted: &Graph,
        renamed: &[Option<EventId>],
    ) {
        self.nodes.clear();
        let kept = model.nodes.iter().zip(renamed).filter(|(_, new)| new.is_some());
        self.nodes.extend(kept.map(|(node, _)| *node));
        let is_exact = self.order.keep_from(&model.order, self.nodes.iter().copied());
        // A group that was cut loses the predecessors of the events it lost.
        let is_cut = |slot: Slot| {
            restricted.last_of(slot).is_some_and(|last| {
                let event = restricted.event(last);
                let next = graph.thread(slot).events.get(event.index as usize + 1);
                next.is_some_and(|next| graph.event(*next).group == event.group)
            })
        };
        if !is_exact || restricted.slots().any(is_cut) {
            self.rebuild(restricted);
        }
    }

    fn happens_before(&self, graph: &Graph, first: EventId, second: EventId) -> bool {
        let (earlier, later) = (graph.event(first), graph.event(second));
        if earlier.thread == later.thread {
            return earlier.index < later.index;
        }
        self.order.is_before(self.node(first), self.node(second))
    }

    fn order((): &(), graph: &Graph) -> Relation {
        axioms::happens_before::<P>(graph)
    }

    fn synchronisation((): &(), graph: &Graph) -> Relation {
        crate::hb::axioms::happens_before::<C11>(graph)
    }

    fn is_consistent((): &(), graph: &Graph) -> bool {
        axioms::is_consistent::<P>(graph)
    }
}
