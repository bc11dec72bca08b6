//! Which order of chains makes an order acyclic?
//!
//! A chain is a write with the updates that follow directly on each other after it. co orders the chains of each location. Putting one chain before
//! another adds edges to another order, which must stay acyclic: from what the first one has *before* to what the second one has *after*. If that closes a
//! cycle, the chains are the other way round. Where that leaves a choice, one is tried and then the other, so the answer is always right, and found without a choice
//! in the usual case.

use execution::LocationId;
use relation::{Node, Order};

/// The search for a co.
pub(super) struct Search<K> {
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

impl<K: Copy + PartialEq> Search<K> {
    pub(super) fn new(order: Order) -> Search<K> {
        Search { chains: Vec::new(), co: Order::default(), co_nodes: Vec::new(), order }
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

    /// Orders chains for which that is known.
    pub(super) fn put_known(&mut self, is_before: impl Fn(K, K) -> bool) -> Option<()> {
        for first in 0..self.chains.len() {
            for second in 0..self.chains.len() {
                if self.are_comparable(first, second)
                    && is_before(self.chains[first].key, self.chains[second].key)
                {
                    self.put_before(first, second)?;
                }
            }
        }
        Some(())
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

    /// Whether the order stays acyclic if a chain comes before another one.
    fn can_be_before(&self, first: usize, second: usize) -> bool {
        let mut edges = self.chains[first].before.edges(&self.chains[second].after);
        edges.all(|(from, to)| !self.order.is_at_or_before(to, from))
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
    pub(super) fn put_last(&mut self, location: LocationId, key: K) -> Option<()> {
        let is_it = |chain: &Chain<K>| chain.location == location && chain.key == key;
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
                order: self.order.clone(),
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
    pub(super) fn rank(&self, location: LocationId, key: K) -> u32 {
        let is_it = |chain: &Chain<K>| chain.location == location && chain.key == key;
        let chain = self.chains.iter().position(is_it).expect("every write is in a chain");
        self.co.rank(self.co_nodes[chain])
    }
}
