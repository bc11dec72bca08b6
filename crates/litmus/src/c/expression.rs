//! Expressions: C's operators by their precedence, casts, dereferences and calls. Loads are emitted
//! as they are met, left to right.

use super::typed::Typed;
use super::{Dialect, Lowering, c11, kernel};
use crate::code::{Expression, Operation};
use crate::token::Kind;
use crate::tree::Architecture;
use crate::types::{Type, is_type};
use base::Diagnostic;

/// Binary operators, weakest first; `&&` and `||` evaluate both sides, which have no effects in
/// tests.
const LEVELS: [&[(&str, Operation)]; 8] = [
    &[("|", Operation::Or)],
    &[("^", Operation::ExclusiveOr)],
    &[("&", Operation::And)],
    &[("==", Operation::Equal), ("!=", Operation::Differ)],
    &[("<=", Operation::LessOrEqual), ("<", Operation::Less)],
    &[("<<", Operation::ShiftLeft), (">>", Operation::ShiftRight)],
    &[("+", Operation::Add), ("-", Operation::Subtract)],
    &[("*", Operation::Multiply), ("/", Operation::Divide), ("%", Operation::Remainder)],
];

const ZERO: Expression = Expression::Constant(0);

impl Lowering<'_> {
    pub(super) fn expression(&mut self) -> Result<Typed, Diagnostic> {
        self.cursor.enter()?;
        let value = self.disjunction()?;
        if self.cursor.is("?") {
            return Err(self.cursor.unexpected("an expression without `?`"));
        }
        self.cursor.leave();
        Ok(value)
    }

    fn disjunction(&mut self) -> Result<Typed, Diagnostic> {
        let mut value = self.conjunction()?;
        while self.cursor.accept("||") {
            let second = self.conjunction()?;
            let joined = Expression::operation(Operation::Or, value.truth(), second.truth());
            value = Typed::int(joined);
        }
        Ok(value)
    }

    fn conjunction(&mut self) -> Result<Typed, Diagnostic> {
        let mut value = self.binary(0)?;
        while self.cursor.accept("&&") {
            let second = self.binary(0)?;
            let joined = Expression::operation(Operation::And, value.truth(), second.truth());
            value = Typed::int(joined);
        }
        Ok(value)
    }

    fn binary(&mut self, level: usize) -> Result<Typed, Diagnostic> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut value = self.binary(level + 1)?;
        loop {
            let span = self.cursor.peek().span.clone();
            let turned = level == 4 && (self.cursor.is(">") || self.cursor.is(">="));
            let found = operators.iter().find(|(sign, _)| self.cursor.is(sign));
            let operation = match (found, turned) {
                (Some((_, operation)), _) => *operation,
                (None, true) if self.cursor.is(">") => Operation::Less,
                (None, true) => Operation::LessOrEqual,
                (None, false) => return Ok(value),
            };
            self.cursor.advance();
            let second = self.binary(level + 1)?;
            let is_sum = matches!(operation, Operation::Add | Operation::Subtract);
            if is_sum && (value.kind.is_pointer() || second.kind.is_pointer()) {
                return Err(Diagnostic::new("pointer arithmetic is not supported", span));
            }
            let (first, second) = if turned { (second, value) } else { (value, second) };
            value = Typed::operation(operation, first, second);
        }
    }

    pub(super) fn unary(&mut self) -> Result<Typed, Diagnostic> {
        self.cursor.enter()?;
        let value = self.unary_inside()?;
        self.cursor.leave();
        Ok(value)
    }

    fn unary_inside(&mut self) -> Result<Typed, Diagnostic> {
        if self.cursor.accept("!") {
            return Ok(Typed::int(Expression::Not(Box::new(self.unary()?.value))));
        }
        if self.cursor.accept("-") {
            let value = self.unary()?;
            return Ok(Typed::operation(Operation::Subtract, Typed::int(ZERO), value));
        }
        if self.cursor.accept("~") {
            let value = self.unary()?;
            let ones = Typed::int(Expression::Constant(-1));
            return Ok(Typed::operation(Operation::ExclusiveOr, value, ones));
        }
        if self.cursor.accept("*") {
            let address = self.unary()?;
            let tags = self.plain();
            return Ok(self.load(&address, tags));
        }
        if self.cursor.accept("&") {
            // `&*p` is `p`; the address of a variable does not exist.
            return self.location();
        }
        if self.cursor.accept("(") {
            if self.cursor.peek().kind == Kind::Word && is_type(self.cursor.peek().text) {
                return self.cast();
            }
            let value = self.expression()?;
            self.cursor.expect(")")?;
            return Ok(value);
        }
        self.primary()
    }

    /// A type in parentheses, of which the first has been read, and what gets it.
    fn cast(&mut self) -> Result<Typed, Diagnostic> {
        let span = self.cursor.peek().span.clone();
        let (mut words, mut stars) = (Vec::new(), 0);
        while !self.cursor.accept(")") {
            if self.cursor.is_at_end() {
                return Err(self.cursor.unexpected("`)`"));
            }
            let token = self.cursor.advance();
            stars += usize::from(token.text == "*");
            words.push(token.text);
        }
        let to = Type::parse(words, stars, Architecture::C.pointer_bytes());
        let value = self.unary()?;
        let is_part = |kind: Type| kind.stars == 1;
        if is_part(to)
            && is_part(value.kind)
            && to.target().width().bytes != value.kind.target().width().bytes
        {
            let message = "a pointer to a part of a location is not supported";
            return Err(Diagnostic::new(message, span));
        }
        Ok(Typed::new(value.converted(to), to))
    }

    /// The address of what an expression `*p` stands for.
    pub(super) fn location(&mut self) -> Result<Typed, Diagnostic> {
        if self.cursor.accept("(") {
            let address = self.location()?;
            self.cursor.expect(")")?;
            return Ok(address);
        }
        if !self.cursor.accept("*") {
            return Err(self.cursor.unexpected("`*` and a pointer"));
        }
        self.unary()
    }

    fn primary(&mut self) -> Result<Typed, Diagnostic> {
        if self.cursor.peek().kind != Kind::Word {
            let text = self.cursor.peek().text;
            return Ok(Typed::number(self.cursor.number("a value")?, text));
        }
        let token = self.cursor.advance();
        if self.cursor.accept("(") {
            let result = match self.dialect {
                Dialect::C11 => c11::call(self, token.text)?,
                Dialect::Kernel => kernel::call(self, token.text)?,
            };
            let value = match result {
                Called::Value(value) => value,
                // What a statement wants of it is only that it happens.
                Called::Nothing => Typed::int(ZERO),
                Called::Unknown => {
                    let message = format!("`{}` is no function that is known here", token.text);
                    return Err(Diagnostic::new(message, token.span));
                }
            };
            self.cursor.expect(")")?;
            return Ok(value);
        }
        if self.cursor.is("[") || self.cursor.is("->") || self.cursor.is(".") {
            return Err(self.cursor.unexpected("something without elements and members"));
        }
        Ok(self.variable(token.text))
    }

    /// The next argument, after a comma.
    pub(super) fn next_argument(&mut self) -> Result<Typed, Diagnostic> {
        self.cursor.expect(",")?;
        self.expression()
    }
}

/// What a call of a function is.
pub(super) enum Called {
    Value(Typed),
    Nothing,
    Unknown,
}
