//! Adding an event: its label, its place in the graph, and the run of its thread to the next one.

use super::explorer::{Explorer, Walk};
use super::tree::Choice;
use super::world::World;
use crate::end::End;
use crate::run::{endless, run_thread};
use answer::Gap;
use base::{ThreadId, Value};
use execution::{Cell, EventId, Label, LocationId, NewEvent, Slot};
use interp::{Block, Cut, Discovery, Operation, Otherwise, Request, Thread};
use models::{Equivalence, Model, Pending};

impl<M: Model> Explorer<'_, M> {
    pub(super) fn apply(&mut self, slot: Slot, choice: Choice) -> Walk<bool> {
        self.apply_with_stamp(slot, choice, None)
    }

    /// Adds the next event of a thread, chosen like this, and runs the thread on. Returns whether
    /// the choice was consistent; if not, the thread stays where it was.
    pub(super) fn apply_with_stamp(
        &mut self,
        slot: Slot,
        choice: Choice,
        stamp: Option<u32>,
    ) -> Walk<bool> {
        let snapshot =
            self.world.layer().current[slot.index()].expect("the thread is in the graph");
        let Request::Visible { operation, grouped } = *self.world.states.get(snapshot).request()
        else {
            unreachable!("only visible operations are scheduled")
        };
        let (label, answer) = self.label(operation, choice)?;
        let new = NewEvent { thread: slot, label, grouped, stamp, snapshot: snapshot.0 };
        let joined = self.world.joined_end(operation);
        let layer = &mut self.world.layers[self.world.depth];
        let source = match choice {
            Choice::ReadFrom(source) | Choice::WriteAfter(source) => Some(source),
            Choice::Acquire(_) => label.location().map(|location| layer.graph.co_last(location)),
            _ => None,
        };
        if let Some(source) = source {
            let pending = Pending { thread: slot, grouped, label };
            if !M::Equivalence::prepare(&mut layer.model, &mut layer.graph, &pending, source) {
                return Ok(false);
            }
        }
        let event = match choice {
            Choice::ReadFrom(source) => layer.graph.push_read(new, source),
            Choice::WriteAfter(place) => layer.graph.push_write(new, place),
            Choice::Only | Choice::Value(_) => layer.graph.push_other(new, joined),
            Choice::Acquire(acquisition) => layer.graph.push_lock(new, acquisition),
            Choice::Revisit(_) | Choice::Overtake { .. } | Choice::Wait | Choice::End => {
                unreachable!("these add no event")
            }
        };
        layer.follow(event);
        self.tally.statistics.events += u64::from(!self.tree.is_replaying());
        let size = self.world.layer().graph.len() as u64;
        self.tally.statistics.largest = self.tally.statistics.largest.max(size);
        self.tree.frames.last_mut().expect("an event belongs to a node").pushed += 1;
        let is_chosen = matches!(choice, Choice::ReadFrom(_) | Choice::WriteAfter(_));
        if !is_chosen && !self.goes_on(event) {
            return Ok(false);
        }
        if let Operation::Spawn { child, function, argument } = operation {
            self.create(event, child, function, argument)?;
        }
        let mut state = self.world.states.copy(snapshot);
        self.run_thread(&mut state, Some(answer))?;
        let state = self.world.states.push(state);
        self.world.layer_mut().current[slot.index()] = Some(state);
        // Where this event was already wrong, what the thread did next does not count.
        if self.check_event(event)? {
            self.check_request(slot)?;
        }
        Ok(true)
    }

    /// The label of the event that a choice makes of an operation, and the answer to the thread.
    pub(super) fn label(&mut self, operation: Operation, choice: Choice) -> Walk<(Label, Value)> {
        Ok(match (operation, choice) {
            (
                Operation::Read { cell, kind, ordering, tags, otherwise },
                Choice::ReadFrom(source),
            ) => {
                let location = self.world.location(cell)?;
                let graph = &self.world.layer().graph;
                let value = self.world.objects().value(&self.world.context, graph, cell, source);
                let ordering = Otherwise::ordering(otherwise, ordering, value);
                (Label::Read { location, kind, ordering, tags, value }, value)
            }
            (Operation::Read { cell, kind, ordering, tags, .. }, Choice::Acquire(_)) => {
                let location = self.world.location(cell)?;
                let graph = &self.world.layer().graph;
                let last = graph.co_last(location);
                let value = self.world.objects().value(&self.world.context, graph, cell, last);
                (Label::Read { location, kind, ordering, tags, value }, value)
            }
            (Operation::Write { cell, value, kind, ordering, tags }, Choice::WriteAfter(_)) => {
                let location = self.world.location(cell)?;
                (Label::Write { location, kind, ordering, tags, value }, Value::ZERO)
            }
            (Operation::Fence { ordering, tags }, _) => {
                (Label::Fence { ordering, tags }, Value::ZERO)
            }
            (Operation::Free { object }, _) => (Label::Free { object }, Value::ZERO),
            (Operation::Spawn { child, .. }, _) => (Label::Spawn { child }, Value::ZERO),
            (Operation::Join { thread }, _) => {
                let answer = match self.world.thread_state(thread).map(Thread::request) {
                    Some(Request::Finished(value)) => *value,
                    other => unreachable!("a join waits for the end of a thread, not {other:?}"),
                };
                let slot = self.world.slots.find(thread).expect("a thread that ended has a slot");
                (Label::Join { thread, slot }, answer)
            }
            (Operation::Choose { low, .. }, Choice::Value(value)) => {
                (Label::Choose { low, value }, Value::new(value as u64))
            }
            (operation, choice) => unreachable!("{choice:?} is no choice for {operation:?}"),
        })
    }

    pub(super) fn create(
        &mut self,
        spawn: EventId,
        child: ThreadId,
        function: program::FunctionId,
        argument: Value,
    ) -> Walk<()> {
        let slot = self.world.slots.slot(child);
        if slot.index() >= self.world.layer().current.len() {
            return Err(End::Discovered(Discovery::Threads));
        }
        if !self.world.order.contains(&slot) {
            self.world.order.push(slot);
            let slots = &self.world.slots;
            self.world.order.sort_by_key(|slot| slots.thread(*slot));
        }
        let mut arguments = vec![argument];
        arguments.resize(
            1.max(self.world.context.program.function(function).parameters as usize),
            Value::ZERO,
        );
        let mut thread = self.world.new_thread(child, function, &arguments);
        self.run_thread(&mut thread, None)?;
        let state = self.world.states.push(Box::new(thread));
        let layer = self.world.layer_mut();
        layer.graph.set_spawn(slot, spawn);
        layer.current[slot.index()] = Some(state);
        self.check_request(slot)
    }

    /// Runs a thread until its next request, looking up now and then.
    pub(super) fn run_thread(&mut self, thread: &mut Thread, answer: Option<Value>) -> Walk<()> {
        run_thread(&self.world.context, &self.world.objects(), thread, answer, |thread| {
            self.poll(Some(thread))
        })?;
        self.refuse_groups(thread);
        if thread.tracks_dependencies() {
            let slot = self.world.slots.find(thread.id()).expect("a thread that runs has a slot");
            let dependencies = thread.dependencies(self.world.context.program);
            self.world.layer_mut().graph.set_next_dependencies(slot, dependencies);
        }
        Ok(())
    }

    /// Ends a thread whose next request is part of a group that cannot be explored.
    fn refuse_groups(&self, thread: &mut Thread) {
        if let Some(what) = self.manner.refuses_groups
            && (thread.request().is_in_atomic_block()
                || thread.request().is_split()
                || thread.request().is_grouped_fence())
        {
            thread.refuse(what);
        }
        if !M::HAS_ATOMIC_BLOCKS && thread.request().is_in_atomic_block() {
            thread.refuse(&format!("an atomic block under the memory model {}", M::NAME));
        }
        if !M::HAS_ATOMIC_BLOCKS && thread.request().is_split_update() {
            let what =
                "an atomic update of memory that is also accessed in parts, under the memory model";
            thread.refuse(&format!("{what} {}", M::NAME));
        }
        if !M::HAS_SPLIT_ACCESSES && thread.request().is_split() {
            let what = match M::Equivalence::HAS_CO {
                true => "memory that is accessed as a whole and in parts, under",
                false => {
                    "memory that is accessed as a whole and in parts, by what each read reads under"
                }
            };
            thread.refuse(&format!("{what} the memory model {}", M::NAME));
        }
    }

    /// Acts on the new request of a thread where it is none for the scheduler.
    pub(super) fn check_request(&mut self, slot: Slot) -> Walk<()> {
        let state = self.world.slot_state(slot);
        if let Some(gap) = endless(self.config, self.world.context.program, state) {
            self.tally.gap.get_or_insert(gap);
            return Err(End::Endless);
        }
        match state.request() {
            Request::Visible { operation: Operation::Join { thread }, .. } => {
                let thread = *thread;
                self.check_join(slot, thread)
            }
            Request::Visible { .. } | Request::Finished(_) | Request::Exited => Ok(()),
            Request::Blocked(block) => {
                if *block == Block::Bound && !self.world.is_behind_the_dead(slot, &[]) {
                    let position = state.position(self.world.context.program);
                    self.tally.cut.add_turn(position);
                }
                Ok(())
            }
            // Reported when no group is in the middle.
            Request::Failed(_) => Ok(()),
            Request::Unsupported(_) if self.world.is_behind_the_dead(slot, &[]) => Ok(()),
            Request::Unsupported(what) => {
                let gap = Gap::Unsupported {
                    what: what.to_string(),
                    position: state.position(self.world.context.program),
                };
                self.tally.gap.get_or_insert(gap);
                Ok(())
            }
            Request::Discovered(discovery) => Err(End::Discovered(*discovery)),
            Request::Paused => unreachable!("threads run until they are not paused"),
        }
    }
}

