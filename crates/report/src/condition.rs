//! What does an answer say of the condition of a litmus test?
//!
//! The program of a test asserts that no execution ends as `exists` or `~exists` says, or that all
//! end as `forall` says (`litmus::translate`). So a violation is what `exists` looks for. The words
//! are those of `candidates`: a test is *Ok* if what it says is so, *No* if not, and *Undef* if it
//! has a data race, whatever else is true of it. Where the answer is not complete, there is none of
//! them, but for an execution that was found.

use answer::Answer;
use base::{Verdict, ViolationKind};
use candidates::Verdict as Word;
use litmus::Test;
use litmus::tree::Quantifier;

/// The condition of a test that was explored as a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The name of the test.
    pub(crate) test: String,
    quantifier: Quantifier,
    /// As the test has it.
    pub(crate) text: String,
    /// Whether data races were looked for.
    has_races: bool,
}

impl Condition {
    pub fn new(test: &Test, has_races: bool) -> Condition {
        let condition = &test.condition;
        Condition {
            test: test.name.clone(),
            quantifier: condition.quantifier,
            text: condition.to_string(),
            has_races,
        }
    }

    /// Whether the test is right, if that is known.
    pub(crate) fn verdict(&self, answer: &Answer) -> Option<Word> {
        let has = |kind| answer.violations().iter().any(|violation| violation.kind == kind);
        let is_complete = answer.gap().is_none() && answer.cut().is_nothing();
        match answer.verdict() {
            Verdict::Violated if has(ViolationKind::DataRace) => Some(Word::Undefined),
            Verdict::Violated if !has(ViolationKind::Assertion) => None,
            Verdict::Violated if self.has_races && !is_complete => None,
            Verdict::Violated => Some(match self.quantifier {
                Quantifier::Exists => Word::Ok,
                Quantifier::NotExists | Quantifier::ForAll => Word::No,
            }),
            Verdict::Holds => Some(match self.quantifier {
                Quantifier::Exists => Word::No,
                Quantifier::NotExists | Quantifier::ForAll => Word::Ok,
            }),
            // All executions were looked at, and none ends: a condition that is about nothing is
            // not what the test says.
            Verdict::Unknown if is_complete && answer.blockage().is_some() => Some(Word::No),
            Verdict::HoldsWithinBound | Verdict::Unknown => None,
        }
    }

    /// The same in a sentence.
    pub(crate) fn sentence(&self, answer: &Answer, model: &str) -> Option<String> {
        let Condition { test, quantifier, text, .. } = self;
        let word = self.verdict(answer)?;
        let ends = match (word, quantifier) {
            (Word::Undefined, _) => {
                return Some(format!("Undef under {model}: {test} has a data race"));
            }
            (Word::No, _) if answer.blockage().is_some() && is_right(answer) => "has no execution",
            (Word::Ok, Quantifier::Exists) | (Word::No, Quantifier::NotExists) => {
                "has an execution that ends so"
            }
            (Word::No, Quantifier::Exists) | (Word::Ok, Quantifier::NotExists) => {
                "has no execution that ends so"
            }
            (Word::Ok, Quantifier::ForAll) => "has only executions that end so",
            (Word::No, Quantifier::ForAll) => "has an execution that ends otherwise",
        };
        Some(format!("{} under {model}: {test} {ends}: {text}", word.name()))
    }
}

fn is_right(answer: &Answer) -> bool {
    answer.violations().is_empty()
}
