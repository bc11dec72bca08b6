//! Brute force: all sources of all reads, all orders of the writes to each location, and the axioms
//! on each. For histories of a few operations.

use super::Axiomatic;
use super::events::Events;
use crate::optional;
use crate::plain::executions_of;
use crate::recording::Recording;
use crate::sources::Sources;
use cat::program::Possibilities;
use cat::{Valuation, compute, judge, linear_orders};
use events::{CatView, EventStructure};

/// Whether the axioms allow some execution of the history; none if coherence is not chosen from
/// orders.
pub fn is_consistent(recording: &Recording, model: &Axiomatic) -> Option<bool> {
    let answers: Option<Vec<bool>> =
        optional::choices(recording).map(|part| certainly(&part.recording, model)).collect();
    Some(answers?.contains(&true))
}

/// The same, where everything happened.
fn certainly(recording: &Recording, model: &Axiomatic) -> Option<bool> {
    let events = Events::of(recording);
    let mut structure = events.structure(recording);
    let sources = Sources::unrestricted(recording);
    for reads_from in executions_of(recording, &sources) {
        structure.rf = events.rf(recording, &reads_from);
        structure.co = None;
        if allows(&mut structure, model)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether one source of each read is possible with some order of the writes.
fn allows(structure: &mut EventStructure, model: &Axiomatic) -> Option<bool> {
    let program = model.program();
    let orders = match program.choices.first().map(|choice| &choice.source) {
        None => vec![None],
        Some(Possibilities::Interpreted(_)) => return None,
        Some(Possibilities::Orders { classes, order }) => {
            let view = CatView::new(structure, &model.primitives);
            let mut valuation = Valuation::new(program);
            let end = program.prefix(*classes).max(program.prefix(*order));
            compute(program, &mut view.world(), &view, 0..end, &mut valuation);
            let (classes, order) = (valuation.relation(*classes), valuation.relation(*order));
            linear_orders(classes, order).into_iter().map(Some).collect()
        }
    };
    for order in orders {
        structure.co = order;
        let view = CatView::new(structure, &model.primitives);
        if judge(program, view.world(), &view).is_allowed() {
            return Some(true);
        }
    }
    Some(false)
}
