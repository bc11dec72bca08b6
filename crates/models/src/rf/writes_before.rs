//! What coherence forces of co: the order of writes to a location that hb and rf leave no choice
//! about.
//!
//! Of two accesses to a location in hb, the later one has the later write, its own or the one it
//! reads, or the same. An update follows directly on what it reads, so co is an order of *chains*:
//! a write that is no update, the update that reads it, the update that reads that, and so on. The
//! initial contents head a chain before all others. Whatever is before one write of a chain, from
//! outside, is before all of them. Coherence and atomicity can be satisfied if and only if this is
//! an order: then any total order that contains it is a co.

use execution::{Event, EventId, Graph, LocationId, Slot, Source};
use relation::{Node, Order};

/// Where a write stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    /// Its chain; `None` is the chain of the initial contents.
    pub(super) chain: Option<Node>,
    /// How many writes of the chain are before it.
    pub(super) place: u32,
}

impl Position {
    pub(super) const INITIAL: Position = Position { chain: None, place: 0 };
}

/// The order of the chains of a graph.
#[derive(Clone, Default, Debug)]
pub(super) struct WritesBefore {
    order: Order,
    /// For each event, its position if it is a write.
    positions: Vec<Position>,
    /// How many events came all at once, and cannot be removed one by one.
    base: usize,
}

impl WritesBefore {
    pub(super) fn position(&self, source: Source) -> Position {
        match source {
            Source::Initial => Position::INITIAL,
            Source::Write(write) => self.positions[write.index()],
        }
    }

    /// Whether a write is before another one in every co.
    pub(super) fn is_before(&self, first: Source, second: Source) -> bool {
        let (first, second) = (self.position(first), self.position(second));
        match first.chain == second.chain {
            true => first.place < second.place,
            false => self.is_chain_before(first.chain, second.chain),
        }
    }

    /// Whether the graph's co is the only one that a location can have.
    pub(super) fn is_total(&self, graph: &Graph, location: LocationId) -> bool {
        let writes = graph.writes_backwards(location);
        writes.map(Source::Write).is_sorted_by(|later, earlier| self.is_before(*earlier, *later))
    }

    /// Whether a chain is before another one of its location.
    pub(super) fn is_chain_before(&self, first: Option<Node>, second: Option<Node>) -> bool {
        match (first, second) {
            (None, other) => other.is_some(),
            (_, None) => false,
            (Some(one), Some(other)) => self.order.is_before(one, other),
        }
    }

    /// Puts a write before another one. Returns whether that is new.
    fn connect(&mut self, first: Source, second: Source) -> bool {
        debug_assert!(!self.is_before(second, first), "what is offered can be ordered");
        let (first, second) = (self.position(first), self.position(second));
        match (first.chain, second.chain) {
            (Some(one), Some(other)) if !self.order.is_at_or_before(one, other) => {
                self.order.connect(one, other);
                true
            }
            _ => false,
        }
    }

    /// Adds the last event, which has this hb. Returns whether it has ordered chains that were
    /// there before.
    pub(super) fn push(&mut self, graph: &Graph, id: EventId, clock: &[u32]) -> bool {
        self.order.begin();
        let event = graph.event(id);
        let position = self.new_position(graph, id);
        self.positions.push(position);
        let has_ordered = self.order_known(graph, id, clock);
        has_ordered && !(event.is_write() && position.place == 0)
    }

    fn new_position(&mut self, graph: &Graph, id: EventId) -> Position {
        match (graph.event(id).is_write(), graph.updated(id)) {
            (false, _) => Position::INITIAL,
            (true, Some(source)) => {
                let before = self.position(source);
                Position { place: before.place + 1, ..before }
            }
            (true, None) => Position { chain: Some(self.order.add()), place: 0 },
        }
    }

