//! Statements: declarations, assignments, `if`, loops, and calls for their effect.

use super::Lowering;
use super::typed::Typed;
use crate::code::{Expression, Instruction, Operation, Scope};
use crate::token::Kind;
use crate::tree::Architecture;
use crate::types::{Type, is_type, unknown_word};
use base::Diagnostic;

impl Lowering<'_> {
    pub(super) fn statement(&mut self) -> Result<(), Diagnostic> {
        self.cursor.enter()?;
        self.statement_inside()?;
        self.cursor.leave();
        Ok(())
    }

    fn statement_inside(&mut self) -> Result<(), Diagnostic> {
        self.builder.come_from(self.cursor.peek().span.start);
        if self.cursor.accept(";") {
            return Ok(());
        }
        if self.cursor.accept("{") {
            while !self.cursor.accept("}") {
                if self.cursor.is_at_end() {
                    return Err(self.cursor.unexpected("`}`"));
                }
                self.statement()?;
            }
            return Ok(());
        }
        if ["if", "while", "do"].iter().any(|word| self.cursor.is(word)) {
            self.builder.push(Instruction::Scope(Scope::Begin));
            self.controlled_statement()?;
            self.builder.push(Instruction::Scope(Scope::End));
            return Ok(());
        }
        let span = self.cursor.peek().span.clone();
        for word in ["for", "switch", "goto", "return", "break", "continue"] {
            if self.cursor.is(word) {
                return Err(Diagnostic::new(format!("`{word}` is not supported"), span));
            }
        }
        self.simple_statement()?;
        self.cursor.expect(";")
    }

    /// What is decided by a condition.
    fn controlled_statement(&mut self) -> Result<(), Diagnostic> {
        let span = self.cursor.peek().span.clone();
        if self.cursor.accept("if") {
            return self.if_statement();
        }
        if self.cursor.accept("while") {
            let (start, end) = (self.builder.fresh_label(), self.builder.fresh_label());
            self.builder.place(&start);
            let condition = self.condition()?;
            self.builder.branch(Expression::Not(Box::new(condition)), &end, span.clone());
            self.statement()?;
            self.builder.jump(&start, span);
            self.builder.place(&end);
            return Ok(());
        }
        self.cursor.expect("do")?;
        let start = self.builder.fresh_label();
        self.builder.place(&start);
        self.statement()?;
        self.cursor.expect("while")?;
        let condition = self.condition()?;
        self.builder.branch(condition, &start, span);
        self.cursor.expect(";")
    }

    fn condition(&mut self) -> Result<Expression, Diagnostic> {
        self.cursor.expect("(")?;
        let condition = self.expression()?;
        self.cursor.expect(")")?;
        Ok(condition.value)
    }

    fn if_statement(&mut self) -> Result<(), Diagnostic> {
        let span = self.cursor.peek().span.clone();
        let (otherwise, end) = (self.builder.fresh_label(), self.builder.fresh_label());
        let condition = self.condition()?;
        self.builder.branch(Expression::Not(Box::new(condition)), &otherwise, span.clone());
        self.statement()?;
        if self.cursor.accept("else") {
            self.builder.jump(&end, span);
            self.builder.place(&otherwise);
            self.statement()?;
            self.builder.place(&end);
        } else {
            self.builder.place(&otherwise);
        }
        Ok(())
    }

    /// A declaration, an assignment or a call.
    fn simple_statement(&mut self) -> Result<(), Diagnostic> {
        let is_declaration = self.cursor.peek().kind == Kind::Word
            && (is_type(self.cursor.peek().text) || self.cursor.peek_at(1).kind == Kind::Word);
        if is_declaration {
            return self.declaration();
        }
        if self.cursor.is("*") {
            self.cursor.advance();
            let address = self.unary()?;
            self.cursor.expect("=")?;
            let value = self.expression()?;
            let tags = self.plain();
            self.store(&address, value, tags);
            return Ok(());
        }
        if self.cursor.peek().kind == Kind::Word && self.cursor.peek_at(1).kind == Kind::Sign {
            let operation = match self.cursor.peek_at(1).text {
                "=" => None,
                "++" => Some(Operation::Add),
                "--" => Some(Operation::Subtract),
                _ => return self.effect(),
            };
            let name = self.cursor.advance().text.to_owned();
            self.cursor.advance();
            let to = self.variable(&name);
            let value = match operation {
                Some(operation) => {
                    let one = Typed::int(Expression::Constant(1));
                    Typed::operation(operation, to.clone(), one)
                }
                None => self.expression()?,
            };
            self.assign(&to, value);
            return Ok(());
        }
        self.effect()
    }

    /// An expression whose value nobody wants.
    fn effect(&mut self) -> Result<(), Diagnostic> {
        self.expression().map(drop)
    }

    fn assign(&mut self, to: &Typed, value: Typed) {
        let Expression::Register(register) = to.value else {
            unreachable!("names are registers");
        };
        self.builder.assign(register, value.converted(to.kind));
    }

    /// `int a, *b = x;`
    fn declaration(&mut self) -> Result<(), Diagnostic> {
        let mut words = Vec::new();
        while self.cursor.peek().kind == Kind::Word && self.cursor.peek_at(1).kind == Kind::Word {
            words.push(self.cursor.advance().text.to_owned());
        }
        if is_type(self.cursor.peek().text) {
            words.push(self.cursor.advance().text.to_owned());
        }
        let texts: Vec<&str> = words.iter().map(String::as_str).collect();
        if let Some(unknown) = unknown_word(&texts) {
            return Err(super::no_type(unknown, self.cursor.peek().span.clone()));
        }
        loop {
            let mut stars = 0;
            while self.cursor.accept("*") {
                stars += 1;
            }
            let name = self.cursor.word("a variable")?.text.to_owned();
            if self.parameters.iter().any(|(known, _)| *known == name) {
                let span = self.cursor.peek().span.clone();
                return Err(Diagnostic::new(format!("`{name}` is a parameter already"), span));
            }
            let words = words.iter().map(String::as_str);
            let own = Type::parse(words, stars, Architecture::C.pointer_bytes());
            self.variables.insert(name.clone(), own);
            let to = self.variable(&name);
            if self.cursor.accept("=") {
                let value = self.expression()?;
                self.assign(&to, value);
            }
            if !self.cursor.accept(",") {
                return Ok(());
            }
        }
    }
}
