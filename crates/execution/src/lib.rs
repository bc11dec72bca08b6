//! The event graph: events with po, rf, co, and what derives from them.
//!
//! Engines build it, models judge it, reports print it, tests compare it. In reading order:
//! [`label`], [`event`], [`graph`], [`dependencies`], `locks`, `restrict`, `reorder`,
//! [`canonical`], [`chronological`], [`witness`]; [`text`] is the form that tests are written in.

pub mod canonical;
pub mod cells;
pub mod chronological;
pub mod dependencies;
pub mod event;
pub mod graph;
pub mod label;
mod locks;
mod reorder;
mod restrict;
pub mod text;
pub mod witness;

pub use canonical::Canonical;
pub use cells::{Cell, Cells, LocationId, Overlap};
pub use chronological::ChronologicalTrace;
pub use dependencies::{Dependencies, Reads};
pub use event::{Acquisition, Event, EventId, Source};
pub use graph::{Graph, NewEvent, Slot, Slots};
pub use label::{Label, ReadKind, WriteKind};
pub use witness::Witness;
