//! From a program to an acyclic program: what bounded model checking, portability and synthesis
//! start from (`dat3m-thesis` ch. 4).
//!
//! In reading order: [`Node`] and [`Values`] (a graph of values in which equal ones are one, with
//! the rules of `fold`), [`Acyclic`] (events, guards and what connects them), `print` (to look at
//! it), [`Evaluation`] (what everything is in one execution), [`Executed`] (that execution as axioms
//! see it).

mod acyclic;
mod evaluate;
mod fold;
mod node;
mod print;
mod structure;
mod values;

pub use acyclic::{
    Acyclic, Check, Choice, ChoiceKind, Dependency, Event, EventId, Gap, Rmw, Thread, ThreadIndex,
    Unwound,
};
pub use evaluate::{Assignment, Evaluation, Found};
pub use node::{ChoiceId, Node, ValueId};
pub use structure::Executed;
pub use values::Values;
