//! Which order of chains makes an order acyclic?
//!
//! A chain is a write with the updates that follow directly on each other after it. co orders the
//! chains of each location. Putting one chain before another adds edges to another order, which
//! must stay acyclic: from what the first one has *before* to what the second one has *after*. If
//! that closes a cycle, the chains are the other way round. Where that leaves a choice, all others
//! are guessed at once, which is right in the usual case; if it is not, one is tried and then the
//! other, so that the answer is always right.
//!
//! Executions may be long, so that nothing here is done more often than there are pairs of chains
//! of a location, but for each choice that is taken back.

use execution::LocationId;
use relation::{Node, Order};
use std::ops::Range;

/// The search for a co.
pub(super) struct WitnessSearch<K> {
    chains: Vec<Chain<K>>,
    /// Of chains, by their numbers.
    co: Order,
    co_nodes: Vec<Node>,
    /// What must stay acyclic.
    order: Order,
}

/// Writes that follow directly on each other.
pub(super) struct Chain<K> {
    pub(super) location: LocationId,
    /// What the chain is called.
    pub(super) key: K,
    pub(super) before: Ends,
    pub(super) after: Ends,
}

impl<K> Chain<K> {
    pub(super) fn new(location: LocationId, key: K) -> Chain<K> {
        Chain { location, key, before: Ends::default(), after: Ends::default() }
    }
}

/// What is at one end of an edge of co, in two kinds of edges that do not mix.
#[derive(Clone, Default)]
pub(super) struct Ends {
    pub(super) events: Vec<Node>,
    pub(super) fences: Vec<Node>,
}

impl Ends {
    pub(super) fn extend(&mut self, other: &Ends) {
        self.events.extend_from_slice(&other.events);
        self.fences.extend_from_slice(&other.fences);
    }

    /// The edges from these to others.
    pub(super) fn edges<'a>(&'a self, after: &'a Ends) -> impl Iterator<Item = (Node, Node)> + 'a {
        let pairs = |from: &'a [Node], to: &'a [Node]| {
            from.iter().flat_map(move |from| to.iter().map(move |to| (*from, *to)))
        };
        pairs(&self.events, &after.events).chain(pairs(&self.fences, &after.fences))
    }
}

/// Adds the edges that follow if a chain comes before another one; `None` if that closes a cycle.
fn connect_chains<K>(
    order: &mut Order,
    chains: &[Chain<K>],
    first: usize,
    second: usize,
) -> Option<()> {
    let mut edges = chains[first].before.edges(&chains[second].after);
    edges.all(|(from, to)| order.try_connect(from, to)).then_some(())
}

impl<K: Copy + PartialEq> WitnessSearch<K> {
    pub(super) fn new(order: Order) -> WitnessSearch<K> {
        WitnessSearch { chains: Vec::new(), co: Order::default(), co_nodes: Vec::new(), order }
    }

    /// Adds an edge to the order; `None` if it closes a cycle.
    #[must_use]
    pub(super) fn connect(&mut self, from: Node, to: Node) -> Option<()> {
        self.order.try_connect(from, to).then_some(())
    }

    #[must_use]
    pub(super) fn connect_all(&mut self, edges: &[(Node, Node)]) -> Option<()> {
        edges.iter().try_for_each(|(from, to)| self.connect(*from, *to))
    }

    pub(super) fn add_chain(&mut self, chain: Chain<K>) {
        self.chains.push(chain);
        self.co_nodes.push(self.co.add());
    }

    /// Orders chains for which that is known: `is_before` is a strict partial order. Each chain is
    /// put after those before it when nothing is after it yet, which costs no more than there are
    /// pairs.
    pub(super) fn put_known(&mut self, is_before: impl Fn(K, K) -> bool) -> Option<()> {
        let mut start = 0;
        while start < self.chains.len() {
            let group = self.group(start);
            let is_before = |first: usize, second: usize| {
                first != second && is_before(self.chains[first].key, self.chains[second].key)
            };
            let count = |second| group.clone().filter(|first| is_before(*first, second)).count();
            let mut sorted: Vec<(usize, usize)> =
                group.clone().map(|chain| (count(chain), chain)).collect();
            sorted.sort_unstable();
            for (_, second) in sorted {
                for first in group.clone().filter(|first| is_before(*first, second)) {
                    self.co.append(self.co_nodes[first], self.co_nodes[second]);
                    connect_chains(&mut self.order, &self.chains, first, second)?;
                }
            }
            start = group.end;
        }
        Some(())
    }

    /// The chains of one chain's location. They were added one after the other.
    fn group(&self, chain: usize) -> Range<usize> {
        let location = self.chains[chain].location;
        let is_same = |chain: &&Chain<K>| chain.location == location;
        let before = self.chains[..chain].iter().rev().take_while(is_same).count();
        let after = self.chains[chain..].iter().take_while(is_same).count();
        chain - before..chain + after
    }

    fn is_in_co(&self, first: usize, second: usize) -> bool {
        self.co.is_before(self.co_nodes[first], self.co_nodes[second])
    }

