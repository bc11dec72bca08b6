//! Do threads wait for each other for ever? The rule is that of `explore::graph`: following from a
//! waiting thread who holds the mutex that it wants, one comes back to a thread, or to one that has
//! ended; and main has not returned.
//!
//! The formula asks for an execution in which a thread waits, and every mutex that is waited for is
//! held in the end. In the execution that is found the chain is followed. If it leads to a thread
//! that waits for something else, such executions are excluded and others looked for, and the
//! question stays open, since what it waits for (a join, say) is not known here.

use crate::check::{Checker, Wrong};
use crate::execution::Execution;
use crate::formula::Failure;
use crate::witness::{holder, thread_ids};
use base::{ThreadId, ViolationKind};
use solver::{Literal, bitvector};
use std::collections::{BTreeMap, BTreeSet};
use unroll::{ThreadIndex, ValueId, Wait};

/// How a chain of waiting threads ends.
enum Chain {
    /// In a circle, or with a thread that has ended.
    ForEver,
    /// With a thread that stopped otherwise.
    Elsewhere,
}

impl Checker<'_> {
    pub(crate) fn deadlocks(&mut self) -> Result<(), Failure> {
        let waits = self.acyclic.waits.clone();
        if waits.is_empty() {
            return Ok(());
        }
        let mut conditions = vec![self.formula.any(waits.iter().map(|wait| wait.condition))];
        for wait in &waits {
            let waiting = self.formula.condition(wait.condition);
            let held = self.is_held(wait.mutex);
            conditions.push(self.formula.circuit().or([!waiting, held]));
        }
        let cut = self.acyclic.unwound.iter().map(|own| own.condition);
        let stopped: Vec<ValueId> =
            cut.chain(self.acyclic.gaps.iter().map(|own| own.condition)).collect();
        conditions.push(!self.formula.any(stopped));
        if !self.questions.exits {
            conditions.push(!self.formula.condition(self.acyclic.threads[0].finished));
        }
        // Who waits, and who has ended, decides how a chain ends, but for who holds what.
        let ends: Vec<Literal> = waits
            .iter()
            .map(|wait| wait.condition)
            .chain(self.acyclic.threads.iter().map(|thread| thread.finished))
            .map(|condition| self.formula.condition(condition))
            .collect();
        let searching = self.formula.circuit().free();
        conditions.push(searching);
        while let Some(execution) = self.find(&conditions)? {
            let waiting = waits.iter().filter(|wait| execution.evaluation.holds(wait.condition));
            for wait in waiting {
                if let Chain::ForEver = self.follow(&execution, &waits, wait.thread) {
                    let (thread, position) = (wait.thread, wait.position);
                    if self.questions.exits {
                        let what = "threads that wait for ever where a thread may end itself or the program";
                        self.leave_open(what, position);
                        return Ok(());
                    }
                    let (kind, message) = (ViolationKind::Deadlock, "deadlock".to_owned());
                    self.add(&execution, Wrong { kind, message, thread, position });
                    return Ok(());
                }
            }
            let mut block: Vec<Literal> =
                ends.iter().map(|own| own.negated_if(self.formula.value(*own))).collect();
            block.push(!searching);
            self.formula.circuit().require(&block);
            let what = "a thread that waits for a mutex whose holder waits for something else";
            self.leave_open(what, waits[0].position);
        }
        Ok(())
    }

    /// Whether a mutex is held in the end.
    fn is_held(&mut self, mutex: ValueId) -> Literal {
        let address = self.formula.bits(mutex);
        let writes = self.acyclic.events.iter().filter(|event| event.kind.writes());
        let cells: BTreeSet<u64> =
            writes.flat_map(|event| event.may_addresses.iter().copied()).collect();
        let mut ways = Vec::new();
        for cell in cells {
            let circuit = self.formula.circuit();
            let wanted = bitvector::constant(circuit, u128::from(cell), 64);
            let is_here = bitvector::equal(circuit, &address, &wanted);
            if circuit.known(is_here) == Some(false) {
                continue;
            }
            let (_, contents) = self.formula.final_value(cell);
            let circuit = self.formula.circuit();
            let is_taken = circuit.or(contents);
            ways.push(circuit.and([is_here, is_taken]));
        }
        self.formula.circuit().or(ways)
    }

    /// Follows who waits for whom.
    fn follow(&self, execution: &Execution, waits: &[Wait], first: ThreadIndex) -> Chain {
        let ids: BTreeMap<ThreadId, usize> =
            thread_ids(self.acyclic).into_iter().enumerate().map(|(own, id)| (id, own)).collect();
        let mut seen = BTreeSet::new();
        let mut thread = first.index();
        while seen.insert(thread) {
            let mut own = waits.iter().filter(|wait| wait.thread.index() == thread);
            let Some(wait) = own.find(|wait| execution.evaluation.holds(wait.condition)) else {
                let ended = self.acyclic.threads[thread].finished;
                let has_ended = execution.evaluation.holds(ended);
                return if has_ended { Chain::ForEver } else { Chain::Elsewhere };
            };
            let holder = holder(execution, wait);
            let Some(holder) = holder.and_then(|holder| ids.get(&holder)) else {
                return Chain::Elsewhere;
            };
            thread = *holder;
        }
        Chain::ForEver
    }
}
