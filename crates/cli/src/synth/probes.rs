//! Which tests could tell models apart that explain the same observations? Those that `port` makes
//! of cycles, in the language of the tests, smaller ones first: what to observe next.

use crate::Rejection;
use ::port::Made;
use ::synth::{Label, Observed};
use litmus::tree::Architecture;

/// The tests that are tried beside these.
pub(super) fn tests(observed: &[Observed]) -> Result<Vec<Made>, Rejection> {
    let Some(first) = observed.first() else { return Ok(Vec::new()) };
    let language = first.test.architecture;
    // C has orders of accesses, and so many more tests.
    let edges = if language == Architecture::C { 4 } else { 5 };
    ::port::tests(language, edges).map(Iterator::collect).ok_or_else(|| {
        let message = format!("no tests are made in the language {}", language.name());
        let help = "`--all` and `--interactive` need them: x86, Power, AArch64 and C have some";
        Rejection::with_help(message, help)
    })
}

/// A test about which nothing is known yet.
pub(super) fn probe(made: &Made) -> Observed {
    Observed::condition(made.test.clone(), made.lowered.clone(), Label::Allowed)
}
