//! The engines and the models that can be named, and which of them answers what: the registration.
//!
//! [`model`] is the list of models, [`engine`] what an engine is and the list of them. Each engine
//! is a file, and all are in one list below: [`graph`], [`rf`], [`rf_schedules`], [`dpor`], and
//! [`auto`], which chooses among others. [`question`] is what can be looked for, [`objection`] why
//! an engine does not look for it, and [`table`] what all of them say, for the documentation.

pub mod classes;
pub mod engine;
mod explorer;
mod family;
pub mod model;
pub mod objection;
pub mod question;
pub mod table;

pub use classes::Classes;
pub use engine::{Engine, EngineRef, Explored, Inability, inability};
pub use model::Model;
pub use objection::Objection;
pub use question::Question;

/// Makes the list of engines from their files and their values.
macro_rules! engines {
    ($($file:ident: $($engine:ident),+;)+) => {
        $(pub mod $file;)+
        $(pub use $file::{$($engine),+};)+

        /// All engines, in the order in which they are listed for users. The first is the default.
        pub const ENGINES: [EngineRef; [$($(stringify!($engine)),+),+].len()] =
            [$($($engine),+),+];
    };
}

engines! {
    auto: AUTO;
    graph: GRAPH;
    rf: RF;
    rf_schedules: RF_SCHEDULES;
    dpor: DPOR, DPOR_SOURCE, DPOR_OBSERVERS;
}
