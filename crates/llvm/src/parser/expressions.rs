//! Which constant is computed from which? A keyword, flags, and operands in parentheses.

use super::Parser;
use super::cursor::Parsed;
use crate::lexer::Kind;
use crate::tree::{CastOperation, Constant, ConstantId, Predicate, TypeId};

impl Parser<'_> {
    /// Moves from the keyword of a constant expression into its parentheses, over its flags.
    fn open_expression(&mut self) -> Parsed<()> {
        self.cursor.bump();
        while self.cursor.at(Kind::Word) {
            // Of the flags, only this one has parentheses of its own.
            let inrange = self.cursor.bump().text == "inrange";
            if inrange && self.cursor.at(Kind::OpenParen) {
                self.cursor.skip_brackets()?;
            }
        }
        self.cursor.expect(Kind::OpenParen, "`(`").map(drop)
    }

    pub(super) fn unsupported_expression(&mut self, what: &'static str) -> Parsed<Constant> {
        self.cursor.bump();
        while self.cursor.at(Kind::Word) {
            self.cursor.bump();
        }
        if !self.cursor.at(Kind::OpenParen) {
            return Err(self.cursor.unexpected("`(`"));
        }
        self.cursor.skip_brackets()?;
        Ok(Constant::Unsupported { what })
    }

    pub(super) fn cast_expression(
        &mut self,
        operation: CastOperation,
        of: TypeId,
    ) -> Parsed<Constant> {
        self.open_expression()?;
        let value = self.typed_constant()?;
        self.cursor.expect_word("to")?;
        let token = self.cursor.token();
        if self.parse_type()? != of {
            return Err(self.wrong_constant(token, of));
        }
        self.cursor.expect(Kind::CloseParen, "`)`")?;
        Ok(Constant::Cast { operation, value })
    }

    pub(super) fn parenthesised_pair(&mut self) -> Parsed<[ConstantId; 2]> {
        self.open_expression()?;
        let left = self.typed_constant()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let right = self.typed_constant()?;
        self.cursor.expect(Kind::CloseParen, "`)`")?;
        Ok([left, right])
    }

    pub(super) fn compare_expression(&mut self) -> Parsed<Constant> {
        // The predicate is among the words before the parenthesis.
        let mut ahead = self.cursor;
        let mut predicate = None;
        ahead.bump();
        while ahead.at(Kind::Word) {
            predicate = predicate.or(Predicate::from_keyword(ahead.bump().text));
        }
        let predicate = predicate.ok_or_else(|| ahead.unexpected("a predicate such as `eq`"))?;
        let operands = self.parenthesised_pair()?;
        Ok(Constant::Compare { predicate, operands: Box::new(operands) })
    }

    pub(super) fn select_expression(&mut self) -> Parsed<Constant> {
        self.open_expression()?;
        let condition = self.typed_constant()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let then = self.typed_constant()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let otherwise = self.typed_constant()?;
        self.cursor.expect(Kind::CloseParen, "`)`")?;
        Ok(Constant::Select { condition_and_values: Box::new([condition, then, otherwise]) })
    }

    /// `blockaddress(@f, %label)`.
    pub(super) fn block_address(&mut self) -> Parsed<Constant> {
        self.open_expression()?;
        let token = self.cursor.token();
        if !matches!(token.kind, Kind::Global | Kind::GlobalNumber) {
            return Err(self.cursor.unexpected("the name of a function"));
        }
        self.cursor.bump();
        let function = self.symbol(token)?.0;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let token = self.cursor.token();
        if !matches!(token.kind, Kind::Local | Kind::LocalNumber) {
            return Err(self.cursor.unexpected("the name of a block"));
        }
        self.cursor.bump();
        let block = self.local_name(token)?;
        self.cursor.expect(Kind::CloseParen, "`)`")?;
        Ok(Constant::BlockAddress { function, block })
    }

    pub(super) fn pointer_expression(&mut self) -> Parsed<Constant> {
        self.open_expression()?;
        let source = self.parse_type()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let base = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.cursor.eat(Kind::Comma) {
            self.cursor.eat_word("inrange");
            indices.push(self.typed_constant()?);
        }
        self.cursor.expect(Kind::CloseParen, "`,` or `)`")?;
        Ok(Constant::GetElementPointer { source, base, indices: indices.into() })
    }
}
