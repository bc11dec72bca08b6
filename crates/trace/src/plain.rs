//! Brute force: is there an execution, and are there views, by trying everything?
//!
//! The reference that every procedure is compared with. It tries all sources of all reads, all
//! coherence orders where a model needs one, and for each view all total orders that respect what
//! they have to (`dat3m-thesis` Def. 2), remembering only which sets of operations with which last
//! writes lead nowhere. TSO and PSO are all states of the machine (`history::naive`).
//!
//! For histories of a dozen operations.

use crate::machine;
use crate::model::Model;
use crate::operation::{LocationId, OperationId, Source};
use crate::optional;
use crate::orders::{self, Coherence, ReadsFrom};
use crate::recording::Recording;
use crate::sources::Sources;
use crate::views::{Agreement, Definition, Wanted, definition};
use relation::Relation;
use rustc_hash::FxHashSet;

/// Whether some execution of the history is consistent with the model, whichever of the updates
/// happened of which that is not known.
pub fn is_consistent(recording: &Recording, model: Model) -> bool {
    optional::choices(recording).any(|part| {
        let possible = executions(&part.recording);
        possible.iter().any(|reads_from| allows(&part.recording, model, reads_from))
    })
}

/// How many executions with orders of writes there are to try, at most.
pub fn effort(recording: &Recording) -> u64 {
    let sources = Sources::of(recording);
    let candidates = recording.ids().map(|id| sources.candidates(id).len().max(1) as u64);
    let orders = recording
        .locations()
        .map(|location| (1..=writes_to(recording, location).len() as u64).product::<u64>());
    let choices = 1 << optional::of(recording).len();
    candidates.chain(orders).fold(choices, u64::saturating_mul)
}

/// All executions: a source for each read.
pub fn executions(recording: &Recording) -> Vec<ReadsFrom> {
    executions_of(recording, &Sources::of(recording))
}

/// A source for each read, of these candidates, in all ways.
pub(crate) fn executions_of(recording: &Recording, sources: &Sources) -> Vec<ReadsFrom> {
    let mut found: Vec<ReadsFrom> = vec![Vec::new()];
    for id in recording.ids() {
        let choices: Vec<Option<Source>> = match recording.operation(id).read() {
            None => vec![None],
            Some(_) => sources.candidates(id).iter().copied().map(Some).collect(),
        };
        let extended = found.iter().flat_map(|prefix| {
            choices.iter().map(|choice| {
                let mut longer = prefix.clone();
                longer.push(*choice);
                longer
            })
        });
        found = extended.collect();
    }
    found
}

/// Whether one execution is consistent with the model.
pub fn allows(recording: &Recording, model: Model, reads_from: &ReadsFrom) -> bool {
    let on_machine =
        |model| history::naive::search(&machine::history(recording, reads_from), model).is_ok();
    match model {
        Model::Tso => return on_machine(history::Model::Tso),
        Model::Pso => return on_machine(history::Model::Pso),
        _ => {}
    }
    let definition = definition(recording, model).expect("only machines have no views");
    match definition.agreement {
        Agreement::Nothing => all_views(recording, &definition, reads_from, None),
        Agreement::Causality => {
            let order = orders::po(recording).or(&orders::rf(reads_from));
            order.find_cycle().is_none() && all_views(recording, &definition, reads_from, None)
        }
        Agreement::Coherent => coherence_orders(recording)
            .iter()
            .any(|coherence| all_views(recording, &definition, reads_from, Some(coherence))),
    }
}

fn all_views(
    recording: &Recording,
    definition: &Definition,
    reads_from: &ReadsFrom,
    coherence: Option<&Coherence>,
) -> bool {
    definition.views.iter().all(|wanted| has_view(recording, *wanted, reads_from, coherence))
}

/// All orders of the writes to each location.
fn coherence_orders(recording: &Recording) -> Vec<Coherence> {
    let mut found: Vec<Coherence> = vec![Vec::new()];
    for location in recording.locations() {
        let writes: Vec<OperationId> = writes_to(recording, location);
        let orders = permutations(&writes);
        let extended = found.iter().flat_map(|prefix| {
            orders.iter().map(|order| {
                let mut longer = prefix.clone();
                longer.push(order.clone());
                longer
            })
        });
        found = extended.collect();
    }
    found
}

fn writes_to(recording: &Recording, location: LocationId) -> Vec<OperationId> {
    let is_there = |id: &OperationId| {
        recording.operation(*id).written().is_some_and(|(written, _)| written == location)
    };
    recording.ids().filter(is_there).collect()
}

fn permutations(items: &[OperationId]) -> Vec<Vec<OperationId>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (place, first) in items.iter().enumerate() {
        let mut rest = items.to_vec();
        rest.remove(place);
        for mut order in permutations(&rest) {
            order.insert(0, *first);
            found.push(order);
        }
    }
    found
}

fn has_view(
    recording: &Recording,
    wanted: Wanted,
    reads_from: &ReadsFrom,
    coherence: Option<&Coherence>,
) -> bool {
    let Wanted { scope, respects } = wanted;
    let none = Coherence::new();
    let mut order =
        orders::required(recording, reads_from, coherence.unwrap_or(&none), scope, respects);
    if let Some(coherence) = coherence {
        order = order.or(&orders::co(recording, coherence));
    }
    let members = scope.members(recording);
    let mut search = Search { recording, reads_from, order, members, dead: FxHashSet::default() };
    let mut last = vec![Source::Initial; recording.locations().count()];
    search.extends(&mut Vec::new(), &mut last)
}

struct Search<'a> {
    recording: &'a Recording,
    reads_from: &'a ReadsFrom,
    order: Relation,
    members: Vec<OperationId>,
    /// Sets of placed members with the last writes, from which there is no way on.
    dead: FxHashSet<(Vec<OperationId>, Vec<Source>)>,
}

impl Search<'_> {
    /// Whether the placed members can be followed by the others.
    fn extends(&mut self, placed: &mut Vec<OperationId>, last: &mut Vec<Source>) -> bool {
        if placed.len() == self.members.len() {
            return true;
        }
        let mut set = placed.clone();
        set.sort();
        let key = (set, last.clone());
        if self.dead.contains(&key) {
            return false;
        }
        for id in self.members.clone() {
            if placed.contains(&id) || !self.can_follow(id, placed, last) {
                continue;
            }
            let written = self.recording.operation(id).written();
            let before = last.clone();
            if let Some((location, _)) = written {
                last[location.0 as usize] = Source::Operation(id);
            }
            placed.push(id);
            if self.extends(placed, last) {
                return true;
            }
            placed.pop();
            *last = before;
        }
        self.dead.insert(key);
        false
    }

    fn can_follow(&self, id: OperationId, placed: &[OperationId], last: &[Source]) -> bool {
        let is_first = self.members.iter().all(|other| {
            placed.contains(other) || !self.order.contains(other.0 as usize, id.0 as usize)
        });
        let sees = match self.recording.operation(id).read() {
            Some((location, _)) => {
                Some(last[location.0 as usize]) == self.reads_from[id.0 as usize]
            }
            None => true,
        };
        is_first && sees
    }
}
