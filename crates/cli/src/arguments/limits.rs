//! The limits that every verb has, and whether it says how far it is.

use super::seconds;
use clap::{Args, ValueEnum};

#[derive(Args, Clone, Copy, Debug)]
pub struct Limited {
    /// Stop after so long, and report what was found by then; of several tests, give up on one
    /// after so long
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,

    /// Stop when so much memory is used, and report what was found by then
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..1 << 40))]
    pub memory: Option<u64>,

    /// When to say on the standard error how far it is
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ShowProgress::Auto)]
    pub progress: ShowProgress,
}

/// When to say how far it is.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShowProgress {
    /// In a line that moves, if the standard error is a terminal
    Auto,
    /// Also where it is none: a line each time
    Always,
    /// Not at all
    Never,
}

impl Limited {
    /// The limits alone.
    pub fn limits(self) -> report::Limits {
        let memory_bytes = self.memory.map(|mebibytes| mebibytes << 20);
        report::Limits { seconds: self.timeout, memory_bytes }
    }
}
