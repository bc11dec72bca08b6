//! `rf`: each (po, rf) exactly once.
//!
//! Errors, leaks and, under the models of languages, data races are determined by po and rf. A loop
//! that waits for ever has read the last writes in co; whether there is such a co can be asked.
//! Robustness is about co.

use crate::engine::EngineRef;
use crate::explorer::Explorer;
use crate::{Classes, Model, Objection, Question};

pub static RF: EngineRef = &Explorer {
    name: "rf",
    summary: "What reads read: each (po, rf) exactly once",
    classes: Classes::ReadsFrom,
    shares: true,
    has_traces: false,
    objection,
    way: |family| family.reads_from(),
    own: || RF,
};

/// Why what reads read does not answer a question.
pub(crate) fn objection(question: Question, model: &Model) -> Option<Objection> {
    match (question, model) {
        (_, Model::Cat { .. }) => Some(Objection::CatNeedsCo),
        (Question::Robustness, _) => Some(Objection::RobustnessNeedsCo),
        (Question::Errors | Question::Races | Question::Liveness | Question::Leaks, _) => None,
    }
}
