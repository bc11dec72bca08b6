//! Which solvers are there?

mod batsat;
mod cadical;

pub use batsat::Batsat;
pub use cadical::Cadical;

use crate::recording::Recording;
use crate::{SharedRecord, Solver};

/// A solver by its name.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Backend {
    /// CaDiCaL, in C++.
    #[default]
    Cadical,
    /// batsat, in Rust.
    Batsat,
}

impl Backend {
    pub const ALL: [Backend; 2] = [Backend::Cadical, Backend::Batsat];

    pub fn name(self) -> &'static str {
        match self {
            Backend::Cadical => "cadical",
            Backend::Batsat => "batsat",
        }
    }

    /// A new solver without variables.
    pub fn start(self) -> Box<dyn Solver> {
        match self {
            Backend::Cadical => Box::new(Cadical::new()),
            Backend::Batsat => Box::new(Batsat::new()),
        }
    }

    /// The same, with a record of all that it is told.
    pub fn start_recorded(self) -> (Box<dyn Solver>, SharedRecord) {
        let recording = Recording::new(self.start());
        let record = recording.record();
        (Box::new(recording), record)
    }
}

/// A search stops after so many conflicts to ask whether it may go on: both backends want callbacks
/// that live for ever, which who watches does not.
const CONFLICTS_AT_A_TIME: u32 = 1000;
