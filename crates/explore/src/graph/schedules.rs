//! `rf-schedules`: the exploration of (po, rf) as it was published, with sets of schedules.
//!
//! READSFROM-SMC (`rf-sc` §4, Algorithm 1) and RF-SMC (`rf-tso-pso` §5, Algorithm 3). A trace `τ`
//! is extended to a complete one, `τ·Ê`. Then every unmarked read `r` of it and every other write
//! `w` that it might read, one of the two in `Ê`, make a *mutation*: `r` reads `w`, and what comes
//! after `r` in the trace is forgotten but for the causes of `w`, which are marked. If it is
//! consistent and not known yet, it is kept in the set of schedules of the prefix before `r`. The
//! sets are explored from the end of the trace to its beginning, each until it has nothing new.
//!
//! It finds the classes that the search without sets finds ([`super::canonical`]), and is here to
//! be compared with it: the sets grow, and tie the branches together.
//!
//! How the paper's notions appear: the trace's order is the stamps of the graph's events, so that a
//! prefix is what has smaller stamps; the causal order is that in which events were added to the
//! graph, so that going back to a prefix is removing the newest events. A witness is the co that
//! the model keeps. Memory-writes of TSO and PSO, which Algorithm 3 leaves out of its sequences,
//! have no events of their own here. An update is one event, its group. The reversal of two updates
//! is that of `rf-sc` §7. A choice of a value is like a read.
//!
//! As in `rf-sc` §7, a lock that cannot acquire its mutex is no event. What is changed about a lock
//! is who acquires the mutex at that point of the trace: a lock of another thread that comes later,
//! or that waits at the end, and is no effect of it. Mutexes that are also tried are updates.
//!
//! In reading order: [`step`] (an event by its name), [`sets`], [`cut`] (causes), [`mutations`].

mod cut;
mod mutations;
mod sets;
mod step;

use super::explorer::{Explorer, Manner, Walk};
use super::task::Task;
use super::tree::Choice;
use crate::end::End;
use crate::exploration::{Exploration, Setting};
use crate::observer::Observer;
use crate::patience::weight;
use answer::Found;
use execution::{Label, Slot};
use interp::Discovery;
use models::ReadsFrom;
use sets::{ScheduleSet, Schedules};

/// The exploration of (po, rf) under a model without co, on one worker.
#[derive(Debug)]
pub struct ReadsFromSchedules<M: ReadsFrom> {
    definition: M::Definition,
}

impl<M: ReadsFrom> ReadsFromSchedules<M> {
    pub fn new(definition: M::Definition) -> ReadsFromSchedules<M> {
        assert_eq!(M::ASSUMPTIONS.objection(M::NAME), None, "callers refuse other models");
        ReadsFromSchedules { definition }
    }

    fn run(
        &self,
        setting: Setting<'_>,
        task: &Task,
        observer: Option<&mut dyn Observer>,
    ) -> (End, Found) {
        let mut explorer = Explorer::<M>::new(&self.definition, setting, 0);
        explorer.manner = Manner {
            path: Explorer::path_by_steps,
            refuses_groups: Some("several events at once, by schedules"),
        };
        let walked = explorer.walk_schedules(task, observer);
        explorer.finish(walked)
    }
}

impl<M: ReadsFrom> Exploration for ReadsFromSchedules<M> {
    fn walk(
        &self,
        setting: Setting<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Found, Discovery> {
        match self.run(setting, &Task::default(), observer) {
            (End::Discovered(discovery), _) => Err(discovery),
            (_, found) => Ok(found),
        }
    }

    fn walk_to(&self, setting: Setting<'_>, choices: &[u32]) -> Option<Found> {
        let task = Task { path: choices.to_vec(), range: Some((0, 1)) };
        match self.run(setting, &task, None) {
            (End::Discovered(_), _) => None,
            (_, found) => Some(found),
        }
    }
}

impl<M: ReadsFrom> Explorer<'_, M> {
    /// Explores everything, or, for a task with a range, the one execution at the end of its path.
    fn walk_schedules(&mut self, task: &Task, mut observer: Option<&mut dyn Observer>) -> Walk<()> {
        self.reset(&Task::default())?;
        let mut schedules = Schedules::default();
        if !self.follow(&task.path)? {
            return Ok(());
        }
        loop {
            self.extend(&mut schedules)?;
            self.leaf(&mut observer)?;
            if task.range.is_some() {
                return Ok(());
            }
            self.find_mutations(&mut schedules)?;
            if !self.take_schedule(&mut schedules)? {
                return Ok(());
            }
        }
    }

