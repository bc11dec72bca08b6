//! All graphs that axioms allow, found by trying everything.
//!
//! Threads add their events in every order; a read tries every write that is there, and a write
//! every place in co. What the axioms forbid goes no further: the models are prefix-closed, so
//! nothing comes of it. A graph that was reached before, in another order, is not visited again.

mod lifetimes;

use crate::rest::Standstill;
use crate::{End, Ending, Enumeration, Questions, TooLarge, common, deadlock};
use base::{ObjectId, SourcePosition, ThreadId, Value, ViolationKind};
use execution::{
    Canonical, Cell, Cells, EventId, Graph, Label, LocationId, NewEvent, ReadKind, Slot, Slots,
    Source,
};
use interp::{
    Context, Discovery, Knowledge, Object, Objects, Operation, Otherwise, Request, Thread,
    dead_object,
};
use program::{FunctionId, Program};
use relation::Relation;
use rustc_hash::FxHashSet;

/// What a model says about a whole graph.
#[derive(Clone, Copy)]
pub struct Axioms<'a> {
    pub is_consistent: &'a dyn Fn(&Graph) -> bool,
    pub has_race: &'a dyn Fn(&Graph) -> bool,
    pub happens_before: &'a dyn Fn(&Graph) -> Relation,
    /// Whether it asks what events depend on.
    pub has_dependencies: bool,
}

impl std::fmt::Debug for Axioms<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Axioms")
    }
}

/// Enumerates the executions of a verified program that axioms allow, in at most `limit` steps.
/// Atomic blocks are not understood.
pub fn executions(
    program: &Program,
    axioms: Axioms<'_>,
    limit: u64,
    questions: Questions<'_>,
) -> Result<Enumeration, TooLarge> {
    let mut knowledge = Knowledge::new(program);
    loop {
        let context = Context { program, knowledge: &knowledge };
        let (slots, cells, found, visited) = Default::default();
        let steps = limit;
        let mut search =
            GraphSearch { context, axioms, questions, slots, cells, found, visited, steps };
        match search.run() {
            Ok(()) => return Ok(search.found),
            Err(End::TooLarge) => return Err(TooLarge),
            Err(End::Discovered(discovery)) => {
                assert!(knowledge.learn(discovery), "a discovery teaches something");
            }
        }
    }
}

struct GraphSearch<'a> {
    context: Context<'a>,
    axioms: Axioms<'a>,
    questions: Questions<'a>,
    slots: Slots,
    cells: Cells,
    found: Enumeration,
    /// The graphs that were seen, with the threads that had failed: a lock that fails is in no
    /// canonical form, as one that waits.
    visited: FxHashSet<(Canonical, Vec<usize>)>,
    steps: u64,
}

#[derive(Clone)]
struct State {
    graph: Graph,
    threads: Vec<Option<Thread>>,
    /// Where in the program each event is.
    positions: Vec<Option<SourcePosition>>,
}

struct StateObjects<'a>(&'a State, &'a Slots);

impl Objects for StateObjects<'_> {
    fn object(&self, object: ObjectId) -> Option<&Object> {
        let slot = self.1.find(object.thread)?;
        self.0.threads.get(slot.index())?.as_ref()?.object(object.index)
    }
}

