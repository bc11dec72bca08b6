//! LOCAL by copying each thread and inserting what it reads: Algorithm 1 of `dat3m-thesis` §3.4.2.
//!
//! A thread's view is its own operations in order. Before a read that does not find its value, a
//! write of that value by another thread is inserted, any that was not used; what is left comes at
//! the end. Since writes are inserted only when they are needed, a view is found if there is one.
//! Linear in the history for each thread.
//!
//! Not covered: updates (those of other threads are reads in the view, too), and threads of which
//! some reads have a given source and others may choose; [`applies`] says so.

use crate::operation::{Action, LocationId, OperationId, Source, ThreadId, ValueId};
use crate::orders::ReadsFrom;
use crate::recording::Recording;
use crate::sources::Sources;
use crate::views::Scope;
use crate::witness::{Explanation, View, Witness};
use rustc_hash::FxHashMap;

/// Whether the algorithm answers for this recording.
pub fn applies(recording: &Recording, sources: &Sources) -> bool {
    let given = |id: &OperationId| recording.operation(*id).source.is_some();
    let chooses = |id: &OperationId| sources.candidates(*id).len() > 1;
    let mixed = |thread: ThreadId| {
        recording.of_thread(thread).any(|id| given(&id))
            && recording.of_thread(thread).any(|id| chooses(&id))
    };
    !recording.has_updates() && !recording.threads().any(mixed)
}

/// A view for each thread, or the read for which there is none.
pub fn decide(recording: &Recording) -> Result<Witness, OperationId> {
    let mut writers: FxHashMap<(LocationId, ValueId), Vec<OperationId>> = FxHashMap::default();
    for id in recording.ids() {
        if let Some(written) = recording.operation(id).written() {
            writers.entry(written).or_default().push(id);
        }
    }
    let mut reads_from = vec![None; recording.operations().len()];
    let mut views = Vec::new();
    for thread in recording.threads() {
        let order = view(recording, &writers, thread, &mut reads_from)?;
        views.push(View { scope: Scope::Thread(thread), order });
    }
    Ok(Witness { reads_from, explanation: Explanation::Views(views) })
}

fn view(
    recording: &Recording,
    writers: &FxHashMap<(LocationId, ValueId), Vec<OperationId>>,
    thread: ThreadId,
    reads_from: &mut ReadsFrom,
) -> Result<Vec<OperationId>, OperationId> {
    let is_own = |id: OperationId| recording.thread_of(id) == thread;
    let mut used = vec![false; recording.operations().len()];
    // For each location and value, how many of its writers were looked at.
    let mut tried: FxHashMap<(LocationId, ValueId), usize> = FxHashMap::default();
    let mut last = vec![Source::Initial; recording.locations().count()];
    let mut order = Vec::new();
    for id in recording.of_thread(thread) {
        let operation = recording.operation(id);
        if operation.action == Action::Fence {
            continue;
        }
        if let Some((location, value)) = operation.read() {
            let now = last[location.0 as usize];
            let seen = match now {
                Source::Initial => recording.initial(location),
                Source::Operation(write) => recording.operation(write).written().ok_or(id)?.1,
            };
            let fits = operation.source.map_or(seen == value, |source| source == now);
            if !fits {
                let inserted = match operation.source {
                    Some(Source::Initial) => None,
                    Some(Source::Operation(write)) => Some(write),
                    None => {
                        let place = tried.entry((location, value)).or_default();
                        let all = writers.get(&(location, value)).map_or(&[][..], Vec::as_slice);
                        let found = all[*place..].iter().position(|write| !is_own(*write));
                        found.map(|found| {
                            *place += found + 1;
                            all[*place - 1]
                        })
                    }
                };
                let inserted = inserted.filter(|w| !is_own(*w) && !used[w.0 as usize]).ok_or(id)?;
                used[inserted.0 as usize] = true;
                order.push(inserted);
                last[location.0 as usize] = Source::Operation(inserted);
            }
            reads_from[id.0 as usize] = Some(last[location.0 as usize]);
        }
        if let Some((location, _)) = operation.written() {
            last[location.0 as usize] = Source::Operation(id);
        }
        order.push(id);
    }
    let is_left = |id: &OperationId| {
        recording.operation(*id).written().is_some() && !is_own(*id) && !used[id.0 as usize]
    };
    order.extend(recording.ids().filter(is_left));
    Ok(order)
}
