//! The engines and the models that can be named, and which of them answers what: the registration.
//!
//! [`model`] is the list of models, [`engine`] what an engine is and the list of them. Each engine
//! is a file: [`graph`], [`rf`], [`rf_schedules`], [`dpor`], and [`auto`], which chooses among
//! others. [`question`] is what can be looked for, [`objection`] why an engine does not look for
//! it, and [`table`] what all of them say, for the documentation.

pub mod auto;
pub mod dpor;
pub mod engine;
mod explorer;
mod family;
pub mod graph;
pub mod model;
pub mod objection;
pub mod question;
pub mod rf;
pub mod rf_schedules;
pub mod table;

pub use auto::AUTO;
pub use dpor::{DPOR, DPOR_OBSERVERS, DPOR_SOURCE};
pub use engine::{ENGINES, Engine, EngineRef, Explored, Inability, inability};
pub use graph::GRAPH;
pub use model::Model;
pub use objection::Objection;
pub use question::Question;
pub use rf::RF;
pub use rf_schedules::RF_SCHEDULES;
