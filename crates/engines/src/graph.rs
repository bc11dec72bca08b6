//! `graph`: each (po, rf, co) exactly once. It answers every question under every model.

use crate::Classes;
use crate::engine::EngineRef;
use crate::explorer::Explorer;

pub static GRAPH: EngineRef = &Explorer {
    name: "graph",
    summary: "Execution graphs: each (po, rf, co) exactly once",
    classes: Classes::Executions,
    shares: true,
    has_traces: false,
    objection: |_, _| None,
    way: |family| Some(family.graph()),
    own: || GRAPH,
};
