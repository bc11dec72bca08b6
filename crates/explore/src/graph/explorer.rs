//! The walk through the tree of choices.
//!
//! The tree's nodes are graphs, its edges choices: what a read reads, where a write goes in co, which read it
//! revisits. The walk is depth first on one graph that grows and shrinks at its end; a revisit continues on a
//! restricted copy in the layer above. A place in the tree is a path, the sequence of choices that leads there, so
//! that a part of the tree can be given away, or an execution replayed, as a short list of numbers.

use super::canonical::{Revisit, Scratch};
use super::layer::{Layer, LayerObjects};
use super::states::{StateId, States};
use crate::driver::{Config, Observer};
use crate::monitor::{Monitor, Stop};
use crate::path::Path;
use crate::result::{Gap, Report, Statistics, Violation};
use base::{ThreadId, Value};
use execution::{
    Cell, Cells, EventId, Label, LocationId, NewEvent, ReadKind, Slot, Slots, Source, WriteKind,
};
use interp::{Block, Context, Discovery, Operation, Request, Thread};
use models::Model;

/// A part of the tree: below the node at the end of the path, the choices of the range.
#[derive(Clone, Default, Debug)]
pub(crate) struct Task {
    /// The choices at the nodes that have several.
    pub(crate) path: Vec<u32>,
    /// Which choices of the node at the end belong to the task; the whole node if `None`.
    pub(crate) range: Option<(u32, u32)>,
}

impl Task {
    /// Where the task starts: tasks in the order of these are in the order of the walk.
    pub(crate) fn start(&self) -> Vec<u32> {
        let first = self.range.map(|(first, _)| first);
        self.path.iter().copied().chain(first).collect()
    }
}

/// What the exploration of a task has found.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) statistics: Statistics,
    pub(crate) violations: Vec<Violation>,
    pub(crate) gap: Option<Gap>,
    pub(crate) bound_reached: bool,
}

impl Tally {
    /// Adds what was found in the part of the tree that follows.
    pub(crate) fn append(&mut self, next: Tally) {
        self.statistics.add(&next.statistics);
        for violation in next.violations {
            let same = |known: &Violation| {
                known.kind == violation.kind && known.position == violation.position
            };
            if !self.violations.iter().any(same) {
                self.violations.push(violation);
            }
        }
        self.gap = self.gap.take().or(next.gap);
        self.bound_reached |= next.bound_reached;
    }

    pub(crate) fn into_report(self) -> Report {
        Report::new(self.violations, self.gap, self.bound_reached, self.statistics)
    }
}

/// Why a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The task is done.
    Complete,
    /// A violation was found and none but the first is wanted.
    Violated,
    Stopped(Stop),
    /// The run rests on a wrong guess.
    Discovered(Discovery),
    /// An earlier part of the tree has made this one worthless.
    Cancelled,
}

/// The other workers.
pub(crate) trait Others {
    /// Whether one of them has nothing to do.
    fn are_idle(&self) -> bool;
    /// Gives them a part of the current task.
    fn take(&self, task: Task);
    /// Whether they have found something before the task that ends the exploration.
    fn have_no_use_for(&self, task: &Task) -> bool;
}

/// There are no others.
pub(crate) struct Alone;

impl Others for Alone {
    fn are_idle(&self) -> bool {
        false
    }

    fn take(&self, _task: Task) {
        unreachable!("nobody asked for a task");
    }

    fn have_no_use_for(&self, _task: &Task) -> bool {
        false
    }
}

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// The only thing that can happen.
    Only,
    ReadFrom(Source),
    WriteAfter(Source),
    /// The pending write is read by this read.
    Revisit(EventId),
    Value(i64),
    /// The pending lock takes its place in the order of locks directly after this one.
    LockAfter(Source),
    /// The pending lock comes before this one, which has acquired the mutex.
    Overtake(EventId),
    /// The pending write of an unfinished group can go nowhere, and its thread waits for one of the reads of the
    /// group to be revisited.
    Wait,
}

/// The read that a revisit changes, removed from the graph and about to be added again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Revisited {
    pub(super) slot: Slot,
    pub(super) stamp: u32,
}

/// What comes next.
struct Next {
    slot: Option<Slot>,
    /// Whether a group is in the middle.
    is_in_group: bool,
    /// Whether a thread has done something wrong.
    has_failures: bool,
}

/// A lock that an unlock has woken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Woken {
    pub(super) lock: EventId,
    pub(super) slot: Slot,
    /// The state of its thread while it was waiting.
    pub(super) asleep: StateId,
    /// Which of the events that the choice added did it.
    pub(super) by: u32,
}

