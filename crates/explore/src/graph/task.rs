//! Parts of the tree of choices, and what is found in them.

use crate::monitor::Stop;
use crate::result::{Gap, Report, Statistics, Violation};
use interp::Discovery;

/// A part of the tree: below the node at the end of the path, the choices of the range.
#[derive(Clone, Default, Debug)]
pub(crate) struct Task {
    /// The choices at the nodes that have several.
    pub(crate) path: Vec<u32>,
    /// Which choices of the node at the end belong to the task; the whole node if `None`.
    pub(crate) range: Option<(u32, u32)>,
}

impl Task {
    /// Where the task starts: tasks in the order of these are in the order of the walk.
    pub(crate) fn start(&self) -> Vec<u32> {
        let first = self.range.map(|(first, _)| first);
        self.path.iter().copied().chain(first).collect()
    }
}

/// What the exploration of a task has found.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) statistics: Statistics,
    pub(crate) violations: Vec<Violation>,
    pub(crate) gap: Option<Gap>,
    pub(crate) bound_reached: bool,
}

impl Tally {
    /// Adds what was found in the part of the tree that follows.
    pub(crate) fn append(&mut self, next: Tally) {
        self.statistics.add(&next.statistics);
        for violation in next.violations {
            let same = |known: &Violation| {
                known.kind == violation.kind && known.position == violation.position
            };
            if !self.violations.iter().any(same) {
                self.violations.push(violation);
            }
        }
        self.gap = self.gap.take().or(next.gap);
        self.bound_reached |= next.bound_reached;
    }

    pub(crate) fn into_report(self) -> Report {
        Report::new(self.violations, self.gap, self.bound_reached, self.statistics)
    }
}

/// Why a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The task is done.
    Complete,
    /// A violation was found and none but the first is wanted.
    Violated,
    Stopped(Stop),
    /// The run rests on a wrong guess.
    Discovered(Discovery),
    /// An earlier part of the tree has made this one worthless.
    Cancelled,
}

/// The other workers.
pub(crate) trait Others {
    /// Whether one of them has nothing to do.
    fn are_idle(&self) -> bool;
    /// Gives them a part of the current task.
    fn take(&self, task: Task);
    /// Whether they have found something before the task that ends the exploration.
    fn have_no_use_for(&self, task: &Task) -> bool;
}

/// There are no others.
pub(crate) struct Alone;

impl Others for Alone {
    fn are_idle(&self) -> bool {
        false
    }

    fn take(&self, _task: Task) {
        unreachable!("nobody asked for a task");
    }

    fn have_no_use_for(&self, _task: &Task) -> bool {
        false
    }
}
