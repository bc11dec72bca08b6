//! The engines that explore all executions of a program.
//!
//! An [`Exploration`] is the way in, and an [`answer::Answer`] is what comes back. In reading
//! order: `config`, `observer`, `exploration`, `parallel`, [`path`], then what engines share
//! (`end`, `run`, `states`, `objects`, `scene`, `endings`, `rest`, `account`, `contention`,
//! `patience`), then one folder for each engine.

mod account;
mod config;
mod contention;
pub mod dpor;
mod end;
mod endings;
mod exploration;
pub mod graph;
mod judging;
mod objects;
mod observer;
mod parallel;
pub mod path;
mod patience;
mod rest;
mod run;
mod scene;
mod states;

pub use config::Config;
pub use exploration::{Exploration, Setting};
pub use interp::WeakCas;
pub use observer::Observer;
pub use path::Path;
