//! Brute force: all interleavings, one visible operation at a time.
//!
//! The reference that engines are compared with, deliberately simple: a depth-first search over the
//! same interpreter, with a memory that is just the last write to each cell, no reductions, and a
//! limit on the number of steps. For small programs only.

use base::{ObjectId, SourcePosition, ThreadId, Value, ViolationKind};
use execution::{Canonical, Cells, EventId, Graph, Label, NewEvent, ReadKind, Slot, Slots, Source};
use interp::{
    Block, Context, Discovery, Failure, Knowledge, Object, Objects, Operation, Request, Thread,
    dead_object,
};
use program::{AllocationKind, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// What brute force finds.
#[derive(Clone, Default, Debug)]
pub struct Enumeration {
    /// The complete executions.
    pub executions: FxHashSet<Canonical>,
    /// How many interleavings there were.
    pub interleavings: u64,
    pub violations: FxHashSet<(ViolationKind, Option<SourcePosition>)>,
    /// Whether something unsupported was reached.
    pub unsupported: bool,
    /// Whether a loop bound cut an interleaving short.
    pub bound_reached: bool,
}

/// The program is too large: the limit on steps was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Enumerates the interleavings of a verified program under sequential consistency, in at most `limit`
/// steps.
pub fn interleavings(program: &Program, limit: u64) -> Result<Enumeration, TooLarge> {
    let mut knowledge = Knowledge::new(program);
    loop {
        let context = Context { program, knowledge: &knowledge };
        let mut search = Search {
            context,
            slots: Slots::default(),
            cells: Cells::default(),
            graph: Graph::new(knowledge.threads()),
            found: Enumeration::default(),
            steps: limit,
        };
        match search.run() {
            Ok(()) => return Ok(search.found),
            Err(End::TooLarge) => return Err(TooLarge),
            Err(End::Discovered(discovery)) => {
                assert!(knowledge.learn(discovery), "a discovery teaches something");
            }
        }
    }
}

enum End {
    TooLarge,
    Discovered(Discovery),
}

/// Everything but the threads' own states.
struct Search<'a> {
    context: Context<'a>,
    slots: Slots,
    cells: Cells,
    graph: Graph,
    found: Enumeration,
    steps: u64,
}

/// The threads and which objects have been freed.
#[derive(Clone, Default)]
struct World {
    threads: Vec<Option<Thread>>,
    dead: FxHashMap<ObjectId, EventId>,
    joined: FxHashSet<ThreadId>,
}

impl World {
    fn thread(&self, slots: &Slots, thread: ThreadId) -> Option<&Thread> {
        self.threads.get(slots.find(thread)?.index())?.as_ref()
    }
}

struct WorldObjects<'a>(&'a World, &'a Slots);

