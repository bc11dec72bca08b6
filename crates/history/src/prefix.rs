//! A prefix of a possible witness: which steps were taken, and which may be next.
//!
//! An *executable* step (`rf-tso-pso` §4.1) has everything before it in the order behind it, and
//! does not overwrite what a read still waits for: a location is *held* while a read of what is in
//! the memory is to come. So what a read is to see stays there until it has been performed, and a
//! prefix is right by construction.
//!
//! A write that is still waited for was never overwritten. Therefore it does not matter in which
//! order the steps of a prefix were taken, only which they are.

use crate::event::Location;
use crate::order::{Node, Order};

/// The first steps of each chain, with what they leave to be done.
#[derive(Clone, Debug)]
pub(crate) struct Prefix {
    /// For each chain, how many steps were taken.
    taken: Vec<u32>,
    /// For each chain, how many of them write to the memory.
    written: Vec<u32>,
    /// For each location, how many reads are to come of what is in the memory.
    waiting: Vec<u32>,
    /// For each step, how many reads of it are to come.
    unread: Vec<u32>,
    left: usize,
}

impl Prefix {
    /// No step.
    pub(crate) fn empty(order: &Order) -> Prefix {
        let readers = |accesses: &crate::order::Accesses| accesses.initial_readers.len() as u32;
        Prefix {
            taken: vec![0; order.chains().len()],
            written: vec![0; order.chains().len()],
            waiting: order.locations().iter().map(readers).collect(),
            unread: order.nodes().map(|node| order.entry(node).readers.len() as u32).collect(),
            left: order.nodes().len(),
        }
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.left == 0
    }

    /// For each chain, how many steps write to the memory: the lower set of writes.
    pub(crate) fn written(&self) -> &[u32] {
        &self.written
    }

    pub(crate) fn taken(&self, chain: usize) -> u32 {
        self.taken[chain]
    }

    pub(crate) fn has(&self, order: &Order, node: Node) -> bool {
        let entry = order.entry(node);
        self.taken[entry.chain] >= entry.position
    }

    /// The next step of a chain.
    pub(crate) fn next(&self, order: &Order, chain: usize) -> Option<Node> {
        order.chains()[chain].get(self.taken[chain] as usize).copied()
    }

    /// Whether no read of it is to come.
    pub(crate) fn is_read(&self, node: Node) -> bool {
        self.unread[node.index()] == 0
    }

    pub(crate) fn is_held(&self, location: Location) -> bool {
        self.waiting[location.0 as usize] > 0
    }

    /// Whether this, the next step of its chain, can be taken.
    pub(crate) fn is_executable(&self, order: &Order, node: Node) -> bool {
        let entry = order.entry(node);
        // An update is itself one of those that wait.
        let own = u32::from(entry.reads.is_some());
        let is_free = entry.writes.is_none_or(|location| self.waiting[location.0 as usize] == own);
        let clock = order.clock(node);
        let behind = |(chain, (known, taken)): (usize, (&u32, &u32))| {
            *known <= *taken + u32::from(chain == entry.chain)
        };
        is_free && clock.iter().zip(&self.taken).enumerate().all(behind)
    }

    /// Takes the next step of a chain.
    pub(crate) fn take(&mut self, order: &Order, node: Node) {
        let entry = order.entry(node);
        self.taken[entry.chain] += 1;
        self.left -= 1;
        if let Some((location, source)) = entry.reads {
            let is_in_memory = source.is_none_or(|source| self.has(order, source));
            self.waiting[location.0 as usize] -= u32::from(is_in_memory);
            if let Some(source) = source {
                self.unread[source.index()] -= 1;
            }
        }
        if let Some(location) = entry.writes {
            self.written[entry.chain] += 1;
            self.waiting[location.0 as usize] += self.unread[node.index()];
        }
    }
}
