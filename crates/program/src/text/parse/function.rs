//! Parsing functions: header, blocks, labels, statements.

use super::Parser;
use super::instruction::Statement;
use super::labels::{Label, Labels};
use super::registers::Registers;
use crate::instruction::Instruction;
use crate::structure::{Block, BlockId, Function, FunctionId};
use crate::text::scan::utf8;
use crate::text::token::{Mark, TokenKind};
use crate::verify::{MAX_REGISTERS, ProgramPart};
use base::{Diagnostic, SourceId, SourcePosition};
use std::ops::Range;

/// A function that is being parsed.
pub(super) struct Body {
    function: FunctionId,
    pub(super) registers: Registers,
    pub(super) labels: Labels,
    blocks: Vec<Block>,
    /// The block whose terminator has not been met.
    open: Option<OpenBlock>,
}

struct OpenBlock {
    name: String,
    span: Range<usize>,
    instructions: Vec<Instruction>,
    positions: Vec<Option<SourcePosition>>,
}

impl Parser<'_> {
    pub(super) fn function(&mut self) -> Result<(), Diagnostic> {
        let start = self.cursor.span();
        let registers = Registers::collect(self.cursor.rest())?;
        let name = self.declared_name()?;
        let function = FunctionId(self.program.functions.len() as u32);
        let mut body =
            Body { function, registers, labels: Labels::default(), blocks: Vec::new(), open: None };
        let parameters = self.parameters(&mut body)?;
        let variadic = self.cursor.eat_word("variadic");
        if self.cursor.eat_word("unused") {
            self.unused_registers(&mut body)?;
        }
        self.spans.insert(ProgramPart::Function(function), self.cursor.span_since(&start));
        self.cursor.expect(Mark::OpenBrace, "before the body of the function")?;
        while !self.cursor.is_at(Mark::CloseBrace) {
            if *self.cursor.peek() == TokenKind::End {
                return Err(self.cursor.error(format!("the function `@{name}` has no `}}`")));
            }
            self.statement(&mut body)?;
        }
        if let Some(open) = &body.open {
            return Err(unfinished(open));
        }
        self.cursor.advance();
        let Body { registers, labels, mut blocks, .. } = body;
        labels.finish(&mut blocks)?;
        self.gaps += registers.gaps();
        if self.gaps > MAX_REGISTERS {
            let message = format!("more than {MAX_REGISTERS} registers that are never mentioned");
            return Err(Diagnostic::new(message, self.cursor.span_since(&start))
                .with_help("a register with a number stands for all with lower numbers as well"));
        }
        let registers = registers.finish();
        self.program.functions.push(Function { name, parameters, variadic, registers, blocks });
        Ok(())
    }

    fn parameters(&mut self, body: &mut Body) -> Result<u32, Diagnostic> {
        self.cursor.expect(Mark::OpenParenthesis, "before the parameters")?;
        let mut count = 0;
        while !self.cursor.eat(Mark::CloseParenthesis) {
            let span = self.cursor.span();
            let TokenKind::Register(name) = self.cursor.peek() else {
                let found = self.cursor.describe();
                return Err(self
                    .cursor
                    .error(format!("expected a parameter such as `%a`, not {found}")));
            };
            self.cursor.advance();
            body.registers.parameter(count, name, &span)?;
            count += 1;
            if !self.cursor.is_at(Mark::CloseParenthesis) {
                self.cursor.expect(Mark::Comma, "between the parameters")?;
            }
        }
        Ok(count)
    }

    /// `(%7.name, %9)`: registers that no statement mentions.
    fn unused_registers(&mut self, body: &mut Body) -> Result<(), Diagnostic> {
        self.cursor.expect(Mark::OpenParenthesis, "before the registers")?;
        while !self.cursor.eat(Mark::CloseParenthesis) {
            self.register(body)?;
            if !self.cursor.is_at(Mark::CloseParenthesis) {
                self.cursor.expect(Mark::Comma, "between the registers")?;
            }
        }
        Ok(())
    }

    /// A label, an instruction or a terminator.
    fn statement(&mut self, body: &mut Body) -> Result<(), Diagnostic> {
        let start = self.cursor.span();
        if let Some(label) = self.label_definition()? {
            if let Some(open) = &body.open {
                return Err(unfinished(open));
            }
            return body.open_block(label, start);
        }
        if body.open.is_none() {
            if !body.blocks.is_empty() {
                return Err(self
                    .cursor
                    .error("this statement is in no block: the one before has ended")
                    .with_help("start the next block with a label: `next:`"));
            }
            body.open_block(Label { name: "entry".to_owned(), number: None }, start.clone())?;
        }
        let statement = self.instruction_or_terminator(body)?;
        let position = self.source_position()?;
        self.cursor.eat(Mark::Comma);
        self.cursor.expect_statement_end()?;
        let span = self.cursor.span_since(&start);
        let place = body.add(statement, position);
        self.spans.insert(place, span);
        Ok(())
    }

    /// `name:`, `name#3:`, `#3:` if it is there.
    fn label_definition(&mut self) -> Result<Option<Label>, Diagnostic> {
        let is_name = matches!(
            self.cursor.peek(),
            TokenKind::Word(_) | TokenKind::Number(_) | TokenKind::Text(_)
        );
        let length = usize::from(is_name);
        let is_numbered = matches!(self.cursor.peek_on_line(length), TokenKind::Hash(_));
        let length = length + usize::from(is_numbered);
        if length == 0 || *self.cursor.peek_on_line(length) != TokenKind::Mark(Mark::Colon) {
            return Ok(None);
        }
        let label = self.label()?;
        self.cursor.expect(Mark::Colon, "after a label")?;
        Ok(Some(label))
    }

    pub(super) fn label(&mut self) -> Result<Label, Diagnostic> {
        let span = self.cursor.span();
        if let TokenKind::Hash(number) = self.cursor.peek() {
            self.cursor.advance();
            return Ok(Label { name: String::new(), number: Some(*number) });
        }
        let name = match self.cursor.peek() {
            TokenKind::Word(word) => word.clone(),
            TokenKind::Number(number) => number.to_string(),
            TokenKind::Text(bytes) => utf8(bytes.clone(), span)?,
            _ => {
                let found = self.cursor.describe();
                return Err(self
                    .cursor
                    .error(format!("expected the label of a block, not {found}")));
            }
        };
        let number = match self.cursor.peek_on_line(1) {
            TokenKind::Hash(number) => Some(*number),
            _ => None,
        };
        self.cursor.advance();
        if number.is_some() {
            self.cursor.advance();
        }
        Ok(Label { name, number })
    }

    /// `!file:line:column`, if it is there.
    fn source_position(&mut self) -> Result<Option<SourcePosition>, Diagnostic> {
        if !self.cursor.eat(Mark::Bang) {
            return Ok(None);
        }
        let file = SourceId(self.cursor.small_number("the number of a source file")?);
        self.cursor.expect(Mark::Colon, "after the number of the source file")?;
        let line = self.cursor.small_number("a line")?;
        self.cursor.expect(Mark::Colon, "after the line")?;
        let column = self.cursor.small_number("a column")?;
        Ok(Some(SourcePosition { file, line, column }))
    }
}