impl<M: Model> World<'_, M> {
    /// The last event of the thread that an operation joins, or the one that created it.
    pub(super) fn joined_end(&self, operation: Operation) -> Option<EventId> {
        let Operation::Join { thread } = operation else {
            return None;
        };
        let slot = self.slots.find(thread)?;
        let graph = &self.layer().graph;
        graph.before_next(slot)
    }

    /// A thread that has not run yet.
    pub(super) fn new_thread(
        &self,
        id: ThreadId,
        function: program::FunctionId,
        arguments: &[Value],
    ) -> Thread {
        let mut thread = Thread::new(&self.context, id, function, arguments);
        if M::has_dependencies(self.definition) {
            thread.track_dependencies();
        }
        thread
    }

    /// The number of a cell. A cell that overlaps another one in part is a discovery.
    pub(super) fn location(&mut self, cell: Cell) -> Walk<LocationId> {
        self.cells.number(cell).map_err(|overlap| {
            let allocation = self.allocation(cell);
            End::Discovered(Discovery::Split { allocation, cut: Cut::at(overlap) })
        })
    }

    pub(super) fn allocation(&self, cell: Cell) -> program::Allocation {
        use interp::Objects;
        let (object, _) = cell.address.object().expect("a cell is in an object");
        match self.context.program.global_of(object) {
            Some(global) => program::Allocation::Global(global),
            None => self.objects().object(object).expect("a cell is in an object").allocation,
        }
    }
}
