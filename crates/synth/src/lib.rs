//! Which memory model is behind these observations? Litmus tests with outcomes that were seen or
//! never are, and a model in cat that explains them (`dat3m-thesis` ch. 6, by enumeration).
//!
//! In reading order: [`BaseRelation`] (what models are built from), `views` (what tests say, as
//! executions without a model), `matrices` (relations on all of them at once), `expression`,
//! `expansion` (all relations in order of size), `cover` (axioms that fit together), and
//! [`synthesise`], which takes turns and confirms what it found.
//!
//! Not covered: guided search (§6.4), recursion (§6.5) and sketches (§6.7).

mod base_relations;
mod cover;
mod expansion;
mod expression;
mod matrices;
mod synthesis;
mod views;

pub use base_relations::BaseRelation;
pub use synthesis::{Effort, Synthesis, synthesise};
pub use views::{Label, Observed};
