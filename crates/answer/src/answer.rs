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
use crate::statistics::{Blockage, Reason, Statistics};
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
    /// The first execution that is not complete, if none before it was.
    pub blockage: Option<Blockage>,
    /// Whether it is enough that nothing was wrong up to the bounds, though nothing came to its
    /// end.
    pub accepts_unended: bool,
    /// Whether some execution ends in a violation that is not asked about, which is as good an end
    /// as any.
    pub ends_otherwise: bool,
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
        self.blockage = self.blockage.or(next.blockage);
    }

    /// Stops Heddle if the account is not in order: (3) an execution that is erroneous was
    /// reported, as this violation or an equal one; (4) what was cut or is not supported was said.
    pub fn check_invariants(&self) {
        let Found { violations, gap, cut, statistics, .. } = self;
        statistics.check_invariants();
        let is_violated = !violations.is_empty();
        assert!(statistics.erroneous == 0 || is_violated, "(3) an erroneous execution is reported");
        let is_known = is_violated || gap.is_some();
        assert!(statistics.cut == 0 || is_known || cut.turns, "(4) a cut execution has a bound");
        assert!(statistics.unsupported == 0 || is_known, "(4) what is not supported is said");
    }
}

impl Answer {
    /// A search has ended. Its account must be in order.
    pub fn of_search(found: Found) -> Answer {
        found.check_invariants();
        let mut answer = Answer { found };
        // Otherwise it depends on how a search was split which parts of it had one.
        answer.found.blockage = answer.blockage();
        answer
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
                About::End => self.found.ends_otherwise = true,
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
        let Found { violations, gap, cut, accepts_unended, .. } = &self.found;
        if !violations.is_empty() {
            Verdict::Violated
        } else if gap.is_some() || !(self.has_end() || *accepts_unended && !cut.is_nothing()) {
            Verdict::Unknown
        } else if cut.is_nothing() {
            Verdict::Holds
        } else {
            Verdict::HoldsWithinBound
        }
    }

    /// Whether some execution was seen from its start to its end.
    fn has_end(&self) -> bool {
        let statistics = &self.found.statistics;
        statistics.executions + statistics.blocked_by(Reason::AfterMain) > 0
            || self.found.ends_otherwise
    }

    /// What stops the first execution, if none comes to its end.
    pub fn blockage(&self) -> Option<Blockage> {
        self.found.blockage.filter(|_| !self.has_end())
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
    use crate::statistics::Ending;

    /// So many complete executions.
    fn complete(executions: u64) -> Statistics {
        Statistics { begun: executions, executions, ..Statistics::default() }
    }

    fn verdict(gap: Option<Gap>, cut: Cut, executions: u64) -> Verdict {
        let statistics = complete(executions);
        Answer::of_search(Found { gap, cut, statistics, ..Found::default() }).verdict()
    }

    #[test]
    fn only_a_complete_search_holds() {
        let mut cut = Cut::default();
        assert_eq!(verdict(None, cut, 3), Verdict::Holds);
        // Nothing was seen to its end.
        assert_eq!(verdict(None, cut, 0), Verdict::Unknown);
        assert_eq!(verdict(Some(Gap::Endless { position: None }), cut, 3), Verdict::Unknown);
        cut.add_turn(None);
        assert_eq!(verdict(None, cut, 3), Verdict::HoldsWithinBound);
        assert_eq!(verdict(None, cut, 0), Verdict::Unknown);
        let failures = Cut { failures: true, ..Cut::default() };
        assert_eq!(verdict(None, failures, 3), Verdict::HoldsWithinBound);
        let inputs = |executions| {
            let found = Found { statistics: complete(executions), ..Found::default() };
            Answer::of_search(found).with_left_out(true, false).verdict()
        };
        assert_eq!(inputs(3), Verdict::HoldsWithinBound);
        assert_eq!(inputs(0), Verdict::Unknown);
        let stopped = Answer::without_search(Stop::TimeLimit, Statistics::default());
        assert_eq!(stopped.verdict(), Verdict::Unknown);
    }

    /// An execution in which main has returned is over, whatever other threads wait for.
    #[test]
    fn a_program_ends_when_main_returns() {
        let verdict = |reason| {
            let mut statistics = Statistics::default();
            statistics.begin();
            statistics.end(Ending::Blocked(reason));
            Answer::of_search(Found { statistics, ..Found::default() }).verdict()
        };
        assert_eq!(verdict(Reason::AfterMain), Verdict::Holds);
        assert_eq!(verdict(Reason::Loop), Verdict::Unknown);
    }

    #[test]
    #[should_panic(expected = "an erroneous execution is reported")]
    fn no_execution_is_erroneous_in_silence() {
        let mut statistics = complete(3);
        statistics.begin();
        statistics.end(Ending::Erroneous);
        Answer::of_search(Found { statistics, ..Found::default() });
    }

    #[test]
    #[should_panic(expected = "each execution that was begun has one end")]
    fn each_execution_has_an_end() {
        let mut statistics = complete(3);
        statistics.begin();
        Answer::of_search(Found { statistics, ..Found::default() });
    }
}
