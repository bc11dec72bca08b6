//! Nets from files: what format is this, and what does it say?
//!
//! One file for each format. All give a net and the properties that the file asks about, which may
//! be none, or a complaint with its place.

pub mod lola;
mod mist;
mod pnml;
mod tina;
mod xml;

use crate::net::{BuildError, Net};
use crate::property::Property;
use base::Diagnostic;
use std::ops::Range;

/// What a file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub net: Net,
    pub properties: Vec<Property>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// MIST's `.spec`.
    Mist,
    /// LoLA's `.lola`.
    Lola,
    /// Place/transition nets in PNML.
    Pnml,
    /// TINA's `.net` and `.tpn`.
    Tina,
}

impl Format {
    /// The format of files whose names end so.
    pub fn of_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "spec" => Some(Format::Mist),
            "lola" => Some(Format::Lola),
            "pnml" | "xml" => Some(Format::Pnml),
            "net" | "tpn" => Some(Format::Tina),
            _ => None,
        }
    }
}

/// Reads a file.
pub fn parse(format: Format, text: &str) -> Result<Input, Diagnostic> {
    match format {
        Format::Mist => mist::parse(text),
        Format::Lola => lola::parse(text),
        Format::Pnml => pnml::parse(text),
        Format::Tina => tina::parse(text),
    }
}

/// A complaint about something that cannot be part of a net.
fn refused(error: &BuildError, span: Range<usize>) -> Diagnostic {
    let complaint = Diagnostic::new(error.to_string(), span);
    match error {
        BuildError::DuplicatePlace(_) | BuildError::DuplicateTransition(_) => {
            complaint.with_help("give one of them another name")
        }
        BuildError::UnusableName(_) => complaint.with_help("give it another name"),
        BuildError::TooManyTokens => complaint,
    }
}

#[cfg(test)]
mod tests;
