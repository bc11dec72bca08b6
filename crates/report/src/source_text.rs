//! How a report quotes source files without reading them.

/// The lines of the source files that a program came from.
pub trait SourceText {
    /// A line, from 1, of a file, without its end; `None` where it cannot be had.
    fn line(&self, file: &str, line: u32) -> Option<String>;
}