    /// Adds events until nothing can run, each as the witness has it: reads read the last write.
    fn extend(&mut self, schedules: &mut Schedules) -> Walk<()> {
        schedules.extension = self.world.layer().graph.len();
        let mut steps = 0;
        while let Some(slot) = self.next_slot()? {
            let (size, height) = (self.world.layer().graph.len(), self.tree.frames.len());
            let is_added = self.add_next(slot)?;
            assert!(is_added, "an execution can always go on");
            let graph = &self.world.layers[self.world.depth].graph;
            for ((id, event), height) in graph.events().skip(size).zip(height..) {
                if matches!(event.label, Label::Read { .. } | Label::Choose { .. }) {
                    let mut set = ScheduleSet::new(event.stamp, height);
                    if event.acquisition.is_some() {
                        // Another lock that comes here instead must not be overtaken by this one
                        // again.
                        set.known.insert([self.world.step_of(id)].into());
                    }
                    schedules.open.push(set);
                }
            }
            schedules.marks.resize(graph.len(), false);
            steps += weight(self.world.layer().graph.len());
            if steps >= self.config.patience {
                steps = 0;
                self.poll(None)?;
            }
        }
        self.poll(None)
    }

    /// Adds the next event of a thread in the first way that is consistent, with the rest of its
    /// update if that follows. Returns whether there is one.
    fn add_next(&mut self, slot: Slot) -> Walk<bool> {
        let (first, height) = (self.tree.choices.len(), self.tree.frames.len());
        self.offer_choices(slot)?;
        let offered = self.tree.choices.split_off(first);
        for choice in offered {
            self.open_frame(slot, None, first);
            let is_value = matches!(choice, Choice::Value(_));
            if self.apply(slot, choice)? && (!is_value || self.finish_updates()?) {
                return Ok(true);
            }
            self.go_back_to(height);
        }
        Ok(false)
    }

    /// Removes the newest events.
    fn go_back_to(&mut self, height: usize) {
        while self.tree.frames.len() > height {
            self.take_back();
            self.tree.frames.pop();
        }
    }

    /// Goes to the next schedule. Returns whether there was one.
    fn take_schedule(&mut self, schedules: &mut Schedules) -> Walk<bool> {
        let ((schedule, changes), stamp) = loop {
            let Some(set) = schedules.open.last_mut() else { return Ok(false) };
            if let Some(schedule) = set.pending.pop() {
                let (stamp, height) = (set.stamp, set.height);
                self.go_back_to(height);
                break (schedule, stamp);
            }
            schedules.open.pop();
        };
        self.tally.statistics.revisits += 1;
        schedules.marks.truncate(self.world.layer().graph.len());
        for (index, (step, later)) in schedule.iter().zip(stamp + 1..).enumerate() {
            if index + changes == schedule.len() {
                schedules.changed.start = self.world.layer().graph.len();
            }
            let is_own = index + 1 == schedule.len();
            let stamp = if is_own { stamp } else { later };
            let is_added = self.add_step(step, Some(stamp))?;
            assert!(is_added, "a schedule is consistent");
            schedules.marks.resize(self.world.layer().graph.len(), !is_own);
        }
        schedules.changed.end = self.world.layer().graph.len();
        Ok(true)
    }
}
