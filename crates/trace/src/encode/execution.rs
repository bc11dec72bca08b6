//! EXE of `dat3m-thesis` §3.5.1: each read has a source. An update that need not have happened
//! has one if it is a source itself.

use super::formula::Formula;
use crate::operation::{OperationId, Source};
use crate::optional;
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
        formula: &mut Formula<'_>,
    ) -> Execution<'a> {
        let optional = optional::of(recording);
        let mut choices = Vec::with_capacity(recording.operations().len());
        for id in recording.ids() {
            let candidates = sources.candidates(id);
            let chosen: Vec<(Source, Literal)> = match candidates {
                [only] if !optional.contains(&id) => vec![(*only, formula.always())],
                several => several.iter().map(|source| (*source, formula.fresh())).collect(),
            };
            if recording.operation(id).read().is_some() && !optional.contains(&id) {
                let clause: Vec<Literal> = chosen.iter().map(|(_, literal)| *literal).collect();
                formula.clause(&clause);
            }
            choices.push(chosen);
        }
        for (source, literal) in choices.iter().flatten() {
            if let Source::Operation(update) = source
                && optional.contains(update)
            {
                let its = choices[update.0 as usize].iter().map(|(_, literal)| *literal);
                let clause: Vec<Literal> = its.chain([!*literal]).collect();
                formula.clause(&clause);
            }
        }
        Execution { recording, choices }
    }

    /// From where an operation may read, and which literal says that it does.
    pub(super) fn choices(&self, id: OperationId) -> &[(Source, Literal)] {
        &self.choices[id.0 as usize]
    }

    /// The execution of an assignment. What need not have happened did if that is seen.
    pub(super) fn decode(&self, formula: &mut Formula<'_>) -> ReadsFrom {
        let chosen = |list: &Vec<(Source, Literal)>| {
            list.iter().find(|(_, literal)| formula.value(*literal)).map(|(source, _)| *source)
        };
        let is_unseen = |id: OperationId, reads_from: &ReadsFrom| {
            !reads_from.contains(&Some(Source::Operation(id)))
        };
        let mut reads_from: ReadsFrom = self.choices.iter().map(chosen).collect();
        let mut unseen = optional::of(self.recording);
        // Without one that is not seen, another one may not be either.
        while let Some(place) = unseen.iter().position(|id| is_unseen(*id, &reads_from)) {
            reads_from[unseen.swap_remove(place).0 as usize] = None;
        }
        reads_from
    }
}
