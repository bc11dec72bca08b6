//! How a thread stands at the end of an execution, as evidence tells it.

use crate::{Block, Operation, Request, Thread};
use base::ThreadId;
use execution::ReadKind;
use execution::witness::{ThreadEnd, ThreadStatus};
use program::Program;

impl Thread {
    /// How the thread stands where nothing more is to happen. `waits_for` says who holds what a
    /// thread waits for, where its own state does not.
    pub fn standing(
        &self,
        program: &Program,
        waits_for: impl Fn(ThreadId) -> Option<ThreadId>,
    ) -> ThreadEnd {
        let status = match self.request() {
            Request::Finished(_) => ThreadStatus::Ended,
            Request::Exited => ThreadStatus::EndedProgram,
            Request::Failed(failure) => ThreadStatus::Failed(failure.message.clone()),
            Request::Blocked(Block::Assume) => ThreadStatus::StoppedByAssumption,
            Request::Blocked(Block::Spin) => ThreadStatus::WaitsInLoop,
            Request::Blocked(Block::Lock { mutex, holder }) => ThreadStatus::WaitsForMutex {
                mutex: *mutex,
                holder: waits_for(self.id()).unwrap_or(*holder),
            },
            Request::Blocked(Block::Library { object }) => ThreadStatus::WaitsForObject(*object),
            Request::Blocked(Block::Bound) => ThreadStatus::StoppedByBound,
            Request::Blocked(Block::Diverged) => ThreadStatus::LoopsForEver,
            Request::Blocked(Block::Wrong) => ThreadStatus::Wrong,
            Request::Blocked(Block::Unplaceable) => ThreadStatus::Updating,
            Request::Visible { operation: Operation::Join { thread }, .. } => {
                ThreadStatus::WaitsForEnd(*thread)
            }
            Request::Visible {
                operation: Operation::Read { cell, kind: ReadKind::Lock, .. },
                ..
            } => match waits_for(self.id()) {
                Some(holder) => ThreadStatus::WaitsForMutex { mutex: cell.address, holder },
                None => ThreadStatus::Running,
            },
            Request::Visible { .. } | Request::Discovered(_) | Request::Paused => {
                ThreadStatus::Running
            }
            Request::Unsupported(what) => ThreadStatus::Unsupported(what.to_string()),
        };
        let outputs = self.outputs();
        ThreadEnd {
            thread: self.id(),
            function: self.call_stack(program).last().unwrap_or_default().to_owned(),
            position: self.position(program),
            status,
            output: outputs.iter().map(|line| (line.after, line.text.clone())).collect(),
        }
    }

    /// The function that the thread is in.
    pub fn function_name(&self, program: &Program) -> String {
        self.call_stack(program).next().unwrap_or_default().to_owned()
    }
}
