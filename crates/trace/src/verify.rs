//! Is a witness what it claims to be? The checker that every *yes* has to pass.
//!
//! It knows recordings, definitions and witnesses as data, and shares no procedure with those that
//! find them. A view is checked position by position: it has exactly its members, each read finds
//! its source as the last write to its location, and what has to be respected is (the orders of
//! [`crate::orders`], here in forms that take a walk along each thread; semi-causality, which has
//! no such form, as a relation). Steps of a machine are replayed by `history::replay`.

use crate::machine;
use crate::model::Model;
use crate::operation::{OperationId, Source, ThreadId};
use crate::optional;
use crate::orders::{self, Coherence, ReadsFrom};
use crate::recording::Recording;
use crate::views::{Agreement, Respects, Wanted, definition};
use crate::witness::{Explanation, View, Witness};

/// Why a witness is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw(pub String);

pub(crate) fn ensure(holds: bool, flaw: impl FnOnce() -> String) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw(flaw())) }
}

/// Whether the witness shows that the recording is consistent with the model. What did not happen
/// in it need not have, and it is a witness of the rest.
pub fn verify(recording: &Recording, model: Model, witness: &Witness) -> Result<(), Flaw> {
    ensure(witness.reads_from.len() == recording.operations().len(), || {
        "sources are missing".to_owned()
    })?;
    let missing = optional::missing(recording, &witness.reads_from);
    if missing.is_empty() {
        return certainly(recording, model, witness);
    }
    let part = optional::without(recording, &missing);
    match optional::of_part(&part, witness) {
        Some(witness) => certainly(&part.recording, model, &witness),
        None => Err(Flaw("what did not happen is seen".to_owned())),
    }
}

/// The same, where everything happened.
fn certainly(recording: &Recording, model: Model, witness: &Witness) -> Result<(), Flaw> {
    execution(recording, &witness.reads_from)?;
    for id in recording.ids() {
        let is_other = witness.reads_from[id.0 as usize] != Some(Source::Operation(id));
        ensure(is_other, || format!("operation {} is its own source", id.0))?;
    }
    let machine = match model {
        Model::Tso => Some(history::Model::Tso),
        Model::Pso => Some(history::Model::Pso),
        _ => None,
    };
    match (&witness.explanation, machine) {
        (Explanation::Moves(steps), Some(machine)) => {
            let history = machine::history(recording, &witness.reads_from);
            history::replay(&history, machine, steps).map_err(|error| Flaw(format!("{error:?}")))
        }
        (Explanation::Views(views), None) => {
            all_views(recording, model, &witness.reads_from, views)
        }
        _ => Err(Flaw("the explanation is for another model".to_owned())),
    }
}

/// Each read has a source of its location and value, as the recording says if it does.
pub(crate) fn execution(recording: &Recording, reads_from: &ReadsFrom) -> Result<(), Flaw> {
    ensure(reads_from.len() == recording.operations().len(), || "sources are missing".to_owned())?;
    for id in recording.ids() {
        let operation = recording.operation(id);
        let fits = match (operation.read(), reads_from[id.0 as usize]) {
            (None, source) => source.is_none(),
            (Some(_), None) => false,
            (Some((location, value)), Some(Source::Initial)) => {
                recording.initial(location) == value
            }
            (Some(read), Some(Source::Operation(write))) => {
                recording.operation(write).written() == Some(read)
            }
        };
        let given = operation.source.is_none() || operation.source == reads_from[id.0 as usize];
        ensure(fits && given, || format!("operation {} has no such source", id.0))?;
    }
    Ok(())
}

fn all_views(
    recording: &Recording,
    model: Model,
    reads_from: &ReadsFrom,
    views: &[View],
) -> Result<(), Flaw> {
    let definition = definition(recording, model).expect("machines were dealt with");
    let same = definition.views.len() == views.len();
    ensure(same, || "views are missing".to_owned())?;
    let coherence = views.first().map_or_else(Vec::new, |view| writes_of(recording, view));
    for (wanted, view) in definition.views.iter().zip(views) {
        ensure(wanted.scope == view.scope, || "a view is missing".to_owned())?;
        let position = is_serial(recording, reads_from, view)?;
        respects(recording, reads_from, &coherence, *wanted, &position)?;
        if definition.agreement == Agreement::Coherent {
            let own = writes_of(recording, view);
            let agrees = own.iter().zip(&coherence).all(|(own, all)| own.is_empty() || own == all);
            ensure(agrees, || format!("{:?} disagrees on coherence", view.scope))?;
        }
    }
    if definition.agreement == Agreement::Causality {
        let causal = machine::history(recording, reads_from).causal_order();
        ensure(causal.is_ok(), || "po ∪ rf has a cycle".to_owned())?;
    }
    Ok(())
}

/// The writes to each location, in the order of the view.
fn writes_of(recording: &Recording, view: &View) -> Coherence {
    let mut coherence = vec![Vec::new(); recording.locations().count()];
    for id in &view.order {
        if let Some((location, _)) = recording.operation(*id).written() {
            coherence[location.0 as usize].push(*id);
        }
    }
    coherence
}

/// Where each operation is in a view.
type Positions = Vec<Option<u32>>;

