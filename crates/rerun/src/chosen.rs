//! Which numbers is a thread given? Those that are claimed, and for weak compare-exchanges whether
//! they fail although they need not, which follows from what they are claimed to do.

use crate::driver::{BUDGET, Driver, Moved, Trouble, mismatch};
use crate::run::RunObjects;
use crate::{End, Step};
use base::Value;
use execution::canonical::Action;
use interp::{Operation, Thread};
use program::Instruction;

/// Whether a weak compare-exchange fails although it need not.
enum Luck {
    Fails(bool),
    /// The claim has a number for it.
    Claimed,
    /// What it reads is not known yet.
    Unknown,
}

fn is_exclusive(state: &Thread) -> bool {
    let read = state.request().operation();
    matches!(read, Some(Operation::Read { kind: execution::ReadKind::Exclusive, .. }))
}

/// How many bytes a compare-exchange is about.
fn exchanged_bytes(instruction: Option<&Instruction>) -> u8 {
    match instruction {
        Some(Instruction::CompareExchange { access, .. }) => access.size,
        _ => 0,
    }
}

impl Driver<'_, '_> {
    /// Gives a thread a number: one that is claimed, or whether a weak compare-exchange fails.
    pub(crate) fn choose(
        &mut self,
        thread: usize,
        (low, high): (i64, i64),
        grouped: bool,
        takes: bool,
    ) -> Result<Moved, Trouble> {
        let runner = &self.run.threads[thread];
        let instruction = runner.state.instruction(self.program);
        let is_exchange = matches!(instruction, Some(Instruction::CompareExchange { .. }));
        let value = match is_exchange.then(|| self.fails(thread, takes)).transpose()? {
            Some(Luck::Unknown) => return Ok(Moved::No),
            Some(Luck::Fails(fails)) => i64::from(fails),
            Some(Luck::Claimed) | None => {
                let chosen = self.claimed(thread).chosen.get(runner.chosen).copied();
                let Some(chosen) = chosen else {
                    return mismatch(format!("{} asks for a number", self.who(thread)));
                };
                self.run.threads[thread].chosen += 1;
                chosen as i64
            }
        };
        if value < low || value > high {
            return mismatch(format!("{value} is not between {low} and {high}"));
        }
        let number = self.perform(thread, Action::Choose { value }, grouped);
        self.run.performed[number].low = low;
        self.go_on(thread, Some(Value::new(value as u64)))?;
        Ok(Moved::Yes)
    }

    /// Whether a weak compare-exchange that asks fails although it need not.
    fn fails(&self, thread: usize, takes: bool) -> Result<Luck, Trouble> {
        let runner = &self.run.threads[thread];
        let instruction = runner.state.instruction(self.program);
        // What follows if it does not fail tells whether it asks before or after its read.
        let mut state = runner.state.clone();
        let objects = RunObjects(&self.run.threads);
        let mut budget = BUDGET;
        state.resume(&self.context, &objects, Value::ZERO, &mut budget);
        match state.request().operation() {
            Some(Operation::Read { .. }) if is_exclusive(&state) => {
                let step = self.step(thread);
                let comes_late = matches!(self.claimed(thread).end, End::Late | End::Failed);
                if step.is_none() && comes_late {
                    // It comes too late, whether it fails or not.
                    return Ok(Luck::Fails(false));
                }
                let Some(Step::Read { updates, .. }) = step else {
                    return mismatch(format!("{} compares and exchanges", self.who(thread)));
                };
                // It reads cell by cell, and goes on to write if it has found what it expects.
                let mut left = exchanged_bytes(state.instruction(self.program));
                while left > 0 {
                    let Some(Operation::Read { cell, .. }) = state.request().operation() else {
                        return mismatch(format!("{} exchanges in part", self.who(thread)));
                    };
                    let Some(address) = self.claimed_address(cell) else {
                        return Ok(Luck::Claimed);
                    };
                    let Some(found) = self.find(thread, cell, address, takes)? else {
                        return Ok(Luck::Unknown);
                    };
                    left = left.saturating_sub(cell.size);
                    state.resume(&self.context, &objects, found.value, &mut budget);
                }
                let is_here = state.instruction(self.program) == instruction
                    && matches!(state.request().operation(), Some(Operation::Write { .. }));
                Ok(Luck::Fails(!updates && is_here))
            }
            Some(Operation::Write { cell, .. }) if self.claimed_address(cell).is_some() => {
                let read = runner.steps.checked_sub(1).map(|own| &self.claimed(thread).steps[own]);
                let updates = matches!(read, Some(Step::Read { updates: true, .. }));
                Ok(Luck::Fails(!updates))
            }
            _ => Ok(Luck::Claimed),
        }
    }
}
