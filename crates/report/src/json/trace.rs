//! A chronological trace as JSON: its vertices, and all its edges by their names.

use crate::drawing::Drawing;
use crate::location::Location;
use answer::{TracedExecution, Violation};
use execution::chronological::Agent;
use program::Program;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Trace {
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
}

#[derive(Serialize)]
struct Vertex {
    name: String,
    thread: String,
    /// Whether it is an update of what the thread stored, not a step of the thread itself.
    is_update: bool,
    /// What it does.
    text: String,
    location: Option<Location>,
}

#[derive(Serialize)]
struct Edge {
    from: String,
    to: String,
    relation: &'static str,
}

impl Trace {
    pub(super) fn of_violation(program: &Program, violation: &Violation) -> Option<Trace> {
        let Violation { witness, objects, .. } = violation;
        let trace = violation.trace.as_ref()?;
        Some(Trace::new(&Drawing::new(program, trace, witness, objects)))
    }

    pub(super) fn of(program: &Program, told: &TracedExecution) -> Trace {
        Trace::new(&Drawing::new(program, &told.trace, &told.witness, &told.objects))
    }

    fn new(drawing: &Drawing) -> Trace {
        let mut vertices = Vec::new();
        for list in &drawing.lists {
            for entry in &list.entries {
                vertices.push(Vertex {
                    name: entry.name.clone(),
                    thread: list.agent.thread().to_string(),
                    is_update: matches!(list.agent, Agent::Updater(..)),
                    text: entry.text.clone(),
                    location: entry.location.clone(),
                });
            }
        }
        let name = |place: usize| vertices[place].name.clone();
        let edges = (drawing.edges.iter())
            .map(|(from, to, relation)| Edge {
                from: name(*from),
                to: name(*to),
                relation: relation.name(),
            })
            .collect();
        Trace { vertices, edges }
    }
}
