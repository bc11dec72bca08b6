//! Is a run wrong by the rules of safety, as it is claimed to be? [`safety::judge`] decides it from
//! scratch.
//!
//! Deadlocks and loops that wait are judged under every model, what depends on the order of events
//! where the model is native. Not judged are runs with a circle of po and rf, and threads that are
//! about to do something wrong and have not done it ([`crate::lifetimes`]).

use crate::graph::graph_and_cells;
use crate::performed::Source;
use crate::run::{Run, RunObjects};
use crate::{Claim, Native, Wrong};
use base::{Value, ViolationKind};
use execution::canonical::{Action, Meaning};
use execution::{Cell, Graph, Slot, Slots};
use interp::{Context, Knowledge};
use program::Program;
use relation::Relation;
use safety::{Asked, Orders, Rule, judge};

/// Looks whether a run is wrong in this way.
pub(crate) fn confirm(
    program: &Program,
    claim: &Claim,
    run: &Run<'_>,
    native: Option<Native>,
    kind: ViolationKind,
) -> Result<(), String> {
    let is_judged = match claim.wrong {
        Wrong::Deadlock { .. } | Wrong::Liveness { .. } => true,
        Wrong::Race { .. }
        | Wrong::Precedes { .. }
        | Wrong::Outlives { .. }
        | Wrong::Frees { .. } => native.is_some(),
        Wrong::Fails { .. } => false,
    };
    let Some((graph, cells)) = graph_and_cells(run).filter(|_| is_judged) else { return Ok(()) };
    let mut slots = Slots::default();
    run.threads.iter().for_each(|thread| {
        slots.slot(thread.state.id());
    });
    let knowledge = Knowledge::new(program);
    let source = interp::finished::Source {
        context: Context { program, knowledge: &knowledge },
        meaning: Meaning { graph: &graph, slots: &slots, cells: &cells },
        threads: |slot: Slot| run.threads.get(slot.index()).map(|thread| &thread.state),
        objects: &RunObjects(&run.threads),
        initial: &|cell| initial(run, cell),
    };
    let order = native.map_or_else(|| unordered(&graph), |native| native.order(&graph));
    let orders = Orders { before: &order, synchronised: native.map(|_| &order) };
    let finished = source.finished();
    let judgement = judge(&finished, orders, Asked { liveness: true, ..Asked::default() });
    match judgement.findings.iter().any(|finding| finding.kind == kind) {
        true => Ok(()),
        false => Err(format!("it is not wrong by {}", Rule::of_failure(kind))),
    }
}

fn unordered(graph: &Graph) -> Relation {
    Relation::new(graph.len())
}

/// What was in a cell at first, as a read of it has found.
fn initial(run: &Run<'_>, cell: Cell) -> Value {
    let read = run.performed.iter().find_map(|event| match event.action {
        Action::Read { cell: other, value, .. } if other == cell => {
            (event.source == Source::Initial).then_some(value)
        }
        _ => None,
    });
    read.unwrap_or_else(|| Value::uninitialised(u32::from(cell.size) * 8))
}
