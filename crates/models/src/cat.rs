//! Models that are cat files: which graphs does a compiled model allow?
//!
//! In reading order: [`Told`] (what a model is told of a graph), [`axioms`] (its checks on a whole graph).

pub mod axioms;
mod told;

pub use told::Told;
