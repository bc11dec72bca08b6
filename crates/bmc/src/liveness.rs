//! Does a loop wait for ever? The rule is that of `explore` (`endings`): a thread has stopped after
//! a turn that changed nothing, all that the turn has read are the last writes in co, and every
//! other thread has ended or waits as well. Every write becomes visible in the end, and no other is
//! to come; so nothing will ever change.
//!
//! This is one question, for every model: that a write becomes visible is no axiom, and is assumed
//! of all machines.

use crate::check::Checker;
use crate::formula::Failure;
use rerun::Wrong;
use solver::Literal;
use unroll::{SpinWait, ThreadIndex, ValueId};

impl Checker<'_> {
    pub(crate) fn waiting_loops(&mut self) -> Result<(), Failure> {
        let acyclic = self.acyclic;
        if acyclic.spins.is_empty() {
            return Ok(());
        }
        let mut conditions = Vec::new();
        for spin in &acyclic.spins {
            let waiting = self.formula.condition(spin.condition);
            let lasting = self.is_lasting(spin);
            conditions.push(self.formula.circuit().or([!waiting, lasting]));
        }
        for call in &acyclic.calls {
            let waiting = self.formula.condition(call.condition);
            let lasting = self.formula.reads_last(call.read);
            conditions.push(self.formula.circuit().or([!waiting, lasting]));
        }
        for wait in &acyclic.waits {
            let waiting = self.formula.condition(wait.condition);
            let held = self.holding(wait.mutex).is_held;
            conditions.push(self.formula.circuit().or([!waiting, held]));
        }
        let spins = acyclic.spins.iter().map(|own| (own.thread, own.condition));
        for index in 0..acyclic.threads.len() {
            let rests = self.rests(ThreadIndex(index as u32), spins.clone());
            conditions.push(rests);
        }
        conditions.push(self.formula.any(spins.map(|(_, condition)| condition)));
        if let Some(execution) = self.find(&conditions)? {
            let mut spins = acyclic.spins.iter();
            let spin = spins.find(|own| execution.evaluation.holds(own.condition));
            let thread = spin.expect("some loop waits").thread.index();
            self.add(&execution, Wrong::Liveness { thread })?;
        }
        Ok(())
    }

    /// Whether what a turn has read will always be read again.
    fn is_lasting(&mut self, spin: &SpinWait) -> Literal {
        let mut all = Vec::new();
        for (read, in_turn) in &spin.reads {
            let executed = self.formula.executed(*read);
            let in_turn = self.formula.condition(*in_turn);
            let last = self.formula.reads_last(*read);
            let counts = self.formula.circuit().and([executed, in_turn]);
            all.push(self.formula.circuit().or([!counts, last]));
        }
        for accident in &spin.accidents {
            all.push(!self.formula.condition(*accident));
        }
        all.sort_unstable();
        self.formula.circuit().and(all)
    }

    /// Whether a thread has ended or waits, if it exists: for a mutex, for the end of another one,
    /// in a call, or as `others` say.
    pub(crate) fn rests(
        &mut self,
        thread: ThreadIndex,
        others: impl Iterator<Item = (ThreadIndex, ValueId)>,
    ) -> Literal {
        let acyclic = self.acyclic;
        let waits = acyclic.waits.iter().map(|own| (own.thread, own.condition));
        let joins = acyclic.joins.iter().map(|own| (own.thread, own.condition));
        let calls = acyclic.calls.iter().map(|own| (own.thread, own.condition));
        let all = waits.chain(joins).chain(calls).chain(others);
        let here = all.filter(|(own, _)| *own == thread).map(|(_, condition)| condition);
        let definition = &acyclic.threads[thread.index()];
        let stops: Vec<ValueId> = here.chain([definition.finished]).collect();
        let stops = self.formula.any(stops);
        let exists = match definition.spawn {
            Some(spawn) => self.formula.executed(spawn),
            None => self.formula.circuit().constant(true),
        };
        self.formula.circuit().or([!exists, stops])
    }
}
