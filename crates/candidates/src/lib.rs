//! Which outcomes does a litmus test have under a model that is a cat file? By candidate
//! executions, as herd does it (Alglave, Maranget, Tautschnig, *Herding Cats*, TOPLAS 2014, §8;
//! `dat3m-thesis` ch. 2), and with each check as early as it can be made.
//!
//! In reading order: [`trace`] (what one thread did), `run_thread` (what it can do, if its reads
//! get given values), `values` (which values those are), `cells` (accesses that overlap in part),
//! `join` (threads that can run together), `structure` (their events, as a model sees them),
//! [`Model`] (a compiled cat file, in stages), `plan` (what of it a test needs), `candidate` (an
//! execution on its way through the stages), `search` (reads-from, then what the model chooses,
//! each followed by the checks that it decides), `observed` (what a test looks at in the end),
//! [`Outcome`], [`Drawing`] (an execution to look at), and [`Twin`] (the same test, compiled for
//! another machine).
//!
//! Values may flow in cycles: nothing here assumes that a read comes after the write it reads from.
//! What no execution of the whole test can write is not read; a value that only justifies itself
//! (out of thin air) is found where the text of the test has it as a constant behind a branch, and
//! not where it would have to be invented.

mod candidate;
mod cells;
mod drawing;
#[cfg(test)]
#[path = "../../../tests/litmus/files.rs"]
mod files;
#[cfg(test)]
mod interpreted;
mod join;
mod model;
mod observed;
mod outcome;
#[cfg(test)]
mod plain;
mod plan;
mod run_thread;
mod search;
mod structure;
pub mod trace;
mod twin;
mod values;

pub use drawing::{Arrow, Drawing, DrawnEvent, Show};
pub use model::Model;
pub use observed::{End, Observed, final_memory};
pub use outcome::{Observation, Outcome, Refusal, State, Value, Verdict};
pub use search::{Allowed, Visitor, run, run_and_draw, visit};
pub use twin::{Twin, Twinned};
