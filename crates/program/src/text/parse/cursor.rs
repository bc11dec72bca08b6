//! A place in the token list, and the complaints about what stands there.

use crate::text::scan::utf8;
use crate::text::token::{Mark, Token, TokenKind};
use base::Diagnostic;
use std::ops::Range;

pub(in crate::text) struct Cursor<'t> {
    tokens: &'t [Token],
    position: usize,
}

impl<'t> Cursor<'t> {
    /// A cursor at the start of a list that ends with [`TokenKind::End`].
    pub(super) fn new(tokens: &'t [Token]) -> Cursor<'t> {
        Cursor { tokens, position: 0 }
    }

    fn token(&self) -> &'t Token {
        &self.tokens[self.position]
    }

    pub(in crate::text) fn peek(&self) -> &'t TokenKind {
        &self.token().kind
    }

    /// The token `ahead` of the next one; the end if that is on another line.
    pub(super) fn peek_on_line(&self, ahead: usize) -> &'t TokenKind {
        let end = self.tokens.len() - 1;
        let position = (self.position + ahead).min(end);
        let between = &self.tokens[(self.position + 1).min(position + 1)..=position];
        let same_line = between.iter().all(|token| !token.first_on_line);
        if same_line { &self.tokens[position].kind } else { &TokenKind::End }
    }

    /// The tokens from the next one on.
    pub(super) fn rest(&self) -> &'t [Token] {
        &self.tokens[self.position..]
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.token().span.clone()
    }

    /// From the start of `start` to the end of the last token taken.
    pub(super) fn span_since(&self, start: &Range<usize>) -> Range<usize> {
        let last = self.position.saturating_sub(1);
        start.start..self.tokens[last].span.end.max(start.end)
    }

    /// Takes the next token; the end is never passed.
    pub(in crate::text) fn advance(&mut self) -> &'t Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.position += 1;
        }
        token
    }

    pub(in crate::text) fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(message, self.span())
    }

    /// A complaint that the line ends too early, at its end.
    pub(super) fn line_too_short(&self, what: &str) -> Diagnostic {
        let end = self.tokens[self.position.saturating_sub(1)].span.end;
        Diagnostic::new(format!("expected {what} before the end of the line"), end..end)
    }

    pub(in crate::text) fn is_at(&self, mark: Mark) -> bool {
        *self.peek() == TokenKind::Mark(mark)
    }

    /// Takes the mark if it is next.
    pub(in crate::text) fn eat(&mut self, mark: Mark) -> bool {
        let found = self.is_at(mark);
        if found {
            self.advance();
        }
        found
    }

    pub(in crate::text) fn expect(&mut self, mark: Mark, context: &str) -> Result<(), Diagnostic> {
        if self.eat(mark) {
            return Ok(());
        }
        Err(self.error(format!("expected `{}` {context}, not {}", mark.text(), self.describe())))
    }

    /// The next word, if it is on the same line.
    pub(super) fn word_on_line(&self) -> Option<&'t str> {
        match self.peek() {
            TokenKind::Word(word) if !self.at_statement_end() => Some(word),
            _ => None,
        }
    }

    /// Takes the word if it is next and on the same line.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word_on_line() == Some(word);
        if found {
            self.advance();
        }
        found
    }

    pub(in crate::text) fn number(&mut self, what: &str) -> Result<u64, Diagnostic> {
        match self.peek() {
            TokenKind::Number(number) => {
                self.advance();
                Ok(*number)
            }
            _ => Err(self.error(format!("expected {what}, not {}", self.describe()))),
        }
    }

    pub(super) fn small_number(&mut self, what: &str) -> Result<u32, Diagnostic> {
        let span = self.span();
        let number = self.number(what)?;
        u32::try_from(number)
            .map_err(|_| Diagnostic::new(format!("{what} does not fit 32 bits"), span))
    }

    /// A word, or a string.
    pub(in crate::text) fn name(&mut self, what: &str) -> Result<String, Diagnostic> {
        let span = self.span();
        match self.peek() {
            TokenKind::Word(word) => {
                self.advance();
                Ok(word.clone())
            }
            TokenKind::Text(bytes) => {
                self.advance();
                utf8(bytes.clone(), span)
            }
            _ => Err(self.error(format!("expected {what}, not {}", self.describe()))),
        }
    }

    /// A string of UTF-8.
    pub(super) fn text(&mut self, what: &str) -> Result<String, Diagnostic> {
        match self.peek() {
            TokenKind::Text(_) => self.name(what),
            _ => Err(self
                .error(format!("expected {what}, not {}", self.describe()))
                .with_help("write it as a string: `\"…\"`")),
        }
    }

    /// Whether the statement ends here: at the end of the line or of the function.
    pub(super) fn at_statement_end(&self) -> bool {
        self.token().first_on_line || self.is_at(Mark::CloseBrace) || *self.peek() == TokenKind::End
    }

    pub(super) fn expect_statement_end(&self) -> Result<(), Diagnostic> {
        if self.at_statement_end() {
            return Ok(());
        }
        Err(self
            .error(format!("expected the end of the line, not {}", self.describe()))
            .with_help("every statement stands on a line of its own"))
    }

    /// Takes a comma of a list that ends with its line. Returns whether another element follows.
    pub(super) fn another_on_line(&mut self) -> bool {
        self.eat(Mark::Comma) && !self.at_statement_end() && !self.is_at(Mark::Bang)
    }

    /// What is next, for people.
    pub(super) fn describe(&self) -> String {
        match self.peek() {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Number(number) => format!("`{number}`"),
            TokenKind::Register(_) => "a register".to_owned(),
            TokenKind::Symbol(name) => format!("`@{name}`"),
            TokenKind::Reference(name) => format!("`&{name}`"),
            TokenKind::Text(_) => "a string".to_owned(),
            TokenKind::Hash(number) => format!("`#{number}`"),
            TokenKind::Mark(mark) => format!("`{}`", mark.text()),
            TokenKind::End => "the end of the text".to_owned(),
        }
    }
}
