//! What an exploration takes down: violations, and the ends of executions.

use super::explorer::{Explorer, Walk};
use super::layer::{Layer, Stopped};
use super::world::World;
use crate::account::Standings;
use crate::contention::Order;
use crate::end::End;
use crate::observer::Observer;
use answer::{Ending, Found};
use execution::{EventId, Slot};
use interp::{Block, Request, Thread};
use models::{Equivalence, Model};

impl<M: Model> Explorer<'_, M> {
    /// Looks for violations once no group is in the middle. Before that, what depends on an
    /// unfinished group may turn out not to have happened.
    pub(super) fn check_finished_groups(&mut self, has_failures: bool) -> Walk<()> {
        if std::mem::take(&mut self.was_in_group) {
            self.check_all_lifetimes()?;
            if self.config.races {
                self.check_races_of_groups()?;
            }
        }
        if !has_failures {
            return Ok(());
        }
        for index in 0..self.world.order.len() {
            let slot = self.world.order[index];
            if self.world.layer().current[slot.index()].is_some()
                && let Request::Failed(failure) = self.world.slot_state(slot).request()
            {
                let failure = (**failure).clone();
                self.violation(slot, failure, &[])?;
            }
        }
        Ok(())
    }

    /// Records a violation that a thread commits, and goes on only if more are wanted. `about` are
    /// the events that it is about, in an order that the witness should show.
    pub(super) fn violation(
        &mut self,
        slot: Slot,
        failure: interp::Failure,
        about: &[EventId],
    ) -> Walk<()> {
        if self.world.is_behind_blocked_group(slot) {
            return Ok(());
        }
        if self.config.judge && !self.world.is_behind_the_dead(slot, about) {
            self.confirm(slot, failure.kind, about);
        }
        let scene = self.world.scene();
        if self.tally.knows(failure.kind, scene.violation_position(slot, about))
            || self.world.is_behind_the_dead(slot, about)
        {
            return Ok(());
        }
        let waits_for = |thread| self.world.waits_for(thread);
        let violation = scene.violation(slot, failure, about, self.current_path(), waits_for);
        self.tally.violations.push(violation);
        if self.config.keep_going { Ok(()) } else { Err(End::Violated) }
    }

    /// Ends a thread whose last event was wrong.
    pub(super) fn stop_thread(&mut self, slot: Slot) {
        let frames = self.tree.frames.len();
        let old = self.world.layer().current[slot.index()].expect("the thread is in the graph");
        if *self.world.states.get(old).request() == Request::Blocked(Block::Wrong) {
            return;
        }
        let mut state = self.world.states.copy(old);
        state.block(Block::Wrong);
        let state = self.world.states.push(state);
        let layer = self.world.layer_mut();
        layer.current[slot.index()] = Some(state);
        layer.stopped.push(Stopped { slot, state: old, frames });
    }

    /// Nothing can run any more: looks for what only shows at the end, and counts the execution.
    pub(super) fn leaf(&mut self, observer: &mut Option<&mut dyn Observer>) -> Walk<()> {
        self.tally.statistics.begin();
        let lasting = match M::Equivalence::HAS_CO || !self.asks_for_rest() {
            true => Vec::new(),
            false => self.world.scene().lasting_writes(&self.world.order),
        };
        let ending = match self.with_last(&lasting, Self::judge) {
            Some(judged) => judged?,
            None => self.judge()?,
        };
        self.tally.statistics.end(ending);
        if ending != Ending::Complete {
            self.world.note(ending, &mut self.tally);
        } else if let Some(observer) = observer {
            let graph = &self.world.layers[self.world.depth].graph;
            observer.execution(graph, &self.world.slots, &self.world.cells);
        }
        Ok(())
    }

    /// Works on the graph with a co in which these writes are last; does nothing if there is none.
    fn with_last<T>(&mut self, last: &[EventId], work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if last.is_empty() {
            return Some(work(self));
        }
        let Layer { graph, model, .. } = self.world.layer_mut();
        let unsettled = graph.clone();
        if !M::Equivalence::settle(model, graph, last) {
            return None;
        }
        let result = work(self);
        self.world.layer_mut().graph = unsettled;
        Some(result)
    }

    /// Looks at what was left out of the failures of weak compare-exchanges.
    fn check_failures(&mut self) -> Walk<()> {
        let states = || {
            let current = self.world.layer().current.iter().flatten();
            current.map(|state| self.world.states.get(*state))
        };
        let are_cut = states().any(Thread::has_cut_failures);
        if states().any(|state| !state.reliances().is_empty()) {
            let layer = self.world.layer();
            let before = |first, second| layer.model.happens_before(&layer.graph, first, second);
            let synchronised = |first, second| layer.are_synchronised(first, second);
            let order = Order {
                has_co: M::Equivalence::HAS_CO,
                before: &before,
                synchronised: if self.config.races { Some(&synchronised) } else { None },
            };
            if let Some(discovery) = self.world.scene().find_contention(&order) {
                return Err(End::Discovered(discovery));
            }
        }
        self.tally.cut.failures |= are_cut;
        Ok(())
    }

    /// Looks for what only shows at the end of an execution, and says how it ends.
    fn judge(&mut self) -> Walk<Ending> {
        let ending = self.find_at_end()?;
        if self.config.judge {
            self.compare_with_judge(ending);
        }
        Ok(ending)
    }

    fn find_at_end(&mut self) -> Walk<Ending> {
        let program = self.world.context.program;
        let standings = Standings::of(self.world.threads(), program);
        if standings.is_unplaceable {
            return Ok(Ending::Redundant);
        }
        self.note_remark();
        self.check_failures()?;
        // A lock that reads "held" before an unlock that it could have read is not how a run goes:
        // it goes on in another execution, which has all other events as well.
        if self.config.robustness && !self.world.scene().has_free_lock(&self.world.order) {
            self.check_robustness()?;
        }
        if self.world.touches_the_dead() {
            return Ok(Ending::Erroneous);
        }
        if standings.has_failed {
            self.check_chains()?;
            return Ok(match self.world.all_failures_are_behind_blocked_groups() {
                true => Ending::Redundant,
                false => Ending::Erroneous,
            });
        }
        let ending = standings.ending();
        if ending == Ending::Complete {
            if standings.is_cut_short() {
                if !self.world.waits_for_last_holders() {
                    return Ok(Ending::Redundant);
                }
                self.check_chains()?;
            }
            if self.config.leaks {
                self.check_leaks()?;
            }
        } else {
            self.check_waiting_lifetimes()?;
            let is_deadlock = self.check_chains()?;
            self.check_rest(is_deadlock)?;
        }
        Ok(ending)
    }
}

