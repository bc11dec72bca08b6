//! Positions with the name of their file, as reports show them.

use base::SourcePosition;
use program::Program;
use serde::Serialize;
use std::fmt;

/// A place in a source file; the column is left out where only the line is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Location {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: Option<u32>,
}

impl Location {
    pub fn new(program: &Program, position: SourcePosition) -> Location {
        Location {
            file: program.source(position.file).to_owned(),
            line: position.line,
            column: (position.column > 0).then_some(position.column),
        }
    }

    /// The file's last name with the line, for tables.
    pub(crate) fn short(&self) -> String {
        let name = self.file.rsplit('/').next().unwrap_or(&self.file);
        format!("{name}:{}", self.line)
    }
}

impl fmt::Display for Location {
    /// `file:line`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}
