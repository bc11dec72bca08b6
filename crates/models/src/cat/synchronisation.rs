//! Does a cat model respect what synchronises in C? Whether memory is used after its end, and what a data race is, is decided by C11's happens-before under such a model, because a cat file does not say which of its
//! relations means that. So a model must forbid that a thread misses what happens before it. That is tried on the ways in which C11 synchronises: message passing, each with a stale read at the end.

use super::axioms;
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
    let is_stale = |text: &str| {
        let execution = text::parse(text).expect("the graphs here can be read");
        axioms::is_consistent(program, &execution.graph)
    };
    STALE.into_iter().find(|(_, text)| is_stale(text)).map(|(what, _)| what)
}
