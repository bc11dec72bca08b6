//! The walk through the tree of choices.
//!
//! The tree's nodes are graphs, its edges choices: what a read reads, where a write goes in co, which read it
//! revisits, which lock another one overtakes; where nothing can run, the end of the execution is a choice, too, since a lock
//! that waits may still overtake another one. The walk is depth first on one graph that grows and shrinks at its end; a revisit continues on a
//! restricted copy in the layer above. A place in the tree is a path, the sequence of choices that leads there, so
//! that a part of the tree can be given away, or an execution replayed, as a short list of numbers.

use super::canonical::Scratch;
use super::layer::Layer;
use super::task::{Others, Task};
use crate::config::Config;
use crate::end::End;
use crate::exploration::Setting;
use crate::objects::StateObjects;
use crate::observer::Observer;
use crate::patience::weight;
use crate::scene::Scene;
use crate::states::{StateId, States};
use answer::{Found, Gap, Monitor, Statistics};
use base::{ThreadId, Value};
use execution::{Acquisition, Cells, EventId, Slot, Slots, Source};
use interp::{Context, Thread};
use models::Model;

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
    /// The pending lock acquires its mutex, which is free.
    Acquire(Acquisition),
    /// The pending lock of a thread acquires its mutex before this one, which has acquired it.
    Overtake {
        slot: Slot,
        lock: EventId,
    },
    /// Nothing can run, and this is an execution.
    End,
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

/// A node of the tree on the current path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The thread whose event is added. Where nothing can run it is any: the choices say who comes first.
    pub(super) slot: Slot,
    /// Whether this is the lowest node of its layer.
    pub(super) starts_layer: bool,
    /// The read that reads it, if this is the second half of a revisit.
    pub(super) revisited: Option<Revisited>,
    /// Where the node's choices start among [`Explorer::choices`], and how many they are.
    pub(super) first: u32,
    pub(super) count: u32,
    /// The next choice to try, and the end of those to try.
    pub(super) next: u32,
    pub(super) limit: u32,
    /// How many events the current choice has added.
    pub(super) pushed: u32,
    /// The state of the thread before it began to wait, if that is the current choice.
    pub(super) waits: Option<StateId>,
    /// The height of the stack of states before.
    pub(super) states: u32,
}

/// What differs between the walks that an explorer can be used for.
pub(super) struct Manner<'a, M: Model> {
    /// How to write the way to the current graph.
    pub(super) path: fn(&Explorer<'a, M>) -> Vec<u32>,
    /// Why it cannot explore groups of several accesses, if it cannot.
    pub(super) refuses_groups: Option<&'static str>,
}

/// The explorer of one worker.
pub(crate) struct Explorer<'a, M: Model> {
    pub(super) definition: &'a M::Definition,
    pub(super) context: Context<'a>,
    pub(super) config: &'a Config,
    monitor: &'a dyn Monitor,
    worker: usize,
    pub(super) manner: Manner<'a, M>,
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
    pub(super) replay: Vec<u32>,
    pub(super) range: Option<(u32, u32)>,
    /// Memory for short use.
    pub(super) sources: Vec<Source>,
    pub(super) reads: Vec<EventId>,
    pub(super) kept: Vec<u32>,
    pub(super) causes: Vec<u32>,
    pub(super) renamed: Vec<Option<EventId>>,
    pub(super) scratch: Scratch<M>,
    pub(super) tally: Found,
    /// Whether a thread may end the program while others wait.
    pub(super) may_exit: bool,
    /// Whether a group was in the middle when violations were last looked for.
    pub(super) was_in_group: bool,
    /// What was counted in earlier tasks.
    finished: Statistics,
}

/// The walk ends here.
pub(super) type Walk<T> = Result<T, End>;

