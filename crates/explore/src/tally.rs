//! What a part of an exploration has found, and why it ended.

use crate::monitor::Stop;
use crate::result::{Cut, Gap, Report, Statistics, Violation};
use base::{SourcePosition, ViolationKind};
use interp::Discovery;

/// What a part of an exploration has found.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) statistics: Statistics,
    pub(crate) violations: Vec<Violation>,
    pub(crate) gap: Option<Gap>,
    pub(crate) cut: Cut,
}

impl Tally {
    /// Whether a violation like this one was found before.
    pub(crate) fn knows(&self, kind: ViolationKind, position: Option<SourcePosition>) -> bool {
        let is_same = |known: &Violation| known.kind == kind && known.position == position;
        self.violations.iter().any(is_same)
    }

    /// Adds what was found in the part of the tree that follows.
    pub(crate) fn append(&mut self, next: Tally) {
        self.statistics.add(&next.statistics);
        for violation in next.violations {
            if !self.knows(violation.kind, violation.position) {
                self.violations.push(violation);
            }
        }
        self.gap = self.gap.take().or(next.gap);
        self.cut.add(next.cut);
    }

    pub(crate) fn into_report(self) -> Report {
        Report::new(self.violations, self.gap, self.cut, self.statistics)
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
    /// A loop goes on and on, and that is not wanted.
    Endless,
    /// The run rests on a wrong guess.
    Discovered(Discovery),
    /// An earlier part of the tree has made this one worthless.
    Cancelled,
}
