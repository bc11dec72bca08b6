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

    /// A name that nothing of a kind has, with those that there are, and perhaps the one that was
    /// meant.
    pub(crate) fn unknown_name(kind: &str, name: &str, names: &[&str], more: &str) -> Rejection {
        let there_are = format!("there are {}, and {more}", names.join(", "));
        let is_part = |known: &&str| known.split('-').any(|part| part.eq_ignore_ascii_case(name));
        let near = cat::nearest(name, names.iter().copied());
        let help = match near.or_else(|| names.iter().copied().find(is_part)) {
            Some(near) => format!("did you mean `{near}`? {there_are}"),
            None => there_are,
        };
        Rejection::with_help(format!("there is no {kind} `{name}`"), help)
    }

    /// What is wrong, in one sentence.
    pub fn message(&self) -> &str {
        match self {
            Rejection::Whole { message, .. } | Rejection::Compiler { message, .. } => message,
            Rejection::InText { diagnostic, .. } => &diagnostic.message,
        }
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
