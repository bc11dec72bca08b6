//! Is there a co that psc accepts?
//!
//! Writes-before leaves some chains of a location unordered, and psc may need one order of them or the other, which is a
//! search. An edge of co from one chain to another adds to psc what leads from the seq_cst events that come before the first one, or
//! its readers, to those that come after the second one; if that closes a cycle, the chains are the other way round. Where that
//! leaves a choice, one is tried and then the other.

use super::writes_before::{Position, WritesBefore};
use crate::hb::Synchronisation;
use crate::hb::axioms::PartialSc;
use execution::{EventId, Graph, LocationId, Source};
use relation::{Node, Order, Relation};

/// The search for a co.
pub(super) struct Search {
    chains: Vec<Chain>,
    /// Of chains, by their numbers.
    co: Order,
    co_nodes: Vec<Node>,
    psc: Order,
}

/// Writes that follow directly on each other.
struct Chain {
    location: LocationId,
    position: Option<Node>,
    before: Ends,
    after: Ends,
}

/// The seq_cst events at one end of an edge of co.
#[derive(Clone, Default)]
struct Ends {
    events: Vec<Node>,
    fences: Vec<Node>,
}

impl Ends {
    fn extend(&mut self, other: &Ends) {
        self.events.extend_from_slice(&other.events);
        self.fences.extend_from_slice(&other.fences);
    }

    /// The edges from these events to others.
    fn edges<'a>(&'a self, after: &'a Ends) -> impl Iterator<Item = (Node, Node)> + 'a {
        let pairs = |from: &'a [Node], to: &'a [Node]| {
            from.iter().flat_map(move |from| to.iter().map(move |to| (*from, *to)))
        };
        pairs(&self.events, &after.events).chain(pairs(&self.fences, &after.fences))
    }
}

impl Search {
    /// Starts with what is certain; `None` if that is already a contradiction.
    pub(super) fn new<S: Synchronisation>(
        graph: &Graph,
        hb: &Relation,
        writes: &WritesBefore,
    ) -> Option<Search> {
        let parts = PartialSc::new::<S>(graph, hb);
        let mut psc = Order::default();
        let nodes: Vec<Option<Node>> = graph
            .events()
            .map(|(_, event)| S::mode(&event.label).is_sequential.then(|| psc.add()))
            .collect();
        let mut search =
            Search { chains: Vec::new(), co: Order::default(), co_nodes: Vec::new(), psc };
        for (from, node) in nodes.iter().enumerate() {
            let Some(node) = *node else { continue };
            for to in parts.fixed.successors(from) {
                let to = nodes[to].expect("psc is between seq_cst events");
                search.connect(node, to)?;
            }
        }
        search.add_chains(graph, writes, &nodes, &parts)?;
        Some(search)
    }

    #[must_use]
    fn connect(&mut self, from: Node, to: Node) -> Option<()> {
        if self.psc.is_at_or_before(to, from) {
            return None;
        }
        self.psc.connect(from, to);
        Some(())
    }

    #[must_use]
    fn connect_all(&mut self, edges: &[(Node, Node)]) -> Option<()> {
        edges.iter().try_for_each(|(from, to)| self.connect(*from, *to))
    }

    fn add_chains(
        &mut self,
        graph: &Graph,
        writes: &WritesBefore,
        nodes: &[Option<Node>],
        parts: &PartialSc,
    ) -> Option<()> {
        let (before, after) = ends(graph, nodes, parts);
        for location in graph.locations() {
            let mut members: Vec<EventId> = graph.writes_backwards(location).collect();
            let key = |write: &EventId| {
                let Position { chain, place } = writes.position(Source::Write(*write));
                (chain, place)
            };
            members.sort_by_key(key);
            let initial = self.initial_ends(graph, location, nodes, parts);
            let mut chain =
                Chain { location, position: None, before: initial, after: Ends::default() };
            for write in members {
                let (position, _) = key(&write);
                if position != chain.position {
                    let next = Chain {
                        location,
                        position,
                        before: Ends::default(),
                        after: Ends::default(),
                    };
                    self.add_chain(std::mem::replace(&mut chain, next));
                }
                let after = &after[write.index()];
                let edges: Vec<_> = chain.before.edges(after).collect();
                self.connect_all(&edges)?;
                chain.before.extend(&before[write.index()]);
                chain.after.extend(after);
            }
            self.add_chain(chain);
        }
        // What is certain of co.
        for first in 0..self.chains.len() {
            for second in 0..self.chains.len() {
                if self.are_comparable(first, second)
                    && is_before(writes, &self.chains[first], &self.chains[second])
                {
                    self.put_before(first, second)?;
                }
            }
        }
        Some(())
    }

    fn add_chain(&mut self, chain: Chain) {
        self.chains.push(chain);
        self.co_nodes.push(self.co.add());
    }

    /// What comes before the readers of the initial contents.
    fn initial_ends(
        &self,
        graph: &Graph,
        location: LocationId,
        nodes: &[Option<Node>],
        parts: &PartialSc,
    ) -> Ends {
        let mut ends = Ends::default();
        for reader in graph.readers(location, Source::Initial) {
            ends.extend(&before_event(reader, nodes, parts));
        }
        ends
    }

    fn are_comparable(&self, first: usize, second: usize) -> bool {
        first != second && self.chains[first].location == self.chains[second].location
    }

    fn is_in_co(&self, first: usize, second: usize) -> bool {
        self.co.is_before(self.co_nodes[first], self.co_nodes[second])
    }

