//! The engines that explore all executions of a program.
//!
//! [`check`] is the way in. In reading order: [`result`], [`monitor`], `driver`, `parallel`, then what engines share (`run`, `states`, `objects`, `scene`,
//! `endings`, `contention`, `tally`), then one folder for each engine.

mod contention;
pub mod dpor;
mod driver;
mod endings;
pub mod graph;
pub mod monitor;
mod objects;
mod parallel;
pub mod path;
pub mod result;
mod run;
mod scene;
mod states;
mod tally;

pub use driver::{Config, Observer, Search, check, replay};
pub use interp::{WeakCas, Whereabouts};
pub use monitor::{Monitor, Stop, Unlimited};
pub use path::Path;
pub use result::{Cut, Report, Statistics, Violation};
