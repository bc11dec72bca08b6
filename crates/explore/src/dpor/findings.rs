//! What an exploration takes down: violations, and the ends of executions.

use super::actor::Actor;
use super::buffering::Buffering;
use super::explorer::Explorer;
use super::machine::Machine;
use super::schedule;
use super::strategy::Strategy;
use crate::account::Standings;
use crate::contention::Order;
use crate::end::End;
use crate::endings::waits_for_ever;
use crate::observer::Observer;
use crate::run::endless;
use answer::{Ending, Gap};
use base::{ThreadId, ViolationKind};
use execution::{EventId, Graph, Label, ReadKind, Slot};
use interp::{Block, Failure, Operation, Request, Thread};
use safety::rules::messages;

impl<B: Buffering, S: Strategy> Explorer<'_, B, S> {
    /// Looks at what a step did wrong, and at what its thread and those that it created ask for.
    pub(super) fn check_step(&mut self, actor: Actor) -> Result<(), End> {
        for wrong in std::mem::take(&mut self.machine.wrongs) {
            self.violation(wrong.slot, wrong.failure, &wrong.about)?;
        }
        let Actor::Thread(slot) = actor else { return Ok(()) };
        let event = self.machine.trace.events.last().expect("a step was just taken");
        let (first, end) = event.recorded;
        for record in first..end {
            if let Label::Spawn { child } = self.machine.trace.record[record as usize].label {
                let child = self.machine.slots.find(child).expect("a created thread has a slot");
                self.check_request(child)?;
            }
        }
        self.check_request(slot)
    }

    /// Acts on the new request of a thread where it is none for the scheduler.
    pub(super) fn check_request(&mut self, slot: Slot) -> Result<(), End> {
        let state = self.machine.state(slot).expect("the thread exists");
        if let Some(gap) = endless(self.config, self.machine.context.program, state) {
            self.tally.gap.get_or_insert(gap);
            return Err(End::Endless);
        }
        match state.request() {
            Request::Visible { .. } | Request::Finished(_) | Request::Exited => Ok(()),
            Request::Blocked(block) => {
                if *block == Block::Bound {
                    let position = state.position(self.machine.context.program);
                    self.tally.cut.add_turn(position);
                }
                Ok(())
            }
            Request::Failed(failure) => {
                let failure = (**failure).clone();
                self.violation(slot, failure, &[])
            }
            Request::Unsupported(what) => {
                let position = state.position(self.machine.context.program);
                let gap = Gap::Unsupported { what: what.to_string(), position };
                self.tally.gap.get_or_insert(gap);
                Ok(())
            }
            Request::Discovered(_) | Request::Paused => {
                unreachable!("threads run until they are not paused, and discoveries end the run")
            }
        }
    }

    /// Records a violation, and goes on only if more are wanted. `about` are the records that it is
    /// about, in an order that the witness should show.
    fn violation(&mut self, slot: Slot, failure: Failure, about: &[u32]) -> Result<(), End> {
        if self.is_behind_failed_block(slot) {
            return Ok(());
        }
        let (graph, ids) = self.machine.graph();
        let about: Vec<EventId> = about.iter().map(|record| ids[*record as usize]).collect();
        self.violation_in(&graph, slot, failure, &about)
    }

    /// The same, about events of the graph of the trace.
    fn violation_in(
        &mut self,
        graph: &Graph,
        slot: Slot,
        failure: Failure,
        about: &[EventId],
    ) -> Result<(), End> {
        let machine = &self.machine;
        let scene = machine.scene(graph);
        if self.config.judge && B::ORDERS_WRITES {
            self.confirm(scene, (failure.kind, slot), about);
        }
        if self.tally.knows(failure.kind, scene.violation_position(slot, about)) {
            return Ok(());
        }
        let choices = schedule::choices(machine);
        let waits_for = |thread| self.waits_for(thread);
        let mut violation = scene.violation(slot, failure, about, choices, waits_for);
        violation.trace = machine.chronological_trace();
        self.tally.violations.push(violation);
        if self.config.keep_going { Ok(()) } else { Err(End::Violated) }
    }

    /// Nothing can run any more: looks for what only shows at the end, and counts the execution.
    pub(super) fn leaf(&mut self, observer: &mut Option<&mut dyn Observer>) -> Result<(), End> {
        self.tally.statistics.begin();
        let ending = self.judge()?;
        if self.config.judge {
            self.hear_judge(ending);
        }
        self.tally.statistics.end(ending);
        if ending != Ending::Complete {
            if self.is_notable(ending) {
                let (graph, _) = self.machine.graph();
                self.machine.scene(&graph).note(ending, &self.slots(), &mut self.tally);
            }
            return Ok(());
        }
        let Some(observer) = observer else { return Ok(()) };
        let (graph, _) = self.machine.graph();
        observer.execution(&graph, &self.machine.slots, &self.machine.cells);
        if observer.wants_schedules()
            && let Some(schedule) = self.machine.schedule(&graph)
        {
            observer.schedule(&schedule);
        }
        Ok(())
    }

    /// Whether the answer says more of an end than that there was one.
    fn is_notable(&self, ending: Ending) -> bool {
        match ending {
            Ending::Blocked(_) => {
                self.tally.statistics.executions == 0 && self.tally.blockage.is_none()
            }
            Ending::Cut | Ending::Unsupported => true,
            Ending::Complete | Ending::Redundant | Ending::SleepSet | Ending::Erroneous => false,
        }
    }

    /// Looks for what only shows at the end of an execution, and says how it ends.
    fn judge(&mut self) -> Result<Ending, End> {
        let slots = (0..self.machine.slots.len() as u32).map(Slot);
        let threads = slots.filter_map(|slot| self.machine.state(slot));
        let standings = Standings::of(threads, self.machine.context.program);
        self.check_failures()?;
        if self.config.robustness {
            self.check_robustness()?;
        }
        if standings.is_wrong || self.machine.configuration.has_stuck() {
            return Ok(Ending::Erroneous);
        }
        if standings.has_failed {
            self.check_chains()?;
            return Ok(Ending::Erroneous);
        }
        let ending = standings.ending();
        if ending == Ending::Complete {
            if standings.is_cut_short() {
                self.check_chains()?;
            }
            if self.config.leaks {
                self.check_leaks()?;
            }
        } else {
            let is_deadlock = self.check_chains()?;
            self.check_rest(is_deadlock)?;
        }
        Ok(ending)
    }

    /// The threads in the order of their names.
    fn slots(&self) -> Vec<Slot> {
        let mut order: Vec<Slot> = (0..self.machine.slots.len() as u32).map(Slot).collect();
        order.sort_by_key(|slot| self.machine.slots.thread(*slot));
        order
    }

    /// Looks at what was left out of the failures of weak compare-exchanges.
    fn check_failures(&mut self) -> Result<(), End> {
        let states = || {
            let slots = (0..self.machine.slots.len() as u32).map(Slot);
            slots.filter_map(|slot| self.machine.state(slot))
        };
        let are_cut = states().any(Thread::has_cut_failures);
        if states().any(|state| !state.reliances().is_empty()) {
            let (graph, _) = self.machine.graph();
            // Whoever learns of a compare-exchange, or of what follows it, finds the buffers empty
            // that it left empty.
            let before = |first, second| graph.is_cause(first, second);
            let order = Order { has_co: B::ORDERS_WRITES, before: &before, synchronised: None };
            let scene = self.machine.scene(&graph);
            if let Some(discovery) = scene.find_contention(&order) {
                return Err(End::Discovered(discovery));
            }
        }
        self.tally.cut.failures |= are_cut;
        Ok(())
    }

    /// S13 ([`safety::rules`]): reports the execution if its Shasha–Snir trace has a cycle: then it
    /// is not sequentially consistent. (`chronological-traces` §1 and §3.)
    fn check_robustness(&mut self) -> Result<(), End> {
        let (graph, _) = self.machine.graph();
        let Some(mut cycle) = models::find_sequential_cycle(&graph) else { return Ok(()) };
        let slot = graph.event(cycle[0]).thread;
        cycle.push(cycle[0]);
        let failure = Failure::new(ViolationKind::NotRobust, messages::NOT_ROBUST);
        self.violation_in(&graph, slot, failure, &cycle)
    }

    /// S10: reports an allocation that the execution leaves behind.
    fn check_leaks(&mut self) -> Result<(), End> {
        let (graph, _) = self.machine.graph();
        let Some((slot, size)) = self.machine.scene(&graph).find_leak() else { return Ok(()) };
        let message = format!("{size} bytes allocated by this thread are never freed");
        self.violation_in(&graph, slot, Failure::new(ViolationKind::Leak, message), &[])
    }

    /// S8 and S9: looks for threads that are held, and if that is wanted for loops that spin, where
    /// the execution is at rest ([`crate::rest`]). Threads that are held are left out if it is
    /// known that threads wait for each other.
    fn check_rest(&mut self, is_deadlock: bool) -> Result<(), End> {
        if !self.config.liveness && !self.may_hold {
            return Ok(());
        }
        let (graph, _) = self.machine.graph();
        let Some(rest) = self.machine.scene(&graph).at_rest(&self.slots()) else { return Ok(()) };
        let has_ended = self.machine.scene(&graph).has_main_returned();
        // A loop may be why others are held, so it comes first.
        if let Some((slot, reads)) = rest.spinning.filter(|_| self.config.liveness) {
            let failure = Failure::new(ViolationKind::Liveness, messages::LIVENESS);
            self.violation_in(&graph, slot, failure, &reads)?;
        }
        if let Some(slot) = rest.held.filter(|_| !is_deadlock && !has_ended) {
            let failure = Failure::new(ViolationKind::Deadlock, messages::DEADLOCK);
            self.violation_in(&graph, slot, failure, &[])?;
        }
        Ok(())
    }

    /// The threads that have failed in the middle of an atomic block, which did not happen
    /// therefore.
    fn failed_blocks(&self) -> impl Iterator<Item = Slot> {
        let slots = (0..self.machine.slots.len() as u32).map(Slot);
        slots.filter(|slot| {
            self.machine.state(*slot).is_some_and(|state| {
                state.is_inside_atomic_block() && matches!(state.request(), Request::Failed(_))
            })
        })
    }

    /// Whether what a thread did last comes after an atomic block that did not happen.
    fn is_behind_failed_block(&self, slot: Slot) -> bool {
        let Machine { trace, configuration, .. } = &self.machine;
        let Some(newest) = trace.events.last() else { return false };
        let last = match newest.actor.slot() == slot {
            true => Some(trace.len() - 1),
            false => configuration.standing(slot).last,
        };
        let is_before = |block: Slot| {
            let event = configuration.standing(block).last;
            event.zip(last).is_some_and(|(event, last)| trace.before.has(event, last))
        };
        self.failed_blocks().any(|block| block != slot && is_before(block))
    }

    /// S7: looks for threads that wait for each other, or for one that has ended, where nothing can
    /// run. Returns whether there are some.
    fn check_chains(&mut self) -> Result<bool, End> {
        let machine = &self.machine;
        // A thread that failed in an atomic block keeps all others from running.
        if self.failed_blocks().next().is_some() {
            return Ok(false);
        }
        let program = machine.context.program;
        let has_ended = |thread: ThreadId| {
            machine.thread_state(thread).is_some_and(|state| {
                matches!(state.request(), Request::Finished(_))
                    && !(thread == ThreadId::MAIN && state.has_returned(program))
            })
        };
        for slot in (0..machine.slots.len() as u32).map(Slot) {
            let first = machine.slots.thread(slot);
            if waits_for_ever(first, |thread| self.waits_for(thread), has_ended) {
                let failure = Failure::new(ViolationKind::Deadlock, messages::DEADLOCK);
                self.violation(slot, failure, &[])?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whom a thread waits for.
    fn waits_for(&self, thread: ThreadId) -> Option<ThreadId> {
        let machine = &self.machine;
        match machine.thread_state(thread)?.request() {
            Request::Visible { operation: Operation::Join { thread }, .. } => Some(*thread),
            Request::Visible {
                operation: Operation::Read { cell, kind: ReadKind::Lock, .. },
                ..
            } => machine.holder(*cell),
            Request::Blocked(Block::Lock { holder, .. }) => Some(*holder),
            _ => None,
        }
    }
}
