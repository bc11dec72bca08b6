//! What Heddle needs of a SAT solver: clauses, and what is built of them.
//!
//! In reading order: [`Literal`]; [`Solver`], the one interface, with [`Propagator`] for what
//! clauses say badly; two backends behind it ([`Cadical`], [`Batsat`]); [`Circuit`], gates that are
//! shared and folded before they become clauses; [`bitvector`], numbers made of gates; and
//! [`Acyclicity`], graphs whose edges are literals and that must not have a cycle. For who does not
//! trust an answer: [`Record`] (what a solver was told), [`Cnf`] (the same as a file) and
//! [`refute`] (a proof).
//!
//! Nothing here knows programs or memory models.

mod backends;
pub mod bitvector;
mod circuit;
mod dimacs;
mod literal;
mod order;
mod propagator;
mod recording;
mod refutation;
mod solver;

pub use backends::{Backend, Batsat, Cadical};
pub use circuit::Circuit;
pub use dimacs::{Asked, Cnf};
pub use literal::{Literal, Variable};
pub use order::Acyclicity;
pub use propagator::{Both, Propagator, Shared};
pub use recording::{Clauses, Question, Record, SharedRecord};
pub use refutation::refute;
pub use solver::{Answer, GoesOn, Solver, Statistics};
