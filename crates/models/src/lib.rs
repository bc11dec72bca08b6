//! Memory models: which executions are possible.
//!
//! Each model has a readable check of a whole graph and, beside it, the fast one that engines use,
//! which follows the graph event by event. A test feeds both the same graphs.

pub mod model;
pub mod sc;

pub use model::Model;