impl Body {
    fn open_block(&mut self, label: Label, span: Range<usize>) -> Result<(), Diagnostic> {
        let name = label.name.clone();
        self.labels.define(label, &span, BlockId(self.blocks.len() as u32))?;
        self.open = Some(OpenBlock { name, span, instructions: Vec::new(), positions: Vec::new() });
        Ok(())
    }

    /// Adds a statement to the open block and returns its place.
    fn add(&mut self, statement: Statement, position: Option<SourcePosition>) -> ProgramPart {
        let block = BlockId(self.blocks.len() as u32);
        let open = self.open.as_mut().expect("the caller has opened a block");
        open.positions.push(position);
        match statement {
            Statement::Instruction(instruction) => {
                open.instructions.push(instruction);
                ProgramPart::Instruction(self.function, block, open.instructions.len() - 1)
            }
            Statement::Terminator(terminator) => {
                let open = self.open.take().expect("it was open just now");
                let OpenBlock { name, instructions, positions, .. } = open;
                self.blocks.push(Block { name, instructions, positions, terminator });
                ProgramPart::Terminator(self.function, block)
            }
        }
    }
}

fn unfinished(open: &OpenBlock) -> Diagnostic {
    Diagnostic::new(format!("the block `{}` has no end", open.name), open.span.clone())
        .with_help("end it with `jump`, `branch`, `switch`, `return` or `unreachable`")
}
