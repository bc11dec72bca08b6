//! Which executions a memory model allows. Models see graphs only: no engine, no interpreter.
//!
//! [`model`] is the interface, with [`equivalence`], [`races`] and [`watching`] for what only some
//! have to say. [`global`] is for models in which one order of everything explains an execution, of
//! which [`sc`], [`tso`] and [`pso`] say what they keep of program order. [`hb`] is for models of
//! languages, in which threads only know what they have told each other: [`ra`] and [`rc11`].
//! [`cat`] is for models that are files.

pub mod assumptions;
pub mod cat;
pub mod equivalence;
pub mod global;
pub mod hb;
pub mod model;
pub mod pso;
pub mod ra;
pub mod races;
pub mod rc11;
pub mod rf;
pub mod sc;
mod story;
pub mod tso;
pub mod watching;

pub use assumptions::Assumptions;
pub use equivalence::{Equivalence, ReadsFrom};
pub use model::{Model, Pending};
pub use story::{find_sequential_cycle, linearisation};
