//! What a search has found, and how it is watched and stopped: the vocabulary between engines and
//! those who ask them.
//!
//! An engine returns an [`Answer`], which has no public fields and one constructor for each way in
//! which an answer can come about honestly. Nothing else makes a verdict, so that "holds" cannot be
//! claimed in passing. In reading order: [`answer`], [`gap`], [`violation`], [`statistics`],
//! [`monitor`], [`memory`].

pub mod answer;
pub mod gap;
pub mod memory;
pub mod monitor;
pub mod statistics;
pub mod violation;

pub use answer::{About, Answer, Found};
pub use gap::{Cut, Gap};
pub use monitor::{Monitor, Stop, Unlimited};
pub use statistics::{Blockage, Ending, FormulaSize, Reason, Statistics};
pub use violation::{ObjectOrigin, Replay, TracedExecution, Violation};
