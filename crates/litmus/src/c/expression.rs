//! Expressions: C's operators by their precedence, casts, dereferences and calls. Loads are emitted as they are met, left to right.

use super::statement::is_type;
use super::{Dialect, Lowering, c11, kernel};
use crate::code::{Expression, Operation, Register};
use crate::token::Kind;
use base::Diagnostic;

/// Binary operators, weakest first; `&&` and `||` evaluate both sides, which have no effects in tests.
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

impl Lowering<'_> {
    pub(super) fn expression(&mut self) -> Result<Expression, Diagnostic> {
        self.cursor.enter()?;
        let value = self.disjunction()?;
        if self.cursor.is("?") {
            return Err(self.cursor.unexpected("an expression without `?`"));
        }
        self.cursor.leave();
        Ok(value)
    }

    fn disjunction(&mut self) -> Result<Expression, Diagnostic> {
        let mut value = self.conjunction()?;
        while self.cursor.accept("||") {
            let second = self.conjunction()?;
            let joined = Expression::operation(Operation::Or, value, second);
            value = truth(joined);
        }
        Ok(value)
    }

    fn conjunction(&mut self) -> Result<Expression, Diagnostic> {
        let mut value = self.binary(0)?;
        while self.cursor.accept("&&") {
            let second = self.binary(0)?;
            value = Expression::operation(Operation::And, truth(value), truth(second));
        }
        Ok(value)
    }

    fn binary(&mut self, level: usize) -> Result<Expression, Diagnostic> {
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
            if is_sum && (self.is_location(&value) || self.is_location(&second)) {
                return Err(Diagnostic::new("pointer arithmetic is not supported", span));
            }
            let (first, second) = if turned { (second, value) } else { (value, second) };
            value = self.fitting(Expression::operation(operation, first, second));
        }
    }

    /// Whether an expression is the address of a location as such.
    fn is_location(&mut self, expression: &Expression) -> bool {
        let names = self.parameters.clone();
        names.iter().any(|name| *expression == Expression::Register(self.variable(name)))
    }

    pub(super) fn unary(&mut self) -> Result<Expression, Diagnostic> {
        self.cursor.enter()?;
        let value = self.unary_inside()?;
        self.cursor.leave();
        Ok(value)
    }

    fn unary_inside(&mut self) -> Result<Expression, Diagnostic> {
        if self.cursor.accept("!") {
            return Ok(Expression::Not(Box::new(self.unary()?)));
        }
        if self.cursor.accept("-") {
            let value = self.unary()?;
            let zero = Expression::Constant(0);
            return Ok(self.fitting(Expression::operation(Operation::Subtract, zero, value)));
        }
        if self.cursor.accept("~") {
            let value = self.unary()?;
            let ones = Expression::Constant(-1);
            return Ok(self.fitting(Expression::operation(Operation::ExclusiveOr, value, ones)));
        }
        if self.cursor.accept("*") {
            let address = self.unary()?;
            let tags = self.plain();
            let loaded = self.load(address, tags);
            return Ok(self.fitting(loaded));
        }
        if self.cursor.accept("&") {
            // `&*p` is `p`; the address of a variable does not exist.
            return self.location();
        }
        if self.cursor.accept("(") {
            if self.cursor.peek().kind == Kind::Word && is_type(self.cursor.peek().text) {
                while !self.cursor.accept(")") {
                    if self.cursor.is_at_end() {
                        return Err(self.cursor.unexpected("`)`"));
                    }
                    self.cursor.advance();
                }
                return self.unary();
            }
            let value = self.expression()?;
            self.cursor.expect(")")?;
            return Ok(value);
        }
        self.primary()
    }

    /// The address of what an expression `*p` stands for.
    pub(super) fn location(&mut self) -> Result<Expression, Diagnostic> {
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

    fn primary(&mut self) -> Result<Expression, Diagnostic> {
        if self.cursor.peek().kind != Kind::Word {
            let number = self.cursor.number("a value")?;
            return Ok(self.fitting(Expression::Constant(number)));
        }
        let token = self.cursor.advance();
        if self.cursor.accept("(") {
            let result = match self.dialect {
                Dialect::C11 => c11::call(self, token.text)?,
                Dialect::Kernel => kernel::call(self, token.text)?,
            };
            let value = match result {
                Called::Value(value) => self.fitting(value),
                // What a statement wants of it is only that it happens.
                Called::Nothing => Expression::Constant(0),
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
        Ok(self.variable(token.text).into())
    }

    /// The next argument, after a comma.
    pub(super) fn next_argument(&mut self) -> Result<Expression, Diagnostic> {
        self.cursor.expect(",")?;
        self.expression()
    }
}

/// 1 for what is not zero.
fn truth(value: Expression) -> Expression {
    Expression::operation(Operation::Differ, value, Expression::Constant(0))
}

/// What a call of a function is.
pub(super) enum Called {
    Value(Expression),
    Nothing,
    Unknown,
}

impl From<Register> for Called {
    fn from(register: Register) -> Called {
        Called::Value(register.into())
    }
}
