//! Every model as a formula: the uniform reduction to SAT of `dat3m-thesis` §3.5.
//!
//! A source for each read is chosen by literals ([`execution`], EXE of the thesis). A serial view
//! is a graph that must not have a cycle (Lemma 6): the order that the view respects, reads-from,
//! an order of the writes to each location by literals ([`coherence`]), and from each read to the
//! writes that overwrite its source. Models differ in the views they ask for ([`views`] has the
//! graphs), and in whether views share the order of writes. TSO and PSO are not defined by views;
//! their graphs are those of the axioms of `models::tso` and `models::pso` ([`buffers`]).
//!
//! Deviations:
//! 1. No cubic encoding of total orders: cycles are excluded by a propagator
//!    (`solver::Acyclicity`).
//! 2. Writes to locations that a view does not read are not ordered by literals; any order of them
//!    that respects the rest will do.
//! 3. What follows from the formula without a guess is found first, for all views ([`saturation`]).
//! 4. That a read has only one source is not said: two would have to overwrite each other.
//!
//! Guarantee: *unsatisfiable* is an answer for all executions and all views. What an assignment
//! says is decoded, and believed only after [`crate::verify()`].

mod buffers;
mod coherence;
mod components;
mod execution;
mod formula;
mod orders;
mod saturation;
mod views;

use crate::machine;
use crate::model::Model;
use crate::optional;
use crate::orders::ReadsFrom;
use crate::recording::Recording;
use crate::sources::Sources;
use crate::views::{Agreement, definition};
use crate::witness::{Explanation, View, Witness};
use coherence::Coherence;
use execution::Execution;
use formula::Formula;

/// What the solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    Witness(Witness),
    Nothing,
    /// It was told to stop.
    Stopped,
}

/// Looks for an execution and views of it.
pub fn search(recording: &Recording, model: Model, goes_on: &dyn Fn() -> bool) -> Found {
    let sources = Sources::of(recording);
    let mut formula = Formula::new(goes_on);
    let execution = Execution::new(recording, &sources, &mut formula);
    let Some(definition) = definition(recording, model) else {
        return search_machine(recording, model, formula, &execution);
    };
    let mut shared = Coherence::new(recording, None);
    let mut graphs = Vec::new();
    for wanted in &definition.views {
        if formula.is_over() {
            return Found::Stopped;
        }
        let graph = if definition.agreement == Agreement::Coherent {
            views::encode(&mut formula, &execution, &mut shared, *wanted, true)
        } else {
            let mut own = Coherence::new(recording, Some(*wanted));
            views::encode(&mut formula, &execution, &mut own, *wanted, false)
        };
        graphs.push(graph);
    }
    if definition.agreement == Agreement::Causality {
        views::encode_causality(&mut formula, &execution);
    }
    match formula.solve() {
        None => Found::Stopped,
        Some(false) => Found::Nothing,
        Some(true) => {
            let reads_from = execution.decode(&mut formula);
            let missing = optional::missing(recording, &reads_from);
            let decoded = definition.views.iter().zip(&graphs).map(|(wanted, graph)| {
                let mut order = graph.decode(&mut formula);
                order.retain(|id| !missing.contains(id));
                View { scope: wanted.scope, order }
            });
            let explanation = Explanation::Views(decoded.collect());
            Found::Witness(Witness { reads_from, explanation })
        }
    }
}

/// TSO and PSO: the solver finds the sources, and `history` the steps of the machine.
fn search_machine(
    recording: &Recording,
    model: Model,
    mut formula: Formula<'_>,
    execution: &Execution<'_>,
) -> Found {
    let machine = match model {
        Model::Pso => history::Model::Pso,
        _ => history::Model::Tso,
    };
    buffers::encode(&mut formula, execution, machine);
    match formula.solve() {
        None => Found::Stopped,
        Some(false) => Found::Nothing,
        Some(true) => {
            let reads_from: ReadsFrom = execution.decode(&mut formula);
            let missing = optional::missing(recording, &reads_from);
            let part = optional::without(recording, &missing);
            let of_part = part.reads_from(&reads_from);
            let history = machine::history(&part.recording, &of_part);
            let steps = history::check(&history, machine, &[])
                .expect("the axioms of a machine allow what the machine does, and no more");
            Found::Witness(Witness { reads_from, explanation: Explanation::Moves(steps) })
        }
    }
}
