//! Known models, found from tests that they labelled, with the base relations that are offered: do
//! they agree with what they were found from on tests that were held back?

mod support;

use cat::LibraryOnly;
use support::{allows, ask, cycles, effort, found, model};
use synth::{Effort, Found, Frame, Label, Observed, offer};

/// Finds a model from the cycles of up to `known` edges; says how many of those up to `all` it
/// agrees with.
fn agreement(name: &str, known: usize, all: usize, effort: Effort) -> (Found, usize, usize) {
    let tests = cycles(name, known);
    let base = offer(&tests, &Frame::nothing_known(), &LibraryOnly);
    let found = found(ask(&tests, &base, effort));
    let own = model(&found.text);
    let held_back = &cycles(name, all)[tests.len()..];
    let says = |test: &Observed| allows(&own, test) == (test.claims[0].label == Label::Allowed);
    let agrees = held_back.iter().filter(|test| says(test)).count();
    println!("{name}: {} tests, {agrees} of {}\n{}", tests.len(), held_back.len(), found.text);
    (found, agrees, held_back.len())
}

#[test]
fn sc() {
    let (found, agrees, all) = agreement("sc", 4, 5, effort(3, 1));
    assert_eq!(agrees, all, "{}", found.text);
}

#[test]
fn tso() {
    let (found, agrees, all) = agreement("x86-tso", 4, 6, effort(3, 1));
    assert_eq!(agrees, all, "{}", found.text);
}

#[test]
fn pso() {
    let (found, agrees, all) = agreement("pso", 4, 5, effort(3, 3));
    assert_eq!(agrees, all, "{}", found.text);
}

#[test]
fn rmo() {
    let (found, agrees, all) = agreement("rmo", 4, 5, effort(3, 3));
    assert_eq!(agrees, all, "{}", found.text);
}

/// That nothing comes out of thin air, and coherence: two axioms.
#[test]
fn release_acquire() {
    let (found, agrees, all) = agreement("ra", 5, 6, effort(2, 5));
    assert_eq!(agrees, all, "{}", found.text);
}
