//! The forms in which histories come, by the end of a file's name.
//!
//! | ending | form |
//! |---|---|
//! | `.jsonl` | [`json_lines`]: one object a line |
//! | `.edn` | [`jepsen`]: register histories of Jepsen and Knossos |
//! | `.json` | [`witness`]: what `heddle check --format json` found |
//! | any other | [`crate::text`]: one line an operation |

mod edn;
mod jepsen;
mod json_lines;
mod witness;

use crate::recording::Recording;
use crate::text;
use base::Diagnostic;

/// A form of histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The text form, one line an operation.
    Text,
    JsonLines,
    Jepsen,
    Witness,
}

impl Format {
    /// The format of files with this ending; what is not known is the text form.
    pub fn of_extension(extension: &str) -> Format {
        match extension {
            "jsonl" => Format::JsonLines,
            "edn" => Format::Jepsen,
            "json" => Format::Witness,
            _ => Format::Text,
        }
    }
}

/// Reads a history.
pub fn parse(format: Format, text: &str) -> Result<Recording, Diagnostic> {
    match format {
        Format::Text => text::parse(text),
        Format::JsonLines => json_lines::parse(text),
        Format::Jepsen => jepsen::parse(text),
        Format::Witness => witness::parse(text),
    }
}

/// Which part of a text an error of `serde_json` is about.
fn span_of(text: &str, error: &serde_json::Error) -> std::ops::Range<usize> {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let start: usize = lines.map(str::len).sum();
    let at = (start + error.column().saturating_sub(1)).min(text.len());
    // A column is a number of bytes, and may lie within a character.
    let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    at..at
}
