//! Parsing operands: registers, numbers, addresses, `undefined`.

use super::Parser;
use super::function::Body;
use crate::instruction::{Operand, Register};
use crate::text::token::{Mark, TokenKind};
use base::Diagnostic;

impl Parser<'_> {
    /// `+4`, `-4` or nothing, modulo 2^64.
    pub(super) fn offset(&mut self) -> Result<u64, Diagnostic> {
        if self.cursor.eat(Mark::Plus) {
            self.cursor.number("an offset")
        } else if self.cursor.eat(Mark::Minus) {
            self.cursor.number("an offset").map(u64::wrapping_neg)
        } else {
            Ok(0)
        }
    }

    /// A number with or without a sign, modulo 2^64.
    pub(super) fn signed_number(&mut self) -> Result<u64, Diagnostic> {
        if self.cursor.eat(Mark::Minus) {
            return self.cursor.number("a number").map(u64::wrapping_neg);
        }
        self.cursor.number("a number")
    }

    pub(super) fn register(&mut self, body: &mut Body) -> Result<Register, Diagnostic> {
        let span = self.cursor.span();
        let TokenKind::Register(name) = self.cursor.peek() else {
            let found = self.cursor.describe();
            return Err(self.cursor.error(format!("expected a register, not {found}")));
        };
        self.cursor.advance();
        body.registers.resolve(name, &span)
    }

    /// Whether an operand starts here.
    pub(super) fn at_operand(&self) -> bool {
        match self.cursor.peek() {
            TokenKind::Register(_) | TokenKind::Symbol(_) | TokenKind::Number(_) => true,
            TokenKind::Mark(mark) => *mark == Mark::Minus,
            TokenKind::Word(word) => word == "undefined",
            TokenKind::Reference(_) | TokenKind::Text(_) | TokenKind::Hash(_) | TokenKind::End => {
                false
            }
        }
    }

    /// An operand on the same line.
    pub(super) fn operand(&mut self, body: &mut Body) -> Result<Operand, Diagnostic> {
        if self.cursor.at_statement_end() {
            return Err(self.cursor.line_too_short("an operand"));
        }
        self.operand_on_any_line(body)
    }

    fn operand_on_any_line(&mut self, body: &mut Body) -> Result<Operand, Diagnostic> {
        if !self.at_operand() {
            let found = self.cursor.describe();
            return Err(self
                .cursor
                .error(format!("expected an operand, not {found}"))
                .with_help("operands are registers, numbers, `@name+offset` and `undefined`"));
        }
        let span = self.cursor.span();
        match self.cursor.peek() {
            TokenKind::Register(_) => self.register(body).map(Operand::Register),
            TokenKind::Symbol(name) => {
                self.cursor.advance();
                let address = self.symbols.find(name, &span)?.address().0;
                Ok(Operand::Constant(address.wrapping_add(self.offset()?)))
            }
            TokenKind::Word(_) => {
                self.cursor.advance();
                Ok(Operand::Undefined)
            }
            _ => self.signed_number().map(Operand::Constant),
        }
    }

    /// The operand after a comma.
    pub(super) fn next_operand(&mut self, body: &mut Body) -> Result<Operand, Diagnostic> {
        self.cursor.expect(Mark::Comma, "before the next operand")?;
        self.operand(body)
    }

    /// Operands separated by commas up to the end of the line; none is fine.
    pub(super) fn operands_on_line(&mut self, body: &mut Body) -> Result<Vec<Operand>, Diagnostic> {
        let mut operands = Vec::new();
        if self.cursor.at_statement_end() || self.cursor.is_at(Mark::Bang) {
            return Ok(operands);
        }
        loop {
            operands.push(self.operand(body)?);
            if !self.cursor.another_on_line() {
                return Ok(operands);
            }
        }
    }

    /// `(a, b)`, over several lines if need be.
    pub(super) fn arguments(&mut self, body: &mut Body) -> Result<Vec<Operand>, Diagnostic> {
        self.cursor.expect(Mark::OpenParenthesis, "before the arguments")?;
        let mut operands = Vec::new();
        while !self.cursor.eat(Mark::CloseParenthesis) {
            operands.push(self.operand_on_any_line(body)?);
            if !self.cursor.is_at(Mark::CloseParenthesis) {
                self.cursor.expect(Mark::Comma, "between the arguments")?;
            }
        }
        Ok(operands)
    }
}
