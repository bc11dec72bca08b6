//! Why is a history impossible? A smallest part of it that is impossible by itself.
//!
//! Deletion: operations are left out, in large pieces first and one by one at the end, as long as
//! what is left is still impossible (Zeller and Hildebrandt, *Simplifying and Isolating
//! Failure-Inducing Input*, 2002).
//!
//! What may be left out is what cannot make an impossible history of a possible one: reads, fences,
//! and writes that no read that is left can have as its source. In views of the whole history that
//! are left without these, every other read still finds its source. So a part that is impossible
//! shows that the whole is. (Axioms may be such that leaving out an operation forbids more; then
//! the part is impossible by itself, and that the whole is was shown before.) The result is
//! minimal: without any one further operation that may be left out it is possible, unless the
//! search for it was stopped.

use crate::asked::Asked;
use crate::decide::Verdict;
use crate::operation::{OperationId, Source};
use crate::recording::Recording;
use crate::sources::Sources;

/// An impossible part of a history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    pub operations: Vec<OperationId>,
    /// Whether nothing more can be left out.
    pub is_minimal: bool,
}

/// Makes the impossible history smaller. Asks `goes_on` between questions, of which there are at
/// most so many.
pub fn core<'a>(
    recording: &Recording,
    asked: impl Into<Asked<'a>>,
    most: usize,
    goes_on: &dyn Fn() -> bool,
) -> Core {
    let asked = asked.into();
    let sources = asked.sources(recording);
    let mut search = Search { recording, sources, asked, left: most, goes_on };
    if let Some(read) = search.sources.unexplained(recording) {
        return Core { operations: vec![read], is_minimal: true };
    }
    let mut kept: Vec<OperationId> = recording.ids().collect();
    let mut size = kept.len().div_ceil(2);
    loop {
        let before = kept.len();
        let mut start = 0;
        while start < kept.len() {
            let end = (start + size).min(kept.len());
            match search.without(&kept, start..end) {
                Some(smaller) => kept = smaller,
                None => start = end,
            }
            if search.left == 0 || !goes_on() {
                return Core { operations: kept, is_minimal: false };
            }
        }
        // Writes become free when reads go, so single steps are repeated until nothing changes.
        if size == 1 && kept.len() == before {
            return Core { operations: kept, is_minimal: true };
        }
        size = (size / 2).max(1);
    }
}

struct Search<'a> {
    recording: &'a Recording,
    sources: Sources,
    asked: Asked<'a>,
    /// How many questions may still be asked.
    left: usize,
    goes_on: &'a dyn Fn() -> bool,
}

impl Search<'_> {
    /// What is left without some operations, but for those that others need, if that is less and
    /// still impossible.
    fn without(
        &mut self,
        kept: &[OperationId],
        gone: std::ops::Range<usize>,
    ) -> Option<Vec<OperationId>> {
        let mut is_kept = vec![false; self.recording.operations().len()];
        let mut open: Vec<OperationId> = Vec::new();
        for (place, id) in kept.iter().enumerate() {
            if !gone.contains(&place) {
                is_kept[id.0 as usize] = true;
                open.push(*id);
            }
        }
        while let Some(id) = open.pop() {
            for source in self.sources.candidates(id) {
                if let Source::Operation(write) = source
                    && !std::mem::replace(&mut is_kept[write.0 as usize], true)
                {
                    open.push(*write);
                }
            }
        }
        let smaller: Vec<OperationId> =
            kept.iter().copied().filter(|id| is_kept[id.0 as usize]).collect();
        if smaller.len() == kept.len() {
            return None;
        }
        self.left = self.left.saturating_sub(1);
        let part = self.recording.restricted(|id| is_kept[id.0 as usize]);
        let answer = self.asked.decide(&part.recording, self.goes_on);
        (answer.verdict == Verdict::Inconsistent).then_some(smaller)
    }
}
