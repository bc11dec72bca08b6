//! From a program to an acyclic program: what bounded model checking, portability and synthesis
//! start from (`dat3m-thesis` ch. 4).
//!
//! In reading order: [`Node`] and [`Values`] (a graph of values in which equal ones are one, with
//! the rules of `fold`), [`Acyclic`] (events, guards and what connects them), `print` (to look at
//! it), [`Evaluation`] (what everything is in one execution), [`Executed`] (that execution as
//! axioms see it), [`plain_executions`] (all of them, by brute force). Then how one is made:
//! `carried` (dependencies on the way), `merge` (ways that meet), [`from_litmus()`] for litmus
//! tests, [`from_program()`] for programs, [`mapping`] (what a compiler makes of their accesses),
//! `cells` (accesses that overlap in part), `reach` (which numbers values can be, as `sets` that
//! `applied` computes with), `finish`, and [`align()`] (one program, compiled for two machines,
//! with events in common).

mod acyclic;
mod align;
mod applied;
mod carried;
mod cells;
mod evaluate;
mod finish;
mod fold;
mod from_litmus;
mod from_program;
pub mod mapping;
mod merge;
mod node;
mod paths;
mod places;
mod plain;
mod print;
mod reach;
mod sets;
mod structure;
mod values;

pub use acyclic::{
    Acyclic, CallWait, Check, Choice, ChoiceKind, Deed, DeedKind, Dependency, Event, EventId, Gap,
    JoinWait, Late, Lifetime, Rmw, SpinWait, Thread, ThreadIndex, Unwound, Wait,
};
pub use align::align;
pub use evaluate::{Assignment, Evaluation, Found};
pub use from_litmus::from_litmus;
pub use from_program::{Indices, Unrolling, from_program};
pub use node::{ChoiceId, Node, ValueId};
pub use plain::{PlainExecution, plain_executions};
pub use structure::Executed;
pub use values::Values;
