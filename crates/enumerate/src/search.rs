//! All orders in which threads can do their operations and buffers can be emptied.

use crate::buffers::Buffers;
use crate::rest::Standstill;
use crate::world::{Issued, World, WorldObjects};
use crate::{End, Ending, Enumeration, Questions, common, deadlock, record};
use base::{ObjectId, SourcePosition, ThreadId, Value, ViolationKind};
use execution::{Canonical, Cell, Cells, Label, LocationId, ReadKind, Slots};
use interp::{Context, Discovery, Objects, Operation, Otherwise, Request, Thread, dead_object};

/// What is common to all states.
struct MachineSearch<'a> {
    context: Context<'a>,
    buffers: Buffers,
    questions: Questions<'a>,
    slots: Slots,
    cells: Cells,
    found: Enumeration,
    steps: u64,
}

pub(crate) fn search(
    context: Context<'_>,
    buffers: Buffers,
    limit: u64,
    questions: Questions<'_>,
) -> Result<Enumeration, End> {
    let (slots, cells) = Default::default();
    let found = Enumeration::default();
    let mut search =
        MachineSearch { context, buffers, questions, slots, cells, found, steps: limit };
    let entry = context.program.entry().expect("a program has a main function");
    let parameters = context.program.function(entry).parameters as usize;
    let arguments = vec![Value::ZERO; parameters];
    let mut main = Thread::new(&context, ThreadId::MAIN, entry, &arguments);
    let mut world = World::default();
    search.slots.slot(ThreadId::MAIN);
    search.run_thread(&world, &mut main, None)?;
    world.threads.push(Some(main));
    world.buffers.push(Vec::new());
    search.visit(&world)?;
    Ok(search.found)
}

