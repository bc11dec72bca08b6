//! An order of the writes to each location, by literals, and who overwrites what a read has read.
//!
//! There is one for each view, or one for all views of models whose views agree. Where program
//! order decides, there is no literal.

use super::execution::Execution;
use super::formula::Formula;
use crate::operation::{LocationId, OperationId, Source};
use crate::recording::Recording;
use crate::views::{Respects, Wanted};
use rustc_hash::FxHashMap;
use solver::Literal;

/// Orders of writes, made as they are asked for.
pub(super) struct Coherence<'a> {
    recording: &'a Recording,
    /// The view whose order this is; `None` if it is that of all.
    view: Option<Wanted>,
    /// The writes to each location.
    writes: Vec<Vec<OperationId>>,
    /// For two writes, the one with the smaller number first.
    before: FxHashMap<(OperationId, OperationId), Literal>,
    overwrites: FxHashMap<(OperationId, OperationId), Literal>,
}

impl<'a> Coherence<'a> {
    pub(super) fn new(recording: &'a Recording, view: Option<Wanted>) -> Coherence<'a> {
        let mut writes = vec![Vec::new(); recording.locations().count()];
        for id in recording.ids() {
            if let Some((location, _)) = recording.operation(id).written() {
                writes[location.0 as usize].push(id);
            }
        }
        let (before, overwrites) = (FxHashMap::default(), FxHashMap::default());
        Coherence { recording, view, writes, before, overwrites }
    }

    /// All writes to a location; every view with one of them has all.
    pub(super) fn writes(&self, location: LocationId) -> Vec<OperationId> {
        self.writes[location.0 as usize].clone()
    }

    /// Whether program order decides between writes of a thread to one location.
    pub(super) fn follows_po(&self, id: OperationId) -> bool {
        let Some(view) = self.view else { return true };
        match view.respects {
            Respects::Po | Respects::PoAndTimes | Respects::PoAndWo | Respects::SemiCausality => {
                true
            }
            Respects::OwnPo | Respects::OwnPoAndWo | Respects::OwnPoAndAo => {
                view.scope.thread() == Some(self.recording.thread_of(id))
            }
        }
    }

    /// That one write comes before another to the same location.
    pub(super) fn before(
        &mut self,
        formula: &mut Formula<'_>,
        first: OperationId,
        second: OperationId,
    ) -> Literal {
        let (low, high) = (first.min(second), first.max(second));
        let same_thread = self.recording.thread_of(low) == self.recording.thread_of(high);
        let literal = if same_thread && self.follows_po(low) {
            formula.always()
        } else {
            *self.before.entry((low, high)).or_insert_with(|| formula.fresh())
        };
        literal.negated_if(first != low)
    }

    /// That a write overwrites the source of a read: fr.
    pub(super) fn overwrites(
        &mut self,
        formula: &mut Formula<'_>,
        execution: &Execution<'_>,
        read: OperationId,
        write: OperationId,
    ) -> Literal {
        if let [(only, literal)] = execution.choices(read)
            && *literal == formula.always()
        {
            return match only {
                Source::Initial => formula.always(),
                Source::Operation(source) if *source == write => !formula.always(),
                Source::Operation(source) => self.before(formula, *source, write),
            };
        }
        if let Some(literal) = self.overwrites.get(&(read, write)) {
            return *literal;
        }
        let literal = formula.fresh();
        for (source, chosen) in execution.choices(read) {
            match source {
                Source::Initial => formula.clause(&[!*chosen, literal]),
                Source::Operation(source) if *source == write => {}
                Source::Operation(source) => {
                    let before = self.before(formula, *source, write);
                    formula.clause(&[!*chosen, !before, literal]);
                }
            }
        }
        self.overwrites.insert((read, write), literal);
        literal
    }
}
