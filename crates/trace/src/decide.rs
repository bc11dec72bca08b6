//! Is a history possible under a model? The procedures, in the order in which they are worth it.
//!
//! First what need not have happened, and cannot be seen to have, is left out; if there are other
//! such updates, the question is one for the reduction. Then sources: a read of a value that nobody
//! wrote decides every model, and reads with one candidate each leave one execution. Then what is
//! made for the model ([`crate::procedures`]), within an effort; then the reduction to SAT, which
//! answers for every model.
//!
//! Guarantee: *consistent* is made in one place, after [`crate::verify()`] has accepted the
//! witness. *Inconsistent* is said by complete procedures only. What was stopped is unknown.

use crate::encode;
use crate::local;
use crate::model::Model;
use crate::operation::Action;
use crate::optional;
use crate::partial;
use crate::procedures;
use crate::recording::Recording;
use crate::sources::Sources;
use crate::verify::verify;
use crate::witness::Witness;

/// How an answer was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Procedure {
    /// No write has the value of some read.
    Sources,
    /// Saturation and search of the crate `history`.
    History,
    Saturation,
    Local,
    Interleaving,
    PartialExecutions,
    Reduction,
    /// A formula of the executions that axioms allow.
    Axioms,
}

impl Procedure {
    pub fn name(self) -> &'static str {
        match self {
            Procedure::Sources => "candidates for sources",
            Procedure::History => "saturation and search over the machine's steps",
            Procedure::Saturation => "saturation of the views",
            Procedure::Local => "views by insertion (Algorithm 1)",
            Procedure::Interleaving => "interleaving by positions (Algorithm 2)",
            Procedure::PartialExecutions => "partial executions (Algorithm 3)",
            Procedure::Reduction => "reduction to SAT",
            Procedure::Axioms => "formula of the axioms",
        }
    }
}

/// What is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Possible, and this is how.
    Consistent(Witness),
    Inconsistent,
    Unknown(Unknown),
}

/// Why nothing is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// It was told to stop.
    Stopped,
    /// Linearizability is about times, and these operations of the recording have none.
    NoTimes(usize),
    /// What a model or a log has that is not covered.
    Unsupported(String),
}

/// What is known, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub verdict: Verdict,
    /// The procedure that was run last.
    pub procedure: Procedure,
}

/// How many partial executions of a thread are tried, times the operations of the history.
const MOST_PARTIAL: u64 = 1_000_000;

/// Decides whether the history is possible under the model.
pub fn decide(recording: &Recording, model: Model, goes_on: &dyn Fn() -> bool) -> Answer {
    let consistent = |witness: Witness, procedure: Procedure| {
        let verified = verify(recording, model, &witness);
        assert!(verified.is_ok(), "{procedure:?} found a wrong witness: {verified:?}");
        Answer { verdict: Verdict::Consistent(witness), procedure }
    };
    let inconsistent = |procedure| Answer { verdict: Verdict::Inconsistent, procedure };
    let unknown = |why, procedure| Answer { verdict: Verdict::Unknown(why), procedure };
    if model == Model::Linearizable {
        let timeless = recording
            .operations()
            .iter()
            .filter(|operation| operation.interval.is_none() && operation.action != Action::Fence);
        let count = timeless.count();
        if count > 0 {
            return unknown(Unknown::NoTimes(count), Procedure::Sources);
        }
    }
    let sources = Sources::of(recording);
    if let Some(part) = optional::without_unseen(recording, &sources) {
        let answer = decide(&part.recording, model, goes_on);
        return match answer.verdict {
            Verdict::Consistent(witness) => {
                consistent(optional::of_whole(recording, &part, witness), answer.procedure)
            }
            Verdict::Inconsistent | Verdict::Unknown(_) => answer,
        };
    }
    let by_formula = || match encode::search(recording, model, goes_on) {
        encode::Found::Witness(witness) => consistent(witness, Procedure::Reduction),
        encode::Found::Nothing => inconsistent(Procedure::Reduction),
        encode::Found::Stopped => unknown(Unknown::Stopped, Procedure::Reduction),
    };
    if sources.unexplained(recording).is_some() {
        return inconsistent(Procedure::Sources);
    }
    if !optional::of(recording).is_empty() {
        return by_formula();
    }
    if let Some(reads_from) = sources.unique(recording)
        && let Some(found) = procedures::with_known_sources(recording, model, &reads_from)
    {
        let procedure = match model {
            Model::Sc | Model::Tso | Model::Pso | Model::Cc => Procedure::History,
            _ => Procedure::Saturation,
        };
        return match found {
            Ok(witness) => consistent(witness, procedure),
            Err(_) => inconsistent(procedure),
        };
    }
    if model == Model::Local && local::applies(recording, &sources) {
        return match local::decide(recording) {
            Ok(witness) => consistent(witness, Procedure::Local),
            Err(_) => inconsistent(Procedure::Local),
        };
    }
    let has_given = recording.operations().iter().any(|operation| operation.source.is_some());
    let is_plain = !recording.has_updates() && !has_given;
    if is_plain && matches!(model, Model::Cc | Model::Slow) {
        match procedures::interleave(recording, model, goes_on) {
            Some(Ok(witness)) => return consistent(witness, Procedure::Interleaving),
            Some(Err(_)) => return inconsistent(Procedure::Interleaving),
            None => {}
        }
    }
    if model == Model::Pram && !recording.has_updates() {
        let most = MOST_PARTIAL / (1 + recording.operations().len() as u64);
        match partial::search(recording, &sources, most) {
            partial::Found::Witness(witness) => {
                return consistent(witness, Procedure::PartialExecutions);
            }
            partial::Found::Nothing(_) => return inconsistent(Procedure::PartialExecutions),
            partial::Found::GivenUp => {}
        }
    }
    by_formula()
}
