//! Trace portability among executions that are *syntactically dead* (`dat3m-thesis` §5.6.1,
//! Fig. 5.4): a cheap stand-in for state portability. An execution that the source forbids and that
//! satisfies two conditions on control and on coherence hardly ends in a state that the source
//! reaches; what is new and not dead is left out.
//!
//! What is found is new, whether its state is or not. That nothing is found is no answer.

use crate::enumeration::new_execution;
use crate::{Case, Model, NoOutcome, Pair, Portability, Question};
use candidates::Refusal;

/// Whether a litmus test has a new execution that is syntactically dead, by looking at every one.
pub fn dead_traces(
    case: &Case<'_>,
    pair: Pair<'_>,
    goes_on: &dyn Fn() -> bool,
) -> Result<Portability, NoOutcome> {
    let question = Question::new(case, pair, goes_on)?;
    question.require_defined_source(crate::Method::Enumeration)?;
    let dead = Model::dead();
    match new_execution(&question, Some(&dead))? {
        found @ Portability::NotPortable(_) => Ok(found),
        Portability::Portable | Portability::PortableWithinBound => {
            Err(Refusal::Unsupported(nothing(None)).into())
        }
    }
}

/// What is said where nothing new is dead.
pub(crate) fn nothing(iterations: Option<usize>) -> String {
    let looked = iterations.map_or(String::new(), |count| format!(" (iterations: {count})"));
    format!(
        "nothing new among executions that are syntactically dead, and others were not looked at{looked}"
    )
}