impl<'a, M: Model> Explorer<'a, M> {
    pub(crate) fn new(
        definition: &'a M::Definition,
        setting: Setting<'a>,
        worker: usize,
    ) -> Explorer<'a, M> {
        let Setting { context, config, monitor } = setting;
        let mut slots = Slots::default();
        let main = slots.slot(ThreadId::MAIN);
        Explorer {
            definition,
            context,
            config,
            monitor,
            worker,
            manner: Manner { path: |explorer| path_to(&explorer.frames), refuses_groups: None },
            slots,
            cells: Cells::default(),
            order: vec![main],
            layers: vec![Layer::new(definition, context.knowledge.threads(), config.races)],
            depth: 0,
            states: States::default(),
            frames: Vec::new(),
            choices: Vec::new(),
            replay: Vec::new(),
            range: None,
            sources: Vec::new(),
            reads: Vec::new(),
            kept: Vec::new(),
            causes: Vec::new(),
            renamed: Vec::new(),
            scratch: Scratch::default(),
            tally: Found::default(),
            may_exit: context.program.may_exit(),
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
    ) -> (End, Found) {
        let walked = self.walk(task, others, observer);
        self.finish(walked)
    }

    /// How a walk has ended, and what it found.
    pub(super) fn finish(&mut self, walked: Walk<()>) -> (End, Found) {
        let end = match walked {
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
            match self.next_slot()? {
                Some(slot) => self.open_node(slot)?,
                None => self.open_end(),
            }
            if !self.next_choice(&mut observer)? {
                return Ok(());
            }
            steps += weight(self.layer().graph.len());
            if steps >= self.config.patience {
                steps = 0;
                self.poll(None)?;
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

    /// The thread whose event is next, after a look at what the last one has brought.
    pub(super) fn next_slot(&mut self) -> Walk<Option<Slot>> {
        let next = self.next_thread();
        if next.is_in_group {
            self.was_in_group = true;
            return Ok(next.slot);
        }
        let stopped = self.layer().stopped.len();
        self.check_finished_groups(next.has_failures)?;
        match self.layer().stopped.len() == stopped {
            true => Ok(next.slot),
            // What they did does not count, so that they do not go on, and nobody joins them.
            false => Ok(self.next_thread().slot),
        }
    }

    /// Starts from the empty graph.
    pub(super) fn reset(&mut self, task: &Task) -> Walk<()> {
        self.replay = task.path.clone();
        self.replay.reverse();
        self.range = task.range;
        self.depth = 0;
        self.frames.clear();
        self.choices.clear();
        self.states.truncate(0);
        self.layers[0] = self.new_layer();
        let entry = self.context.program.entry().expect("checked before exploration");
        let parameters = self.context.program.function(entry).parameters as usize;
        let arguments = vec![Value::ZERO; parameters];
        let mut main = self.new_thread(ThreadId::MAIN, entry, &arguments);
        self.run_thread(&mut main, None)?;
        let state = self.states.push(Box::new(main));
        self.layer_mut().current[0] = Some(state);
        self.check_request(Slot(0))
    }

    /// Looks at the monitor, while a thread runs or between two steps.
    pub(super) fn poll(&self, running: Option<&Thread>) -> Walk<()> {
        let mut statistics = self.finished;
        statistics.add(&self.tally.statistics);
        let Some(stop) = self.monitor.poll(self.worker, &statistics) else { return Ok(()) };
        if let Some(thread) = running.or_else(|| self.last_thread()) {
            self.monitor.stopped(thread.whereabouts(self.context.program));
        }
        Err(End::Stopped(stop))
    }

    /// The thread of the last event.
    fn last_thread(&self) -> Option<&Thread> {
        let layer = self.layer();
        let (_, event) = layer.graph.events().next_back()?;
        layer.current[event.thread.index()].map(|state| self.states.get(state))
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

    /// The way to the current graph.
    pub(super) fn current_path(&self) -> Vec<u32> {
        (self.manner.path)(self)
    }

    pub(super) fn new_layer(&self) -> Layer<M> {
        Layer::new(self.definition, self.context.knowledge.threads(), self.config.races)
    }

    /// Whether the walk is still on its way to the start of its task, in a part of the tree that another task counts.
    pub(super) fn is_replaying(&self) -> bool {
        !self.replay.is_empty() || self.range.is_some()
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

    pub(super) fn objects(&self) -> StateObjects<'_> {
        let current = &self.layer().current;
        StateObjects { states: &self.states, current, slots: &self.slots }
    }

    /// The current graph with the states of its threads.
    pub(super) fn scene(&self) -> Scene<'_> {
        Scene {
            context: self.context,
            graph: &self.layer().graph,
            slots: &self.slots,
            cells: &self.cells,
            states: &self.states,
            current: &self.layer().current,
        }
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
