//! The testing problem: is this recorded history possible under a memory model?
pub mod operation;
pub mod print;
mod recording;
pub mod text;

pub use operation::{
    Action, Interval, LocationId, Operation, OperationId, Source, ThreadId, ValueId,
};
pub use recording::{BadSource, Builder, NamedSource, Part, Recording};

pub mod machine;
pub mod model;
pub mod orders;
pub mod plain;
mod sources;
mod verify;
pub mod views;
mod witness;

pub use model::Model;
pub use sources::Sources;
pub use verify::{Flaw, verify};
pub use witness::{Explanation, View, Witness};
mod classify;
mod decide;
pub mod encode;
pub mod explain;
pub mod generate;
pub mod interleave;
pub mod known;
pub mod local;
pub mod partial;
pub mod procedures;

pub use classify::{Classification, Reason, Status, classify};
pub use decide::{Answer, Procedure, Unknown, Verdict, decide};
pub mod formats;
pub mod reductions;
pub mod simulate;