    /// Puts a chain before another one, and with it what is before it and after the other one.
    fn put_before(&mut self, first: usize, second: usize) -> Option<()> {
        if self.is_in_co(first, second) {
            return Some(());
        }
        if self.is_in_co(second, first) {
            return None;
        }
        let comparable = |chain: usize| self.are_comparable(first, chain) || chain == first;
        let group: Vec<usize> = (0..self.chains.len()).filter(|chain| comparable(*chain)).collect();
        let new: Vec<(usize, usize)> = group
            .iter()
            .flat_map(|one| group.iter().map(move |other| (*one, *other)))
            .filter(|(one, other)| {
                (*one == first || self.is_in_co(*one, first))
                    && (*other == second || self.is_in_co(second, *other))
                    && !self.is_in_co(*one, *other)
            })
            .collect();
        self.co.connect(self.co_nodes[first], self.co_nodes[second]);
        for (one, other) in new {
            let edges: Vec<_> = self.chains[one].before.edges(&self.chains[other].after).collect();
            self.connect_all(&edges)?;
        }
        Some(())
    }

    /// Whether psc has no cycle if a chain comes before another one.
    fn can_be_before(&self, first: usize, second: usize) -> bool {
        let mut edges = self.chains[first].before.edges(&self.chains[second].after);
        edges.all(|(from, to)| !self.psc.is_at_or_before(to, from))
    }

    /// The first pair of chains that is in no order.
    fn find_open(&self) -> Option<(usize, usize)> {
        let count = self.chains.len();
        let mut pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        pairs.find(|(one, other)| {
            self.are_comparable(*one, *other)
                && !self.is_in_co(*one, *other)
                && !self.is_in_co(*other, *one)
        })
    }

    /// Orders what has only one way left, until nothing changes; `None` if something has none.
    fn saturate(&mut self) -> Option<()> {
        loop {
            let mut has_changed = false;
            for one in 0..self.chains.len() {
                for other in one + 1..self.chains.len() {
                    if !self.are_comparable(one, other)
                        || self.is_in_co(one, other)
                        || self.is_in_co(other, one)
                    {
                        continue;
                    }
                    match (self.can_be_before(one, other), self.can_be_before(other, one)) {
                        (true, true) => continue,
                        (true, false) => self.put_before(one, other)?,
                        (false, true) => self.put_before(other, one)?,
                        (false, false) => return None,
                    }
                    has_changed = true;
                }
            }
            if !has_changed {
                return Some(());
            }
        }
    }

    /// Puts every chain of a location before that of this write, which must be the last of its chain.
    pub(super) fn put_last(&mut self, location: LocationId, position: Option<Node>) -> Option<()> {
        let is_it = |chain: &Chain| chain.location == location && chain.position == position;
        let last = self.chains.iter().position(is_it)?;
        (0..self.chains.len())
            .filter(|chain| self.are_comparable(*chain, last))
            .collect::<Vec<_>>()
            .into_iter()
            .try_for_each(|chain| self.put_before(chain, last))
    }

    /// Orders all chains; whether that is possible.
    pub(super) fn run(&mut self) -> bool {
        if self.saturate().is_none() {
            return false;
        }
        let Some((one, other)) = self.find_open() else { return true };
        [(one, other), (other, one)].into_iter().any(|(first, second)| {
            let mut copy = Search {
                chains: std::mem::take(&mut self.chains),
                co: self.co.clone(),
                co_nodes: self.co_nodes.clone(),
                psc: self.psc.clone(),
            };
            let found = copy.put_before(first, second).is_some() && copy.run();
            if found {
                *self = copy;
            } else {
                self.chains = copy.chains;
            }
            found
        })
    }

    /// How many chains are before that of a write in the co that was found.
    pub(super) fn rank(&self, location: LocationId, position: Option<Node>) -> u32 {
        let is_it = |chain: &Chain| chain.location == location && chain.position == position;
        let chain = self.chains.iter().position(is_it).expect("every write is in a chain");
        self.co.rank(self.co_nodes[chain])
    }
}

fn is_before(writes: &WritesBefore, first: &Chain, second: &Chain) -> bool {
    writes.is_chain_before(first.position, second.position)
}

/// For each write, what comes before it or its readers, and what comes after it.
fn ends(graph: &Graph, nodes: &[Option<Node>], parts: &PartialSc) -> (Vec<Ends>, Vec<Ends>) {
    let mut before = vec![Ends::default(); graph.len()];
    let mut after = vec![Ends::default(); graph.len()];
    for (id, event) in graph.events() {
        match super::writes_before::source(id, event) {
            Some(Source::Write(write)) => {
                before[write.index()].extend(&before_event(id, nodes, parts));
            }
            _ => continue,
        }
        if event.is_write() {
            let all = |relation: &Relation| {
                relation.successors(id.index()).filter_map(|to| nodes[to]).collect()
            };
            after[id.index()] = Ends { events: all(&parts.after), fences: all(&parts.fence_after) };
        }
    }
    (before, after)
}

/// The seq_cst events that come before an access.
fn before_event(id: EventId, nodes: &[Option<Node>], parts: &PartialSc) -> Ends {
    let all = |relation: &Relation| {
        (0..nodes.len())
            .filter(|from| relation.contains(*from, id.index()))
            .filter_map(|from| nodes[from])
            .collect()
    };
    Ends { events: all(&parts.before), fences: all(&parts.fence_before) }
}
