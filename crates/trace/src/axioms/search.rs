//! Is there an execution of a recording that the axioms allow? One formula (`bmc`), and nothing
//! that it says is believed before [`super::verify()`] has judged it.
//!
//! Guarantee: *inconsistent* is said if the formula has no solution, which is so for all sources
//! and all orders of writes, or if a read has no candidate for its source.

use super::Axiomatic;
use super::events::Events;
use super::program::program;
use super::verify::verify;
use crate::decide::{Answer, Procedure, Unknown, Verdict};
use crate::operation::{OperationId, Source};
use crate::optional;
use crate::orders::ReadsFrom;
use crate::recording::Recording;
use crate::sources::Sources;
use crate::witness::{Explanation, Witness};
use bmc::{Execution, Failure, Formula, Method};

/// Decides whether the history is possible under the axioms.
pub fn decide(recording: &Recording, model: &Axiomatic, goes_on: &dyn Fn() -> bool) -> Answer {
    let optional = optional::of(recording).len();
    if optional == 0 {
        return certainly(recording, model, goes_on);
    }
    let answer = |verdict| Answer { verdict, procedure: Procedure::Axioms };
    if optional > MOST_OPTIONAL {
        let what = format!("of {optional} updates nobody knows whether they happened");
        return answer(Verdict::Unknown(Unknown::Unsupported(what)));
    }
    let mut open = None;
    for part in optional::choices(recording) {
        match certainly(&part.recording, model, goes_on).verdict {
            Verdict::Consistent(witness) => {
                let witness = optional::of_whole(recording, &part, witness);
                return answer(Verdict::Consistent(witness));
            }
            Verdict::Inconsistent => {}
            Verdict::Unknown(why) => open = Some(why),
        }
    }
    answer(open.map_or(Verdict::Inconsistent, Verdict::Unknown))
}

/// Axioms may be such that leaving out what nobody sees forbids more, so all choices of what
/// happened are tried, if they are not more than this many twos.
const MOST_OPTIONAL: usize = 6;

/// The same, where everything happened.
fn certainly(recording: &Recording, model: &Axiomatic, goes_on: &dyn Fn() -> bool) -> Answer {
    let sources = Sources::unrestricted(recording);
    if sources.unexplained(recording).is_some() {
        return Answer { verdict: Verdict::Inconsistent, procedure: Procedure::Sources };
    }
    let answer = |verdict| Answer { verdict, procedure: Procedure::Axioms };
    let unknown = |what: &str| answer(Verdict::Unknown(Unknown::Unsupported(what.to_owned())));
    let events = Events::of(recording);
    let acyclic = program(recording, &events, &sources);
    let mut formula = match Formula::new(&acyclic, &model.model, Method::default()) {
        Ok(formula) => formula,
        Err(unsupported) => return unknown(&unsupported.0),
    };
    match formula.find(&[], goes_on) {
        Err(Failure::Stopped) => answer(Verdict::Unknown(Unknown::Stopped)),
        Err(Failure::Broken(what)) => panic!("a formula has a wrong solution: {what}"),
        Ok(None) => answer(Verdict::Inconsistent),
        Ok(Some(execution)) => match witness(recording, &events, &execution) {
            None => unknown("it orders writes to different locations"),
            Some(witness) => {
                let verified = verify(recording, model, &witness);
                assert!(verified.is_ok(), "a formula has a wrong solution: {verified:?}");
                answer(Verdict::Consistent(witness))
            }
        },
    }
}

/// The execution that was found, in operations; none if its coherence is not one order for each
/// location.
fn witness(recording: &Recording, events: &Events, execution: &Execution) -> Option<Witness> {
    let mut reads_from: ReadsFrom = vec![None; recording.operations().len()];
    let origin = |event: unroll::EventId| events.origins[event.index()];
    for (read, write) in &execution.sources {
        let id: OperationId = origin(*read).operation.expect("initial writes do not read");
        let source = origin(*write).operation.map_or(Source::Initial, Source::Operation);
        reads_from[id.0 as usize] = Some(source);
    }
    let coherence = match &execution.executed.structure.co {
        Some(co) => Some(events.coherence(co)?),
        None => None,
    };
    Some(Witness { reads_from, explanation: Explanation::Coherence(coherence) })
}
