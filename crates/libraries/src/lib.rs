//! Libraries given by their specifications: their functions are not run, and a call of one is an
//! event (`genmc` §2.7, §3).
//!
//! In reading order: [`specification`] (the file format), `history` (what has been done to an
//! object), `axioms` (what a call does after that, by the axioms in cat), [`shipped`] (the
//! specifications that come with Heddle), [`install`](mod@install) (a program that calls
//! libraries).
//!
//! **Which libraries can be specified.** A call of an update takes its place directly after another
//! one on its object, like an atomic read-modify-write, so the calls on an object are a chain, and
//! each sees all before it. What a call does depends on its chain, which is part of its causes. So
//! whatever the axioms are, a part of an execution that is closed under causes is an execution (MM2
//! of `genmc`), any call can be added last (MM3), and a call that waits has no successors and goes
//! on after the next update (MM4). Libraries whose calls are in no such order, like queues from
//! which two threads take at once without knowing of each other, do not meet MM2 (whether a later
//! element may be taken depends on somebody else who takes the earlier one) and cannot be specified
//! here.

mod axioms;
mod history;
pub mod install;
pub mod shipped;
pub mod specification;

pub use install::{Binding, Installed, install};
pub use specification::{Specification, parse};
