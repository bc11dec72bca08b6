//! Complaints about input: what is wrong, where, and a way out.
//!
//! A diagnostic is a value; only the command line turns it into text on a screen.

use std::fmt;
use std::ops::Range;

/// One complaint about an input text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What is wrong, in one line, without a full stop.
    pub message: String,
    /// The bytes of the input it is about; empty at the end of input.
    pub span: Range<usize>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn new(message: impl Into<String>, span: Range<usize>) -> Diagnostic {
        Diagnostic { message: message.into(), span, help: None }
    }

    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The line and column, both from 1, at which the complaint starts in `text`.
    pub fn line_and_column(&self, text: &str) -> (usize, usize) {
        let end = self.span.start.min(text.len());
        let before = &text.as_bytes()[..end];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        (line, column)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}
