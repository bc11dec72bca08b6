//! Expressions, one function for each level of precedence.

use super::cursor::{Cursor, is_keyword};
use crate::error::Error;
use crate::lexer::TokenKind;
use crate::source::Span;
use crate::syntax::{Expression, ExpressionKind, Infix, Postfix, SetClauses, TagClause};
use std::sync::Arc;

/// The infix operators that make chains, from loosest to tightest.
const LEVELS: [(&str, Infix); 5] = [
    ("|", Infix::Union),
    ("++", Infix::Add),
    (";", Infix::Sequence),
    ("\\", Infix::Difference),
    ("&", Infix::Intersection),
];

impl Cursor<'_, '_> {
    pub(super) fn expression(&mut self) -> Result<Expression, Error> {
        self.nested(|cursor| match cursor.peek() {
            TokenKind::Word("let") => cursor.local(),
            TokenKind::Word("fun") => cursor.function(),
            TokenKind::Word("if") => cursor.conditional(),
            TokenKind::Word("try") => cursor.attempt(),
            TokenKind::Word("match") => cursor.matching(),
            _ => cursor.chain(&LEVELS),
        })
    }

    fn local(&mut self) -> Result<Expression, Error> {
        let start = self.span();
        let bindings = self.bindings()?;
        self.expect_word("in")?;
        let body = Arc::new(self.expression()?);
        Ok(self.finish(start, ExpressionKind::Let(bindings, body)))
    }

    fn function(&mut self) -> Result<Expression, Error> {
        let start = self.advance().span;
        let pattern = self.pattern()?;
        self.expect_mark("->")?;
        let body = Arc::new(self.expression()?);
        Ok(self.finish(start, ExpressionKind::Function(pattern, body)))
    }

    fn conditional(&mut self) -> Result<Expression, Error> {
        let start = self.advance().span;
        let condition = self.condition()?;
        self.expect_word("then")?;
        let positive = Arc::new(self.expression()?);
        self.expect_word("else")?;
        let negative = Arc::new(self.expression()?);
        Ok(self.finish(start, ExpressionKind::If(condition, positive, negative)))
    }

    fn attempt(&mut self) -> Result<Expression, Error> {
        let start = self.advance().span;
        let first = Box::new(self.expression()?);
        self.expect_word("with")?;
        let second = Box::new(self.expression()?);
        Ok(self.finish(start, ExpressionKind::Try(first, second)))
    }

    fn matching(&mut self) -> Result<Expression, Error> {
        let start = self.advance().span;
        let matched = Box::new(self.expression()?);
        self.expect_word("with")?;
        self.take_mark("||");
        let kind = if self.take_mark("{") {
            self.expect_mark("}")?;
            ExpressionKind::MatchSet(matched, Arc::new(self.set_clauses()?))
        } else {
            let (clauses, default) = self.tag_clauses()?;
            ExpressionKind::MatchTag(matched, clauses, default)
        };
        self.expect_word("end")?;
        Ok(self.finish(start, kind))
    }

    /// After the pattern `{}`.
    fn set_clauses(&mut self) -> Result<SetClauses, Error> {
        self.expect_mark("->")?;
        let empty = Arc::new(self.expression()?);
        self.expect_mark("||")?;
        let element = self.name()?;
        self.expect_mark("++")?;
        let rest = self.name()?;
        self.expect_mark("->")?;
        let otherwise = Arc::new(self.expression()?);
        Ok(SetClauses { empty, element, rest, otherwise })
    }

    fn tag_clauses(&mut self) -> Result<(Vec<TagClause>, Option<Arc<Expression>>), Error> {
        let mut clauses = Vec::new();
        loop {
            if self.take_word("_") {
                self.expect_mark("->")?;
                return Ok((clauses, Some(Arc::new(self.expression()?))));
            }
            if !matches!(self.peek(), TokenKind::Tag(_)) {
                return Err(self.unexpected("a tag, `_` or `{}`"));
            }
            let tag = self.tag()?;
            self.expect_mark("->")?;
            clauses.push(TagClause { tag, expression: Arc::new(self.expression()?) });
            if !self.take_mark("||") {
                return Ok((clauses, None));
            }
        }
    }

    fn chain(&mut self, levels: &[(&str, Infix)]) -> Result<Expression, Error> {
        let Some(((mark, operator), tighter)) = levels.split_first() else {
            return self.product();
        };
        let start = self.span();
        let first = self.chain(tighter)?;
        if !self.is_mark(mark) {
            return Ok(first);
        }
        let mut operands = vec![first];
        while self.take_mark(mark) {
            operands.push(self.chain(tighter)?);
        }
        Ok(self.finish(start, ExpressionKind::Chain(*operator, operands)))
    }

