//! How an order grows by an event, and how it goes back.

use super::{Accesses, Change, Entry, Fence, Location, Mark, Model, Move, Node, Order, Thread};
use super::{EventId, Threading};
use crate::answer::{Reason, Why};
use crate::event::{Event, Source};
use crate::history::History;

impl Order {
    /// The order of no steps.
    pub(crate) fn new(model: Model) -> Order {
        Order {
            model,
            entries: Vec::new(),
            chains: Vec::new(),
            threads: Vec::new(),
            locations: Vec::new(),
            log: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// The order of the steps of a history, without any saturation.
    pub fn of(history: &History, model: Model) -> Result<Order, Reason> {
        let mut order = Order::new(model);
        for id in history.causal_order()? {
            order.add(id.thread, history.event(id))?;
        }
        order.changed.clear();
        Ok(order)
    }

    /// Adds the next event of a thread. Its causes have to be there already.
    pub(crate) fn add(&mut self, thread: Thread, event: Event) -> Result<(), Reason> {
        self.make_room(thread, event);
        let own = thread.0 as usize;
        assert_eq!(self.threads[own].joins, 0, "a thread has ended when it is joined");
        let index = self.threads[own].memory_writes.len() as u32;
        let id = EventId { thread, index };
        let source = event.read().map(|(location, source)| (location, self.memory_write(source)));

        let chain = match self.threads[own].chain {
            Some(chain) => chain,
            None => self.new_chain(|order, chain| order.threads[own].chain = Some(chain)),
        };
        let is_direct = self.model == Model::Sc || event.drains();
        let writes = event.written().filter(|_| is_direct);
        let node = self.push(Move::Perform(id), chain, writes, source);
        self.add_waiting(node, id, event)?;
        let memory_write = match event {
            Event::Write { location, release } if !is_direct => {
                Some(self.add_flush(id, node, location, release)?)
            }
            _ => writes.map(|_| node),
        };
        if let Some((location, source)) = source {
            self.add_source(node, location, source)?;
        }
        self.threads[own].memory_writes.push(memory_write);
        self.log.push(Change::Performed { thread });
        Ok(())
    }

    /// What an event waits for because of threads and fences, and who will wait for it.
    fn add_waiting(&mut self, node: Node, id: EventId, event: Event) -> Result<(), Reason> {
        let own = id.thread.0 as usize;
        if let Event::Create(created) = event {
            let created_thread = &mut self.threads[created.0 as usize];
            let is_new = created_thread.memory_writes.is_empty();
            assert!(
                is_new && created_thread.creator.is_none(),
                "a thread starts once, and then acts"
            );
            created_thread.creator = Some(node);
            self.log.push(Change::Created { thread: created });
        }
        if id.index == 0
            && let Some(creator) = self.threads[own].creator
        {
            self.put_before(creator, node, Why::Creation)?;
        }
        if event.drains() {
            self.entries[node.index()].drains = true;
            for last in self.buffered(own) {
                self.put_before(last, node, Why::Drain)?;
            }
        }
        if let Event::Join(joined) = event {
            self.entries[node.index()].joins = Some(joined);
            let joined = joined.0 as usize;
            self.threads[joined].joins += 1;
            let last = self.threads[joined].chain.and_then(|chain| self.chains[chain].last());
            for last in self.buffered(joined).into_iter().chain(last.copied()) {
                self.put_before(last, node, Why::Joining)?;
            }
        }
        if let (Event::Fence(Fence::Store), Model::Pso) = (event, self.model) {
            let barrier = self.buffered(own);
            let old = std::mem::replace(&mut self.threads[own].barrier, barrier);
            self.log.push(Change::Barrier { thread: id.thread, old });
        }
        Ok(())
    }

    /// The step that takes a write to the memory, in the chain of its buffer.
    fn add_flush(
        &mut self,
        id: EventId,
        performed: Node,
        location: Location,
        release: bool,
    ) -> Result<Node, Reason> {
        let own = id.thread.0 as usize;
        let buffer = match self.model {
            Model::Pso => Some(location),
            Model::Sc | Model::Tso => None,
        };
        let known = self.threads[own].buffers.iter().find(|(name, _)| *name == buffer);
        let chain = match known {
            Some((_, chain)) => *chain,
            None => self.new_chain(|order, chain| order.threads[own].buffers.push((buffer, chain))),
        };
        let earlier = match release {
            true if self.model == Model::Pso => self.buffered(own),
            _ => self.threads[own].barrier.clone(),
        };
        let node = self.push(Move::Flush(id), chain, Some(location), None);
        self.put_before(performed, node, Why::Program)?;
        for write in earlier {
            self.put_before(write, node, Why::StoreOrder)?;
        }
        Ok(node)
    }

    /// A read comes after its source, unless the buffer forwards it. If something else is the last
    /// write before it in its thread, that has left the buffer, and was overwritten by the source;
    /// and if that is an update, by what it reads, too, since nothing comes between. (`rf-tso-pso`
    /// §4.3 (1), which also holds for sources in the own thread.)
    fn add_source(
        &mut self,
        node: Node,
        location: Location,
        source: Option<Node>,
    ) -> Result<(), Reason> {
        let thread = self.entry(node).step.event().thread;
        if let Some(source) = source {
            let is_forwarded = self.entry(source).step.event().thread == thread
                && matches!(self.entry(source).step, Move::Flush(_));
            if !is_forwarded {
                self.put_before(source, node, Why::ReadsFrom)?;
            }
        }
        let writes = self.locations[location.0 as usize].writes.iter();
        let own = writes
            .filter(|(chain, _)| self.is_of(*chain, thread))
            .filter_map(|(_, writes)| writes.iter().rev().find(|write| **write != node))
            .max_by_key(|write| self.entry(**write).step.event().index)
            .copied();
        if let Some(own) = own
            && Some(own) != source
        {
            self.put_before(own, node, Why::Forwarding)?;
            let mut overwriting = source;
            while let Some(write) = overwriting.filter(|write| *write != own) {
                self.put_before(own, write, Why::Observed)?;
                overwriting = self.entry(write).reads.and_then(|(_, source)| source);
            }
        }
        Ok(())
    }

    /// Goes back to what it was at the mark.
    pub(crate) fn undo(&mut self, mark: Mark) {
        self.changed.clear();
        while self.log.len() > mark.0 {
            match self.log.pop().expect("longer than the mark") {
                Change::Clock { node, chain, old } => self.entries[node.index()].clock[chain] = old,
                Change::Edge { from } => {
                    self.entries[from.index()].edges.pop();
                }
                Change::Added => self.pop(),
                Change::Performed { thread } => {
                    self.threads[thread.0 as usize].memory_writes.pop();
                }
                Change::Barrier { thread, old } => self.threads[thread.0 as usize].barrier = old,
                Change::Created { thread } => self.threads[thread.0 as usize].creator = None,
            }
        }
    }

    fn push(
        &mut self,
        step: Move,
        chain: usize,
        writes: Option<Location>,
        reads: Option<(Location, Option<Node>)>,
    ) -> Node {
        let node = Node(self.entries.len() as u32);
        let mut clock = match self.chains[chain].last() {
            Some(last) => self.entry(*last).clock.clone(),
            None => Vec::new(),
        };
        let position = self.chains[chain].len() as u32 + 1;
        clock.resize(clock.len().max(chain + 1), 0);
        clock[chain] = position;
        self.chains[chain].push(node);
        if let Some(location) = writes {
            let writes = &mut self.locations[location.0 as usize].writes;
            match writes.iter_mut().find(|(other, _)| *other == chain) {
                Some((_, writes)) => writes.push(node),
                None => writes.push((chain, vec![node])),
            }
        }
        match reads {
            Some((_, Some(source))) => self.entries[source.index()].readers.push(node),
            Some((location, None)) => {
                self.locations[location.0 as usize].initial_readers.push(node);
            }
            None => {}
        }
        self.entries.push(Entry {
            step,
            chain,
            position,
            writes,
            reads,
            drains: false,
            joins: None,
            readers: Vec::new(),
            clock,
            edges: Vec::new(),
        });
        self.log.push(Change::Added);
        self.changed.push(node);
        node
    }

    /// Removes the last step, which nothing refers to but lists that it is the last of.
    fn pop(&mut self) {
        let entry = self.entries.pop().expect("a step was added");
        self.chains[entry.chain].pop();
        if let Some(joined) = entry.joins {
            self.threads[joined.0 as usize].joins -= 1;
        }
        if let Some(location) = entry.writes {
            let writes = &mut self.locations[location.0 as usize].writes;
            let list = writes.iter_mut().find(|(chain, _)| *chain == entry.chain);
            list.expect("the write is listed").1.pop();
        }
        match entry.reads {
            Some((_, Some(source))) => {
                self.entries[source.index()].readers.pop();
            }
            Some((location, None)) => {
                self.locations[location.0 as usize].initial_readers.pop();
            }
            None => {}
        }
    }

    /// Tables for the threads and locations of an event.
    fn make_room(&mut self, thread: Thread, event: Event) {
        let other = match event {
            Event::Create(other) | Event::Join(other) => other,
            _ => thread,
        };
        let threads = thread.0.max(other.0) as usize + 1;
        if self.threads.len() < threads {
            self.threads.resize_with(threads, Threading::default);
        }
        let accessed = event.written().or(event.read().map(|(location, _)| location));
        let locations = accessed.map_or(0, |location| location.0 as usize + 1);
        if self.locations.len() < locations {
            self.locations.resize_with(locations, Accesses::default);
        }
    }

    fn new_chain(&mut self, register: impl FnOnce(&mut Order, usize)) -> usize {
        let chain = self.chains.len();
        self.chains.push(Vec::new());
        register(self, chain);
        chain
    }

    fn is_of(&self, chain: usize, thread: Thread) -> bool {
        let threading = &self.threads[thread.0 as usize];
        threading.chain == Some(chain) || threading.buffers.iter().any(|(_, own)| *own == chain)
    }

    /// The last steps of a thread's buffers.
    fn buffered(&self, thread: usize) -> Vec<Node> {
        let buffers = self.threads[thread].buffers.iter();
        buffers.filter_map(|(_, chain)| self.chains[*chain].last().copied()).collect()
    }

    fn memory_write(&self, source: Source) -> Option<Node> {
        let Source::Event(id) = source else { return None };
        let writes = &self.threads[id.thread.0 as usize].memory_writes;
        let write = writes.get(id.index as usize).copied().flatten();
        Some(write.expect("a source writes, and is added before its readers"))
    }
}
