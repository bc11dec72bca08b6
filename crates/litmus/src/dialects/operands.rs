//! The operands of one instruction: registers, numbers, labels, and the signs between them.

use super::{Dialect, symbolic_register};
use crate::builder::Builder;
use crate::code::{Expression, Register};
use crate::cursor::Cursor;
use crate::token::{Kind, Style, number};
use base::Diagnostic;
use std::fmt;
use std::ops::Range;

pub(super) struct Operands<'t> {
    cursor: Cursor<'t>,
    dialect: &'t dyn Dialect,
}

impl fmt::Debug for Operands<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Operands").field("cursor", &self.cursor).finish_non_exhaustive()
    }
}

impl<'t> Operands<'t> {
    pub(super) fn new(
        text: &'t str,
        span: Range<usize>,
        dialect: &'t dyn Dialect,
    ) -> Result<Operands<'t>, Diagnostic> {
        Ok(Operands { cursor: Cursor::new(text, span, Style::Assembly)?, dialect })
    }

    /// The labels before the instruction.
    pub(super) fn labels(&mut self, builder: &mut Builder) -> Result<(), Diagnostic> {
        while self.cursor.peek().kind == Kind::Word && self.cursor.peek_at(1).text == ":" {
            let token = self.cursor.advance();
            builder.label(token.text, token.span)?;
            self.cursor.advance();
        }
        Ok(())
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.cursor.is_at_end()
    }

    pub(super) fn instruction_name(&mut self) -> Result<String, Diagnostic> {
        Ok(self.cursor.word("an instruction")?.text.to_owned())
    }

    pub(super) fn end(&mut self) -> Result<(), Diagnostic> {
        self.cursor.accept(";");
        if self.is_at_end() {
            Ok(())
        } else {
            Err(self.cursor.unexpected("the end of the instruction"))
        }
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.cursor.peek().span.clone()
    }

    pub(super) fn unexpected(&self, wanted: &str) -> Diagnostic {
        self.cursor.unexpected(wanted)
    }

    pub(super) fn is(&self, text: &str) -> bool {
        self.cursor.is(text)
    }

    pub(super) fn accept(&mut self, sign: &str) -> bool {
        self.cursor.accept(sign)
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), Diagnostic> {
        self.cursor.expect(sign)
    }

    pub(super) fn comma(&mut self) -> Result<(), Diagnostic> {
        self.cursor.expect(",")
    }

    /// Whether a register is next.
    pub(super) fn is_register(&self) -> bool {
        let token = self.cursor.peek();
        token.text == "%" || token.kind == Kind::Word && self.dialect.register(token.text).is_some()
    }

    /// The register that is next after a sign, as it is spelled.
    pub(super) fn register_after(&self, sign: &str) -> Option<&'t str> {
        let word = self.cursor.peek_at(1).text;
        (self.is(sign) && self.dialect.register(word).is_some()).then_some(word)
    }

    /// A register as it is spelled, and its name inside.
    pub(super) fn register_word(&mut self) -> Result<(&'t str, String), Diagnostic> {
        if self.cursor.accept("%") {
            let word = self.cursor.word("a register")?.text;
            return Ok((word, symbolic_register(word)));
        }
        let token = self.cursor.peek().clone();
        match self.dialect.register(token.text) {
            Some(name) if token.kind == Kind::Word => {
                self.cursor.advance();
                Ok((token.text, name))
            }
            _ => Err(self.cursor.unexpected("a register")),
        }
    }

    pub(super) fn register(&mut self, builder: &mut Builder) -> Result<Register, Diagnostic> {
        let (_, name) = self.register_word()?;
        Ok(builder.register(&name))
    }

    /// A number, with or without `#` or `$`.
    pub(super) fn immediate(&mut self) -> Result<i64, Diagnostic> {
        let _ = self.cursor.accept("#") || self.cursor.accept("$");
        self.cursor.number("a number")
    }

    /// Whether a number is next.
    pub(super) fn is_immediate(&self) -> bool {
        let token = self.cursor.peek();
        matches!(token.text, "#" | "$" | "-")
            || token.kind == Kind::Number && number(token.text).is_some()
    }

    /// A register or a number.
    pub(super) fn value(&mut self, builder: &mut Builder) -> Result<Expression, Diagnostic> {
        if self.is_immediate() {
            return Ok(Expression::Constant(self.immediate()?));
        }
        Ok(self.register(builder)?.into())
    }

    /// The next word as it is spelled; empty if there is none.
    pub(super) fn peek_word(&self) -> &'t str {
        self.cursor.peek().text
    }

    pub(super) fn word(&mut self, what: &str) -> Result<(String, Range<usize>), Diagnostic> {
        let token = self.cursor.word(what)?;
        Ok((token.text.to_owned(), token.span))
    }
}