    fn product(&mut self) -> Result<Expression, Error> {
        let start = self.span();
        let first = self.prefixed()?;
        if !self.take_mark("*") {
            return Ok(first);
        }
        let second = self.prefixed()?;
        if self.is_mark("*") {
            let help = "`*` is not associative: parentheses say what is meant";
            return Err(self.unexpected("something else").with_help(help));
        }
        Ok(self.finish(start, ExpressionKind::Product(Box::new(first), Box::new(second))))
    }

    fn prefixed(&mut self) -> Result<Expression, Error> {
        let start = self.span();
        if self.take_mark("~") {
            let inner = self.nested(Cursor::prefixed)?;
            return Ok(self.finish(start, ExpressionKind::Complement(Box::new(inner))));
        }
        self.application()
    }

    fn application(&mut self) -> Result<Expression, Error> {
        let start = self.span();
        let mut function = self.postfixed()?;
        let mut levels = 0;
        while starts_argument(self.peek()) {
            self.deepen(1)?;
            levels += 1;
            let argument = Box::new(self.postfixed()?);
            function = self.finish(start, ExpressionKind::Apply(Box::new(function), argument));
        }
        self.shallow(levels);
        Ok(function)
    }

    fn postfixed(&mut self) -> Result<Expression, Error> {
        let start = self.span();
        let mut expression = self.primary()?;
        let mut levels = 0;
        while let Some(operator) = self.postfix_operator() {
            self.advance();
            self.deepen(1)?;
            levels += 1;
            expression =
                self.finish(start, ExpressionKind::Postfix(operator, Box::new(expression)));
        }
        self.shallow(levels);
        Ok(expression)
    }

    fn postfix_operator(&self) -> Option<Postfix> {
        match self.peek() {
            TokenKind::Mark("^-1") => Some(Postfix::Inverse),
            TokenKind::Mark("^+" | "+") => Some(Postfix::Plus),
            TokenKind::Mark("^*") => Some(Postfix::Star),
            TokenKind::Mark("^?" | "?") => Some(Postfix::Optional),
            TokenKind::Mark("*") if !self.product_follows() => Some(Postfix::Star),
            _ => None,
        }
    }

    /// Whether an operand follows the `*` that is next. A `~` starts one unless it belongs to a
    /// check.
    fn product_follows(&self) -> bool {
        let second = self.peek_second();
        starts_argument(second)
            || (second == TokenKind::Mark("~") && !self.check_follows_complement())
    }

    fn primary(&mut self) -> Result<Expression, Error> {
        let start = self.span();
        let kind = match self.peek() {
            TokenKind::Mark("0") => {
                self.advance();
                ExpressionKind::Zero
            }
            TokenKind::Word("_") => {
                self.advance();
                ExpressionKind::Universe
            }
            TokenKind::Word(word) if !is_keyword(word) => ExpressionKind::Name(self.name()?.name),
            TokenKind::Tag(_) => ExpressionKind::Tag(self.tag()?.name),
            TokenKind::Mark("[") => {
                self.advance();
                let inner = Box::new(self.expression()?);
                self.expect_mark("]")?;
                ExpressionKind::IdentityOn(inner)
            }
            TokenKind::Mark("{") => {
                self.advance();
                ExpressionKind::Elements(self.list("}")?)
            }
            TokenKind::Mark("(") => {
                self.advance();
                let mut elements = self.list(")")?;
                match elements.pop() {
                    Some(only) if elements.is_empty() => return Ok(only),
                    last => elements.extend(last),
                }
                ExpressionKind::Tuple(elements)
            }
            TokenKind::Word("begin") => {
                self.advance();
                let inner = self.expression()?;
                self.expect_word("end")?;
                return Ok(inner);
            }
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(self.finish(start, kind))
    }

    /// Expressions with commas between them, up to a mark, which is taken.
    pub(super) fn list(&mut self, end: &str) -> Result<Vec<Expression>, Error> {
        let mut elements = Vec::new();
        if self.take_mark(end) {
            return Ok(elements);
        }
        loop {
            elements.push(self.expression()?);
            if self.take_mark(end) {
                return Ok(elements);
            }
            if !self.take_mark(",") {
                return Err(self.unexpected(&format!("`{end}`")));
            }
        }
    }

    pub(super) fn finish(&self, start: Span, kind: ExpressionKind) -> Expression {
        Expression { kind, span: self.since(start) }
    }
}

/// Whether an argument of a function, or an operand, can start like this.
fn starts_argument(token: TokenKind<'_>) -> bool {
    match token {
        TokenKind::Word(word) => !is_keyword(word) || matches!(word, "_" | "begin"),
        TokenKind::Tag(_) | TokenKind::Mark("0" | "(" | "[" | "{") => true,
        TokenKind::Text(_) | TokenKind::Mark(_) | TokenKind::End => false,
    }
}