impl GraphSearch<'_> {
    fn run(&mut self) -> Result<(), End> {
        let entry = self.context.program.entry().expect("a program has a main function");
        let parameters = self.context.program.function(entry).parameters as usize;
        let arguments = vec![Value::ZERO; parameters];
        let mut main = self.new_thread(ThreadId::MAIN, entry, &arguments);
        self.slots.slot(ThreadId::MAIN);
        let threads = self.context.knowledge.threads();
        let positions = Vec::new();
        let mut state =
            State { graph: Graph::new(threads), threads: vec![None; threads], positions };
        self.run_thread(&mut state, &mut main, None)?;
        state.threads[0] = Some(main);
        self.visit(&state)
    }

    fn new_thread(&self, id: ThreadId, function: FunctionId, arguments: &[Value]) -> Thread {
        let mut thread = Thread::new(&self.context, id, function, arguments);
        if self.axioms.has_dependencies {
            thread.track_dependencies();
        }
        thread
    }

    fn run_thread(
        &mut self,
        state: &mut State,
        thread: &mut Thread,
        answer: Option<Value>,
    ) -> Result<(), End> {
        let objects = StateObjects(state, &self.slots);
        common::run_thread(&self.context, &objects, thread, answer, &mut self.found)?;
        if self.axioms.has_dependencies {
            let slot = self.slots.find(thread.id()).expect("a thread that runs has a slot");
            let dependencies = thread.dependencies(self.context.program);
            state.graph.set_next_dependencies(slot, dependencies);
        }
        Ok(())
    }

    fn visit(&mut self, state: &State) -> Result<(), End> {
        self.steps = self.steps.checked_sub(1).ok_or(End::TooLarge)?;
        self.found.has_race = self.found.has_race || (self.axioms.has_race)(&state.graph);
        self.found.has_unordered_allocation |= self.has_unordered_allocation(state);
        let request = |slot: usize| state.threads[slot].as_ref().map(Thread::request);
        let all = 0..state.threads.len();
        // What happens at once is added at once.
        let open = all.clone().find(|slot| request(*slot).is_some_and(Request::is_grouped));
        if open.is_none() {
            let canonical = Canonical::new(&state.graph, &self.slots, &self.cells);
            let has_failed = |slot: &usize| matches!(request(*slot), Some(Request::Failed(_)));
            if !self.visited.insert((canonical, all.clone().filter(has_failed).collect())) {
                return Ok(());
            }
        }
        let steps = self.steps;
        let candidates: Vec<usize> = open.map_or_else(|| all.collect(), |slot| vec![slot]);
        for slot in candidates {
            if let Some(Request::Visible { operation, grouped }) = request(slot) {
                self.step(state, Slot(slot as u32), *operation, *grouped)?;
            }
        }
        let threads = || state.threads.iter().flatten();
        let failed = threads().any(|thread| matches!(thread.request(), Request::Failed(_)));
        let exited = threads().any(|thread| *thread.request() == Request::Exited);
        let complete = threads().all(|thread| matches!(thread.request(), Request::Finished(_)));
        let is_leaf = open.is_none() && self.steps == steps;
        if !is_leaf {
            return Ok(());
        }
        let touches_the_dead = self.touches_the_dead(state);
        let is_wrong = failed || touches_the_dead;
        let is_complete = complete || exited;
        let standstill = Standstill {
            context: self.context,
            graph: &state.graph,
            slots: &self.slots,
            cells: &self.cells,
            threads: &state.threads,
        };
        let ending = Ending { graph: &state.graph, standstill, is_complete, is_wrong };
        self.found.answers = self.found.answers.or((self.questions)(&ending));
        let is_held = standstill.is_held_for_ever();
        if is_complete && !is_wrong {
            let canonical = Canonical::new(&state.graph, &self.slots, &self.cells);
            self.found.executions.insert(canonical);
        }
        // A thread that fails, or ends the program, could do so later, when others wait for each
        // other.
        let is_held = is_held && !is_complete && !touches_the_dead;
        if is_held || !complete && !touches_the_dead && self.is_deadlock(state) {
            self.found.violations.insert((ViolationKind::Deadlock, None));
        }
        Ok(())
    }

    /// S6 (`safety::rules`): whether some thread touches an object of another one, or frees it, and
    /// the allocation does not happen before that: then neither does what its creator did next.
    fn has_unordered_allocation(&self, state: &State) -> bool {
        let graph = &state.graph;
        let objects = StateObjects(state, &self.slots);
        let foreign: Vec<(EventId, Option<EventId>)> = graph
            .events()
            .filter_map(|(id, event)| {
                let object = match event.label {
                    Label::Free { object } => object,
                    label => self.cells.cell(label.location()?).address.object()?.0,
                };
                let creator = self.slots.find(object.thread)?;
                let birth = objects.object(object)?.birth;
                let next = graph.thread(creator).events.get(birth.events as usize).copied();
                (creator != event.thread).then_some((id, next))
            })
            .collect();
        if foreign.is_empty() {
            return false;
        }
        let hb = (self.axioms.happens_before)(graph);
        let is_ordered = |id: EventId, next: EventId| hb.contains(next.index(), id.index());
        foreign.into_iter().any(|(id, next)| !next.is_some_and(|next| is_ordered(id, next)))
    }

    fn is_deadlock(&mut self, state: &State) -> bool {
        let slots = self.slots.clone();
        deadlock::is_deadlock(self.context.program, &slots, &state.threads, |_, cell| {
            let location = self.number(state, cell).ok()?;
            let value = self.value(state, cell, state.graph.co_last(location));
            value.defined().and_then(interp::mutex_holder)
        })
    }

    fn touches_the_dead(&self, state: &State) -> bool {
        let graph = &state.graph;
        graph.has_ends()
            && lifetimes::touches_the_dead(graph, &self.cells, &(self.axioms.happens_before)(graph))
    }

    /// Takes down what touches an object that may have ended. Returns whether something certainly
    /// does.
    fn check_lifetimes(&mut self, state: &State) -> bool {
        if !state.graph.has_ends() {
            return false;
        }
        let hb = (self.axioms.happens_before)(&state.graph);
        let misordered = lifetimes::misordered(&state.graph, &self.cells, &hb);
        for pair in &misordered {
            let kind = match state.graph.event(pair.later).label {
                Label::Free { .. } => ViolationKind::DoubleFree,
                _ => {
                    let objects = StateObjects(state, &self.slots);
                    let object = objects.object(pair.object).expect("what is accessed exists");
                    dead_object(&self.context, object, "access").kind
                }
            };
            self.found.violations.insert((kind, state.positions[pair.later.index()]));
        }
        misordered.iter().any(|pair| pair.is_certain)
    }

    fn step(
        &mut self,
        state: &State,
        thread: Slot,
        operation: Operation,
        grouped: bool,
    ) -> Result<(), End> {
        let event = |label| NewEvent { thread, label, grouped, stamp: None, snapshot: 0 };
        match operation {
            Operation::Read { cell, kind, ordering, tags, otherwise } => {
                let location = self.number(state, cell)?;
                let all = match kind {
                    // Locks take the mutex in the order in which they are added.
                    ReadKind::Lock => vec![state.graph.co_last(location)],
                    _ => sources(&state.graph, location),
                };
                for source in all {
                    let value = self.value(state, cell, source);
                    let is_held = value.defined().is_some_and(|value| {
                        interp::mutex_holder(value).is_some() && kind == ReadKind::Lock
                    });
                    if is_held {
                        continue;
                    }
                    let ordering = Otherwise::ordering(otherwise, ordering, value);
                    let label = Label::Read { location, kind, ordering, tags, value };
                    let mut next = state.clone();
                    next.graph.push_read(event(label), source);
                    self.go_on(next, thread, value)?;
                }
                Ok(())
            }
            Operation::Write { cell, value, kind, ordering, tags } => {
                let location = self.number(state, cell)?;
                let label = Label::Write { location, kind, ordering, tags, value };
                for place in sources(&state.graph, location) {
                    let mut next = state.clone();
                    next.graph.push_write(event(label), place);
                    self.go_on(next, thread, Value::ZERO)?;
                }
                Ok(())
            }
            Operation::Fence { ordering, tags } => {
                let mut next = state.clone();
                next.graph.push_other(event(Label::Fence { ordering, tags }), None);
                self.go_on(next, thread, Value::ZERO)
            }
            Operation::Free { object } => {
                let mut next = state.clone();
                next.graph.push_other(event(Label::Free { object }), None);
                self.go_on(next, thread, Value::ZERO)
            }
            Operation::Spawn { child, function, argument } => {
                let slot = self.slots.slot(child);
                if slot.index() >= state.threads.len() {
                    return Err(End::Discovered(Discovery::Threads));
                }
                let mut next = state.clone();
                let spawn = next.graph.push_other(event(Label::Spawn { child }), None);
                next.graph.set_spawn(slot, spawn);
                let parameters = self.context.program.function(function).parameters as usize;
                let mut arguments = vec![argument];
                arguments.resize(parameters.max(1), Value::ZERO);
                let mut created = self.new_thread(child, function, &arguments);
                self.run_thread(&mut next, &mut created, None)?;
                next.threads[slot.index()] = Some(created);
                self.go_on(next, thread, Value::ZERO)
            }
            Operation::Join { thread: joined } => {
                let Some(slot) = self.slots.find(joined) else { return Ok(()) };
                let request = state.threads[slot.index()].as_ref().map(Thread::request);
                let Some(Request::Finished(answer)) = request else { return Ok(()) };
                let mut next = state.clone();
                let end: Option<EventId> =
                    next.graph.last_of(slot).or(next.graph.thread(slot).spawn);
                next.graph.push_other(event(Label::Join { thread: joined, slot }), end);
                self.go_on(next, thread, *answer)
            }
            Operation::Choose { low, high } => {
                for value in low..=high {
                    let mut next = state.clone();
                    next.graph.push_other(event(Label::Choose { low, value }), None);
                    self.go_on(next, thread, Value::new(value as u64))?;
                }
                Ok(())
            }
        }
    }

    /// Goes on with a graph if it is consistent.
    fn go_on(&mut self, mut state: State, slot: Slot, answer: Value) -> Result<(), End> {
        if !(self.axioms.is_consistent)(&state.graph) {
            return Ok(());
        }
        let mut thread = state.threads[slot.index()].clone().expect("the thread runs");
        state.positions.push(thread.position(self.context.program));
        if self.check_lifetimes(&state) {
            return Ok(());
        }
        self.run_thread(&mut state, &mut thread, Some(answer))?;
        state.threads[slot.index()] = Some(thread);
        self.visit(&state)
    }

    fn value(&self, state: &State, cell: Cell, source: Source) -> Value {
        if let Source::Write(write) = source {
            return state.graph.event(write).label.value().expect("a write has a value");
        }
        common::initial_value(&self.context, &StateObjects(state, &self.slots), cell)
    }

    fn number(&mut self, state: &State, cell: Cell) -> Result<LocationId, End> {
        let objects = StateObjects(state, &self.slots);
        common::number(&self.context, &objects, &mut self.cells, cell)
    }
}

/// Everything that can be read at a location, or come before a write in co.
fn sources(graph: &Graph, location: LocationId) -> Vec<Source> {
    graph.writes_backwards(location).map(Source::Write).chain([Source::Initial]).collect()
}
