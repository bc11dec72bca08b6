//! What comes before what among the steps of a machine, as a partial order that grows event by
//! event and can go back.
//!
//! The steps form *chains*: the performed events of a thread are one, and so is what passes through
//! one buffer. A step's *vector clock* says, for each chain, how many of its first steps come
//! before that step, itself included (`rf-sc` §7). So whether one step is before another is one
//! comparison, and a set of steps that is closed under "before" is a vector too.
//!
//! Here is the order that the machine and reads-from demand directly (`rf-tso-pso` §2 PO, §4.3
//! (1)); the rules that follow from it are in [`crate::saturation`]. Under SC a write is one step
//! in its thread's chain; otherwise it has two, and the one in the buffer's chain is the write to
//! the memory. An update is one step under all models.

mod grow;

use crate::answer::{Link, Reason, Why};
use crate::event::{EventId, Fence, Location, Thread};
use crate::machine::{Model, Move};

/// A step's number in one order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Node(u32);

impl Node {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A step, and what it is related to.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) step: Move,
    pub(crate) chain: usize,
    /// Its place in its chain, from 1.
    pub(crate) position: u32,
    /// The location that it changes in the memory.
    pub(crate) writes: Option<Location>,
    /// What it reads, and the write to the memory that it reads from; none is the initial value.
    pub(crate) reads: Option<(Location, Option<Node>)>,
    /// Whether it waits until the buffers of its thread are empty, and for the end of which thread
    /// it waits.
    pub(crate) drains: bool,
    pub(crate) joins: Option<Thread>,
    /// The steps that read from it.
    pub(crate) readers: Vec<Node>,
    /// For each chain, how many of its steps are before this one, itself included. Chains beyond
    /// its end have none.
    clock: Vec<u32>,
    /// The steps that come after it for another reason than the order of the chain.
    edges: Vec<(Node, Why)>,
}

/// What there is of a thread.
#[derive(Clone, Default, Debug)]
pub(crate) struct Threading {
    /// The chain of performed events.
    pub(crate) chain: Option<usize>,
    /// The chains of its buffers; under PSO with their locations.
    pub(crate) buffers: Vec<(Option<Location>, usize)>,
    /// For each event, the step that writes it to the memory.
    memory_writes: Vec<Option<Node>>,
    /// The last writes to the memory before the last store fence.
    barrier: Vec<Node>,
    creator: Option<Node>,
    /// How many steps join it.
    joins: u32,
}

/// What there is of a location.
#[derive(Clone, Default, Debug)]
pub(crate) struct Accesses {
    /// The writes to the memory, for each chain that has some.
    pub(crate) writes: Vec<(usize, Vec<Node>)>,
    /// The reads of the initial value.
    pub(crate) initial_readers: Vec<Node>,
}

/// A partial order of the steps of a machine.
#[derive(Clone, Debug)]
pub struct Order {
    model: Model,
    entries: Vec<Entry>,
    chains: Vec<Vec<Node>>,
    threads: Vec<Threading>,
    locations: Vec<Accesses>,
    /// What was done, to be undone from the end.
    log: Vec<Change>,
    /// The steps whose clocks have grown since they were last taken.
    changed: Vec<Node>,
}

/// What can be undone.
#[derive(Clone, Debug)]
enum Change {
    Clock { node: Node, chain: usize, old: u32 },
    Edge { from: Node },
    Added,
    Performed { thread: Thread },
    Barrier { thread: Thread, old: Vec<Node> },
    Created { thread: Thread },
}

/// A state of an order that it can go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

impl Order {
    pub(crate) fn model(&self) -> Model {
        self.model
    }

    pub(crate) fn entry(&self, node: Node) -> &Entry {
        &self.entries[node.index()]
    }

    pub(crate) fn nodes(&self) -> impl ExactSizeIterator<Item = Node> + use<> {
        (0..self.entries.len() as u32).map(Node)
    }

    pub(crate) fn chains(&self) -> &[Vec<Node>] {
        &self.chains
    }

    pub(crate) fn threads(&self) -> &[Threading] {
        &self.threads
    }

    pub(crate) fn locations(&self) -> &[Accesses] {
        &self.locations
    }

    /// Whether a step has to come before another one.
    pub(crate) fn is_before(&self, first: Node, second: Node) -> bool {
        let entry = self.entry(first);
        let clock = &self.entry(second).clock;
        first != second && clock.get(entry.chain).is_some_and(|known| *known >= entry.position)
    }

    /// Whether every witness has a step before another one, as far as this order knows. Steps that
    /// it does not have are related to nothing.
    pub fn demands(&self, first: Move, second: Move) -> bool {
        let nodes = self.node(first).zip(self.node(second));
        nodes.is_some_and(|(first, second)| self.is_before(first, second))
    }

