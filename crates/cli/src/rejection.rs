//! Input that cannot be checked: what is wrong with it, and a way out.

use base::Diagnostic;
use report::diagnostic;

/// Why the input is not a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// Something about a file or the command as a whole.
    Whole { message: String, help: Option<String> },
    /// Something at a place in a file.
    InText { path: String, text: String, diagnostic: Diagnostic },
    /// What a compiler said, with what it was asked to do.
    Compiler { message: String, said: String },
}

impl Rejection {
    pub fn new(message: impl Into<String>) -> Rejection {
        Rejection::Whole { message: message.into(), help: None }
    }

    pub fn with_help(message: impl Into<String>, help: impl Into<String>) -> Rejection {
        Rejection::Whole { message: message.into(), help: Some(help.into()) }
    }

    /// The text for people, with colours.
    pub fn render(&self) -> String {
        match self {
            Rejection::Whole { message, help } => diagnostic::render_bare(message, help.as_deref()),
            Rejection::InText { path, text, diagnostic } => {
                diagnostic::render(diagnostic, path, text)
            }
            Rejection::Compiler { message, said } => {
                format!("{}{said}", diagnostic::render_bare(message, None))
            }
        }
    }
}
