//! Does a loop wait for ever? It does if the execution is at rest (`rest`) and a thread spins.

use crate::check::Checker;
use crate::formula::Failure;
use rerun::Wrong;

impl Checker<'_> {
    pub(crate) fn waiting_loops(&mut self) -> Result<(), Failure> {
        let acyclic = self.acyclic;
        if acyclic.spins.is_empty() {
            return Ok(());
        }
        let mut conditions = self.at_rest();
        conditions.push(self.formula.any(acyclic.spins.iter().map(|own| own.condition)));
        if let Some(execution) = self.find(&conditions)? {
            let mut spins = acyclic.spins.iter();
            let spin = spins.find(|own| execution.evaluation.holds(own.condition));
            let thread = spin.expect("some loop waits").thread.index();
            self.add(&execution, Wrong::Liveness { thread })?;
        }
        Ok(())
    }
}