/// A node of the tree on the current path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The thread whose event is added.
    slot: Slot,
    /// The read that reads it, if this is the second half of a revisit.
    revisited: Option<Revisited>,
    /// Where the node's choices start among [`Explorer::choices`], and how many they are.
    first: u32,
    count: u32,
    /// The next choice to try, and the end of those to try.
    next: u32,
    limit: u32,
    /// How many events the current choice has added.
    pub(super) pushed: u32,
    /// The state of the thread before it began to wait, if that is the current choice.
    waits: Option<StateId>,
    /// The lock that the current choice has woken.
    pub(super) woken: Option<Woken>,
    /// The height of the stack of states before.
    states: u32,
}

/// How many jumps and calls a thread may make between two looks.
const BUDGET: u64 = 1 << 20;

/// The explorer of one worker.
pub(crate) struct Explorer<'a, M: Model> {
    pub(super) context: Context<'a>,
    config: &'a Config,
    monitor: &'a dyn Monitor,
    worker: usize,
    pub(super) slots: Slots,
    pub(super) cells: Cells,
    /// The slots in the order in which threads are scheduled.
    pub(super) order: Vec<Slot>,
    pub(super) layers: Vec<Layer<M>>,
    /// The layer that is worked on.
    pub(super) depth: usize,
    pub(super) states: States,
    pub(super) frames: Vec<Frame>,
    pub(super) choices: Vec<Choice>,
    /// The choices still to be replayed, the last one first, and then the range of the task.
    replay: Vec<u32>,
    range: Option<(u32, u32)>,
    /// Memory for short use.
    sources: Vec<Source>,
    kept: Vec<u32>,
    pub(super) causes: Vec<u32>,
    pub(super) renamed: Vec<Option<EventId>>,
    pub(super) scratch: Scratch<M>,
    pub(super) tally: Tally,
    /// Whether a group was in the middle when violations were last looked for.
    pub(super) was_in_group: bool,
    /// What was counted in earlier tasks.
    finished: Statistics,
}

/// The walk ends here.
pub(super) type Walk<T> = Result<T, End>;

