//! Do threads wait for ever? The rules are those of `explore::graph`:
//!
//! 1. Following from a thread that waits for a mutex who holds it, or whose end that one waits for,
//!    one comes back to a thread, or to one that has ended and is not a main that has returned.
//! 2. The execution is at rest (`rest`), the program is not over, and a thread is held: by a mutex,
//!    or in a call (`program::primitives`).
//!
//! The second is one question. For the first, the formula asks for an execution in which a thread
//! waits for a mutex, and every mutex that is waited for is held in the end. In the execution that
//! is found the chain is followed. If it ends otherwise, executions in which the same threads wait
//! for the same holders are excluded, and others looked for.

use crate::check::Checker;
use crate::execution::Execution;
use crate::formula::Failure;
use base::ThreadId;
use rerun::Wrong;
use solver::{Literal, bitvector};
use std::collections::{BTreeMap, BTreeSet};
use unroll::{Acyclic, ThreadIndex, ValueId, Wait};

/// A mutex that is waited for, as it is in the end.
pub(crate) struct Holding {
    pub is_held: Literal,
    /// What decides which mutex it is, and who holds it.
    decided_by: Vec<Literal>,
}

impl Checker<'_> {
    /// The first rule, S7 (`safety::rules`).
    pub(crate) fn chains(&mut self) -> Result<(), Failure> {
        let waits = self.acyclic.waits.clone();
        if waits.is_empty() {
            return Ok(());
        }
        let mut conditions = Vec::new();
        let mut holdings = Vec::new();
        for wait in &waits {
            let waiting = self.formula.condition(wait.condition);
            let holding = self.holding(wait.mutex);
            conditions.push(self.formula.circuit().or([!waiting, holding.is_held]));
            holdings.push(holding.decided_by);
        }
        self.circles(&waits, &holdings, conditions)
    }

    /// The second rule, S8.
    pub(crate) fn held(&mut self) -> Result<(), Failure> {
        let acyclic = self.acyclic;
        if acyclic.waits.is_empty() && acyclic.calls.is_empty() {
            return Ok(());
        }
        let calls = acyclic.calls.iter().map(|own| (own.thread, own.condition));
        let waits = acyclic.waits.iter().map(|own| (own.thread, own.condition));
        let held: Vec<(ThreadIndex, ValueId)> = calls.chain(waits).collect();
        let mut conditions = self.at_rest();
        let over = acyclic.returned.iter().chain(&acyclic.exited).copied();
        let over: Vec<ValueId> = over.collect();
        conditions.push(!self.formula.any(over));
        conditions.push(self.formula.any(held.iter().map(|(_, condition)| *condition)));
        if let Some(execution) = self.find(&conditions)? {
            let mut held = held.iter();
            let found = held.find(|(_, condition)| execution.evaluation.holds(*condition));
            let (thread, _) = found.expect("some thread is held");
            self.add(&execution, Wrong::Deadlock { thread: thread.index() })?;
        }
        Ok(())
    }

    /// Looks for a chain that comes back to a thread, or to one that has ended.
    fn circles(
        &mut self,
        waits: &[Wait],
        holdings: &[Vec<Literal>],
        mut conditions: Vec<Literal>,
    ) -> Result<(), Failure> {
        conditions.push(self.formula.any(waits.iter().map(|wait| wait.condition)));
        let cut = self.acyclic.unwound.iter().map(|own| own.condition);
        let stopped: Vec<ValueId> =
            cut.chain(self.acyclic.gaps.iter().map(|own| own.condition)).collect();
        conditions.push(!self.formula.any(stopped));
        // How a chain ends is decided by who waits, who has ended, and who holds what is waited
        // for.
        let ends: Vec<Literal> = waits
            .iter()
            .map(|wait| wait.condition)
            .chain(self.acyclic.joins.iter().map(|join| join.condition))
            .chain(self.acyclic.threads.iter().map(|thread| thread.finished))
            .chain(self.acyclic.returned.iter().copied())
            .map(|condition| self.formula.condition(condition))
            .collect();
        let searching = self.formula.circuit().free();
        conditions.push(searching);
        while let Some(execution) = self.find(&conditions)? {
            let waiting = waits.iter().filter(|wait| execution.evaluation.holds(wait.condition));
            for wait in waiting {
                if self.is_for_ever(&execution, waits, wait.thread) {
                    self.add(&execution, Wrong::Deadlock { thread: wait.thread.index() })?;
                    return Ok(());
                }
            }
            let pairs = waits.iter().zip(holdings);
            let waited = pairs.filter(|(wait, _)| execution.evaluation.holds(wait.condition));
            let decided = ends.iter().chain(waited.flat_map(|(_, decided_by)| decided_by));
            let mut block: Vec<Literal> =
                decided.map(|own| own.negated_if(self.formula.value(*own))).collect();
            block.push(!searching);
            self.formula.circuit().require(&block);
        }
        Ok(())
    }

    /// Whether a mutex is held in the end, and by whom.
    pub(crate) fn holding(&mut self, mutex: ValueId) -> Holding {
        let address = self.formula.bits(mutex);
        let writes = self.acyclic.events.iter().filter(|event| event.kind.writes());
        let cells: BTreeSet<u64> =
            writes.flat_map(|event| event.may_addresses.iter().copied()).collect();
        let mut ways = Vec::new();
        let mut decided_by = Vec::new();
        for cell in cells {
            let circuit = self.formula.circuit();
            let wanted = bitvector::constant(circuit, u128::from(cell), 64);
            let is_here = bitvector::equal(circuit, &address, &wanted);
            if circuit.known(is_here) == Some(false) {
                continue;
            }
            let (_, contents) = self.formula.final_value(cell);
            let circuit = self.formula.circuit();
            decided_by.push(is_here);
            decided_by.extend(contents.iter().copied());
            // Of what can be in a mutex, the names of threads are what is not zero and has no one
            // in the highest bit (`Address::mark`).
            let is_other = contents.get(63).copied();
            let is_used = circuit.or(contents);
            let is_taken = match is_other {
                Some(is_other) => circuit.and([is_used, !is_other]),
                None => is_used,
            };
            ways.push(circuit.and([is_here, is_taken]));
        }
        Holding { is_held: self.formula.circuit().or(ways), decided_by }
    }

    /// Follows who waits for whom: to a circle, or to a thread that has ended?
    fn is_for_ever(&self, execution: &Execution, waits: &[Wait], first: ThreadIndex) -> bool {
        let ids: BTreeMap<ThreadId, usize> =
            self.acyclic.threads.iter().enumerate().map(|(own, thread)| (thread.id, own)).collect();
        let holds = |condition: ValueId| execution.evaluation.holds(condition);
        let mut seen = BTreeSet::new();
        let mut thread = first.index();
        while seen.insert(thread) {
            let mut own = waits.iter().filter(|wait| wait.thread.index() == thread);
            let mut joins = self.acyclic.joins.iter().filter(|join| join.thread.index() == thread);
            if let Some(wait) = own.find(|wait| holds(wait.condition)) {
                let holder = holder(self.acyclic, execution, wait);
                let Some(holder) = holder.and_then(|holder| ids.get(&holder)) else {
                    return false;
                };
                thread = *holder;
            } else if let Some(join) = joins.find(|join| holds(join.condition)) {
                thread = join.joined.index();
            } else {
                let mut returned = self.acyclic.returned.iter();
                let is_over = thread == 0 && returned.any(|own| holds(*own));
                return holds(self.acyclic.threads[thread].finished) && !is_over;
            }
        }
        true
    }
}

/// Who holds in the end what a thread waits for: what the last write in coherence leaves there.
fn holder(acyclic: &Acyclic, execution: &Execution, wait: &Wait) -> Option<ThreadId> {
    let mutex = execution.evaluation.number(wait.mutex);
    let structure = &execution.executed.structure;
    let co = structure.co.as_ref().expect("coherence is chosen");
    let events = structure.events.iter().enumerate();
    let is_ending = |index: usize| acyclic.endings.contains(&execution.executed.events[index]);
    let mut writes = events.filter(|(index, event)| {
        event.kind.writes()
            && event.location.is_some_and(|at| at.0 as u64 == mutex)
            && !is_ending(*index)
    });
    let (_, last) = writes.find(|(index, _)| co.successors(*index).all(&is_ending))?;
    interp::mutex_holder(last.written? as u64)
}
