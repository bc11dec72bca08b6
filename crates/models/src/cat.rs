//! Models that are cat files: which graphs does a compiled model allow, and can its executions be explored?
//!
//! In reading order: [`Told`] (what a model is told of a graph), [`axioms`] (its checks on a whole graph), [`Definition`] (a model whose executions can be built event by
//! event, which `causality`, `prefix`, `extension` and `synchronisation` make sure of), [`Written`] (the model, following a graph).

pub mod axioms;
mod causality;
mod definition;
mod extension;
mod prefix;
mod synchronisation;
mod told;
mod written;

pub use definition::Definition;
pub use told::Told;
pub use written::Written;