    fn is_open(&self, first: usize, second: usize) -> bool {
        !self.is_in_co(first, second) && !self.is_in_co(second, first)
    }

    /// Puts a chain before another one, and with it what is before it and after the other one.
    fn put_before(&mut self, first: usize, second: usize) -> Option<()> {
        if self.is_in_co(first, second) {
            return Some(());
        }
        if self.is_in_co(second, first) {
            return None;
        }
        // What is before the second one, or after the first one, is not new to those on the other
        // side.
        let group = self.group(first);
        let is_earlier = |one: &usize| {
            (*one == first || self.is_in_co(*one, first)) && !self.is_in_co(*one, second)
        };
        let is_later = |other: &usize| {
            (*other == second || self.is_in_co(second, *other)) && !self.is_in_co(first, *other)
        };
        let earlier: Vec<usize> = group.clone().filter(is_earlier).collect();
        let later: Vec<usize> = group.filter(is_later).collect();
        self.co.connect(self.co_nodes[first], self.co_nodes[second]);
        for one in &earlier {
            for other in &later {
                connect_chains(&mut self.order, &self.chains, *one, *other)?;
            }
        }
        Some(())
    }

    /// Whether the order stays acyclic if a chain comes before another one.
    fn can_be_before(&self, first: usize, second: usize) -> bool {
        let mut edges = self.chains[first].before.edges(&self.chains[second].after);
        edges.all(|(from, to)| !self.order.is_at_or_before(to, from))
    }

    /// The pairs of chains of the same location.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<K> {
        let ends: Vec<usize> = (0..self.chains.len()).map(|one| self.group(one).end).collect();
        let pairs = ends.into_iter().enumerate();
        pairs.flat_map(|(one, end)| (one + 1..end).map(move |other| (one, other)))
    }

    /// The first pair of chains that is in no order.
    fn find_open(&self) -> Option<(usize, usize)> {
        self.pairs().find(|(one, other)| self.is_open(*one, *other))
    }

    /// Orders what has only one way left, until nothing changes; `None` if something has none.
    fn saturate(&mut self) -> Option<()> {
        let mut open: Vec<(usize, usize)> = self.pairs().collect();
        loop {
            let mut has_changed = false;
            open.retain(|(one, other)| self.is_open(*one, *other));
            for (one, other) in &open {
                if !self.is_open(*one, *other) {
                    continue;
                }
                match (self.can_be_before(*one, *other), self.can_be_before(*other, *one)) {
                    (true, true) => continue,
                    (true, false) => self.put_before(*one, *other)?,
                    (false, true) => self.put_before(*other, *one)?,
                    (false, false) => return None,
                }
                has_changed = true;
            }
            if !has_changed {
                return Some(());
            }
        }
    }

    /// Orders all pairs as they come, without a way back; `None` if that leads to a contradiction.
    fn guess(&mut self) -> Option<()> {
        for (one, other) in self.pairs() {
            if !self.is_open(one, other) {
                continue;
            }
            match self.can_be_before(one, other) {
                true => self.put_before(one, other)?,
                false => self.put_before(other, one)?,
            }
        }
        Some(())
    }

    /// Puts every chain of a location before that of this write, which must be the last of its
    /// chain.
    pub(super) fn put_last(&mut self, location: LocationId, key: K) -> Option<()> {
        let is_it = |chain: &Chain<K>| chain.location == location && chain.key == key;
        let last = self.chains.iter().position(is_it)?;
        let mut others = self.group(last).filter(|chain| *chain != last);
        others.try_for_each(|chain| self.put_before(chain, last))
    }

    /// Orders all chains; whether that is possible.
    pub(super) fn run(&mut self) -> bool {
        if self.saturate().is_none() {
            return false;
        }
        let Some((one, other)) = self.find_open() else { return true };
        self.attempt(|search| search.guess().is_some())
            || [(one, other), (other, one)].into_iter().any(|(first, second)| {
                self.attempt(|search| search.put_before(first, second).is_some() && search.run())
            })
    }

    /// Works on a copy, and keeps it if that succeeds.
    fn attempt(&mut self, work: impl FnOnce(&mut WitnessSearch<K>) -> bool) -> bool {
        let mut copy = WitnessSearch {
            chains: std::mem::take(&mut self.chains),
            co: self.co.clone(),
            co_nodes: self.co_nodes.clone(),
            order: self.order.clone(),
        };
        let has_succeeded = work(&mut copy);
        if has_succeeded {
            *self = copy;
        } else {
            self.chains = copy.chains;
        }
        has_succeeded
    }

    /// How many chains are before that of a write in the co that was found.
    pub(super) fn rank(&self, location: LocationId, key: K) -> u32 {
        let is_it = |chain: &Chain<K>| chain.location == location && chain.key == key;
        let chain = self.chains.iter().position(is_it).expect("every write is in a chain");
        self.co.rank(self.co_nodes[chain])
    }
}
