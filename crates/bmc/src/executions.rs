//! The executions of an acyclic program as a formula, before any model has a say: which events are
//! executed, what they read and from whom (`dat3m-thesis` §4.5.1–4.5.3).
//!
//! Guarantee: the assignments are the executions in which every executed read reads from exactly
//! one executed write to its address, has its value, and the program's assumptions hold. Cyclic
//! values are among them, except those that no write can produce (see `known_bits`).
//!
//! An initial write is executed if something is accessed in its cell, as in `unroll::Executed`.
//!
//! An access whose address is none that the program says it may have would be lost, and with it an
//! execution. It is let through without a source; `astray` says that there is one, for who
//! concludes anything from the absence of executions.

use crate::known_bits::possible_bits;
use crate::lazy::{Judge, Theory};
use crate::method::{Analyses, Method};
use crate::numbers::{Leaves, Numbers};
use rustc_hash::FxHashMap;
use solver::bitvector::{self, Bits};
use solver::{Acyclicity, Both, Circuit, Literal, SharedRecord};
use std::cell::RefCell;
use std::rc::Rc;
use unroll::{Acyclic, EventId, Node, ValueId};

/// The formula, and which of its literals mean what.
#[derive(Debug)]
pub(crate) struct Executions<'a> {
    pub acyclic: &'a Acyclic,
    pub circuit: Circuit,
    /// All graphs that must not have cycles.
    graphs: Rc<RefCell<Acyclicity>>,
    /// Who judges candidates, if the axioms are not part of the formula.
    judge: Option<Rc<RefCell<Judge>>>,
    numbers: Numbers,
    sources: Sources,
    /// Whether each event is executed.
    executed: Vec<Literal>,
    /// Where each event can be, and whether it is executed and there.
    places: Vec<Vec<(u64, Literal)>>,
    /// Some access is at no address that it may have.
    pub astray: Literal,
    pub analyses: Analyses,
    /// All clauses, if they are kept.
    pub record: Option<SharedRecord>,
}

/// Which writes a read may read from, and whether it does.
#[derive(Debug, Default)]
struct Sources {
    of: FxHashMap<EventId, Vec<(EventId, Literal)>>,
    pairs: FxHashMap<(EventId, EventId), Literal>,
    /// Writes that leave memory uninitialised.
    never_written: Vec<EventId>,
    /// What events read, where anything looks at it.
    values: FxHashMap<EventId, ValueId>,
}

impl Leaves for Sources {
    fn uninitialised(&self, circuit: &mut Circuit, event: EventId) -> Literal {
        let sources = self.of.get(&event).map_or(&[][..], Vec::as_slice);
        let never = sources.iter().filter(|(write, _)| self.never_written.contains(write));
        circuit.or(never.map(|(_, literal)| *literal))
    }
}

