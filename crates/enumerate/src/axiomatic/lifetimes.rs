//! Is an object touched after the end of its life?
//!
//! An access must happen before the end of its object's life. If neither happens before the other,
//! the access comes last in some order of the same execution; if the end happens before the access,
//! it does so in all of them, and what follows does not count.

use base::ObjectId;
use execution::{Cells, EventId, Graph, Label};
use relation::Relation;

/// Two events of which the second one, an access or another end, may come after the end of its
/// object's life.
#[derive(Clone, Copy, Debug)]
pub(super) struct Misordered {
    pub(super) object: ObjectId,
    pub(super) later: EventId,
    /// Whether it does in every order of the execution.
    pub(super) is_certain: bool,
}

/// S1 and S2 (`safety::rules`): all such pairs of a graph.
pub(super) fn misordered(graph: &Graph, cells: &Cells, hb: &Relation) -> Vec<Misordered> {
    let mut found = Vec::new();
    for (end, object) in ends(graph) {
        for (later, _) in graph
            .events()
            .filter(|(id, event)| *id != end && (object_of(cells, &event.label) == Some(object)))
        {
            if !hb.contains(later.index(), end.index()) {
                let is_certain = hb.contains(end.index(), later.index());
                found.push(Misordered { object, later, is_certain });
            }
        }
    }
    found
}

/// Whether in every order of an execution some object is touched after the end of its life: it ends
/// twice, or there is a cycle of ends, each of which happens before an access to the next one's
/// object.
pub(super) fn touches_the_dead(graph: &Graph, cells: &Cells, hb: &Relation) -> bool {
    let mut before = Relation::new(graph.len());
    for (end, object) in ends(graph) {
        for (access, _) in
            graph.events().filter(|(_, event)| object_of(cells, &event.label) == Some(object))
        {
            let is_end = matches!(graph.event(access).label, Label::Free { .. });
            if is_end && access != end {
                return true;
            }
            for (earlier, _) in ends(graph) {
                if !is_end && hb.contains(earlier.index(), access.index()) {
                    before.insert(earlier.index(), end.index());
                }
            }
        }
    }
    !before.transitive_closure().is_irreflexive()
}

fn ends(graph: &Graph) -> impl Iterator<Item = (EventId, ObjectId)> {
    graph.events().filter_map(|(id, event)| match event.label {
        Label::Free { object } => Some((id, object)),
        _ => None,
    })
}

/// The object that an access or an end is about.
fn object_of(cells: &Cells, label: &Label) -> Option<ObjectId> {
    match label {
        Label::Free { object } => Some(*object),
        _ => cells.cell(label.location()?).address.object().map(|(object, _)| object),
    }
}
