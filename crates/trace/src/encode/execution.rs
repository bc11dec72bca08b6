//! EXE of `dat3m-thesis` §3.5.1: each read has a source.

use super::formula::Formula;
use crate::operation::{OperationId, Source};
use crate::orders::ReadsFrom;
use crate::recording::Recording;
use crate::sources::Sources;
use solver::Literal;

/// The candidates of each read, with the literals that choose them.
pub(super) struct Execution<'a> {
    pub(super) recording: &'a Recording,
    choices: Vec<Vec<(Source, Literal)>>,
}

impl<'a> Execution<'a> {
    pub(super) fn new(
        recording: &'a Recording,
        sources: &Sources,
        formula: &mut Formula,
    ) -> Execution<'a> {
        let mut choices = Vec::with_capacity(recording.operations().len());
        for id in recording.ids() {
            let candidates = sources.candidates(id);
            let chosen: Vec<(Source, Literal)> = match candidates {
                [only] => vec![(*only, formula.always())],
                several => several.iter().map(|source| (*source, formula.fresh())).collect(),
            };
            if recording.operation(id).read().is_some() {
                let clause: Vec<Literal> = chosen.iter().map(|(_, literal)| *literal).collect();
                formula.clause(&clause);
            }
            choices.push(chosen);
        }
        Execution { recording, choices }
    }

    /// From where an operation may read, and which literal says that it does.
    pub(super) fn choices(&self, id: OperationId) -> &[(Source, Literal)] {
        &self.choices[id.0 as usize]
    }

    /// The execution of an assignment.
    pub(super) fn decode(&self, formula: &mut Formula) -> ReadsFrom {
        let chosen = |list: &Vec<(Source, Literal)>| {
            list.iter().find(|(_, literal)| formula.value(*literal)).map(|(source, _)| *source)
        };
        self.choices.iter().map(chosen).collect()
    }
}
