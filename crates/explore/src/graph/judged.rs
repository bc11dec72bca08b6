//! The executions of this engine, judged again ([`crate::judging`]).
//!
//! Where the graph's co is only one of those that explain it, what is reported need not be wrong
//! with this one: it is enough that there is a co with which it is.

use super::explorer::Explorer;
use crate::judging::{Judged, demand};
use crate::scene::Scene;
use answer::Ending;
use base::ViolationKind;
use execution::{EventId, Graph, LocationId, Slot, Source};
use models::{Equivalence, Model};

/// How many orders of writes to try at most.
const MOST_ORDERS: usize = 2000;

impl<M: Model> Explorer<'_, M> {
    /// Has a violation confirmed that is about to be reported.
    pub(super) fn confirm(&self, slot: Slot, kind: ViolationKind, about: &[EventId]) {
        let judged = self.judged(self.world.scene());
        if judged.has(kind, slot, about) {
            return;
        }
        if !M::Equivalence::HAS_CO {
            let mut graph = self.world.layer().graph.clone();
            let locations: Vec<LocationId> = graph.locations().collect();
            let mut left = MOST_ORDERS;
            let is_confirmed = self.has_order(&mut graph, &locations, &mut left, &|graph| {
                self.judged(Scene { graph, ..self.world.scene() }).has(kind, slot, about)
            });
            if is_confirmed || left == 0 {
                return;
            }
        }
        judged.refute(kind, slot, about);
    }

    /// Compares an execution that has come to its end with what has been reported.
    pub(super) fn compare_with_judge(&self, ending: Ending) {
        let judged = self.judged(self.world.scene());
        judged.wanted(ending).iter().for_each(|wanted| demand(&self.tally, wanted));
    }

    fn judged<'s>(&self, scene: Scene<'s>) -> Judged<'s> {
        let definition = self.world.definition;
        let before = M::order(definition, scene.graph);
        let synchronised = self.config.races.then(|| M::synchronisation(definition, scene.graph));
        Judged::new(scene, self.config, &before, synchronised.as_ref())
    }

    /// Whether some consistent co is as wanted, of at most so many.
    fn has_order(
        &self,
        graph: &mut Graph,
        locations: &[LocationId],
        left: &mut usize,
        is_wanted: &dyn Fn(&Graph) -> bool,
    ) -> bool {
        let Some((location, rest)) = locations.split_first() else {
            *left = left.saturating_sub(1);
            return M::is_consistent(self.world.definition, graph) && is_wanted(graph);
        };
        let mut writes: Vec<EventId> = graph.writes_backwards(*location).collect();
        writes.reverse();
        self.has_order_from(graph, (*location, &mut writes, 0), rest, left, is_wanted)
    }

    /// The same, where the first writes to a location have their places.
    fn has_order_from(
        &self,
        graph: &mut Graph,
        (location, writes, placed): (LocationId, &mut Vec<EventId>, usize),
        rest: &[LocationId],
        left: &mut usize,
        is_wanted: &dyn Fn(&Graph) -> bool,
    ) -> bool {
        if *left == 0 {
            return false;
        }
        if placed == writes.len() {
            graph.order_writes(location, writes);
            return self.has_order(graph, rest, left, is_wanted);
        }
        (placed..writes.len()).any(|next| {
            writes.swap(placed, next);
            let is_possible = follows_its_read(graph, &writes[..=placed]);
            let found = is_possible
                && self.has_order_from(
                    graph,
                    (location, writes, placed + 1),
                    rest,
                    left,
                    is_wanted,
                );
            writes.swap(placed, next);
            found
        })
    }
}

/// Whether the last of some writes, if it is that of an update, comes directly after what that has
/// read.
fn follows_its_read(graph: &Graph, writes: &[EventId]) -> bool {
    let [.., last] = writes else { return true };
    let before = writes.len().checked_sub(2).map(|before| writes[before]);
    let source = before.map_or(Source::Initial, Source::Write);
    graph.updated(*last).is_none_or(|read| read == source)
}
