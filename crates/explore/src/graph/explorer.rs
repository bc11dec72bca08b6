//! The walk through the tree of choices ([`super::tree`]).
//!
//! The walk is depth first on one graph that grows and shrinks at its end ([`super::world`]); a
//! revisit continues on a restricted copy in the layer above.

use super::canonical;
use super::task::{Others, Task};
use super::tree::Tree;
use super::world::World;
use crate::account;
use crate::config::Config;
use crate::end::End;
use crate::exploration::Setting;
use crate::observer::Observer;
use crate::patience::weight;
use answer::{Found, Monitor, Statistics};
use base::{ThreadId, Value};
use execution::{EventId, Slot, Source};
use interp::Thread;
use models::Model;

/// What differs between the walks that an explorer can be used for.
pub(super) struct Manner<'a, M: Model> {
    /// How to write the way to the current graph.
    pub(super) path: fn(&Explorer<'a, M>) -> Vec<u32>,
    /// Why it cannot explore groups of several accesses, if it cannot.
    pub(super) refuses_groups: Option<&'static str>,
}

/// The explorer of one worker.
pub(crate) struct Explorer<'a, M: Model> {
    pub(super) config: &'a Config,
    pub(super) manner: Manner<'a, M>,
    /// Whether a thread may end the program while others wait.
    pub(super) may_exit: bool,
    /// Whether a primitive may hold a thread.
    pub(super) may_hold: bool,
    pub(super) world: World<'a, M>,
    pub(super) tree: Tree,
    pub(super) tally: Found,
    /// Whether a group was in the middle when violations were last looked for.
    pub(super) was_in_group: bool,
    pub(super) scratch: Scratch<M>,
    lookout: Lookout<'a>,
}

/// To whom a worker looks up now and then.
struct Lookout<'a> {
    monitor: &'a dyn Monitor,
    worker: usize,
    /// What was counted in earlier tasks.
    finished: Statistics,
}

/// Memory for short use.
pub(super) struct Scratch<M: Model> {
    pub(super) sources: Vec<Source>,
    pub(super) reads: Vec<EventId>,
    pub(super) kept: Vec<u32>,
    pub(super) causes: Vec<u32>,
    pub(super) renamed: Vec<Option<EventId>>,
    pub(super) canonical: canonical::Scratch<M>,
}

impl<M: Model> Default for Scratch<M> {
    fn default() -> Scratch<M> {
        Scratch {
            sources: Vec::new(),
            reads: Vec::new(),
            kept: Vec::new(),
            causes: Vec::new(),
            renamed: Vec::new(),
            canonical: canonical::Scratch::default(),
        }
    }
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
        Explorer {
            config,
            manner: Manner { path: |explorer| explorer.tree.path(), refuses_groups: None },
            may_exit: context.program.may_exit(),
            may_hold: context.program.may_hold(),
            world: World::new(definition, context, config.races),
            tree: Tree::default(),
            tally: Found::default(),
            was_in_group: false,
            scratch: Scratch::default(),
            lookout: Lookout { monitor, worker, finished: Statistics::default() },
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
        account::close(&mut self.tally, end);
        let tally = std::mem::take(&mut self.tally);
        self.lookout.finished.add(&tally.statistics);
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
            steps += weight(self.world.layer().graph.len());
            if steps >= self.config.patience {
                steps = 0;
                self.poll(None)?;
                if others.have_no_use_for(task) {
                    return Err(End::Cancelled);
                }
                if others.are_idle()
                    && let Some(part) = self.tree.split()
                {
                    others.take(part);
                }
            }
        }
    }

    /// The thread whose event is next, after a look at what the last one has brought.
    pub(super) fn next_slot(&mut self) -> Walk<Option<Slot>> {
        let next = self.world.next_thread();
        if next.is_in_group {
            self.was_in_group = true;
            return Ok(next.slot);
        }
        let stopped = self.world.layer().stopped.len();
        self.check_finished_groups(next.has_failures)?;
        match self.world.layer().stopped.len() == stopped {
            true => Ok(next.slot),
            // What they did does not count, so that they do not go on, and nobody joins them.
            false => Ok(self.world.next_thread().slot),
        }
    }

    /// Starts from the empty graph.
    pub(super) fn reset(&mut self, task: &Task) -> Walk<()> {
        self.tree.start(task);
        self.world.clear();
        let entry = self.world.context.program.entry().expect("checked before exploration");
        let parameters = self.world.context.program.function(entry).parameters as usize;
        let arguments = vec![Value::ZERO; parameters];
        let mut main = self.world.new_thread(ThreadId::MAIN, entry, &arguments);
        self.run_thread(&mut main, None)?;
        let state = self.world.states.push(Box::new(main));
        self.world.layer_mut().current[0] = Some(state);
        self.check_request(Slot(0))
    }

    /// Looks at the monitor, while a thread runs or between two steps.
    pub(super) fn poll(&self, running: Option<&Thread>) -> Walk<()> {
        let Lookout { monitor, worker, finished } = &self.lookout;
        let mut statistics = *finished;
        statistics.add(&self.tally.statistics);
        let Some(stop) = monitor.poll(*worker, &statistics) else { return Ok(()) };
        if let Some(thread) = running.or_else(|| self.world.last_thread()) {
            monitor.stopped(thread.whereabouts(self.world.context.program));
        }
        Err(End::Stopped(stop))
    }

    /// The way to the current graph.
    pub(super) fn current_path(&self) -> Vec<u32> {
        (self.manner.path)(self)
    }
}
