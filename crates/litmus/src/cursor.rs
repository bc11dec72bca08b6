//! A place in a list of tokens, and what can be asked there.

use crate::token::{Kind, Style, Token, number, tokens};
use base::Diagnostic;
use std::ops::Range;

#[derive(Clone, Debug)]
pub(crate) struct Cursor<'t> {
    tokens: Vec<Token<'t>>,
    at: usize,
    /// How deep in what is being read we are.
    depth: usize,
}

/// Deeper nesting is no litmus test.
const DEEPEST: usize = 200;

impl<'t> Cursor<'t> {
    pub(crate) fn new(
        text: &'t str,
        range: Range<usize>,
        style: Style,
    ) -> Result<Cursor<'t>, Diagnostic> {
        Ok(Cursor { tokens: tokens(text, range, style)?, at: 0, depth: 0 })
    }

    /// The same without a sign that says nothing.
    pub(crate) fn without(mut self, sign: &str) -> Cursor<'t> {
        self.tokens.retain(|token| token.text != sign || token.kind != Kind::Sign);
        self
    }

    /// Goes one level deeper, or complains that it is too deep. What fails does not go on, and need
    /// not leave.
    pub(crate) fn enter(&mut self) -> Result<(), Diagnostic> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Diagnostic::new("this is nested too deeply", self.peek().span.clone()));
        }
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    pub(crate) fn peek(&self) -> &Token<'t> {
        &self.tokens[self.at]
    }

    /// The token so many places further on, or the end.
    pub(crate) fn peek_at(&self, distance: usize) -> &Token<'t> {
        &self.tokens[(self.at + distance).min(self.tokens.len() - 1)]
    }

    pub(crate) fn advance(&mut self) -> Token<'t> {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.peek().kind == Kind::End
    }

    /// Whether a sign or a word is next.
    pub(crate) fn is(&self, text: &str) -> bool {
        self.peek().text == text && self.peek().kind != Kind::Text
    }

    pub(crate) fn accept(&mut self, text: &str) -> bool {
        let found = self.is(text) && !self.is_at_end();
        if found {
            self.advance();
        }
        found
    }

    pub(crate) fn expect(&mut self, text: &str) -> Result<(), Diagnostic> {
        if self.accept(text) { Ok(()) } else { Err(self.unexpected(&format!("`{text}`"))) }
    }

    pub(crate) fn word(&mut self, what: &str) -> Result<Token<'t>, Diagnostic> {
        match self.peek().kind {
            Kind::Word => Ok(self.advance()),
            _ => Err(self.unexpected(what)),
        }
    }

    /// A number, perhaps with a sign.
    pub(crate) fn number(&mut self, what: &str) -> Result<i64, Diagnostic> {
        let negative = self.accept("-");
        match (self.peek().kind, number(self.peek().text)) {
            (Kind::Number, Some(value)) => {
                self.advance();
                Ok(if negative { value.wrapping_neg() } else { value })
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// A complaint about what is next, where something else belongs.
    pub(crate) fn unexpected(&self, wanted: &str) -> Diagnostic {
        let token = self.peek();
        let message = match token.kind {
            Kind::End => format!("expected {wanted}, but this ends here"),
            _ => format!("expected {wanted}, found `{}`", token.text),
        };
        Diagnostic::new(message, token.span.clone())
    }
}
