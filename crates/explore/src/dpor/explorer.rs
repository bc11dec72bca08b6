//! The walk: steps forward on one machine, races, and back.
//!
//! The common part of the algorithms of POPL 2014: from each node the branches of its wakeup tree
//! are explored, one after the other; where there is none, some step that does not sleep. A step
//! that has been explored is put to sleep. Going back takes the step back on the machine, nothing
//! is run again.

use super::actor::Actor;
use super::buffering::Buffering;
use super::exactness;
use super::machine::Machine;
use super::node::{Nodes, Sleeper};
use super::sequence::Item;
use super::source::SourceSets;
use super::strategy::{Planning, Strategy};
use super::trace::Race;
use super::wakeup::{Branch, BranchId};
use crate::account;
use crate::config::Config;
use crate::end::End;
use crate::exploration::Setting;
use crate::judging::{Wanted, demand};
use crate::observer::Observer;
use crate::patience::weight;
use answer::{Ending, Found};
use execution::Slot;
use std::marker::PhantomData;

/// The explorer of a machine with a strategy.
pub(crate) struct Explorer<'a, B, S> {
    pub(super) machine: Machine<'a, B>,
    pub(super) config: &'a Config,
    /// Whether a primitive may hold a thread.
    pub(super) may_hold: bool,
    nodes: Nodes,
    pub(super) tally: Found,
    /// What has to be reported until the end, as the judge has it.
    pub(super) wanted: Vec<Vec<Wanted>>,
    enabled: Vec<Actor>,
    sequence: Vec<Item>,
    direct: Vec<u32>,
    /// Whether the strategy can be used; otherwise it is that of SourceSets-DPOR.
    is_exact: bool,
    /// Whether a step was planned at the last node whose actor has stopped, because something
    /// before it went wrong in this order.
    has_dropped: bool,
    strategy: PhantomData<S>,
}

/// The next step.
struct Next {
    actor: Actor,
    choice: u32,
    /// What is to be explored after it.
    tree: Option<BranchId>,
}

impl From<Branch> for Next {
    fn from(branch: Branch) -> Next {
        Next { actor: branch.actor, choice: branch.choice, tree: branch.child }
    }
}

