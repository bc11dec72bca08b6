//! The testing problem: is this recorded history possible under a memory model?
//!
//! Chapter 3 of `dat3m-thesis`. In reading order: `operation` and `recording` (what was seen),
//! [`text`], [`mod@print`], [`formats`] and [`litmus_log`] (as files), [`mod@model`], [`views`] and
//! [`orders`] (what models ask for), `optional` (what need not have happened), `witness` and
//! `verify` (what is believed), [`plain`] (brute force, the reference). Then procedures: `sources`
//! (who can have written what is read), [`local`], [`known`], [`interleave`], [`partial`] and
//! [`mod@encode`] (the reduction to SAT), [`machine`] (for those of the crate `history`),
//! [`procedures`] (which is for what). `decide` is the answer. [`axioms`] are models that are cat
//! files, `asked` either kind of model. [`explain`] finds a smallest impossible part, `classify`
//! asks all models with views at once. [`mod@generate`], [`simulate`] and [`reductions`] make
//! histories for comparisons and measurements.

mod asked;
pub mod axioms;
mod classify;
mod decide;
pub mod encode;
pub mod explain;
pub mod formats;
pub mod generate;
pub mod interleave;
pub mod known;
pub mod litmus_log;
pub mod local;
pub mod machine;
pub mod model;
pub mod operation;
mod optional;
pub mod orders;
pub mod partial;
pub mod plain;
pub mod print;
pub mod procedures;
mod recording;
pub mod reductions;
pub mod simulate;
mod sources;
pub mod text;
mod verify;
pub mod views;
mod witness;

pub use asked::Asked;
pub use axioms::{Axiomatic, Unsuitable};
pub use classify::{Classification, Reason, Status, classify};
pub use decide::{Answer, Procedure, Unknown, Verdict, decide};
pub use model::Model;
pub use operation::{
    Action, Interval, LocationId, Operation, OperationId, Source, ThreadId, ValueId,
};
pub use optional::missing;
pub use recording::{BadOperation, Builder, NamedSource, Part, Recording};
pub use sources::Sources;
pub use verify::{Flaw, verify};
pub use witness::{Explanation, View, Witness};
