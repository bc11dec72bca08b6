//! What `let` binds, and the patterns of functions.

use super::cursor::Cursor;
use crate::error::Error;
use crate::lexer::TokenKind;
use crate::syntax::{Binding, Bindings, ExpressionKind, Pattern};
use std::sync::Arc;

impl Cursor<'_, '_> {
    /// `let [rec] b and … and b`
    pub(super) fn bindings(&mut self) -> Result<Bindings, Error> {
        self.expect_word("let")?;
        let recursive = self.take_word("rec");
        let mut bindings = vec![self.binding()?];
        while self.take_word("and") {
            bindings.push(self.binding()?);
        }
        Ok(Bindings { recursive, bindings })
    }

    fn binding(&mut self) -> Result<Binding, Error> {
        let pattern = self.pattern()?;
        let mut parameters = Vec::new();
        if let Pattern::Name(_) = pattern {
            while !self.is_mark("=") {
                let start = self.span();
                if !matches!(self.peek(), TokenKind::Word(_) | TokenKind::Mark("(")) {
                    return Err(self.unexpected("`=`"));
                }
                parameters.push((start, self.pattern()?));
            }
        }
        self.expect_mark("=")?;
        self.deepen(parameters.len())?;
        let mut expression = self.expression()?;
        self.shallow(parameters.len());
        while let Some((start, pattern)) = parameters.pop() {
            expression =
                self.finish(start, ExpressionKind::Function(pattern, Arc::new(expression)));
        }
        Ok(Binding { pattern, expression: Arc::new(expression) })
    }

    pub(super) fn pattern(&mut self) -> Result<Pattern, Error> {
        if !self.take_mark("(") {
            return Ok(Pattern::Name(self.name()?));
        }
        let mut names = Vec::new();
        if !self.take_mark(")") {
            names.push(self.name()?);
            while self.take_mark(",") {
                names.push(self.name()?);
            }
            self.expect_mark(")")?;
        }
        Ok(match names.pop() {
            Some(only) if names.is_empty() => Pattern::Name(only),
            last => {
                names.extend(last);
                Pattern::Tuple(names)
            }
        })
    }
}
