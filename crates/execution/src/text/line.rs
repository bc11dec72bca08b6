//! The words of a line, and the complaints about them.

use base::Diagnostic;
use std::ops::Range;

/// A word and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    start: usize,
}

impl Word<'_> {
    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(message, self.span())
    }
}

/// The rest of a line.
#[derive(Debug)]
pub(super) struct Line<'t> {
    words: Vec<Word<'t>>,
    next: usize,
    end: usize,
}

/// The lines that are not empty.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let words = words(line, start);
        start += line.len();
        let end = words.last()?.span().end;
        Some(Line { words, next: 0, end })
    })
}

/// Splits a line, which starts at `offset` in the text, at blanks and around `:` and `,`.
fn words(line: &str, offset: usize) -> Vec<Word<'_>> {
    let code = line.split('#').next().unwrap_or_default();
    let mut words = Vec::new();
    let mut start = 0;
    for (position, separator) in code.match_indices([' ', '\t', '\r', '\n', ':', ',']) {
        let mut push = |range: Range<usize>| {
            if !range.is_empty() {
                words.push(Word { text: &code[range.clone()], start: offset + range.start });
            }
        };
        push(start..position);
        start = position + separator.len();
        if matches!(separator, ":" | ",") {
            push(position..start);
        }
    }
    if start < code.len() {
        words.push(Word { text: &code[start..], start: offset + start });
    }
    words
}

impl<'t> Line<'t> {
    pub(super) fn peek(&self) -> Option<&'t str> {
        self.words.get(self.next).map(|word| word.text)
    }

    /// The next word; `what` says what is expected there.
    pub(super) fn word(&mut self, what: &str) -> Result<Word<'t>, Diagnostic> {
        let word = self.words.get(self.next).copied();
        self.next += 1;
        word.ok_or_else(|| Diagnostic::new(format!("{what} is missing"), self.end..self.end))
    }

    /// Takes the next word if it is this one.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.peek() == Some(text);
        self.next += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<(), Diagnostic> {
        let what = format!("`{text}`");
        let word = self.word(&what)?;
        if word.text == text {
            return Ok(());
        }
        Err(word.error(format!("expected {what} instead of `{}`", word.text)))
    }

    pub(super) fn expect_end(&mut self) -> Result<(), Diagnostic> {
        match self.words.get(self.next) {
            None => Ok(()),
            Some(word) => {
                Err(word.error(format!("expected nothing more instead of `{}`", word.text)))
            }
        }
    }
}