impl<M: Model> World<'_, M> {
    /// The threads that are in the graph.
    fn threads(&self) -> impl Iterator<Item = &Thread> {
        let states = self.order.iter().filter_map(|slot| self.layer().current[slot.index()]);
        states.map(|state| self.states.get(state))
    }

    /// Takes down where an execution was stopped.
    fn note(&self, ending: Ending, tally: &mut Found) {
        self.scene().note(ending, &self.order, tally);
    }

    /// Whether no thread that has failed has done so in this execution.
    fn all_failures_are_behind_blocked_groups(&self) -> bool {
        self.order.iter().all(|slot| {
            let state = self.layer().current[slot.index()].map(|state| self.states.get(state));
            let has_failed =
                state.is_some_and(|state| matches!(state.request(), Request::Failed(_)));
            !has_failed || self.is_behind_blocked_group(*slot)
        })
    }

    /// Whether what a thread did depends on an atomic block that can never end: then it did not
    /// happen.
    pub(super) fn is_behind_blocked_group(&self, slot: Slot) -> bool {
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
                _ => self.is_stuck_in_block(*other),
            };
            inside
                && layer
                    .graph
                    .last_of(*other)
                    .is_some_and(|end| layer.model.happens_before(&layer.graph, end, last))
        })
    }
}
