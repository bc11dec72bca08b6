//! Bounded model checking: is there an execution of an acyclic program that a model allows, and in
//! which something is so? One formula, for every model that cat can express
//! (`dat3m-thesis` ch. 4).
//!
//! In reading order: `known_bits` and `numbers` (values as bits), `executions` (which events
//! happen, and who reads from whom), `given` (the relations that models take as given), `bounds`
//! (what is certain of relations beforehand), [`Model`], `encoding` (whether a pair is in a
//! relation, made on demand), `sequences` and `fixpoints` (the same for sequences, closures and
//! recursion), `directions` (what a model need not compute both ways), `axioms`, `lazy`
//! (axioms that are judged while the solver searches), [`Formula`] (all of it, and questions),
//! `record` (the same as a file), `second_model` (what another model forbids of the same
//! executions), [`Execution`] (an answer, judged again from scratch). Of litmus tests: `states`
//! (which final states there are) and `difference` (what one model allows and another forbids).
//!
//! What is found is an execution, and never only an assignment: it is evaluated again by `unroll`
//! and judged again by `cat` before anybody sees it. A violation of a program is run again by
//! `rerun` besides, with the threads of `interp`, and is told as that run shows it. What does not
//! pass is [`Failure::Broken`], a bug of Heddle.

mod alias;
mod axioms;
mod between;
mod bounds;
mod check;
mod claim;
mod cycles;
mod deadlock;
mod difference;
mod directions;
mod encoding;
mod endings;
mod ends;
mod execution;
mod executions;
mod fixpoints;
mod formula;
mod given;
mod known_bits;
mod lazy;
mod liveness;
mod method;
mod model;
mod numbers;
mod record;
mod rest;
mod second_model;
mod sequences;
mod states;
#[cfg(test)]
mod tests;

pub use between::{Allowed, Candidates, NewBehaviour, Undefined, new_executions, new_final_states};
pub use check::{Checked, Questions, Subject, can_exit, check, check_and_record};
pub use difference::{
    Case, Difference, Ended, Judge, Judges, NewStates, Wanted, difference, new_states,
};
pub use encoding::Unsupported;
pub use execution::Execution;
pub use formula::{Failure, Formula};
pub use method::{Alias, Analyses, Axioms, Method};
pub use model::Model;
pub use rerun::Native;
pub use second_model::{Judged, Side};
pub use states::{NoOutcome, Settings, States, run};
