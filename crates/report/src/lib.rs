//! Pure functions from what an exploration found to what people and programs read.
//!
//! Nothing here reads a file or a clock or knows a terminal: the facts about the run come as a
//! value ([`Run`]), the lines of source files through a trait ([`SourceText`]). Coloured text
//! carries the escape codes of ANSI terminals; whoever prints it removes them where they are not
//! wanted.
//!
//! ```text
//! witness ─ story ─▶ lines (one access, lock, … each) ─┬─ words ─▶ text
//!              ▲                                       ├─ json
//!            names (addresses and values)              ├─ dot
//!                       chronological trace ─ drawing ─┘
//! ```

mod assumptions;
mod condition;
pub mod diagnostic;
pub mod dot;
mod drawing;
pub mod json;
pub mod litmus;
mod location;
mod moment;
mod names;
pub mod parametric;
pub mod petri;
pub mod port;
pub mod proof;
pub mod repair;
mod run;
mod sentence;
mod snippet;
mod source_text;
mod story;
mod style;
pub mod synth;
pub mod text;
pub mod trace;
mod waiting;
mod ways_out;
mod words;

pub use condition::Condition;
pub use location::Location;
pub use run::{Level, Limits, Run};
pub use sentence::{grouped, stopped, violation as violation_sentence};
pub use source_text::SourceText;

/// What a report is about.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub program: &'a program::Program,
    pub answer: &'a answer::Answer,
    pub run: &'a Run,
    pub sources: &'a dyn SourceText,
    /// Whether chronological traces are wanted: those of the violations, and these.
    pub traces: Option<&'a [answer::TracedExecution]>,
    /// If the program is a litmus test, its condition.
    pub condition: Option<&'a Condition>,
}

impl std::fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subject")
            .field("answer", self.answer)
            .field("run", self.run)
            .finish_non_exhaustive()
    }
}
