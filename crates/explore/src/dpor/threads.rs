//! Creating and joining threads: the new thread comes after its creation, and a join after
//! everything that the thread and its updaters did.
//!
//! A join is no race with what it waits for, since it cannot come earlier; two joins of one thread
//! are, and the later one is an error.

use super::buffering::Buffering;
use super::footprint::Access;
use super::machine::Machine;
use super::step::{StepUnderway, Wrong};
use crate::end::End;
use base::{ThreadId, Value, ViolationKind};
use execution::Label;
use interp::{Discovery, Failure, Request, Thread};
use safety::rules::messages;

impl<B: Buffering> Machine<'_, B> {
    /// Creates a thread.
    pub(super) fn spawn(
        &mut self,
        step: &StepUnderway,
        child: ThreadId,
        function: program::FunctionId,
        argument: Value,
    ) -> Result<(), End> {
        let slot = self.slots.slot(child);
        if slot.index() >= self.configuration.current().len() {
            return Err(End::Discovered(Discovery::Threads));
        }
        let parameters = self.context.program.function(function).parameters as usize;
        let mut arguments = vec![argument];
        arguments.resize(parameters.max(1), Value::ZERO);
        let mut thread = Box::new(Thread::new(&self.context, child, function, &arguments));
        self.run_thread(&mut thread, None)?;
        let state = self.states.push(thread);
        self.configuration.set_state(slot, state);
        self.configuration.standing_mut(slot).last = Some(step.event);
        Ok(())
    }

    /// S11 ([`safety::rules`]): joins a thread, and returns what it returned.
    pub(super) fn join(
        &mut self,
        step: &mut StepUnderway,
        thread: ThreadId,
        grouped: bool,
    ) -> Value {
        let misuse = |message: String| Failure::new(ViolationKind::ThreadMisuse, message);
        let request = self.thread_state(thread).map(|state| state.request().clone());
        let Some(Request::Finished(answer)) = request else {
            let failure = misuse(messages::NEVER_CREATED.to_owned());
            self.wrongs.push(Wrong { slot: step.slot, failure, about: Vec::new() });
            step.is_wrong = true;
            return Value::ZERO;
        };
        let slot = self.slots.find(thread).expect("a thread that ended has a slot");
        let record = self.record(step, Label::Join { thread, slot }, grouped, None);
        self.scratch.accesses.push(Access::Join { slot });
        let last = self.configuration.standing(slot).last;
        // An atomic block may create the thread that it joins.
        if let Some(last) = last.filter(|last| *last != step.event) {
            self.trace.before.add(last);
        }
        self.come_after_updates(slot);
        match self.configuration.standing(slot).joined {
            None => self.configuration.standing_mut(slot).joined = Some(step.event),
            Some(earlier) => {
                self.scratch.rivals.push((earlier, true));
                let failure = misuse(format!("{thread} is joined twice"));
                let about = vec![self.trace.event(earlier).recorded.0, record];
                self.wrongs.push(Wrong { slot: step.slot, failure, about });
                step.is_wrong = true;
            }
        }
        answer
    }
}