impl<'a, B: Buffering, S: Strategy> Explorer<'a, B, S> {
    pub(crate) fn new(setting: Setting<'a>) -> Explorer<'a, B, S> {
        let Setting { context, config, monitor } = setting;
        Explorer {
            machine: Machine::new(context, config, monitor),
            config,
            may_hold: context.program.may_hold(),
            nodes: Nodes::default(),
            tally: Found::default(),
            wanted: Vec::new(),
            enabled: Vec::new(),
            sequence: Vec::new(),
            direct: Vec::new(),
            is_exact: B::ORDERS_WRITES && exactness::is_exact(&context),
            has_dropped: false,
            strategy: PhantomData,
        }
    }

    /// Explores everything.
    pub(crate) fn run(mut self, observer: Option<&mut dyn Observer>) -> (End, Found) {
        let end = match self.walk(observer) {
            Ok(()) => {
                self.wanted.iter().for_each(|wanted| demand(&self.tally, wanted));
                End::Complete
            }
            Err(end) => end,
        };
        account::close(&mut self.tally, end);
        (end, self.tally)
    }

    fn walk(&mut self, mut observer: Option<&mut dyn Observer>) -> Result<(), End> {
        self.machine.start()?;
        self.check_request(Slot(0))?;
        self.nodes.start();
        let mut steps = 0;
        loop {
            match self.next_branch(&mut observer)? {
                Some(next) => self.advance(next)?,
                None => {
                    if !self.retreat() {
                        return Ok(());
                    }
                }
            }
            steps += weight(self.machine.trace.events.len());
            if steps >= self.config.patience {
                steps = 0;
                self.look_up()?;
            }
        }
    }

    fn look_up(&mut self) -> Result<(), End> {
        let clock = &mut self.machine.clock;
        clock.statistics = self.tally.statistics;
        match clock.monitor.poll(0, &clock.statistics) {
            Some(stop) => {
                self.machine.tell_where();
                Err(End::Stopped(stop))
            }
            None => Ok(()),
        }
    }

    /// The next step from the last node, with the tree below it.
    fn next_branch(
        &mut self,
        observer: &mut Option<&mut dyn Observer>,
    ) -> Result<Option<Next>, End> {
        let node = self.nodes.last_mut();
        let was_open = std::mem::replace(&mut node.is_open, true);
        let is_guided = node.tree.is_some();
        self.has_dropped = false;
        let planned = self.take_planned();
        if planned.is_some() || was_open {
            return Ok(planned);
        }
        if is_guided && !self.has_dropped {
            self.blocked_by_sleep()?;
            return Ok(None);
        }
        let mut enabled = std::mem::take(&mut self.enabled);
        enabled.clear();
        self.machine.find_enabled(&mut enabled)?;
        let awake = enabled.iter().find(|actor| !self.nodes.has_sleepers(**actor));
        let next = match awake {
            Some(actor) => {
                let choice = self.machine.first_choice(*actor);
                Some(Next { actor: *actor, choice, tree: None })
            }
            None => {
                self.nodes.plan_awake_choices(&enabled);
                self.take_planned()
            }
        };
        let is_end = enabled.is_empty();
        self.enabled = enabled;
        if is_end {
            self.reverse_races()?;
            let count = self.read_in_vain()?;
            self.leaf(observer)?;
            (0..count).for_each(|_| self.machine.undo());
        } else if next.is_none() {
            self.blocked_by_sleep()?;
        }
        Ok(next)
    }

    /// The first step that is planned at the last node and can be taken.
    fn take_planned(&mut self) -> Option<Next> {
        while let Some(branch) = self.nodes.take_branch() {
            if !self.machine.can_act(branch.actor) {
                self.has_dropped = true;
            } else if !self.nodes.sleeps(branch.actor, branch.choice) {
                // Where it is not known what a step would touch, it may be planned although it
                // sleeps.
                let Some(impossible) = self.machine.impossible(branch.actor, branch.choice) else {
                    return Some(branch.into());
                };
                self.nodes.add_choices(branch.actor, branch.choice, impossible.choices);
                self.nodes.put_to_sleep(impossible);
            }
            self.nodes.branches.release(branch.child);
        }
        None
    }

    /// Everything that can run sleeps. Threads that wait may not be seen waiting where this is
    /// explored to its end.
    fn blocked_by_sleep(&mut self) -> Result<(), End> {
        self.tally.statistics.begin();
        self.tally.statistics.end(Ending::SleepSet);
        match self.is_exact {
            true => self.reverse_waiting(),
            false => self.reverse_races(),
        }
    }

    /// Takes a step.
    fn advance(&mut self, next: Next) -> Result<(), End> {
        let Next { actor, choice, tree } = next;
        let old = self.machine.trace.races.len();
        self.take(actor, choice)?;
        let event = self.machine.trace.events.last().expect("a step was just taken");
        self.nodes.add_choices(actor, choice, event.choices);
        self.nodes.push(&self.machine, tree);
        if self.is_eager() {
            for index in old..self.machine.trace.races.len() {
                self.reverse(self.machine.trace.races[index]);
            }
        }
        Ok(())
    }

    /// Whether races are reversed as soon as they appear.
    fn is_eager(&self) -> bool {
        S::IS_EAGER || !self.is_exact
    }

    /// Takes a step on the machine, and looks at what it did.
    pub(super) fn take(&mut self, actor: Actor, choice: u32) -> Result<(), End> {
        match actor {
            Actor::Thread(slot) => self.machine.take_step(slot, choice)?,
            Actor::Updater(..) => self.machine.take_update(actor),
        }
        self.tally.statistics.events += 1;
        let size = u64::from(self.machine.trace.len());
        self.tally.statistics.largest = self.tally.statistics.largest.max(size);
        self.check_step(actor)
    }

    /// Takes the last step back, and puts it to sleep. Returns whether there was one.
    fn retreat(&mut self) -> bool {
        if !self.nodes.pop() {
            return false;
        }
        let event = self.machine.trace.events.last().expect("a node has a step before it");
        self.nodes.put_to_sleep(Sleeper {
            actor: event.actor,
            choice: event.choice,
            choices: event.choices,
            footprint: event.footprint.clone(),
        });
        self.machine.undo();
        true
    }

    /// Reverses the races of an execution that has ended. Where it is not known what a step would
    /// touch, had it come earlier, it may depend then on what came after it in this execution: so a
    /// race that was reversed when it appeared is reversed again, with all that does not come after
    /// its first event.
    fn reverse_races(&mut self) -> Result<(), End> {
        if !self.is_eager() || !self.is_exact {
            for index in 0..self.machine.trace.races.len() {
                self.reverse(self.machine.trace.races[index]);
            }
        }
        self.reverse_waiting()
    }

    pub(super) fn reverse(&mut self, race: Race) {
        let mut sequence = std::mem::take(&mut self.sequence);
        sequence.clear();
        self.machine.reversal(race, &mut sequence, &mut self.direct);
        let planning = Planning {
            machine: &self.machine,
            nodes: &mut self.nodes,
            node: race.first,
            sequence: &mut sequence,
        };
        if self.is_exact {
            S::plan(planning)
        } else {
            SourceSets::plan(planning)
        }
        self.sequence = sequence;
    }
}
