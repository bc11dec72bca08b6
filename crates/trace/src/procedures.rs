//! From a recording to views, by the procedures that are made for one kind of question.
//!
//! | sources | models | procedure |
//! |---|---|---|
//! | known | SC, TSO, PSO | `history::check` |
//! | known | CC | `history::check` for SC, location by location |
//! | known, no updates | PRAM, Causal, PRAM-M, SLOW, GPO+GDO | [`crate::known`] |
//! | open, no updates | LOCAL | [`crate::local`] |
//! | open, no updates | CC, SLOW | [`crate::interleave`], location by location |
//! | open, no updates | PRAM | [`crate::partial`] |
//!
//! Everything else is for [`crate::encode`].

use crate::interleave::{self, Access, Interleaving, Sequences, Timed};
use crate::known::{Order, Preparation};
use crate::machine;
use crate::model::Model;
use crate::operation::{Action, OperationId, Source, ThreadId};
use crate::orders::ReadsFrom;
use crate::recording::{Part, Recording};
use crate::views::Scope;
use crate::witness::{Explanation, View, Witness};
use history::Move;

/// That there are no views.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inconsistent;

/// A total order of everything, or the steps of a machine.
pub fn on_machine(
    recording: &Recording,
    reads_from: &ReadsFrom,
    model: history::Model,
) -> Result<Explanation, Inconsistent> {
    let history = machine::history(recording, reads_from);
    let steps = history::check(&history, model, &[]).map_err(|_| Inconsistent)?;
    Ok(match model {
        history::Model::Sc => Explanation::Views(vec![View {
            scope: Scope::Everything,
            order: performed(recording, &steps),
        }]),
        history::Model::Tso | history::Model::Pso => Explanation::Moves(steps),
    })
}

/// What the steps of a machine without buffers do, without fences.
fn performed(recording: &Recording, steps: &[Move]) -> Vec<OperationId> {
    let operations = steps.iter().map(|step| machine::operation(recording, step.event()));
    operations.filter(|id| recording.operation(*id).action != Action::Fence).collect()
}

fn whole(part: &Part, order: Vec<OperationId>) -> Vec<OperationId> {
    order.into_iter().map(|id| part.original[id.0 as usize]).collect()
}

/// CC with known sources.
pub fn by_location(
    recording: &Recording,
    reads_from: &ReadsFrom,
) -> Result<Vec<View>, Inconsistent> {
    let parts = recording.by_location();
    let view = |(part, x): (&Part, _)| {
        let history = machine::history(&part.recording, &part.reads_from(reads_from));
        let steps = history::check(&history, history::Model::Sc, &[]).map_err(|_| Inconsistent)?;
        let order = whole(part, performed(&part.recording, &steps));
        Ok(View { scope: Scope::Location(x), order })
    };
    parts.iter().zip(recording.locations()).map(view).collect()
}

/// PRAM and Causal with known sources.
pub fn by_thread(
    recording: &Recording,
    reads_from: &ReadsFrom,
    order: Order,
) -> Result<Vec<View>, Inconsistent> {
    let preparation = Preparation::new(recording, reads_from, order);
    let view = |thread: ThreadId| {
        let order = preparation.view(thread).map_err(|_| Inconsistent)?;
        Ok(View { scope: Scope::Thread(thread), order })
    };
    recording.threads().map(view).collect()
}

/// SLOW with known sources: PRAM of each location.
pub fn by_thread_and_location(
    recording: &Recording,
    reads_from: &ReadsFrom,
) -> Result<Vec<View>, Inconsistent> {
    let parts = recording.by_location();
    let own: Vec<ReadsFrom> = parts.iter().map(|part| part.reads_from(reads_from)).collect();
    let preparations: Vec<Preparation<'_>> = parts
        .iter()
        .zip(&own)
        .map(|(part, own)| Preparation::new(&part.recording, own, Order::Program))
        .collect();
    let mut views = Vec::new();
    for thread in recording.threads() {
        for (x, part) in recording.locations().zip(&parts) {
            let order = preparations[x.0 as usize].view(thread).map_err(|_| Inconsistent)?;
            views.push(View { scope: Scope::ThreadAt(thread, x), order: whole(part, order) });
        }
    }
    Ok(views)
}

