//! The answer to "is every execution of this program right?", and the one place where the verdict
//! is made.
//!
//! An answer comes about in one of two ways: a search has ended, by itself or not, and says what it
//! found and what it left out ([`Answer::of_search`]); or there was none, because it was time to
//! stop before ([`Answer::without_search`]). The verdict is not stored but follows from what was
//! found ([`Answer::verdict`]), and the fields are private: no other code can make an answer that
//! holds.

use crate::gap::{Cut, Gap};
use crate::monitor::Stop;
use crate::statistics::Statistics;
use crate::violation::Violation;
use base::{SourcePosition, Verdict, ViolationKind};

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    found: Found,
}

/// What a search, or a part of it, has found when it ends. Whoever leaves something out must say so
/// here: what is not in `gap` or `cut` has been looked at.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Found {
    pub violations: Vec<Violation>,
    /// What keeps it from being complete.
    pub gap: Option<Gap>,
    /// What was left out because of a bound.
    pub cut: Cut,
    pub statistics: Statistics,
    /// Whether it is enough that nothing was wrong up to the bounds, though nothing came to its
    /// end.
    pub accepts_unended: bool,
}

/// What a violation is to a question about some kinds of violations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// It is one of those that are asked about.
    Property,
    /// It is the end of the execution, which is as good as any other end.
    End,
    /// It is something else, after which nothing is known.
    Gap,
}

impl Found {
    /// Whether a violation like this one was found before.
    pub fn knows(&self, kind: ViolationKind, position: Option<SourcePosition>) -> bool {
        let is_same = |known: &Violation| known.kind == kind && known.position == position;
        self.violations.iter().any(is_same)
    }

    /// Adds what was found in the part of the search that follows.
    pub fn append(&mut self, next: Found) {
        self.statistics.add(&next.statistics);
        for violation in next.violations {
            if !self.knows(violation.kind, violation.position) {
                self.violations.push(violation);
            }
        }
        self.gap = self.gap.take().or(next.gap);
        self.cut.add(next.cut);
    }
}

impl Answer {
    /// A search has ended.
    pub fn of_search(found: Found) -> Answer {
        Answer { found }
    }

    /// It was time to stop before a search had an end of which it could tell.
    pub fn without_search(stop: Stop, statistics: Statistics) -> Answer {
        let gap = Some(Gap::Stopped(stop));
        Answer { found: Found { gap, statistics, ..Found::default() } }
    }

    /// The same answer, about a program that has `inputs` with other values than those that were
    /// tried, or `surroundings` that could be others.
    #[must_use]
    pub fn with_left_out(mut self, inputs: bool, surroundings: bool) -> Answer {
        self.found.cut.inputs |= inputs;
        self.found.cut.surroundings |= surroundings;
        self
    }

    /// The same answer, of which it is enough that no violation was seen, even if no execution
    /// came to its end within the bounds.
    #[must_use]
    pub fn with_unended(mut self) -> Answer {
        self.found.accepts_unended = true;
        self
    }

    /// The answer to the question whether there are some of these violations, by an exploration
    /// that went on after others. Of those, `relation` says what follows.
    #[must_use]
    pub fn about(mut self, relation: impl Fn(&Violation) -> About) -> Answer {
        let violations = std::mem::take(&mut self.found.violations);
        let mut gap = None;
        for violation in violations {
            match relation(&violation) {
                About::Property => self.found.violations.push(violation),
                About::End => {}
                About::Gap => {
                    let (what, position) = (violation.message, violation.position);
                    gap = gap.or(Some(Gap::OtherViolation { what, position }));
                }
            }
        }
        self.found.gap = self.found.gap.or(gap);
        self
    }

    /// The one place where a verdict is made.
    pub fn verdict(&self) -> Verdict {
        let Found { violations, gap, cut, statistics, accepts_unended } = &self.found;
        if !violations.is_empty() {
            Verdict::Violated
        } else if gap.is_some() {
            Verdict::Unknown
        } else if cut.is_nothing() {
            Verdict::Holds
        } else if statistics.executions == 0 && !accepts_unended {
            // Nothing has been seen from its start to its end.
            Verdict::Unknown
        } else {
            Verdict::HoldsWithinBound
        }
    }

    pub fn violations(&self) -> &[Violation] {
        &self.found.violations
    }

    /// Why the verdict is `Unknown`, if it is for another reason than a bound within which nothing
    /// came to its end.
    pub fn gap(&self) -> Option<&Gap> {
        self.found.gap.as_ref()
    }

    /// What was left out because of a bound.
    pub fn cut(&self) -> Cut {
        self.found.cut
    }

    pub fn statistics(&self) -> Statistics {
        self.found.statistics
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(gap: Option<Gap>, cut: Cut, executions: u64) -> Verdict {
        let statistics = Statistics { executions, ..Statistics::default() };
        Answer::of_search(Found { gap, cut, statistics, ..Found::default() }).verdict()
    }

    #[test]
    fn only_a_complete_search_holds() {
        let mut cut = Cut::default();
        assert_eq!(verdict(None, cut, 3), Verdict::Holds);
        // A program may have no complete execution, because a thread waits for ever in all of them.
        assert_eq!(verdict(None, cut, 0), Verdict::Holds);
        assert_eq!(verdict(Some(Gap::Endless { position: None }), cut, 3), Verdict::Unknown);
        cut.add_turn(None);
        assert_eq!(verdict(None, cut, 3), Verdict::HoldsWithinBound);
        assert_eq!(verdict(None, cut, 0), Verdict::Unknown);
        let failures = Cut { failures: true, ..Cut::default() };
        assert_eq!(verdict(None, failures, 3), Verdict::HoldsWithinBound);
        let inputs = |executions| {
            let statistics = Statistics { executions, ..Statistics::default() };
            let found = Found { statistics, ..Found::default() };
            Answer::of_search(found).with_left_out(true, false).verdict()
        };
        assert_eq!(inputs(3), Verdict::HoldsWithinBound);
        assert_eq!(inputs(0), Verdict::Unknown);
        let stopped = Answer::without_search(Stop::TimeLimit, Statistics::default());
        assert_eq!(stopped.verdict(), Verdict::Unknown);
    }
}