    /// Becomes the order of a graph, whose events have these clocks.
    pub(super) fn rebuild<'a>(&mut self, graph: &Graph, clock: impl Fn(EventId) -> &'a [u32]) {
        self.clear();
        self.base = graph.len();
        for (id, _) in graph.events() {
            let position = self.new_position(graph, id);
            self.positions.push(position);
        }
        for (id, _) in graph.events() {
            self.order_known(graph, id, clock(id));
        }
    }

    pub(super) fn clear(&mut self) {
        self.order = Order::default();
        self.positions.clear();
        self.base = 0;
    }

    /// How many events it knows.
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// Orders what happens before an access.
    pub(super) fn order_known(&mut self, graph: &Graph, id: EventId, clock: &[u32]) -> bool {
        let event = graph.event(id);
        let (Some(location), Some(own)) = (event.label.location(), source(id, event)) else {
            return false;
        };
        let mut has_ordered = false;
        for known in Known::new(graph, location, clock, Some((event.thread, event.index))).sources()
        {
            has_ordered |= known != own && self.connect(known, own);
        }
        has_ordered
    }

    /// Forgets the last event, or everything if that did not come by itself.
    pub(super) fn pop(&mut self) {
        if self.positions.len() <= self.base {
            return self.clear();
        }
        self.order.undo();
        self.positions.pop();
    }

    /// Becomes the order of a restricted graph, whose events have these clocks.
    pub(super) fn restrict_from<'a>(
        &mut self,
        other: &WritesBefore,
        graph: &Graph,
        renamed: &[Option<EventId>],
        clock: impl Fn(EventId) -> &'a [u32],
    ) {
        self.positions.clear();
        let kept = other.positions.iter().zip(renamed).filter(|(_, new)| new.is_some());
        self.positions.extend(kept.map(|(position, _)| *position));
        self.base = self.positions.len();
        let chains = self.positions.iter().filter_map(|position| position.chain);
        self.order.keep_from(&other.order, chains);
        let mut edges: Vec<(Node, Node)> = Vec::new();
        for (id, event) in graph.events() {
            let (Some(location), Some(own)) = (event.label.location(), source(id, event)) else {
                continue;
            };
            let Some(own) = self.position(own).chain else { continue };
            let known = Known::new(graph, location, clock(id), Some((event.thread, event.index)));
            edges.extend(
                known.sources().filter_map(|known| Some((own, self.position(known).chain?))),
            );
        }
        edges.sort_unstable();
        edges.dedup();
        self.order.rebuild(|node, insert| {
            let start = edges.partition_point(|(to, _)| *to < node);
            edges[start..]
                .iter()
                .take_while(|(to, _)| *to == node)
                .for_each(|(_, from)| insert(*from));
        });
    }
}

/// The write that an access stands for: its own, or the one it reads.
pub(super) fn source(id: EventId, event: &Event) -> Option<Source> {
    if event.is_write() { Some(Source::Write(id)) } else { event.is_read().then_some(event.rf) }
}

/// For each thread, the last access to a location that a clock covers.
pub(super) struct Known {
    last: Vec<Option<(u32, Source)>>,
}

impl Known {
    /// Leaves out the events of one thread from a position on.
    pub(super) fn new(
        graph: &Graph,
        location: LocationId,
        clock: &[u32],
        limit: Option<(Slot, u32)>,
    ) -> Known {
        let mut last: Vec<Option<(u32, Source)>> = vec![None; graph.capacity()];
        for id in graph.writes_backwards(location).chain(graph.reads(location)) {
            let event = graph.event(id);
            let is_out =
                limit.is_some_and(|(slot, index)| event.thread == slot && event.index >= index);
            if is_out || clock[event.thread.index()] <= event.group {
                continue;
            }
            let entry = &mut last[event.thread.index()];
            if entry.is_none_or(|(index, _)| index < event.index) {
                *entry = source(id, event).map(|source| (event.index, source));
            }
        }
        Known { last }
    }

    /// The writes that the accesses stand for.
    pub(super) fn sources(&self) -> impl Iterator<Item = Source> {
        self.last.iter().flatten().map(|(_, source)| *source)
    }
}
