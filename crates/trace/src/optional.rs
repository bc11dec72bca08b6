//! Updates of which nobody knows whether they happened.
//!
//! A client asks for a compare-and-set and never hears of it again: it may have happened, at any
//! time since, or never. In a recording this is an update without an end that is the last of its
//! thread. (If its thread goes on, it has ended, though nobody knows when. A write without an end
//! needs no such care: where it did not happen, it can be ordered after everything.)
//!
//! An update that nobody reads from can be left out of every view without a change for anybody
//! else. So one that happened matters only as a source: it happened if and only if some read is
//! said to have its value from there, and otherwise has no source itself in a witness, and is in no
//! view.
//!
//! Oracle: [`crate::plain`] tries all choices of what happened.

use crate::operation::{Action, Operation, OperationId, Source};
use crate::orders::ReadsFrom;
use crate::recording::{Part, Recording};
use crate::sources::Sources;
use crate::witness::{Explanation, View, Witness};

/// The operations that need not have happened.
pub(crate) fn of(recording: &Recording) -> Vec<OperationId> {
    let is_open = |operation: &Operation| {
        let is_update = matches!(operation.action, Action::Update { .. });
        is_update && operation.interval.is_some_and(|interval| interval.end.is_none())
    };
    if !recording.operations().iter().any(is_open) {
        return Vec::new();
    }
    let is_given = |id: OperationId| {
        recording.operations().iter().any(|other| other.source == Some(Source::Operation(id)))
    };
    let last = recording.threads().filter_map(|thread| recording.of_thread(thread).last());
    last.filter(|id| is_open(recording.operation(*id)) && !is_given(*id)).collect()
}

/// Those that did not happen in an execution.
pub fn missing(recording: &Recording, reads_from: &ReadsFrom) -> Vec<OperationId> {
    of(recording).into_iter().filter(|id| reads_from[id.0 as usize].is_none()).collect()
}

/// The recording without these operations; everything that is left happened.
pub(crate) fn without(recording: &Recording, missing: &[OperationId]) -> Part {
    let mut part = recording.restricted(|id| !missing.contains(&id));
    for id in of(&part.recording) {
        part.recording.ends_some_time(id);
    }
    part
}

/// All choices of what happened.
pub(crate) fn choices(recording: &Recording) -> impl Iterator<Item = Part> + '_ {
    let optional = of(recording);
    assert!(optional.len() < 32, "that many choices are for nobody to try");
    (0_u32..1 << optional.len()).map(move |choice| {
        let is_missing = |(place, _): &(usize, &OperationId)| choice >> place & 1 == 1;
        let missing: Vec<OperationId> =
            optional.iter().enumerate().filter(is_missing).map(|(_, id)| *id).collect();
        without(recording, &missing)
    })
}

/// The recording without what cannot have happened, or cannot be seen to have: updates that read
/// what nobody writes, or write what nobody reads. `None` if there are none of these.
pub(crate) fn without_unseen(recording: &Recording, sources: &Sources) -> Option<Part> {
    let optional = of(recording);
    if optional.is_empty() {
        return None;
    }
    let mut is_seen = vec![false; recording.operations().len()];
    for source in recording.ids().flat_map(|id| sources.candidates(id)) {
        if let Source::Operation(write) = source {
            is_seen[write.0 as usize] = true;
        }
    }
    let is_gone = |id: &OperationId| {
        optional.contains(id) && (!is_seen[id.0 as usize] || sources.candidates(*id).is_empty())
    };
    optional.iter().any(is_gone).then(|| recording.restricted(|id| !is_gone(&id)))
}

/// What a witness of a part says of the whole.
pub(crate) fn of_whole(recording: &Recording, part: &Part, witness: Witness) -> Witness {
    let whole = |id: OperationId| part.original[id.0 as usize];
    let mut reads_from: ReadsFrom = vec![None; recording.operations().len()];
    for (id, source) in part.original.iter().zip(witness.reads_from) {
        reads_from[id.0 as usize] = source.map(|source| moved(source, whole));
    }
    Witness { reads_from, explanation: renamed(witness.explanation, whole) }
}

/// What a witness of the whole says of a part, which has all that happened.
pub(crate) fn of_part(part: &Part, witness: &Witness) -> Option<Witness> {
    let place = |id: OperationId| part.original.binary_search(&id).ok();
    let own = |id: OperationId| OperationId(place(id).unwrap_or(usize::MAX) as u32);
    let mut reads_from = Vec::with_capacity(part.original.len());
    for id in &part.original {
        let source = witness.reads_from[id.0 as usize];
        if let Some(Source::Operation(write)) = source {
            place(write)?;
        }
        reads_from.push(source.map(|source| moved(source, own)));
    }
    if let Explanation::Views(views) = &witness.explanation {
        views.iter().flat_map(|view| &view.order).try_for_each(|id| place(*id).map(|_| ()))?;
    }
    Some(Witness { reads_from, explanation: renamed(witness.explanation.clone(), own) })
}

fn moved(source: Source, rename: impl Fn(OperationId) -> OperationId) -> Source {
    match source {
        Source::Initial => Source::Initial,
        Source::Operation(write) => Source::Operation(rename(write)),
    }
}

/// Steps of a machine name operations by threads and places, which do not change: what is missing
/// is the last of its thread.
fn renamed(explanation: Explanation, rename: impl Fn(OperationId) -> OperationId) -> Explanation {
    let all = |order: Vec<OperationId>| order.into_iter().map(&rename).collect();
    match explanation {
        Explanation::Views(views) => Explanation::Views(
            views.into_iter().map(|view| View { order: all(view.order), ..view }).collect(),
        ),
        Explanation::Moves(steps) => Explanation::Moves(steps),
        Explanation::Coherence(coherence) => {
            Explanation::Coherence(coherence.map(|orders| orders.into_iter().map(all).collect()))
        }
    }
}
