//! What happened in a run, event by event, in an order in which it was done.

use base::SourcePosition;
use execution::canonical::Action;
use execution::{Cell, Dependencies};
use program::Instruction;

/// What a read of the run reads from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// What was there at first.
    Initial,
    /// The event with this number.
    Write(usize),
    /// An event that had not been performed yet: the value was taken from the claim. Its number is
    /// known at the end of the run.
    Later,
}

/// One event of a run.
#[derive(Clone, Debug)]
pub struct Performed<'p> {
    /// The number of its thread in the run.
    pub thread: usize,
    /// Its position in its thread.
    pub index: usize,
    /// What it does. Who it reads from is `source`.
    pub action: Action,
    pub grouped: bool,
    /// For reads.
    pub source: Source,
    /// For writes: its place in co among those to the same cell.
    pub rank: u32,
    /// The thread that it creates or has joined, by its number in the run.
    pub other: Option<usize>,
    /// The least number that was to choose from.
    pub low: i64,
    /// The step of its thread that is claimed, if it is one.
    pub step: Option<usize>,
    /// Whether it is an access to what no other thread touches, which the claim does not mention.
    pub is_private: bool,
    /// Whether there was no other thread yet.
    pub is_alone: bool,
    pub dependencies: Dependencies,
    pub instruction: Option<&'p Instruction>,
    pub position: Option<SourcePosition>,
    pub function: String,
}

impl Performed<'_> {
    pub fn cell(&self) -> Option<Cell> {
        match self.action {
            Action::Read { cell, .. } | Action::Write { cell, .. } => Some(cell),
            Action::Fence { .. }
            | Action::Free { .. }
            | Action::Spawn { .. }
            | Action::Join { .. }
            | Action::Choose { .. } => None,
        }
    }

    pub fn is_read(&self) -> bool {
        matches!(self.action, Action::Read { .. })
    }

    pub fn is_write(&self) -> bool {
        matches!(self.action, Action::Write { .. })
    }
}

/// The writes to a cell in co.
pub(crate) fn coherence(all: &[Performed<'_>], cell: Cell) -> Vec<usize> {
    let events = all.iter().enumerate();
    let mut writes: Vec<usize> = events
        .filter(|(_, own)| own.is_write() && own.cell() == Some(cell))
        .map(|(number, _)| number)
        .collect();
    writes.sort_by_key(|own| all[*own].rank);
    writes
}
