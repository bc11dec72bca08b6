//! Complaints about models: one type for the lexer, the parser and the compiler, and how it is
//! shown.

use crate::source::{Sources, Span};
use base::Diagnostic;

/// What is wrong with a model, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    pub kind: ErrorKind,
    /// What is wrong, in one line, without a full stop.
    pub message: String,
    pub span: Span,
    /// What to do about it.
    pub help: Option<String>,
    /// The calls it happened in, innermost first, as far as they are shown.
    pub calls: Vec<Span>,
}

/// How many calls are shown.
pub(crate) const SHOWN_CALLS: usize = 3;

/// Who is to blame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The text is not cat.
    Syntax,
    /// A name or a tag that nothing defines; `try` catches these.
    Unbound,
    /// A value of the wrong kind.
    Type,
    /// A recursion without a meaning.
    Recursion,
    /// A file that cannot be included.
    Include,
    /// It is cat, but Heddle does not do it.
    Unsupported,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, span: Span, message: impl Into<String>) -> Error {
        Error { kind, message: message.into(), span, help: None, calls: Vec::new() }
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Error {
        self.help = Some(help.into());
        self
    }

    /// Notes a call that it happened in.
    pub(crate) fn in_call(mut self, span: Span) -> Error {
        if self.calls.len() < SHOWN_CALLS {
            self.calls.push(span);
        }
        self
    }

    /// The complaint about its file alone, as other inputs have them.
    pub fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.message.clone(), self.span.range());
        match &self.help {
            Some(help) => diagnostic.with_help(help.clone()),
            None => diagnostic,
        }
    }

    /// As plain text: the message, the file with line and column, the line with a caret under the
    /// place, and the help.
    pub fn render(&self, sources: &Sources) -> String {
        let file = sources.file(self.span.file);
        let (line, column) = self.diagnostic().line_and_column(&file.text);
        let source = file.text.lines().nth(line - 1).unwrap_or_default();
        let before: String = source
            .char_indices()
            .take_while(|(at, _)| *at < column - 1)
            .map(|(_, c)| if c == '\t' { '\t' } else { ' ' })
            .collect();
        let rest = source.get(column - 1..).unwrap_or_default();
        let length = self.span.range().len().min(rest.len());
        let carets = rest.char_indices().take_while(|(at, _)| *at < length).count().max(1);
        let number = line.to_string();
        let gutter = " ".repeat(number.len());
        let mut text = format!(
            "error: {}\n{gutter}--> {}:{line}:{column}\n{gutter} |\n{number} | {source}\n{gutter} | {before}{}\n",
            self.message,
            file.path,
            "^".repeat(carets)
        );
        if let Some(help) = &self.help {
            text.push_str(&format!("{gutter} = help: {help}\n"));
        }
        for call in &self.calls {
            let file = sources.file(call.file);
            let (line, column) = Diagnostic::new("", call.range()).line_and_column(&file.text);
            text.push_str(&format!(
                "{gutter} = note: in the call at {}:{line}:{column}\n",
                file.path
            ));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_marked() {
        let mut sources = Sources::default();
        let file = sources.add("m.cat", "let a = b\n\tlet é = c\n");
        let error = |start, end| {
            Error::new(ErrorKind::Unbound, Span { file, start, end }, "wrong")
                .with_help("do it right")
        };
        let expected = "\
error: wrong
 --> m.cat:2:11
  |
2 | \tlet é = c
  | \t        ^
  = help: do it right
";
        assert_eq!(error(20, 21).render(&sources), expected);
        for start in 0..30 {
            for end in 0..30 {
                error(start, end).render(&sources);
            }
        }
    }
}
