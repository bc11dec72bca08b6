//! Seeing every execution of an exploration.

use crate::dpor::Schedule;
use execution::{Cells, Graph, Slots};

/// Sees every complete execution.
pub trait Observer {
    /// What was seen so far rests on wrong guesses: the exploration starts again.
    fn restarted(&mut self);
    fn execution(&mut self, graph: &Graph, slots: &Slots, cells: &Cells);

    /// Whether it also wants to see what the machine did, if the engine has one.
    fn wants_schedules(&self) -> bool {
        false
    }

    fn schedule(&mut self, _schedule: &Schedule<'_>) {}
}