/// The procedure for known sources of a model, if there is one.
pub fn with_known_sources(
    recording: &Recording,
    model: Model,
    reads_from: &ReadsFrom,
) -> Option<Result<Witness, Inconsistent>> {
    let machine = |model| on_machine(recording, reads_from, model);
    let explanation = match model {
        Model::Sc => machine(history::Model::Sc),
        Model::Tso => machine(history::Model::Tso),
        Model::Pso => machine(history::Model::Pso),
        Model::Cc => by_location(recording, reads_from).map(Explanation::Views),
        _ if recording.has_updates() => return None,
        Model::Pram => by_thread(recording, reads_from, Order::Program).map(Explanation::Views),
        Model::Causal => by_thread(recording, reads_from, Order::Causal).map(Explanation::Views),
        Model::PramM => match machine::history(recording, reads_from).causal_order() {
            Ok(_) => by_thread(recording, reads_from, Order::Program).map(Explanation::Views),
            Err(_) => Err(Inconsistent),
        },
        Model::Slow => by_thread_and_location(recording, reads_from).map(Explanation::Views),
        Model::GpoGdo => by_thread(recording, reads_from, Order::Program).and_then(|mut views| {
            views.extend(by_location(recording, reads_from)?);
            Ok(Explanation::Views(views))
        }),
        Model::Linearizable | Model::PcG | Model::PcD | Model::Gao | Model::Gwo | Model::Local => {
            return None;
        }
    };
    Some(explanation.map(|explanation| Witness { reads_from: reads_from.clone(), explanation }))
}

/// How many steps a search for an interleaving may take for a location, and how many more for each
/// operation there: a long history of few threads takes many, though it goes nowhere in vain.
const MOST_STEPS: usize = 2_000_000;
const MOST_FOR_EACH: usize = 10_000;

/// CC and SLOW with open sources; `None` if there were too many positions in one of the searches.
pub fn interleave(
    recording: &Recording,
    model: Model,
    goes_on: &dyn Fn() -> bool,
) -> Option<Result<Witness, Inconsistent>> {
    let parts = recording.by_location();
    let readers: Vec<Option<ThreadId>> = match model {
        Model::Cc => vec![None],
        _ => recording.threads().map(Some).collect(),
    };
    let mut reads_from: ReadsFrom = vec![None; recording.operations().len()];
    let mut views = Vec::new();
    for reader in readers {
        for (x, part) in recording.locations().zip(&parts) {
            let sequences = sequences(recording, part, reader);
            let most = MOST_STEPS + MOST_FOR_EACH * part.original.len();
            let order = match interleave::search(&sequences, recording.initial(x), most, goes_on) {
                Interleaving::Found(order) => whole(part, order),
                Interleaving::None => return Some(Err(Inconsistent)),
                Interleaving::GivenUp => return None,
            };
            let mut last = Source::Initial;
            for id in &order {
                match recording.operation(*id).written() {
                    Some(_) => last = Source::Operation(*id),
                    None => reads_from[id.0 as usize] = Some(last),
                }
            }
            let scope = match reader {
                Some(thread) => Scope::ThreadAt(thread, x),
                None => Scope::Location(x),
            };
            views.push(View { scope, order });
        }
    }
    Some(Ok(Witness { reads_from, explanation: Explanation::Views(views) }))
}

/// The threads of a part with one location; reads of all threads or of one.
fn sequences(whole: &Recording, part: &Part, reader: Option<ThreadId>) -> Sequences {
    let has_times = whole.operations().iter().all(|operation| operation.interval.is_some());
    let part_of = &part.recording;
    let of_thread = |thread: ThreadId| {
        let reads = reader.is_none_or(|reader| reader == thread);
        let length = whole.of_thread(thread).count().max(1) as u64;
        let timed = |id: OperationId| {
            let access = match part_of.operation(id).action {
                Action::Write { value, .. } => Access::Write(value),
                Action::Read { value, .. } if reads => Access::Read(value),
                Action::Read { .. } => return None,
                Action::Update { .. } | Action::Fence => {
                    unreachable!("plain accesses of a location")
                }
            };
            let original = part.original[id.0 as usize];
            // Without times, all threads are taken to have begun and ended together.
            let time = match whole.operation(original).interval {
                Some(interval) if has_times => interval.begin,
                _ => u64::from(whole.index_of(original)) * (1 << 20) / length,
            };
            Some(Timed { id, access, time })
        };
        part_of.of_thread(thread).filter_map(timed).collect()
    };
    part_of.threads().map(of_thread).collect()
}
