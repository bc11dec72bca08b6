//! From where can each read have its value?
//!
//! A read's candidates are the writes of its value to its location, and the initial value if it is
//! that one; a source that the recording gives is the only candidate. No model with views lets a
//! read have its value from a later write of its own thread to the location, since every view that
//! has both orders them by po. Axioms may: for them, all writes are candidates.

use crate::operation::{LocationId, OperationId, Source, ValueId};
use crate::optional;
use crate::orders::ReadsFrom;
use crate::recording::Recording;
use rustc_hash::FxHashMap;

/// The candidates of all reads.
#[derive(Clone, Debug)]
pub struct Sources {
    candidates: Vec<Vec<Source>>,
}

impl Sources {
    /// The candidates for models with views.
    pub fn of(recording: &Recording) -> Sources {
        Sources::among(recording, |read, write| {
            write < read || recording.thread_of(write) != recording.thread_of(read)
        })
    }

    /// The candidates for axioms. An update may be its own.
    pub fn unrestricted(recording: &Recording) -> Sources {
        Sources::among(recording, |_, _| true)
    }

    /// The candidates that a read can have in principle.
    fn among(recording: &Recording, can_be: impl Fn(OperationId, OperationId) -> bool) -> Sources {
        let mut writers: FxHashMap<(LocationId, ValueId), Vec<OperationId>> = FxHashMap::default();
        for id in recording.ids() {
            if let Some(written) = recording.operation(id).written() {
                writers.entry(written).or_default().push(id);
            }
        }
        let of_operation = |id: OperationId| {
            let operation = recording.operation(id);
            let Some((location, value)) = operation.read() else { return Vec::new() };
            if let Some(source) = operation.source {
                return vec![source];
            }
            let initial = recording.initial(location) == value;
            let writes = writers.get(&(location, value)).into_iter().flatten();
            let writes = writes.filter(|write| can_be(id, **write)).map(|w| Source::Operation(*w));
            initial.then_some(Source::Initial).into_iter().chain(writes).collect()
        };
        Sources { candidates: recording.ids().map(of_operation).collect() }
    }

    pub fn candidates(&self, id: OperationId) -> &[Source] {
        &self.candidates[id.0 as usize]
    }

    /// A read that nothing explains, and that happened.
    pub fn unexplained(&self, recording: &Recording) -> Option<OperationId> {
        let is_open = |id: &OperationId| {
            recording.operation(*id).read().is_some() && self.candidates(*id).is_empty()
        };
        let optional = optional::of(recording);
        recording.ids().find(|id| is_open(id) && !optional.contains(id))
    }

    /// The one execution, if no read has several candidates and each has one.
    pub fn unique(&self, recording: &Recording) -> Option<ReadsFrom> {
        let only = |id: OperationId| match (recording.operation(id).read(), self.candidates(id)) {
            (None, _) => Some(None),
            (Some(_), [source]) => Some(Some(*source)),
            (Some(_), _) => None,
        };
        recording.ids().map(only).collect()
    }
}
