//! Do threads stand, in the end, as they are claimed to?

use crate::End;
use crate::driver::{Driver, Trouble, mismatch};
use crate::lifetimes::{is_late, is_too_late};
use crate::run::Run;
use base::{ObjectId, ViolationKind};
use execution::canonical::Action;
use interp::{Failure, Operation, Request};
use std::collections::BTreeSet;

impl Driver<'_, '_> {
    /// Whether a thread fails, as is claimed, since it is about to use an object that is gone.
    pub(crate) fn is_at_end_of_life(&self, thread: usize) -> bool {
        self.claimed(thread).end == End::Failed
            && is_too_late(&self.run, &self.context, thread).is_some()
    }

    /// Whether a thread that has done all of its steps, and does not go on, has ended all lives
    /// that it is claimed to end, or is about to do what is no step.
    pub(crate) fn is_at_stop(&self, thread: usize) -> bool {
        let states = self.run.states();
        let own = |object| self.run.names.object(self.claim, &states, object);
        let ended: BTreeSet<ObjectId> = self.run.threads[thread]
            .events
            .iter()
            .filter_map(|number| match self.run.performed[*number].action {
                Action::Free { object } => own(object),
                _ => None,
            })
            .collect();
        if self.claimed(thread).ends.is_subset(&ended) {
            return true;
        }
        match self.run.threads[thread].state.request().operation() {
            Some(Operation::Read { cell, .. } | Operation::Write { cell, .. }) => {
                self.claimed_address(cell).is_some()
            }
            Some(Operation::Spawn { .. } | Operation::Join { .. } | Operation::Choose { .. })
            | None => true,
            Some(Operation::Free { .. } | Operation::Fence { .. }) => false,
        }
    }

    /// Whether a thread that is claimed to come too late stands where that may be: before an access
    /// that is no step, or before the end of a life.
    pub(crate) fn may_be_late(&self, thread: usize) -> bool {
        self.claimed(thread).end == End::Late
            && match self.run.threads[thread].state.request().operation() {
                Some(Operation::Read { cell, .. } | Operation::Write { cell, .. }) => {
                    self.claimed_address(cell).is_some()
                }
                Some(Operation::Free { .. }) => true,
                Some(
                    Operation::Fence { .. }
                    | Operation::Spawn { .. }
                    | Operation::Join { .. }
                    | Operation::Choose { .. },
                )
                | None => false,
            }
    }

    /// When nothing else goes on: ends lives that have not ended before, one for each thread that
    /// is claimed to come too late; whether there is any.
    pub(crate) fn end_lives(&mut self) -> Result<bool, Trouble> {
        let mut any = false;
        for thread in 0..self.run.threads.len() {
            if self.step(thread).is_some() || !self.may_be_late(thread) {
                continue;
            }
            let Request::Visible { operation: Operation::Free { object }, grouped } =
                *self.run.threads[thread].state.request()
            else {
                continue;
            };
            if is_late(&self.run, &self.context, thread).is_none() {
                self.end_life(thread, object, grouped)?;
                any = true;
            }
        }
        Ok(any)
    }

    /// All threads have done what they are claimed to do, and stand as they are claimed to.
    pub(crate) fn check_ends(&self) -> Result<(), Trouble> {
        for (number, runner) in self.run.threads.iter().enumerate() {
            if self.step(number).is_some() {
                let what = format!("{} stands before its end", self.who(number));
                return mismatch(format!("{what}: {:?}", runner.state.request()));
            }
            let request = runner.state.request();
            let end = self.claimed(number).end;
            let is_as_claimed = match end {
                End::Finished => matches!(request, Request::Finished(_)),
                End::Late => is_late(&self.run, &self.context, number).is_some(),
                End::Failed => {
                    matches!(request, Request::Failed(_))
                        || self.is_at_end_of_life(number)
                        || joins_twice(&self.run, number).is_some()
                }
                End::WaitsForMutex => {
                    request.operation().is_some_and(is_lock)
                        || matches!(request, Request::Blocked(interp::Block::Lock { .. }))
                }
                End::WaitsForEnd => matches!(request.operation(), Some(Operation::Join { .. })),
                End::WaitsInCall => {
                    matches!(request, Request::Blocked(interp::Block::Library { .. }))
                }
                End::WaitsInLoop => matches!(request, Request::Blocked(interp::Block::Spin)),
                End::Stopped => true,
            };
            if !is_as_claimed {
                let what = format!("{} stands at {request:?} and not {end:?}", self.who(number));
                return mismatch(what);
            }
        }
        Ok(())
    }
}

pub(crate) fn is_lock(operation: Operation) -> bool {
    matches!(operation, Operation::Read { kind: execution::ReadKind::Lock, .. })
}

/// What is wrong with a thread that waits for the end of another one, which somebody has waited for
/// already.
pub(crate) fn joins_twice(run: &Run<'_>, thread: usize) -> Option<Failure> {
    let Some(Operation::Join { thread: joined }) = run.threads[thread].state.request().operation()
    else {
        return None;
    };
    let is_join = |action: &Action| *action == Action::Join { thread: joined };
    run.performed.iter().find(|own| is_join(&own.action))?;
    Some(Failure::new(ViolationKind::ThreadMisuse, format!("{joined} is joined twice")))
}