impl<'a> Executions<'a> {
    pub(crate) fn new(acyclic: &'a Acyclic, method: Method) -> Executions<'a> {
        let (solver, record) = match method.is_recorded {
            true => {
                let (solver, record) = method.backend.start_recorded();
                (solver, Some(record))
            }
            false => (method.backend.start(), None),
        };
        let mut circuit = Circuit::new(solver);
        let graphs = Rc::new(RefCell::new(Acyclicity::new()));
        let judge = method.may_be_lazy().then(|| Rc::new(RefCell::new(Judge::new())));
        match &judge {
            Some(judge) => {
                let both = Both(graphs.clone(), judge.clone());
                circuit.solver().connect(Rc::new(RefCell::new(both)));
            }
            None => circuit.solver().connect(graphs.clone()),
        }
        let sources = sources(acyclic, &mut circuit);
        let writes = |read: EventId| {
            let found = sources.of.get(&read).map_or(&[][..], Vec::as_slice);
            found.iter().map(|(write, _)| *write).collect()
        };
        let numbers = Numbers::new(possible_bits(acyclic, writes));
        let astray = circuit.constant(false);
        let mut own = Executions {
            acyclic,
            circuit,
            graphs,
            judge,
            numbers,
            sources,
            executed: Vec::new(),
            places: Vec::new(),
            astray,
            analyses: method.analyses,
            record,
        };
        own.place_events();
        own.start_cells();
        own.let_reads_read();
        for assumption in &acyclic.assumptions {
            let holds = own.condition(*assumption);
            own.circuit.require(&[holds]);
        }
        own
    }

    /// The bits of a value.
    pub(crate) fn bits(&mut self, value: ValueId) -> Bits {
        self.numbers.bits(self.acyclic, &mut self.circuit, &self.sources, value)
    }

    /// A value of one bit.
    pub(crate) fn condition(&mut self, value: ValueId) -> Literal {
        self.bits(value)[0]
    }

    pub(crate) fn executed(&self, event: usize) -> Literal {
        self.executed[event]
    }

    /// Turns to another program with the same events, of which those that only one of both has are
    /// executed there alone (`unroll::align`).
    pub(crate) fn turn_to(&mut self, acyclic: &'a Acyclic) {
        for (id, event) in acyclic.numbered().filter(|(_, event)| event.thread.is_some()) {
            if event.guard != self.acyclic.event(id).guard {
                self.executed[id.index()] = self.condition(event.guard);
            }
        }
        self.acyclic = acyclic;
    }

    /// Whether two events are executed.
    pub(crate) fn both(&mut self, first: usize, second: usize) -> Literal {
        let executed = [self.executed[first], self.executed[second]];
        self.circuit.and(executed)
    }

    /// Whether a read reads from a write; none if it never does.
    pub(crate) fn rf(&self, write: usize, read: usize) -> Option<Literal> {
        let pair = (EventId(write as u32), EventId(read as u32));
        self.sources.pairs.get(&pair).copied()
    }

    /// The sources that a read may have.
    pub(crate) fn sources(&self, read: EventId) -> &[(EventId, Literal)] {
        self.sources.of.get(&read).map_or(&[], Vec::as_slice)
    }

    /// Where an event can be, and whether it is executed and there.
    pub(crate) fn places(&self, event: usize) -> &[(u64, Literal)] {
        &self.places[event]
    }

    /// Whether two events are executed and at the same address.
    pub(crate) fn same_place(&mut self, first: usize, second: usize) -> Literal {
        let mut common = Vec::new();
        for (address, literal) in &self.places[first] {
            let other = self.places[second].iter().find(|(other, _)| other == address);
            common.extend(other.map(|(_, other)| [*literal, *other]));
        }
        let common: Vec<Literal> = common.into_iter().map(|pair| self.circuit.and(pair)).collect();
        self.circuit.or(common)
    }

    /// What an event writes, or else reads; none for a fence.
    pub(crate) fn value(&mut self, event: usize) -> Option<Bits> {
        let id = EventId(event as u32);
        let own = self.acyclic.event(id);
        if own.kind.writes() {
            let zero = bitvector::constant(&self.circuit, 0, own.width.into());
            return Some(own.value.map_or(zero, |value| self.bits(value)));
        }
        own.kind.reads().then(|| self.read(id))
    }

    /// What an event reads. Only of what the program looks at there are bits.
    pub(crate) fn read(&mut self, event: EventId) -> Bits {
        match self.sources.values.get(&event).copied() {
            Some(id) => self.bits(id),
            None => {
                // Nobody looks, but for a model that looks at values: what its source writes.
                let width = self.acyclic.event(event).width;
                let mut bits = bitvector::constant(&self.circuit, 0, width.into());
                for (write, literal) in self.sources(event).to_vec() {
                    if let Some(value) = self.acyclic.event(write).value {
                        let value = self.bits(value);
                        bits = bitvector::select(&mut self.circuit, literal, &value, &bits);
                    }
                }
                bits
            }
        }
    }

    /// The bits of what an event reads, if anything looks at them.
    pub(crate) fn known_read(&self, event: EventId) -> Option<Bits> {
        self.numbers.known(*self.sources.values.get(&event)?).cloned()
    }

    /// The choices of the program, as far as anything depends on them.
    pub(crate) fn choices(&self) -> Vec<(usize, Bits)> {
        let choices = self.numbers.choices(self.acyclic);
        choices.map(|(choice, bits)| (choice.index(), bits.clone())).collect()
    }

    /// A new graph with so many nodes, that must not have a cycle; the number of its first node.
    pub(crate) fn add_graph(&mut self, nodes: usize) -> usize {
        self.graphs.borrow_mut().add_nodes(nodes)
    }

    /// An edge of a graph, which is there if a literal is true.
    pub(crate) fn add_edge(&mut self, literal: Literal, from: usize, to: usize) {
        if self.circuit.known(literal) != Some(false) {
            // The graph must know the edge before it hears of its literal.
            self.graphs.borrow_mut().add_edge(literal, from, to);
            self.circuit.solver().observe(literal.variable());
        }
    }

    /// Every assignment from now on satisfies these axioms.
    pub(crate) fn judge_by(&mut self, theory: Theory) {
        let judge = self.judge.as_ref().expect("the axioms are lazy");
        let literals = theory.literals();
        judge.borrow_mut().require(theory);
        for literal in literals {
            self.circuit.solver().observe(literal.variable());
        }
    }

    /// The edges of all graphs.
    pub(crate) fn edges(&self) -> Vec<(Literal, usize, usize)> {
        self.graphs.borrow().edges().collect()
    }

    pub(crate) fn is_constant(&self, literal: Literal) -> bool {
        self.circuit.known(literal).is_some()
    }

    /// What literals mean, for people.
    pub(crate) fn named(&self) -> Vec<(Literal, String)> {
        let mut named = vec![(self.astray, "an access is where it cannot be".to_owned())];
        for (event, executed) in self.executed.iter().enumerate() {
            named.push((*executed, format!("e{event} is executed")));
        }
        for (event, places) in self.places.iter().enumerate() {
            for (address, literal) in places {
                named.push((*literal, format!("e{event} is at {address:#x}")));
            }
        }
        for ((write, read), literal) in &self.sources.pairs {
            let (write, read) = (write.index(), read.index());
            named.push((*literal, format!("rf: e{write} -> e{read}")));
        }
        for (value, bits) in self.numbers.all() {
            for (bit, literal) in bits.iter().enumerate() {
                named.push((*literal, format!("bit {bit} of {value:?}")));
            }
        }
        named
    }

    /// Where and whether the events of threads are.
    fn place_events(&mut self) {
        let mut astray = Vec::new();
        for (id, event) in self.acyclic.numbered() {
            if event.thread.is_none() {
                self.executed.push(self.circuit.constant(false));
                self.places.push(Vec::new());
                continue;
            }
            let executed = self.condition(event.guard);
            self.executed.push(executed);
            let Some(address) = event.address else {
                self.places.push(Vec::new());
                continue;
            };
            let address = self.bits(address);
            let mut places = Vec::new();
            for place in &event.may_addresses {
                let wanted = bitvector::constant(&self.circuit, u128::from(*place), 64);
                let is_there = bitvector::equal(&mut self.circuit, &address, &wanted);
                let literal = self.circuit.and([executed, is_there]);
                if self.circuit.known(literal) != Some(false) {
                    places.push((*place, literal));
                }
            }
            let somewhere = self.circuit.or(places.iter().map(|(_, literal)| *literal));
            astray.push(self.circuit.and([executed, !somewhere]));
            assert_eq!(self.places.len(), id.index(), "events are placed in their order");
            self.places.push(places);
        }
        self.astray = self.circuit.or(astray);
    }

    /// Initial writes are where something is.
    fn start_cells(&mut self) {
        for (id, event) in self.acyclic.numbered() {
            if event.thread.is_some() {
                break;
            }
            let [address] = event.may_addresses[..] else {
                unreachable!("an initial write is at one address")
            };
            let accesses = self
                .acyclic
                .numbered()
                .filter(|(_, other)| other.thread.is_some() && other.kind.is_access());
            let there: Vec<Literal> = accesses
                .flat_map(|(other, _)| &self.places[other.index()])
                .filter(|(place, _)| *place == address)
                .map(|(_, literal)| *literal)
                .collect();
            let executed = self.circuit.or(there);
            self.executed[id.index()] = executed;
            self.places[id.index()] = vec![(address, executed)];
        }
    }

    /// Every executed read reads from one write, what that writes.
    fn let_reads_read(&mut self) {
        let reads: Vec<EventId> = self
            .acyclic
            .numbered()
            .filter(|(_, event)| event.kind.reads())
            .map(|(id, _)| id)
            .collect();
        for read in reads {
            let sources = self.sources(read).to_vec();
            for (write, literal) in &sources {
                let same = self.same_place(write.index(), read.index());
                self.circuit.require(&[!*literal, same]);
                self.transfer(*write, read, *literal);
            }
            let placed: Vec<Literal> =
                self.places[read.index()].iter().map(|(_, literal)| *literal).collect();
            for place in placed {
                let mut clause = vec![!place];
                clause.extend(sources.iter().map(|(_, literal)| *literal));
                self.circuit.require(&clause);
            }
            self.at_most_one(sources.iter().map(|(_, literal)| *literal));
        }
    }

    /// What is read is what is written, if it is read from there.
    fn transfer(&mut self, write: EventId, read: EventId, literal: Literal) {
        let Some(id) = self.sources.values.get(&read).copied() else { return };
        let received = self.bits(id);
        let sent = match self.acyclic.event(write).value {
            Some(value) => self.bits(value),
            None => bitvector::constant(&self.circuit, 0, received.len() as u32),
        };
        assert_eq!(sent.len(), received.len(), "accesses of a cell have the same width");
        for (sent, received) in sent.into_iter().zip(received) {
            self.circuit.require(&[!literal, !sent, received]);
            self.circuit.require(&[!literal, sent, !received]);
        }
    }

    /// No two of these, by a chain: whether one of those so far is true.
    fn at_most_one(&mut self, literals: impl Iterator<Item = Literal>) {
        let mut so_far = self.circuit.constant(false);
        for literal in literals {
            self.circuit.require(&[!so_far, !literal]);
            so_far = self.circuit.or([so_far, literal]);
        }
    }
}

/// A literal for each write that a read may read from.
fn sources(acyclic: &Acyclic, circuit: &mut Circuit) -> Sources {
    let read_of = |node: Node| match node {
        Node::Read(event) => Some(event),
        _ => None,
    };
    let values = acyclic.values.all();
    let values = values.filter_map(|(id, node, _)| Some((read_of(node)?, id))).collect();
    let mut sources = Sources { values, ..Sources::default() };
    let mut writes: FxHashMap<u64, Vec<EventId>> = FxHashMap::default();
    for (id, event) in acyclic.numbered().filter(|(_, event)| event.kind.writes()) {
        if acyclic.leaves_uninitialised(id) {
            sources.never_written.push(id);
        }
        for address in &event.may_addresses {
            writes.entry(*address).or_default().push(id);
        }
    }
    for (read, event) in acyclic.numbered().filter(|(_, event)| event.kind.reads()) {
        let places = event.may_addresses.iter();
        let mut found: Vec<EventId> =
            places.flat_map(|address| writes.get(address).into_iter().flatten()).copied().collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|write| *write != read);
        let found: Vec<(EventId, Literal)> =
            found.into_iter().map(|write| (write, circuit.free())).collect();
        for (write, literal) in &found {
            sources.pairs.insert((*write, read), *literal);
        }
        sources.of.insert(read, found);
    }
    sources
}
