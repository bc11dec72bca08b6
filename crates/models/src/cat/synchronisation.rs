//! Does a cat model respect what synchronises in C? Whether memory is used after its end, and what
//! a data race is, is decided by the happens-before of C11, or of C++20, under such a model,
//! because a cat file does not say which of its relations means that. So a model must forbid that a
//! thread misses what happens before it. That is tried on the ways in which C11 synchronises:
//! message passing, each with a stale read at the end.

use super::axioms;
use crate::hb::ReleaseSequences;
use ::cat::Program;
use execution::text;

/// What C11 forbids, and which part of synchronisation that is.
const STALE: [(&str, &str); 6] = [
    ("a release store that an acquire load reads", include_str!("stale/store.graph")),
    ("release and acquire fences", include_str!("stale/fences.graph")),
    ("an update in a release sequence", include_str!("stale/sequence.graph")),
    ("synchronisation through a third thread", include_str!("stale/transitive.graph")),
    ("the creation of a thread", include_str!("stale/creation.graph")),
    ("the joining of a thread", include_str!("stale/joining.graph")),
];

/// What of C11's synchronisation a model does not respect.
pub(super) fn missing(program: &Program) -> Option<&'static str> {
    STALE.into_iter().find(|(_, text)| allows(program, text)).map(|(what, _)| what)
}

/// The release sequences that a model respects: with stores if it forbids to miss what comes before
/// such a sequence.
pub(super) fn release_sequences(program: &Program) -> ReleaseSequences {
    match allows(program, include_str!("stale/store_in_sequence.graph")) {
        true => ReleaseSequences::OfUpdates,
        false => ReleaseSequences::WithStores,
    }
}

fn allows(program: &Program, text: &str) -> bool {
    let execution = text::parse(text).expect("the graphs here can be read");
    axioms::is_consistent(program, &execution.graph)
}
