//! Does any execution come to its end? If loops are cut in all of them, or threads wait in all of
//! them, nothing is known of what comes after. The account of this engine has one execution for
//! each question that was answered with one.

use crate::check::Checker;
use crate::execution::Execution;
use crate::formula::Failure;
use answer::{Blockage, Cut, Ending, Reason};
use solver::Literal;
use unroll::ValueId;

impl Checker<'_> {
    /// Loops that were cut, and whether any execution comes to its end.
    pub(crate) fn ends(&mut self) -> Result<(), Failure> {
        let cut = self.formula.any(self.acyclic.unwound.iter().map(|cut| cut.condition));
        let is_complete = self.is_complete();
        let mut left_out = Cut::default();
        if let Some(execution) = self.find(&[cut])? {
            let mut cuts = self.acyclic.unwound.iter();
            let met = cuts.find(|cut| execution.evaluation.holds(cut.condition));
            left_out.add_turn(met.expect("a cut was asked for").position);
            self.count(Ending::Cut);
        }
        self.found.cut = left_out;
        if self.find(&[is_complete, !cut])?.is_some() {
            self.count(Ending::Complete);
        } else if let Some(execution) = self.find(&[!cut])? {
            let blockage = self.blockage(&execution);
            self.found.blockage = Some(blockage);
            self.count(Ending::Blocked(blockage.reason));
        }
        Ok(())
    }

    fn count(&mut self, ending: Ending) {
        self.found.statistics.begin();
        self.found.statistics.end(ending);
    }

    /// Whether the program is over, or all its threads are that exist.
    fn is_complete(&mut self) -> Literal {
        let acyclic = self.acyclic;
        let over: Vec<ValueId> = acyclic.returned.iter().chain(&acyclic.exited).copied().collect();
        let over = self.formula.any(over);
        let mut all = Vec::new();
        for thread in &acyclic.threads {
            let finished = self.formula.condition(thread.finished);
            let ended = match thread.spawn {
                Some(spawn) => {
                    let exists = self.formula.executed(spawn);
                    self.formula.circuit().or([!exists, finished])
                }
                None => finished,
            };
            all.push(ended);
        }
        let all = self.formula.circuit().and(all);
        self.formula.circuit().or([over, all])
    }

    /// Why an execution does not come to its end. What is not known to wait was stopped by an
    /// assumption.
    fn blockage(&self, execution: &Execution) -> Blockage {
        let acyclic = self.acyclic;
        let holds = |condition: ValueId| execution.evaluation.holds(condition);
        let spin = acyclic.spins.iter().find(|own| holds(own.condition));
        let wait = acyclic.waits.iter().find(|own| holds(own.condition));
        let call = acyclic.calls.iter().find(|own| holds(own.condition));
        let looping = spin.map(|own| (Reason::Loop, own.position));
        let held = wait.map(|own| own.position).or(call.map(|own| own.position));
        let held = held.map(|position| (Reason::Held, position));
        let (reason, position) = looping.or(held).unwrap_or((Reason::Assumption, None));
        Blockage { reason, position }
    }
}
