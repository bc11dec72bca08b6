//! Models that are cat files: which graphs does a compiled model allow, and can its executions be
//! explored?
//!
//! In reading order: [`structure`] (a graph as a model sees it), [`axioms`] (its checks on a whole
//! graph), [`Definition`] (a model whose executions can be built event by event, which `causality`,
//! `prefix`, `extension` and `synchronisation` make sure of), [`Written`] (the model, following a
//! graph).

pub mod axioms;
mod causality;
mod definition;
mod extension;
mod prefix;
pub mod structure;
mod synchronisation;
mod written;

pub use definition::Definition;
pub use written::Written;
