//! Instructions, and whole files.

use super::cursor::{Cursor, is_keyword};
use crate::error::Error;
use crate::lexer::TokenKind;
use crate::syntax::{
    Check, Expression, ExpressionKind, Identifier, Instruction, InstructionKind, Model, Name, Role,
    Test,
};
use std::sync::Arc;

impl Cursor<'_, '_> {
    pub(super) fn model(&mut self) -> Result<Model, Error> {
        let mut title = Vec::new();
        loop {
            match self.peek() {
                TokenKind::Text(word) => title.push(word.to_owned()),
                TokenKind::Word(word) if !is_keyword(word) => title.push(word.to_owned()),
                _ => break,
            }
            self.advance();
        }
        let instructions = self.instructions()?;
        if self.peek() != TokenKind::End {
            return Err(self.unexpected("an instruction"));
        }
        Ok(Model { title, instructions })
    }

    /// As many instructions as there are.
    fn instructions(&mut self) -> Result<Vec<Instruction>, Error> {
        self.nested(|cursor| {
            let mut instructions = Vec::new();
            while let Some(instruction) = cursor.instruction()? {
                instructions.push(instruction);
            }
            Ok(instructions)
        })
    }

    /// The next instruction; `None` if what follows is none.
    fn instruction(&mut self) -> Result<Option<Instruction>, Error> {
        let start = self.span();
        let kind = match self.peek() {
            TokenKind::Mark("~") => self.check(Role::Axiom)?,
            TokenKind::Word(word) => match word {
                "acyclic" | "irreflexive" | "empty" => self.check(Role::Axiom)?,
                "flag" => self.marked_check(Role::Flag)?,
                "undefined_unless" => self.marked_check(Role::UndefinedUnless)?,
                "assert" => self.marked_check(Role::Assert)?,
                "let" => {
                    let bindings = self.bindings()?;
                    // In procedures, `let … in` may stand before an instruction.
                    self.take_word("in");
                    InstructionKind::Let(bindings)
                }
                "show" => self.show()?,
                "unshow" => {
                    self.advance();
                    InstructionKind::Unshow(self.names()?)
                }
                "include" => {
                    self.advance();
                    let file = self.text("the name of a file in quotes")?;
                    InstructionKind::Include(file.to_owned())
                }
                "enum" => self.enumeration()?,
                "instructions" => {
                    let (name, tags) = self.annotation()?;
                    InstructionKind::Instructions(name, tags)
                }
                "default" => {
                    let (name, tags) = self.annotation()?;
                    InstructionKind::Default(name, tags)
                }
                "procedure" => self.procedure()?,
                "call" => {
                    self.advance();
                    let procedure = self.name()?;
                    let argument = self.expression()?;
                    InstructionKind::Call(procedure, argument, self.label()?)
                }
                "forall" => self.iteration()?,
                "with" => {
                    self.advance();
                    let name = self.name()?;
                    self.expect_word("from")?;
                    InstructionKind::With(name, self.expression()?)
                }
                "if" => self.choice()?,
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(Some(Instruction { kind, span: self.since(start) }))
    }

    /// Whether the `~` that comes after the next token starts a check and no operand.
    pub(super) fn check_follows_complement(&self) -> bool {
        matches!(self.peek_third(), TokenKind::Word("acyclic" | "irreflexive" | "empty"))
    }

    /// A check after a word that says what it is for.
    fn marked_check(&mut self, role: Role) -> Result<InstructionKind, Error> {
        self.advance();
        self.check(role)
    }

    fn check(&mut self, role: Role) -> Result<InstructionKind, Error> {
        let negated = self.take_mark("~");
        let test = match self.peek() {
            TokenKind::Word("acyclic") => Test::Acyclic,
            TokenKind::Word("irreflexive") => Test::Irreflexive,
            TokenKind::Word("empty") => Test::Empty,
            _ => return Err(self.unexpected("`acyclic`, `irreflexive` or `empty`")),
        };
        self.advance();
        let expression = self.expression()?;
        let name = self.label()?;
        if role == Role::Flag && name.is_none() {
            let help = "a flag is reported by its name: `flag ~empty r as name`";
            return Err(self.unexpected("`as`").with_help(help));
        }
        Ok(InstructionKind::Check(Check { role, negated, test, expression, name }))
    }

    /// `as name`, if it is there.
    fn label(&mut self) -> Result<Option<Name>, Error> {
        if self.take_word("as") { Ok(Some(self.name()?.name)) } else { Ok(None) }
    }

    fn show(&mut self) -> Result<InstructionKind, Error> {
        self.advance();
        let first = self.expression()?;
        if self.take_word("as") {
            return Ok(InstructionKind::ShowAs(first, self.name()?.name));
        }
        let Expression { kind: ExpressionKind::Name(name), span } = first else {
            let help = "what is shown and has no name gets one: `show e as name`";
            return Err(self.unexpected("`as`").with_help(help));
        };
        let mut names = vec![Identifier { name, span }];
        while self.take_mark(",") {
            names.push(self.name()?);
        }
        Ok(InstructionKind::Show(names))
    }

    fn names(&mut self) -> Result<Vec<Identifier>, Error> {
        let mut names = vec![self.name()?];
        while self.take_mark(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    fn enumeration(&mut self) -> Result<InstructionKind, Error> {
        self.advance();
        let name = self.name()?;
        self.expect_mark("=")?;
        self.take_mark("||");
        let mut tags = vec![self.tag()?];
        while self.take_mark("||") {
            tags.push(self.tag()?);
        }
        Ok(InstructionKind::Enum(name, tags))
    }

    /// `F[tags]`, after a keyword.
    fn annotation(&mut self) -> Result<(Identifier, Vec<Expression>), Error> {
        self.advance();
        let name = self.name()?;
        self.expect_mark("[")?;
        Ok((name, self.list("]")?))
    }

    fn procedure(&mut self) -> Result<InstructionKind, Error> {
        self.advance();
        let name = self.name()?;
        let pattern = self.pattern()?;
        self.expect_mark("=")?;
        let body = self.block()?;
        Ok(InstructionKind::Procedure(name, pattern, body))
    }

    fn iteration(&mut self) -> Result<InstructionKind, Error> {
        self.advance();
        let name = self.name()?;
        self.expect_word("in")?;
        let set = self.expression()?;
        self.expect_word("do")?;
        Ok(InstructionKind::ForAll(name, set, self.block()?))
    }

    /// Instructions up to `end`, which is taken.
    fn block(&mut self) -> Result<Arc<[Instruction]>, Error> {
        let body = self.instructions()?;
        self.expect_word("end")?;
        Ok(body.into())
    }

    fn choice(&mut self) -> Result<InstructionKind, Error> {
        self.advance();
        let condition = self.condition()?;
        let positive = self.instructions()?;
        let negative = if self.take_word("else") { self.instructions()? } else { Vec::new() };
        self.expect_word("end")?;
        Ok(InstructionKind::If(condition, positive, negative))
    }
}
