//! The engines that explore all executions of a program.
//!
//! [`check`] is the way in, and an [`answer::Answer`] is what comes back. In reading order: `driver`,
//! `parallel`, [`path`], then what engines share (`end`, `run`, `states`, `objects`, `scene`,
//! `endings`, `contention`, `patience`), then one folder for each engine.

mod contention;
pub mod dpor;
mod driver;
mod end;
mod endings;
pub mod graph;
mod objects;
mod parallel;
pub mod path;
mod patience;
mod run;
mod scene;
mod states;

pub use driver::{Config, Observer, Search, check, replay};
pub use interp::WeakCas;
pub use path::Path;