impl Objects for WorldObjects<'_> {
    fn object(&self, object: ObjectId) -> Option<&Object> {
        self.0.thread(self.1, object.thread)?.object(object.index)
    }
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), End> {
        let entry = self.context.program.entry().expect("a program has a main function");
        let parameters = self.context.program.function(entry).parameters as usize;
        let arguments = vec![Value::ZERO; parameters];
        let mut main = Thread::new(&self.context, ThreadId::MAIN, entry, &arguments);
        let mut world = World::default();
        self.slots.slot(ThreadId::MAIN);
        self.run_thread(&world, &mut main, None)?;
        world.threads.push(Some(main));
        self.visit(&world)
    }

    fn run_thread(
        &mut self,
        world: &World,
        thread: &mut Thread,
        answer: Option<Value>,
    ) -> Result<(), End> {
        let mut budget = 1 << 16;
        let objects = WorldObjects(world, &self.slots);
        match answer {
            Some(answer) => thread.resume(&self.context, &objects, answer, &mut budget),
            None => thread.start(&self.context, &objects, &mut budget),
        }
        match thread.request() {
            Request::Paused => Err(End::TooLarge),
            Request::Discovered(discovery) => Err(End::Discovered(*discovery)),
            Request::Failed(failure) => {
                let failure = (**failure).clone();
                let position = thread.position(self.context.program);
                self.fail(&failure, position);
                Ok(())
            }
            Request::Unsupported(_) => {
                self.found.unsupported = true;
                Ok(())
            }
            Request::Blocked(Block::Bound) => {
                self.found.bound_reached = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn fail(&mut self, failure: &Failure, position: Option<SourcePosition>) {
        self.found.violations.insert((failure.kind, position));
    }

    fn visit(&mut self, world: &World) -> Result<(), End> {
        self.steps = self.steps.checked_sub(1).ok_or(End::TooLarge)?;
        let waiting = |slot: &usize| {
            let thread = world.threads[*slot].as_ref()?;
            let Request::Visible { operation, grouped } = *thread.request() else {
                return None;
            };
            Some((operation, grouped))
        };
        let all = 0..world.threads.len();
        // An atomic block that has begun goes on alone, or not at all.
        let in_block = all.clone().find(|slot| {
            world.threads[*slot].as_ref().is_some_and(|thread| {
                thread.is_inside_atomic_block() || thread.request().is_grouped()
            })
        });
        let candidates: Vec<usize> = match in_block {
            Some(slot) => vec![slot],
            None => all.collect(),
        };
        let mut is_leaf = true;
        for slot in candidates {
            let Some((operation, grouped)) = waiting(&slot) else {
                continue;
            };
            if self.is_enabled(world, operation)? {
                is_leaf = false;
                self.step(world, slot, operation, grouped)?;
            }
        }
        if is_leaf {
            self.leaf(world, in_block.is_some());
        }
        Ok(())
    }

    fn is_enabled(&mut self, world: &World, operation: Operation) -> Result<bool, End> {
        Ok(match operation {
            Operation::Join { thread } => match world.thread(&self.slots, thread) {
                Some(thread) => matches!(thread.request(), Request::Finished(_)),
                None => true,
            },
            Operation::Read { kind: ReadKind::Lock, cell, .. } => {
                // Anything but a thread's handle is free, or an error that the thread will find.
                let value = self.memory(world, cell)?.1;
                value.defined().is_none_or(|state| interp::mutex_holder(state).is_none())
            }
            _ => true,
        })
    }

    /// The last write to a cell, and its value.
    fn memory(&mut self, world: &World, cell: execution::Cell) -> Result<(Source, Value), End> {
        let location = self.number(world, cell)?;
        let source = self.graph.co_last(location);
        let value = match source {
            Source::Write(write) => self.graph.event(write).label.value().expect("a write"),
            Source::Initial => self.initial_value(world, cell),
        };
        Ok((source, value))
    }

    fn initial_value(&self, world: &World, cell: execution::Cell) -> Value {
        let (object, offset) = cell.address.object().expect("a cell is in an object");
        if let Some(global) = self.context.program.global_of(object) {
            let bytes = &self.context.program.global(global).bytes;
            return Value::new(interp::memory::initial_bits(bytes, offset, cell.size));
        }
        match WorldObjects(world, &self.slots).object(object).map(|object| object.kind) {
            Some(AllocationKind::ZeroedHeap) => Value::ZERO,
            _ => Value::uninitialised(u32::from(cell.size) * 8),
        }
    }

    fn number(
        &mut self,
        world: &World,
        cell: execution::Cell,
    ) -> Result<execution::LocationId, End> {
        self.cells.number(cell).map_err(|grain| {
            let (object, _) = cell.address.object().expect("a cell is in an object");
            let allocation = match self.context.program.global_of(object) {
                Some(global) => program::Allocation::Global(global),
                None => {
                    let objects = WorldObjects(world, &self.slots);
                    objects.object(object).expect("a cell is in an object").allocation
                }
            };
            End::Discovered(Discovery::Split { allocation, grain })
        })
    }

    fn step(
        &mut self,
        world: &World,
        slot: usize,
        operation: Operation,
        grouped: bool,
    ) -> Result<(), End> {
        let event = |label| NewEvent {
            thread: Slot(slot as u32),
            label,
            grouped,
            stamp: None,
            snapshot: 0,
        };
        match operation {
            Operation::Read { cell, kind, ordering, tags } => {
                if self.is_dead(world, slot, cell, "read") {
                    return Ok(());
                }
                let location = self.number(world, cell)?;
                let (source, value) = self.memory(world, cell)?;
                let label = Label::Read { location, kind, ordering, tags, value };
                self.graph.push_read(event(label), source);
                self.go_on(world.clone(), slot, value)
            }
            Operation::Write { cell, value, kind, ordering, tags } => {
                if self.is_dead(world, slot, cell, "write") {
                    return Ok(());
                }
                let location = self.number(world, cell)?;
                let label = Label::Write { location, kind, ordering, tags, value };
                let last = self.graph.co_last(location);
                self.graph.push_write(event(label), last);
                self.go_on(world.clone(), slot, Value::ZERO)
            }
            Operation::Fence { ordering, tags } => {
                self.graph.push_other(event(Label::Fence { ordering, tags }), None);
                self.go_on(world.clone(), slot, Value::ZERO)
            }
            Operation::Free { object } => {
                let mut world = world.clone();
                let position = self.position(&world, slot);
                let id = self.graph.push_other(event(Label::Free { object }), None);
                if world.dead.insert(object, id).is_some() {
                    let failure = Failure::new(ViolationKind::DoubleFree, "");
                    self.fail(&failure, position);
                    self.graph.pop();
                    return Ok(());
                }
                self.go_on(world, slot, Value::ZERO)
            }
            Operation::Spawn { child, function, argument } => {
                let child_slot = self.slots.slot(child);
                if child_slot.index() >= self.graph.capacity() {
                    return Err(End::Discovered(Discovery::Threads));
                }
                let mut world = world.clone();
                let id = self.graph.push_other(event(Label::Spawn { child }), None);
                self.graph.set_spawn(child_slot, id);
                let parameters = self.context.program.function(function).parameters as usize;
                let mut arguments = vec![argument];
                arguments.resize(parameters.max(1), Value::ZERO);
                let mut thread = Thread::new(&self.context, child, function, &arguments);
                self.run_thread(&world, &mut thread, None)?;
                let slots = world.threads.len().max(child_slot.index() + 1);
                world.threads.resize(slots, None);
                world.threads[child_slot.index()] = Some(thread);
                self.go_on(world, slot, Value::ZERO)
            }
            Operation::Join { thread } => {
                let mut world = world.clone();
                let position = self.position(&world, slot);
                let answer =
                    world.thread(&self.slots, thread).map(|thread| thread.request().clone());
                let Some(Request::Finished(answer)) = answer else {
                    self.fail(&Failure::new(ViolationKind::ThreadMisuse, ""), position);
                    return Ok(());
                };
                if !world.joined.insert(thread) {
                    self.fail(&Failure::new(ViolationKind::ThreadMisuse, ""), position);
                    return Ok(());
                }
                let joined = self.slots.find(thread).expect("a thread that ended has a slot");
                let end = self.graph.last_of(joined).or(self.graph.thread(joined).spawn);
                self.graph.push_other(event(Label::Join { thread, slot: joined }), end);
                self.go_on(world, slot, answer)
            }
            Operation::Choose { low, high } => {
                for value in low..=high {
                    self.graph.push_other(event(Label::Choose { low, value }), None);
                    self.go_on(world.clone(), slot, Value::new(value as u64))?;
                }
                Ok(())
            }
        }
    }

    /// Whether a cell's object has ended its life; the access is then a violation.
    fn is_dead(&mut self, world: &World, slot: usize, cell: execution::Cell, verb: &str) -> bool {
        let Some((object, _)) = cell.address.object() else {
            return false;
        };
        if !world.dead.contains_key(&object) {
            return false;
        }
        let objects = WorldObjects(world, &self.slots);
        let found = objects.object(object).expect("an object that is accessed exists");
        let failure = dead_object(&self.context, found, verb);
        let position = self.position(world, slot);
        self.fail(&failure, position);
        true
    }

    fn position(&self, world: &World, slot: usize) -> Option<SourcePosition> {
        world.threads[slot].as_ref()?.position(self.context.program)
    }

    /// Answers a thread, explores what follows, and removes the event that was added.
    fn go_on(&mut self, mut world: World, slot: usize, answer: Value) -> Result<(), End> {
        let mut thread = world.threads[slot].clone().expect("the thread runs");
        self.run_thread(&world, &mut thread, Some(answer))?;
        let failed = matches!(thread.request(), Request::Failed(_));
        world.threads[slot] = Some(thread);
        if failed {
            self.found.interleavings += 1;
        } else {
            self.visit(&world)?;
        }
        self.graph.pop();
        Ok(())
    }

    fn leaf(&mut self, world: &World, in_block: bool) {
        self.found.interleavings += 1;
        let threads = || world.threads.iter().flatten();
        let exited = threads().any(|thread| *thread.request() == Request::Exited);
        let failed = threads().any(|thread| matches!(thread.request(), Request::Failed(_)));
        let complete = threads().all(|thread| matches!(thread.request(), Request::Finished(_)));
        if failed {
            return;
        }
        if complete || exited {
            let canonical = Canonical::new(&self.graph, &self.slots, &self.cells);
            self.found.executions.insert(canonical);
        } else if !in_block && self.is_deadlock(world) {
            let failure = Failure::new(ViolationKind::Deadlock, "");
            self.fail(&failure, None);
        }
    }

    /// Whether some thread waits in vain: for a thread that waits in vain, or for a mutex whose holder has
    /// ended.
    fn is_deadlock(&mut self, world: &World) -> bool {
        let ended = |thread: ThreadId, slots: &Slots| {
            let state = world.thread(slots, thread);
            state.is_some_and(|state| matches!(state.request(), Request::Finished(_)))
        };
        let main = world.thread(&self.slots, ThreadId::MAIN);
        if main.is_some_and(|main| main.has_returned(self.context.program)) {
            return false;
        }
        let mut waits: FxHashMap<ThreadId, ThreadId> = FxHashMap::default();
        for thread in world.threads.iter().flatten() {
            let waited_for = match thread.request() {
                Request::Visible { operation: Operation::Join { thread }, .. } => Some(*thread),
                Request::Visible {
                    operation: Operation::Read { kind: ReadKind::Lock, cell, .. },
                    ..
                } => {
                    let value =
                        self.memory(world, *cell).ok().and_then(|(_, value)| value.defined());
                    value.and_then(interp::mutex_holder)
                }
                _ => None,
            };
            waited_for.map(|waited_for| waits.insert(thread.id(), waited_for));
        }
        waits.keys().any(|start| {
            let mut thread = *start;
            for _ in 0..=waits.len() {
                match waits.get(&thread) {
                    Some(next) => thread = *next,
                    None => return ended(thread, &self.slots),
                }
            }
            true
        })
    }
}