impl MachineSearch<'_> {
    fn run_thread(
        &mut self,
        world: &World,
        thread: &mut Thread,
        answer: Option<Value>,
    ) -> Result<(), End> {
        let objects = WorldObjects(world, &self.slots);
        common::run_thread(&self.context, &objects, thread, answer, &mut self.found)
    }

    fn visit(&mut self, world: &World) -> Result<(), End> {
        self.steps = self.steps.checked_sub(1).ok_or(End::TooLarge)?;
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
            if let Some(thread) = &world.threads[slot]
                && let Request::Visible { operation, grouped } = *thread.request()
                && self.is_enabled(world, slot, operation)?
            {
                is_leaf = false;
                self.step(world, slot, operation, grouped)?;
            }
            // The parts of one access stay together.
            let is_in_access = world.threads[slot].as_ref().is_some_and(|thread| {
                thread.request().is_grouped() && !thread.is_inside_atomic_block()
            });
            if !is_in_access {
                for first in self.ready_writes(world, slot) {
                    is_leaf = false;
                    self.commit(world, slot, first)?;
                }
            }
        }
        if is_leaf {
            self.leaf(world, in_block.is_some());
        }
        Ok(())
    }

    fn is_enabled(
        &mut self,
        world: &World,
        slot: usize,
        operation: Operation,
    ) -> Result<bool, End> {
        if self.buffers.drains(&operation) && !world.buffers[slot].is_empty() {
            return Ok(false);
        }
        Ok(match operation {
            Operation::Join { thread } => match world.thread(&self.slots, thread) {
                Some(state) => {
                    let slot = self.slots.find(thread).expect("a thread has a slot");
                    matches!(state.request(), Request::Finished(_))
                        && world.buffers[slot.index()].is_empty()
                }
                None => true,
            },
            Operation::Read { kind: ReadKind::Lock, cell, .. } => {
                // Anything but a thread's handle is free, or an error that the thread will find.
                let value = self.memory(world, slot, cell)?.1;
                value.defined().is_none_or(|state| interp::mutex_holder(state).is_none())
            }
            _ => true,
        })
    }

    /// What in a thread's buffers may be done next, each with everything that is done at once with
    /// it: the position in the buffer of the first of them.
    fn ready_writes(&self, world: &World, slot: usize) -> Vec<usize> {
        let buffer = &world.buffers[slot];
        let label = |position: usize| &world.record[buffer[position]].label;
        (0..buffer.len())
            .filter(|position| !world.record[buffer[*position]].grouped)
            .filter(|first| {
                let end = group_end(world, slot, *first);
                (*first..end).all(|member| {
                    (0..*first).all(|older| !self.buffers.are_in_order(label(older), label(member)))
                })
            })
            .collect()
    }

    /// Lets a write, with all that is done at once with it, reach the memory.
    fn commit(&mut self, world: &World, slot: usize, first: usize) -> Result<(), End> {
        let mut world = world.clone();
        let end = group_end(&world, slot, first);
        let group: Vec<usize> = world.buffers[slot].drain(first..end).collect();
        for index in group {
            if !self.take_effect(&mut world, index) {
                return Ok(());
            }
        }
        self.visit(&world)
    }

    /// Returns whether an event can have its effect on the memory.
    fn take_effect(&mut self, world: &mut World, index: usize) -> bool {
        let Issued { label, position, .. } = world.record[index];
        match label {
            Label::Write { location, .. } => {
                let object = self.cells.cell(location).address.object().map(|(object, _)| object);
                if let Some(object) = object.filter(|object| world.was_freed(*object)) {
                    self.use_after_end(world, object, "write", position);
                    return false;
                }
            }
            Label::Free { object } if world.was_freed(object) => {
                self.found.violations.insert((ViolationKind::DoubleFree, position));
                return false;
            }
            _ => {}
        }
        world.done.push(index);
        true
    }

    fn use_after_end(
        &mut self,
        world: &World,
        object: ObjectId,
        verb: &str,
        position: Option<SourcePosition>,
    ) {
        let objects = WorldObjects(world, &self.slots);
        let found = objects.object(object).expect("an object that is accessed exists");
        let kind = dead_object(&self.context, found, verb).kind;
        self.found.violations.insert((kind, position));
    }

    /// What a thread sees in a cell: the write and its value.
    fn memory(
        &mut self,
        world: &World,
        slot: usize,
        cell: Cell,
    ) -> Result<(Option<usize>, Value), End> {
        let location = self.number(world, cell)?;
        let write = world.visible_write(slot, location);
        let value = match write {
            Some(write) => world.record[write].label.value().expect("a write has a value"),
            None => {
                let objects = WorldObjects(world, &self.slots);
                common::initial_value(&self.context, &objects, cell)
            }
        };
        Ok((write, value))
    }

    fn number(&mut self, world: &World, cell: Cell) -> Result<LocationId, End> {
        let objects = WorldObjects(world, &self.slots);
        common::number(&self.context, &objects, &mut self.cells, cell)
    }

    fn step(
        &mut self,
        world: &World,
        slot: usize,
        operation: Operation,
        grouped: bool,
    ) -> Result<(), End> {
        let mut world = world.clone();
        let thread = world.threads[slot].as_ref().expect("the thread runs");
        let position = thread.position(self.context.program);
        let issued = |label, source| Issued { slot, label, grouped, source, position };
        match operation {
            Operation::Read { cell, kind, ordering, tags, otherwise } => {
                if self.is_dead(&world, slot, cell, "read", position) {
                    return Ok(());
                }
                let location = self.number(&world, cell)?;
                let (source, value) = self.memory(&world, slot, cell)?;
                let ordering = Otherwise::ordering(otherwise, ordering, value);
                let label = Label::Read { location, kind, ordering, tags, value };
                world.record.push(issued(label, source));
                self.go_on(world, slot, value)
            }
            Operation::Write { cell, value, kind, ordering, tags } => {
                if self.is_dead(&world, slot, cell, "write", position) {
                    return Ok(());
                }
                let location = self.number(&world, cell)?;
                let label = Label::Write { location, kind, ordering, tags, value };
                self.issue(world, slot, operation, issued(label, None))
            }
            Operation::Fence { ordering, tags } => {
                self.issue(world, slot, operation, issued(Label::Fence { ordering, tags }, None))
            }
            Operation::Free { object } => {
                if world.is_dead(slot, object) {
                    self.found.violations.insert((ViolationKind::DoubleFree, position));
                    return Ok(());
                }
                self.issue(world, slot, operation, issued(Label::Free { object }, None))
            }
            Operation::Spawn { child, function, argument } => {
                let child_slot = self.slots.slot(child).index();
                if child_slot >= self.context.knowledge.threads() {
                    return Err(End::Discovered(Discovery::Threads));
                }
                world.record.push(issued(Label::Spawn { child }, None));
                let parameters = self.context.program.function(function).parameters as usize;
                let mut arguments = vec![argument];
                arguments.resize(parameters.max(1), Value::ZERO);
                let mut thread = Thread::new(&self.context, child, function, &arguments);
                self.run_thread(&world, &mut thread, None)?;
                let slots = world.threads.len().max(child_slot + 1);
                world.threads.resize(slots, None);
                world.buffers.resize(slots, Vec::new());
                world.threads[child_slot] = Some(thread);
                self.go_on(world, slot, Value::ZERO)
            }
            Operation::Join { thread } => {
                let request =
                    world.thread(&self.slots, thread).map(|thread| thread.request().clone());
                let (Some(Request::Finished(answer)), true) =
                    (request, world.joined.insert(thread))
                else {
                    self.found.violations.insert((ViolationKind::ThreadMisuse, position));
                    return Ok(());
                };
                let joined = self.slots.find(thread).expect("a thread that ended has a slot");
                world.record.push(issued(Label::Join { thread, slot: joined }, None));
                self.go_on(world, slot, answer)
            }
            Operation::Choose { low, high } => {
                for value in low..=high {
                    let mut world = world.clone();
                    world.record.push(issued(Label::Choose { low, value }, None));
                    self.go_on(world, slot, Value::new(value as u64))?;
                }
                Ok(())
            }
        }
    }

    /// Records an event that affects the memory, now or later.
    fn issue(
        &mut self,
        mut world: World,
        slot: usize,
        operation: Operation,
        issued: Issued,
    ) -> Result<(), End> {
        let index = world.record.len();
        world.record.push(issued);
        // What happens at once with something that is done is done too.
        let is_done = issued.grouped && world.buffers[slot].is_empty();
        if is_done || self.buffers.drains(&operation) {
            if !self.take_effect(&mut world, index) {
                return Ok(());
            }
        } else if self.buffers.hold(&issued.label) {
            world.buffers[slot].push(index);
        }
        self.go_on(world, slot, Value::ZERO)
    }

    /// Whether a thread finds that a cell's object has ended its life; the access is then a
    /// violation.
    fn is_dead(
        &mut self,
        world: &World,
        slot: usize,
        cell: Cell,
        verb: &str,
        position: Option<SourcePosition>,
    ) -> bool {
        let object = cell.address.object().map(|(object, _)| object);
        let Some(object) = object.filter(|object| world.is_dead(slot, *object)) else {
            return false;
        };
        self.use_after_end(world, object, verb, position);
        true
    }

    /// Answers a thread and explores what follows.
    fn go_on(&mut self, mut world: World, slot: usize, answer: Value) -> Result<(), End> {
        let mut thread = world.threads[slot].clone().expect("the thread runs");
        self.run_thread(&world, &mut thread, Some(answer))?;
        // If it has failed, the others may have done more before that: what it did privately takes
        // its time.
        world.threads[slot] = Some(thread);
        self.visit(&world)
    }

    fn leaf(&mut self, world: &World, in_block: bool) {
        self.found.interleavings += 1;
        let threads = || world.threads.iter().flatten();
        let exited = threads().any(|thread| *thread.request() == Request::Exited);
        let failed = threads().any(|thread| matches!(thread.request(), Request::Failed(_)));
        let complete = threads().all(|thread| matches!(thread.request(), Request::Finished(_)));
        let graph = record::graph(world, &self.slots, self.context.knowledge.threads());
        let is_complete = complete || exited;
        let standstill = Standstill {
            context: self.context,
            graph: &graph,
            slots: &self.slots,
            cells: &self.cells,
            threads: &world.threads,
        };
        let ending = Ending { graph: &graph, standstill, is_complete, is_wrong: failed };
        self.found.answers = self.found.answers.or((self.questions)(&ending));
        // A thread that fails, or ends the program, could do so later, when others wait for each
        // other.
        let is_held = !is_complete && !in_block && standstill.is_held_for_ever();
        if !complete && !in_block && (is_held || self.is_deadlock(world)) {
            self.found.violations.insert((ViolationKind::Deadlock, None));
        }
        if is_complete && !failed {
            let canonical = Canonical::new(&graph, &self.slots, &self.cells);
            self.found.executions.insert(canonical);
        }
    }

    fn is_deadlock(&mut self, world: &World) -> bool {
        let slots = self.slots.clone();
        deadlock::is_deadlock(self.context.program, &slots, &world.threads, |slot, cell| {
            let (_, value) = self.memory(world, slot, cell).ok()?;
            value.defined().and_then(interp::mutex_holder)
        })
    }
}

/// Where in a thread's buffer the group ends whose first member is at `first`.
fn group_end(world: &World, slot: usize, first: usize) -> usize {
    let buffer = &world.buffers[slot];
    let rest = &buffer[first + 1..];
    first + 1 + rest.iter().take_while(|index| world.record[**index].grouped).count()
}
