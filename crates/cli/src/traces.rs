//! The chronological traces of executions, for `--show all`.

use answer::TracedExecution;
use execution::{Cells, Graph, Slots};
use explore::Observer;
use explore::dpor::Schedule;

/// More are not shown.
const MOST: usize = 100;

/// The traces of the first executions that run to their end.
#[derive(Default)]
pub(crate) struct Traces {
    pub(crate) first: Vec<TracedExecution>,
}

impl Observer for Traces {
    fn restarted(&mut self) {
        self.first.clear();
    }

    fn execution(&mut self, _graph: &Graph, _slots: &Slots, _cells: &Cells) {}

    fn wants_schedules(&self) -> bool {
        self.first.len() < MOST
    }

    fn schedule(&mut self, schedule: &Schedule<'_>) {
        self.first.push(schedule.told());
    }
}