impl<'a, M: Model> Explorer<'a, M> {
    pub(crate) fn new(
        context: Context<'a>,
        config: &'a Config,
        monitor: &'a dyn Monitor,
        worker: usize,
    ) -> Explorer<'a, M> {
        let mut slots = Slots::default();
        let main = slots.slot(ThreadId::MAIN);
        Explorer {
            context,
            config,
            monitor,
            worker,
            slots,
            cells: Cells::default(),
            order: vec![main],
            layers: vec![Layer::new(context.knowledge.threads())],
            depth: 0,
            states: States::default(),
            frames: Vec::new(),
            choices: Vec::new(),
            replay: Vec::new(),
            range: None,
            sources: Vec::new(),
            kept: Vec::new(),
            causes: Vec::new(),
            renamed: Vec::new(),
            scratch: Scratch::default(),
            tally: Tally::default(),
            was_in_group: false,
            finished: Statistics::default(),
        }
    }

    /// Explores a task, sharing it with others who ask.
    pub(crate) fn run(
        &mut self,
        task: &Task,
        others: &dyn Others,
        observer: Option<&mut dyn Observer>,
    ) -> (End, Tally) {
        let end = match self.walk(task, others, observer) {
            Ok(()) => End::Complete,
            Err(end) => end,
        };
        if let End::Stopped(stop) = end {
            self.tally.gap.get_or_insert(Gap::Stopped(stop));
        }
        let tally = std::mem::take(&mut self.tally);
        self.finished.add(&tally.statistics);
        (end, tally)
    }

    fn walk(
        &mut self,
        task: &Task,
        others: &dyn Others,
        mut observer: Option<&mut dyn Observer>,
    ) -> Walk<()> {
        self.reset(task)?;
        let mut steps = 0;
        loop {
            let next = self.next_thread();
            if next.is_in_group {
                self.was_in_group = true;
            } else {
                self.check_finished_groups(next.has_failures)?;
            }
            match next.slot {
                Some(slot) => self.open_node(slot)?,
                None => {
                    if self.leaf()?
                        && let Some(observer) = &mut observer
                    {
                        let graph = &self.layers[self.depth].graph;
                        observer.execution(graph, &self.slots, &self.cells);
                    }
                }
            }
            if !self.next_choice()? {
                return Ok(());
            }
            steps += 1;
            if steps >= self.config.patience {
                steps = 0;
                self.poll()?;
                if others.have_no_use_for(task) {
                    return Err(End::Cancelled);
                }
                if others.are_idle()
                    && let Some(part) = self.split()
                {
                    others.take(part);
                }
            }
        }
    }

    /// Starts from the empty graph.
    fn reset(&mut self, task: &Task) -> Walk<()> {
        self.replay = task.path.clone();
        self.replay.reverse();
        self.range = task.range;
        self.depth = 0;
        self.frames.clear();
        self.choices.clear();
        self.states.truncate(0);
        self.layers[0] = Layer::new(self.context.knowledge.threads());
        let entry = self.context.program.entry().expect("checked before exploration");
        let parameters = self.context.program.function(entry).parameters as usize;
        let arguments = vec![Value::ZERO; parameters];
        let mut main = Thread::new(&self.context, ThreadId::MAIN, entry, &arguments);
        self.run_thread(&mut main, None)?;
        let state = self.states.push(main);
        self.layer_mut().current[0] = Some(state);
        self.check_request(Slot(0))
    }

    fn poll(&self) -> Walk<()> {
        let mut statistics = self.finished;
        statistics.add(&self.tally.statistics);
        match self.monitor.poll(self.worker, &statistics) {
            Some(stop) => Err(End::Stopped(stop)),
            None => Ok(()),
        }
    }

    /// Gives away the choices that are left at the node nearest to the root: the end of the task in the
    /// order of the walk.
    fn split(&mut self) -> Option<Task> {
        let index = self.frames.iter().position(|frame| frame.next < frame.limit)?;
        let path = path_to(&self.frames[..index]);
        let frame = &mut self.frames[index];
        let range = (frame.next, frame.limit);
        frame.limit = frame.next;
        Some(Task { path, range: Some(range) })
    }

    /// Whether the walk is still on its way to the start of its task, in a part of the tree that another task counts.
    fn is_replaying(&self) -> bool {
        !self.replay.is_empty() || self.range.is_some()
    }

    /// The thread whose event is next: one in the middle of a group, else the first in the order that can run.
    /// A revisit may leave two groups unfinished, that of the write and that of the read, which depends on it; the
    /// one with the newer event goes first.
    fn next_thread(&self) -> Next {
        let layer = self.layer();
        let mut first = None;
        let mut unfinished: Option<(u32, Slot)> = None;
        let mut has_failures = false;
        for &slot in &self.order {
            let Some(state) = layer.current[slot.index()] else { continue };
            match self.states.get(state).request() {
                Request::Visible { operation, grouped: true } => {
                    let last = layer.graph.last_of(slot).expect("a group has begun");
                    if self.can_happen_at_once(last, *operation) {
                        let newest = (layer.graph.event(last).stamp, slot);
                        unfinished = unfinished.max(Some(newest));
                    }
                }
                Request::Visible { operation, .. }
                    if first.is_none() && self.is_enabled(*operation) =>
                {
                    first = Some(slot);
                }
                Request::Failed(_) => has_failures = true,
                _ => {}
            }
        }
        let slot = unfinished.map(|(_, slot)| slot).or(first);
        Next { slot, is_in_group: unfinished.is_some(), has_failures }
    }

    /// Looks for violations once no group is in the middle. Before that, what depends on an unfinished group may turn
    /// out not to have happened.
    fn check_finished_groups(&mut self, has_failures: bool) -> Walk<()> {
        if std::mem::take(&mut self.was_in_group) && self.layer().graph.has_ends() {
            self.check_all_lifetimes()?;
        }
        if !has_failures {
            return Ok(());
        }
        for index in 0..self.order.len() {
            let slot = self.order[index];
            if self.layer().current[slot.index()].is_some()
                && let Request::Failed(failure) = self.slot_state(slot).request()
            {
                let failure = (**failure).clone();
                self.violation(slot, failure, &[])?;
            }
        }
        Ok(())
    }

    fn is_enabled(&self, operation: Operation) -> bool {
        match operation {
            Operation::Join { thread } => self
                .thread_state(thread)
                .is_some_and(|state| matches!(state.request(), Request::Finished(_))),
            _ => true,
        }
    }

    /// Whether an operation can happen at once with an event. A thread cannot be joined if anything it did comes after
    /// the event.
    fn can_happen_at_once(&self, event: EventId, operation: Operation) -> bool {
        let Operation::Join { thread } = operation else { return true };
        let slot = self.slots.find(thread);
        let end = slot.and_then(|slot| self.layer().graph.last_of(slot));
        let is_later = end.is_some_and(|end| self.happens_before(event, end));
        self.is_enabled(operation) && !is_later
    }

    /// The state of a thread that is in the graph.
    pub(super) fn thread_state(&self, thread: ThreadId) -> Option<&Thread> {
        let slot = self.slots.find(thread)?;
        self.layer().current[slot.index()].map(|state| self.states.get(state))
    }

    pub(super) fn slot_state(&self, slot: Slot) -> &Thread {
        let state = self.layer().current[slot.index()].expect("the thread is in the graph");
        self.states.get(state)
    }

    pub(super) fn objects(&self) -> LayerObjects<'_> {
        let current = &self.layer().current;
        LayerObjects { states: &self.states, current, slots: &self.slots }
    }

    /// Opens the node for the next event of a thread.
    fn open_node(&mut self, slot: Slot) -> Walk<()> {
        let Request::Visible { operation, grouped } = *self.slot_state(slot).request() else {
            unreachable!("only visible operations are scheduled")
        };
        let first = self.choices.len();
        match operation {
            Operation::Read { cell, kind: ReadKind::Lock, .. } if self.is_regular(cell) => {
                let location = self.location(cell)?;
                self.check_regular_lock(slot, cell, location)?;
                self.offer_locks(slot, location);
            }
            Operation::Read { cell, kind, .. } => {
                let location = self.location(cell)?;
                self.check_regular_read(slot, cell, kind, location)?;
                let mut sources = std::mem::take(&mut self.sources);
                let layer = self.layer();
                layer.model.sources(&layer.graph, slot, grouped, location, &mut sources);
                self.choices.extend(sources.drain(..).map(Choice::ReadFrom));
                self.sources = sources;
            }
            Operation::Write { cell, kind, .. } => {
                let location = self.location(cell)?;
                self.check_regular_write(cell, kind, location)?;
                self.offer_places(slot, grouped, location);
                let is_unplaceable = self.choices.len() == first;
                self.offer_revisits(slot, location);
                if is_unplaceable && self.has_several_reads(slot) {
                    self.choices.push(Choice::Wait);
                }
            }
            Operation::Choose { low, high } => {
                self.choices.extend((low..=high).map(Choice::Value));
            }
            Operation::Fence { .. }
            | Operation::Free { .. }
            | Operation::Spawn { .. }
            | Operation::Join { .. } => self.choices.push(Choice::Only),
        }
        self.open_frame(slot, None, first);
        Ok(())
    }

    /// Whether the unfinished group of a thread has read more than once. If it has read only once, whatever could
    /// revisit that read revisits it in other graphs.
    fn has_several_reads(&self, slot: Slot) -> bool {
        let graph = &self.layer().graph;
        let last = graph.event(graph.last_of(slot).expect("an unplaceable write is in a group"));
        let group = graph.thread(slot).events.iter().rev().take(last.offset as usize + 1);
        group.filter(|id| graph.event(**id).is_read()).count() > 1
    }

    fn offer_places(&mut self, slot: Slot, grouped: bool, location: LocationId) {
        let mut places = std::mem::take(&mut self.sources);
        let layer = self.layer();
        layer.model.places(&layer.graph, slot, grouped, location, &mut places);
        self.choices.extend(places.drain(..).map(Choice::WriteAfter));
        self.sources = places;
    }

    /// The revisits of the pending write, the newest read first.
    fn offer_revisits(&mut self, slot: Slot, location: LocationId) {
        let layer = &self.layers[self.depth];
        let graph = &layer.graph;
        let Some(before) = graph.last_of(slot).or(graph.thread(slot).spawn) else {
            return;
        };
        let revisit = Revisit { causes: graph.causes(before) };
        let first = self.choices.len();
        let reads = graph.reads(location);
        for read in reads.filter(|read| graph.event(*read).queue.is_none()) {
            if revisit.is_taken(layer, read, &mut self.scratch) {
                self.choices.push(Choice::Revisit(read));
            }
        }
        self.choices[first..].sort_unstable_by_key(|choice| match choice {
            Choice::Revisit(read) => std::cmp::Reverse(graph.event(*read).stamp),
            _ => unreachable!("only revisits were added"),
        });
    }

    pub(super) fn open_frame(&mut self, slot: Slot, revisited: Option<Revisited>, first: usize) {
        let count = (self.choices.len() - first) as u32;
        let (mut next, mut limit) = (0, count);
        if count > 1 {
            if let Some(choice) = self.replay.pop() {
                // A choice that does not exist is from the path of another program.
                (next, limit) = (choice, (choice + 1).min(count));
            } else if let Some(range) = self.range.take() {
                (next, limit) = range;
            }
        }
        let states = self.states.top();
        self.frames.push(Frame {
            slot,
            revisited,
            first: first as u32,
            count,
            next,
            limit,
            pushed: 0,
            waits: None,
            woken: None,
            states,
        });
    }

    /// Goes to the next choice of the last node that has one. Returns whether there was one.
    fn next_choice(&mut self) -> Walk<bool> {
        while let Some(frame) = self.frames.last().copied() {
            for event in (1..=frame.pushed).rev() {
                if let Some(woken) = frame.woken.filter(|woken| woken.by == event) {
                    self.put_back_to_sleep(woken);
                }
                let slots = &self.slots;
                self.layers[self.depth].pop(slots);
            }
            if let Some(state) = frame.waits {
                self.layer_mut().current[frame.slot.index()] = Some(state);
            }
            self.states.truncate(frame.states);
            let top = self.frames.last_mut().expect("the frame just seen");
            top.pushed = 0;
            top.waits = None;
            top.woken = None;
            if frame.next >= frame.limit {
                self.choices.truncate(frame.first as usize);
                self.frames.pop();
                if frame.revisited.is_some() {
                    self.depth -= 1;
                }
                continue;
            }
            top.next += 1;
            let choice = self.choices[(frame.first + frame.next) as usize];
            match (choice, frame.revisited) {
                (Choice::Revisit(read), _) => self.open_revisit(frame.slot, read)?,
                (Choice::Overtake(lock), _) => self.open_overtaking(frame.slot, lock)?,
                (Choice::LockAfter(place), Some(revisited)) => {
                    self.apply_overtaking(frame.slot, place, revisited)?;
                    return Ok(true);
                }
                (Choice::WriteAfter(place), Some(revisited)) => {
                    if self.apply_revisit(frame.slot, place, revisited)? {
                        return Ok(true);
                    }
                }
                (Choice::Wait, _) => {
                    self.wait(frame.slot);
                    return Ok(true);
                }
                (choice, _) => {
                    self.apply(frame.slot, choice)?;
                    if frame.next == 0 || !self.waits_in_vain(frame.slot, choice) {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Whether a thread has stopped because of what it has just read, which was not the first choice.
    ///
    /// Such a read is never canonical again, so it is neither revisited nor deleted by a revisit, and the thread
    /// never goes on: no complete execution follows. What the other threads can do wrong they can do as well
    /// where this read has read something else.
    fn waits_in_vain(&self, slot: Slot, choice: Choice) -> bool {
        matches!(choice, Choice::ReadFrom(_))
            && matches!(
                self.slot_state(slot).request(),
                Request::Blocked(Block::Assume | Block::Spin)
            )
    }

    /// Lets a thread wait in front of a write that can go nowhere.
    fn wait(&mut self, slot: Slot) {
        let snapshot = self.layer().current[slot.index()].expect("the thread is in the graph");
        let mut state = self.states.copy(snapshot);
        state.block(Block::Unplaceable);
        let state = self.states.push(state);
        self.layer_mut().current[slot.index()] = Some(state);
        self.frames.last_mut().expect("waiting is a choice at a node").waits = Some(snapshot);
    }

    /// Makes the layer above the restricted copy in which a read is about to be revisited by the pending
    /// write of `slot`, and opens the node for the write's places in co.
    fn open_revisit(&mut self, slot: Slot, read: EventId) -> Walk<()> {
        let event = *self.layer().graph.event(read);
        let graph = &self.layers[self.depth].graph;
        let before = graph.last_of(slot).or(graph.thread(slot).spawn);
        let before = before.expect("a write that revisits has causes");
        self.causes.clear();
        self.causes.extend_from_slice(graph.causes(before));
        self.restrict(read)?;
        let Request::Visible { operation: Operation::Write { cell, .. }, grouped } =
            *self.slot_state(slot).request()
        else {
            unreachable!("only writes revisit");
        };
        let location = self.location(cell)?;
        let first = self.choices.len();
        self.offer_places(slot, grouped, location);
        let revisited = Revisited { slot: event.thread, stamp: event.stamp };
        self.open_frame(slot, Some(revisited), first);
        Ok(())
    }

    /// Makes the layer above the copy from which a read is removed, together with what was added after it and is
    /// not among [`Explorer::causes`].
    pub(super) fn restrict(&mut self, read: EventId) -> Walk<()> {
        self.tally.statistics.revisits += u64::from(!self.is_replaying());
        if self.layers.len() == self.depth + 1 {
            self.layers.push(Layer::new(self.context.knowledge.threads()));
        }
        let (lower, upper) = self.layers.split_at_mut(self.depth + 1);
        let (layer, restricted) = (&lower[self.depth], &mut upper[0]);
        let graph = &layer.graph;
        let stamp = graph.event(read).stamp;
        let revisit = Revisit { causes: &self.causes };
        self.kept.clear();
        for slot in graph.slots() {
            let is_kept =
                |id: &&EventId| **id != read && !revisit.deletes(graph.event(**id), stamp);
            let events = &graph.thread(slot).events;
            self.kept.push(events.iter().take_while(is_kept).count() as u32);
        }
        restricted.restrict_from(layer, &self.kept, &mut self.renamed);
        self.depth += 1;
        self.put_locks_to_sleep();
        Ok(())
    }

    /// Adds the pending write and the read that reads from it. Returns whether that is consistent.
    fn apply_revisit(&mut self, slot: Slot, place: Source, revisited: Revisited) -> Walk<bool> {
        self.apply(slot, Choice::WriteAfter(place))?;
        let write = self.layer().graph.last_of(slot).expect("the write was just added");
        let Request::Visible { operation: Operation::Read { cell, .. }, grouped } =
            *self.slot_state(revisited.slot).request()
        else {
            unreachable!("only reads are revisited");
        };
        let location = self.location(cell)?;
        let mut sources = std::mem::take(&mut self.sources);
        let layer = self.layer();
        layer.model.sources(&layer.graph, revisited.slot, grouped, location, &mut sources);
        let consistent = sources.contains(&Source::Write(write));
        sources.clear();
        self.sources = sources;
        if consistent {
            let choice = Choice::ReadFrom(Source::Write(write));
            self.apply_with_stamp(revisited.slot, choice, Some(revisited.stamp))?;
            self.was_in_group = true;
        }
        Ok(consistent)
    }

    pub(super) fn apply(&mut self, slot: Slot, choice: Choice) -> Walk<()> {
        self.apply_with_stamp(slot, choice, None)
    }

    /// Adds the next event of a thread, chosen like this, and runs the thread on.
    pub(super) fn apply_with_stamp(
        &mut self,
        slot: Slot,
        choice: Choice,
        stamp: Option<u32>,
    ) -> Walk<()> {
        let snapshot = self.layer().current[slot.index()].expect("the thread is in the graph");
        let Request::Visible { operation, grouped } = *self.states.get(snapshot).request() else {
            unreachable!("only visible operations are scheduled")
        };
        let (label, answer) = self.label(operation, choice)?;
        let new = NewEvent { thread: slot, label, grouped, stamp, snapshot: snapshot.0 };
        let joined = self.joined_end(operation);
        let from = self.released_before(&label, choice);
        let layer = &mut self.layers[self.depth];
        let event = match choice {
            Choice::ReadFrom(source) => layer.graph.push_read(new, source),
            Choice::WriteAfter(place) => layer.graph.push_write(new, place),
            Choice::Only | Choice::Value(_) => layer.graph.push_other(new, joined),
            Choice::LockAfter(place) => layer.graph.push_lock(new, place, from),
            Choice::Revisit(_) | Choice::Overtake(_) | Choice::Wait => {
                unreachable!("these add no event")
            }
        };
        layer.model.push(&layer.graph, event);
        self.tally.statistics.events += u64::from(!self.is_replaying());
        let size = self.layer().graph.len() as u64;
        self.tally.statistics.largest = self.tally.statistics.largest.max(size);
        self.frames.last_mut().expect("an event belongs to a node").pushed += 1;
        if let Operation::Spawn { child, function, argument } = operation {
            self.create(event, child, function, argument)?;
        }
        let mut state = self.states.copy(snapshot);
        if self.layer().graph.event(event).is_waiting() {
            state.block(self.waiting_lock(event));
        } else {
            self.run_thread(&mut state, Some(answer))?;
        }
        let state = self.states.push(state);
        self.layer_mut().current[slot.index()] = Some(state);
        if let Label::Write { kind: WriteKind::Unlock, location, .. } = label {
            self.wake_next(event, location)?;
        }
        // Where this event was already wrong, what the thread did next does not count.
        if self.check_event(event)? { self.check_request(slot) } else { Ok(()) }
    }

    /// The label of the event that a choice makes of an operation, and the answer to the thread.
    fn label(&mut self, operation: Operation, choice: Choice) -> Walk<(Label, Value)> {
        Ok(match (operation, choice) {
            (Operation::Read { cell, kind, ordering, tags }, Choice::ReadFrom(source)) => {
                let location = self.location(cell)?;
                let graph = &self.layer().graph;
                let value = self.objects().value(&self.context, graph, cell, source);
                (Label::Read { location, kind, ordering, tags, value }, value)
            }
            (Operation::Read { cell, kind, ordering, tags }, Choice::LockAfter(_)) => {
                let location = self.location(cell)?;
                let value = Value::ZERO;
                (Label::Read { location, kind, ordering, tags, value }, value)
            }
            (Operation::Write { cell, value, kind, ordering, tags }, Choice::WriteAfter(_)) => {
                let location = self.location(cell)?;
                (Label::Write { location, kind, ordering, tags, value }, Value::ZERO)
            }
            (Operation::Fence { ordering, tags }, _) => {
                (Label::Fence { ordering, tags }, Value::ZERO)
            }
            (Operation::Free { object }, _) => (Label::Free { object }, Value::ZERO),
            (Operation::Spawn { child, .. }, _) => (Label::Spawn { child }, Value::ZERO),
            (Operation::Join { thread }, _) => {
                let answer = match self.thread_state(thread).map(Thread::request) {
                    Some(Request::Finished(value)) => *value,
                    other => unreachable!("a join waits for the end of a thread, not {other:?}"),
                };
                let slot = self.slots.find(thread).expect("a thread that ended has a slot");
                (Label::Join { thread, slot }, answer)
            }
            (Operation::Choose { low, .. }, Choice::Value(value)) => {
                (Label::Choose { low, value }, Value::new(value as u64))
            }
            (operation, choice) => unreachable!("{choice:?} is no choice for {operation:?}"),
        })
    }

    /// The last event of the thread that an operation joins, or the one that created it.
    fn joined_end(&self, operation: Operation) -> Option<EventId> {
        let Operation::Join { thread } = operation else {
            return None;
        };
        let slot = self.slots.find(thread)?;
        let graph = &self.layer().graph;
        graph.last_of(slot).or(graph.thread(slot).spawn)
    }

    fn create(
        &mut self,
        spawn: EventId,
        child: ThreadId,
        function: program::FunctionId,
        argument: Value,
    ) -> Walk<()> {
        let slot = self.slots.slot(child);
        if slot.index() >= self.layer().current.len() {
            return Err(End::Discovered(Discovery::Threads));
        }
        if !self.order.contains(&slot) {
            self.order.push(slot);
            let slots = &self.slots;
            self.order.sort_by_key(|slot| slots.thread(*slot));
        }
        let mut arguments = vec![argument];
        arguments.resize(
            1.max(self.context.program.function(function).parameters as usize),
            Value::ZERO,
        );
        let mut thread = Thread::new(&self.context, child, function, &arguments);
        self.run_thread(&mut thread, None)?;
        let state = self.states.push(thread);
        let layer = self.layer_mut();
        layer.graph.set_spawn(slot, spawn);
        layer.current[slot.index()] = Some(state);
        self.check_request(slot)
    }

    /// Runs a thread until its next request, looking up now and then.
    pub(super) fn run_thread(&mut self, thread: &mut Thread, answer: Option<Value>) -> Walk<()> {
        let mut budget = BUDGET;
        let context = self.context;
        match answer {
            Some(answer) => thread.resume(&context, &self.objects(), answer, &mut budget),
            None => thread.start(&context, &self.objects(), &mut budget),
        }
        let mut earlier: Option<Thread> = None;
        let mut pauses = 0u64;
        while *thread.request() == Request::Paused {
            self.poll()?;
            // A state that comes back without a visible operation comes back for ever (Brent).
            if earlier.as_ref() == Some(thread) {
                thread.block(Block::Diverged);
                return Ok(());
            }
            pauses += 1;
            if pauses.is_power_of_two() {
                earlier = Some(thread.clone());
            }
            budget = BUDGET;
            thread.start(&context, &self.objects(), &mut budget);
        }
        Ok(())
    }

    /// Acts on the new request of a thread where it is none for the scheduler.
    pub(super) fn check_request(&mut self, slot: Slot) -> Walk<()> {
        let state = self.slot_state(slot);
        match state.request() {
            Request::Visible { operation: Operation::Join { thread }, .. } => {
                let thread = *thread;
                self.check_join(slot, thread)
            }
            Request::Visible { .. } | Request::Finished(_) | Request::Exited => Ok(()),
            Request::Blocked(block) => {
                self.tally.bound_reached |= *block == Block::Bound;
                Ok(())
            }
            // Reported when no group is in the middle.
            Request::Failed(_) => Ok(()),
            Request::Unsupported(what) => {
                let gap = Gap::Unsupported {
                    what: what.to_string(),
                    position: state.position(self.context.program),
                };
                self.tally.gap.get_or_insert(gap);
                Ok(())
            }
            Request::Discovered(discovery) => Err(End::Discovered(*discovery)),
            Request::Paused => unreachable!("threads run until they are not paused"),
        }
    }

    /// The number of a cell. A cell that overlaps another one in part is a discovery.
    pub(super) fn location(&mut self, cell: Cell) -> Walk<LocationId> {
        self.cells.number(cell).map_err(|grain| {
            let allocation = self.allocation(cell);
            End::Discovered(Discovery::Split { allocation, grain })
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

    /// Records a violation that a thread commits, and goes on only if more are wanted. `wishes` are pairs of
    /// events whose order the witness should show.
    pub(super) fn violation(
        &mut self,
        slot: Slot,
        failure: interp::Failure,
        wishes: &[(EventId, EventId)],
    ) -> Walk<()> {
        if self.is_behind_blocked_group(slot) {
            return Ok(());
        }
        let position = self.violation_position(slot, wishes);
        let known = |violation: &Violation| {
            violation.kind == failure.kind && violation.position == position
        };
        if self.tally.violations.iter().any(known) {
            return Ok(());
        }
        let violation = Violation {
            kind: failure.kind,
            message: failure.message,
            thread: self.slots.thread(slot),
            position,
            path: Path {
                discoveries: self.context.knowledge.discoveries(),
                choices: path_to(&self.frames),
            },
            witness: self.witness(wishes),
        };
        self.tally.violations.push(violation);
        if self.config.keep_going { Ok(()) } else { Err(End::Violated) }
    }

    /// Ends a thread whose last event was wrong.
    pub(super) fn stop_thread(&mut self, slot: Slot) {
        let state = self.layer().current[slot.index()].expect("the thread is in the graph");
        self.states.get_mut(state).block(Block::Wrong);
    }

    /// Whether what a thread did depends on an atomic block that can never end: then it did not happen.
    fn is_behind_blocked_group(&self, slot: Slot) -> bool {
        let layer = self.layer();
        let Some(last) = layer.graph.last_of(slot) else {
            return false;
        };
        self.order.iter().filter(|other| **other != slot).any(|other| {
            let Some(state) = layer.current[other.index()] else {
                return false;
            };
            let state = self.states.get(state);
            let inside = match state.request() {
                Request::Blocked(Block::Unplaceable) => true,
                Request::Visible { operation, .. } => {
                    state.is_inside_atomic_block() && !self.is_enabled(*operation)
                }
                _ => state.is_inside_atomic_block(),
            };
            inside
                && layer
                    .graph
                    .last_of(*other)
                    .is_some_and(|end| layer.model.happens_before(&layer.graph, end, last))
        })
    }

    /// Nothing can run any more: counts the execution and looks for what only shows at the end. Returns whether
    /// the execution is complete.
    fn leaf(&mut self) -> Walk<bool> {
        let mut complete = true;
        let mut exited = false;
        let mut failed = false;
        for &slot in &self.order {
            let Some(state) = self.layer().current[slot.index()] else {
                continue;
            };
            match self.states.get(state).request() {
                Request::Finished(_) => {}
                Request::Exited => exited = true,
                Request::Failed(_) => failed = true,
                Request::Blocked(Block::Unplaceable) => return Ok(false),
                _ => complete = false,
            }
        }
        if failed || self.touches_the_dead() {
            self.tally.statistics.erroneous += 1;
            return Ok(false);
        }
        if !(complete || exited) {
            self.tally.statistics.blocked += 1;
            self.check_deadlock()?;
            return Ok(false);
        }
        self.tally.statistics.executions += 1;
        if self.config.leaks {
            self.check_leaks()?;
        }
        Ok(true)
    }

    pub(super) fn layer(&self) -> &Layer<M> {
        &self.layers[self.depth]
    }

    pub(super) fn layer_mut(&mut self) -> &mut Layer<M> {
        &mut self.layers[self.depth]
    }
}

/// The current choices of the nodes that have several.
fn path_to(frames: &[Frame]) -> Vec<u32> {
    frames.iter().filter(|frame| frame.count > 1).map(|frame| frame.next - 1).collect()
}