fn is_serial(
    recording: &Recording,
    reads_from: &ReadsFrom,
    view: &View,
) -> Result<Positions, Flaw> {
    let mut positions: Positions = vec![None; recording.operations().len()];
    let mut last = vec![Source::Initial; recording.locations().count()];
    for (id, position) in view.order.iter().zip(0..) {
        let scope = view.scope;
        ensure(scope.has(recording, *id), || format!("{} is no member of {scope:?}", id.0))?;
        let before = positions[id.0 as usize].replace(position);
        ensure(before.is_none(), || format!("{} is twice in {scope:?}", id.0))?;
        let operation = recording.operation(*id);
        if let Some((location, _)) = operation.read() {
            let seen = Some(last[location.0 as usize]);
            let fits = seen == reads_from[id.0 as usize];
            ensure(fits, || format!("{} sees another source in {scope:?}", id.0))?;
        }
        if let Some((location, _)) = operation.written() {
            last[location.0 as usize] = Source::Operation(*id);
        }
    }
    let all = recording
        .ids()
        .all(|id| positions[id.0 as usize].is_some() || !view.scope.has(recording, id));
    ensure(all, || format!("{:?} is incomplete", view.scope))?;
    Ok(positions)
}

fn respects(
    recording: &Recording,
    reads_from: &ReadsFrom,
    coherence: &Coherence,
    wanted: Wanted,
    positions: &Positions,
) -> Result<(), Flaw> {
    let own = || wanted.scope.thread().into_iter().collect();
    let po = |threads: Vec<ThreadId>| {
        threads.into_iter().try_for_each(|thread| keeps_po(recording, thread, positions))
    };
    let all = || recording.threads().collect();
    match wanted.respects {
        Respects::Po => po(all()),
        Respects::PoAndTimes => {
            po(all())?;
            keeps_times(recording, positions)
        }
        Respects::OwnPo => po(own()),
        Respects::OwnPoAndWo => {
            po(own())?;
            keeps_wo(recording, reads_from, positions)
        }
        Respects::PoAndWo => {
            po(all())?;
            keeps_wo(recording, reads_from, positions)
        }
        Respects::OwnPoAndAo => {
            po(own())?;
            keeps_ao(recording, reads_from, coherence, positions)
        }
        Respects::SemiCausality => {
            let sem = orders::sem(recording, reads_from, coherence);
            let kept = sem.pairs().all(|(first, second)| {
                let places = positions[first].zip(positions[second]);
                first != second && places.is_none_or(|(first, second)| first < second)
            });
            ensure(kept, || format!("{:?} is against semi-causality", wanted.scope))
        }
    }
}

fn keeps_po(recording: &Recording, thread: ThreadId, at: &Positions) -> Result<(), Flaw> {
    let places = recording.of_thread(thread).filter_map(|id| at[id.0 as usize]);
    ensure(places.is_sorted(), || format!("against program order of thread {}", thread.0))
}

fn keeps_times(recording: &Recording, at: &Positions) -> Result<(), Flaw> {
    let mut order: Vec<OperationId> =
        recording.ids().filter(|id| at[id.0 as usize].is_some()).collect();
    order.sort_by_key(|id| at[id.0 as usize]);
    // From the end: nothing may begin after the earliest end of what comes later.
    let mut earliest_end = u64::MAX;
    for id in order.into_iter().rev() {
        let Some(interval) = recording.operation(id).interval else { continue };
        ensure(interval.begin <= earliest_end, || format!("{} is against the times", id.0))?;
        earliest_end = earliest_end.min(interval.end.unwrap_or(u64::MAX));
    }
    Ok(())
}

/// Along each thread: a write comes after everything that was read before it.
fn keeps_wo(recording: &Recording, reads_from: &ReadsFrom, at: &Positions) -> Result<(), Flaw> {
    for thread in recording.threads() {
        let mut last_read: Option<u32> = None;
        for id in recording.of_thread(thread) {
            if recording.operation(id).written().is_some() {
                let place = at[id.0 as usize];
                ensure(last_read < place || last_read.is_none(), || {
                    format!("{} is against wo", id.0)
                })?;
            }
            if let Some(Source::Operation(source)) = reads_from[id.0 as usize] {
                last_read = last_read.max(at[source.0 as usize]);
            }
        }
    }
    Ok(())
}

/// Along each thread: what overwrites a read's source comes after the writes before that read.
fn keeps_ao(
    recording: &Recording,
    reads_from: &ReadsFrom,
    coherence: &Coherence,
    at: &Positions,
) -> Result<(), Flaw> {
    let mut next: Vec<Option<OperationId>> = vec![None; recording.operations().len()];
    for writes in coherence {
        for pair in writes.windows(2) {
            next[pair[0].0 as usize] = Some(pair[1]);
        }
    }
    for thread in recording.threads() {
        let mut last_write: Option<u32> = None;
        for id in recording.of_thread(thread) {
            let operation = recording.operation(id);
            if let Some((location, _)) = operation.read() {
                let first_of = || coherence[location.0 as usize].first().copied();
                let overwrites = match reads_from[id.0 as usize] {
                    Some(Source::Operation(source)) => next[source.0 as usize],
                    Some(Source::Initial) => first_of(),
                    None => None,
                };
                // An update overwrites its source itself, and comes after it in any case.
                let overwrites = match overwrites {
                    Some(write) if write == id => next[id.0 as usize],
                    other => other,
                };
                if let Some(write) = overwrites {
                    let place = at[write.0 as usize];
                    ensure(last_write.is_none() || last_write < place, || {
                        format!("{} is against ao", id.0)
                    })?;
                }
            }
            if operation.written().is_some() {
                last_write = last_write.max(at[id.0 as usize]);
            }
        }
    }
    Ok(())
}
