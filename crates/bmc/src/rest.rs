//! Is an execution at rest? The rule is that of `explore` (`rest`): every thread has ended, waits
//! for the end of another one, is held by a mutex or in a call, or spins: it has stopped after a
//! turn of a loop that changed nothing, and all that the turn has read has the value of the last
//! write in co. Every write becomes visible in the end, and no other value is to come; so nothing
//! will ever change.
//!
//! That is the same for every model: that a write becomes visible is no axiom, and is assumed of
//! all machines.

use crate::check::Checker;
use solver::Literal;
use unroll::{SpinWait, ThreadIndex, ValueId};

impl Checker<'_> {
    /// What has to hold in an execution that is at rest.
    pub(crate) fn at_rest(&mut self) -> Vec<Literal> {
        let acyclic = self.acyclic;
        let mut conditions = Vec::new();
        for spin in &acyclic.spins {
            let waiting = self.formula.condition(spin.condition);
            let lasting = self.is_lasting(spin);
            conditions.push(self.formula.circuit().or([!waiting, lasting]));
        }
        for call in &acyclic.calls {
            let waiting = self.formula.condition(call.condition);
            let lasting = self.formula.reads_last_value(call.read);
            conditions.push(self.formula.circuit().or([!waiting, lasting]));
        }
        for wait in &acyclic.waits {
            let waiting = self.formula.condition(wait.condition);
            let held = self.holding(wait.mutex).is_held;
            conditions.push(self.formula.circuit().or([!waiting, held]));
        }
        for index in 0..acyclic.threads.len() {
            conditions.push(self.stands_still(ThreadIndex(index as u32)));
        }
        conditions
    }

    /// Whether what a turn has read will always be read again.
    fn is_lasting(&mut self, spin: &SpinWait) -> Literal {
        let mut all = Vec::new();
        for (read, in_turn) in &spin.reads {
            let executed = self.formula.executed(*read);
            let in_turn = self.formula.condition(*in_turn);
            let last = self.formula.reads_last_value(*read);
            let counts = self.formula.circuit().and([executed, in_turn]);
            all.push(self.formula.circuit().or([!counts, last]));
        }
        for accident in &spin.accidents {
            all.push(!self.formula.condition(*accident));
        }
        all.sort_unstable();
        self.formula.circuit().and(all)
    }

    /// Whether a thread has ended or waits, if it exists.
    fn stands_still(&mut self, thread: ThreadIndex) -> Literal {
        let acyclic = self.acyclic;
        let waits = acyclic.waits.iter().map(|own| (own.thread, own.condition));
        let joins = acyclic.joins.iter().map(|own| (own.thread, own.condition));
        let calls = acyclic.calls.iter().map(|own| (own.thread, own.condition));
        let spins = acyclic.spins.iter().map(|own| (own.thread, own.condition));
        let all = waits.chain(joins).chain(calls).chain(spins);
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
