//! Positions in the user's source files.

/// An index into a program's list of source files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SourceId(pub u32);

/// A line and column of a source file, both from 1; column 0 means the whole line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SourcePosition {
    pub file: SourceId,
    pub line: u32,
    pub column: u32,
}