    fn node(&self, step: Move) -> Option<Node> {
        let EventId { thread, index } = step.event();
        let threading = self.threads.get(thread.0 as usize)?;
        let node = match step {
            Move::Perform(_) => self.chains[threading.chain?].get(index as usize).copied(),
            Move::Flush(_) => threading.memory_writes.get(index as usize).copied().flatten(),
        };
        node.filter(|node| self.entry(*node).step == step)
    }

    /// For each chain, how many of its steps are before this one, itself included. The chains that
    /// are left out have none.
    pub(crate) fn clock(&self, node: Node) -> &[u32] {
        &self.entry(node).clock
    }

    /// How many steps are before this one, itself included: a number that grows along the order.
    pub(crate) fn height(&self, node: Node) -> u32 {
        self.entry(node).clock.iter().sum()
    }

    /// Whether some write waits for one to another location that is in a buffer of the same thread:
    /// more than the buffers themselves demand.
    pub(crate) fn has_store_order(&self) -> bool {
        self.entries.iter().any(|entry| entry.edges.iter().any(|(_, why)| *why == Why::StoreOrder))
    }

    /// The steps whose clocks have grown.
    pub(crate) fn next_changed(&mut self) -> Option<Node> {
        self.changed.pop()
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(self.log.len())
    }

    /// Puts a step before another, and everything before it; or says why that cannot be.
    pub(crate) fn put_before(&mut self, first: Node, second: Node, why: Why) -> Result<(), Reason> {
        if first == second || self.is_before(second, first) {
            return Err(self.cycle(first, second, why));
        }
        if self.is_before(first, second) {
            return Ok(());
        }
        self.entries[first.index()].edges.push((second, why));
        self.log.push(Change::Edge { from: first });
        // There is no cycle, so this ends: a step is left when its clock has what those before it
        // have.
        let mut open = vec![(first, second)];
        while let Some((from, to)) = open.pop() {
            if self.join(from, to) {
                self.changed.push(to);
                let Entry { chain, position, .. } = self.entries[to.index()];
                open.extend(self.chains[chain].get(position as usize).map(|next| (to, *next)));
                open.extend(self.entries[to.index()].edges.iter().map(|(next, _)| (to, *next)));
            }
        }
        Ok(())
    }

    /// Adds what is before one step to what is before another. Whether that was anything new.
    fn join(&mut self, from: Node, to: Node) -> bool {
        let clock = std::mem::take(&mut self.entries[from.index()].clock);
        let own = &mut self.entries[to.index()].clock;
        if own.len() < clock.len() {
            own.resize(clock.len(), 0);
        }
        let before = self.log.len();
        for (chain, (own, new)) in own.iter_mut().zip(&clock).enumerate() {
            if *own < *new {
                self.log.push(Change::Clock { node: to, chain, old: *own });
                *own = *new;
            }
        }
        self.entries[from.index()].clock = clock;
        self.log.len() > before
    }

    /// The cycle that a pair would close: a shortest way back, and the pair itself.
    fn cycle(&self, first: Node, second: Node, why: Why) -> Reason {
        let mut came_from: Vec<Option<(Node, Why)>> = vec![None; self.entries.len()];
        let mut queue = vec![second];
        let mut done = 0;
        while came_from[first.index()].is_none() && done < queue.len() && first != second {
            let node = queue[done];
            done += 1;
            for (next, why) in self.successors(node) {
                if next != second && came_from[next.index()].is_none() {
                    came_from[next.index()] = Some((node, why));
                    queue.push(next);
                }
            }
        }
        let link = |from: Node, to: Node, why| Link {
            from: self.entry(from).step,
            to: self.entry(to).step,
            why,
        };
        let mut links = vec![link(first, second, why)];
        let mut node = first;
        while let Some((from, why)) = came_from[node.index()] {
            links.push(link(from, node, why));
            node = from;
        }
        links.reverse();
        Reason::Cycle(links)
    }

    fn successors(&self, node: Node) -> impl Iterator<Item = (Node, Why)> + '_ {
        let Entry { step, chain, position, .. } = &self.entries[node.index()];
        let why = match step {
            Move::Perform(_) => Why::Program,
            Move::Flush(_) => Why::Buffer,
        };
        let next = self.chains[*chain].get(*position as usize).map(|next| (*next, why));
        next.into_iter().chain(self.entries[node.index()].edges.iter().copied())
    }

    /// All steps in an order that respects this one.
    pub(crate) fn linearisation(&self) -> Vec<Move> {
        let mut nodes: Vec<Node> = self.nodes().collect();
        nodes.sort_by_key(|node| self.height(*node));
        nodes.into_iter().map(|node| self.entry(node).step).collect()
    }
}
