//! Parsing one instruction: targets, mnemonic, operands.

use super::Parser;
use super::function::Body;
use super::head::Head;
use super::symbols::Symbol;
use crate::instruction::{
    BinaryOperation, Callee, FloatOperation, Instruction, Operand, Predicate, Register, Since,
    Terminator,
};
use crate::primitives;
use crate::structure::ThreadLocalId;
use crate::text::token::{Mark, TokenKind};
use base::{Diagnostic, ViolationKind};

pub(super) enum Statement {
    Instruction(Instruction),
    Terminator(Terminator),
}

impl Parser<'_> {
    pub(super) fn instruction_or_terminator(
        &mut self,
        body: &mut Body,
    ) -> Result<Statement, Diagnostic> {
        let start = self.cursor.span();
        let mut targets = Vec::new();
        while matches!(self.cursor.peek(), TokenKind::Register(_)) {
            targets.push(self.register(body)?);
            if !self.cursor.eat(Mark::Comma) {
                break;
            }
        }
        if !targets.is_empty() {
            self.cursor.expect(Mark::Equals, "after the results of an instruction")?;
        }
        if let ([target], true) = (&targets[..], self.at_operand()) {
            let (target, value) = (*target, self.operand(body)?);
            return Ok(Statement::Instruction(Instruction::Assign { target, value }));
        }
        let span = self.cursor.span();
        let TokenKind::Word(word) = self.cursor.peek() else {
            let found = self.cursor.describe();
            return Err(self.cursor.error(format!("expected an instruction, not {found}")));
        };
        self.cursor.advance();
        let mut parts = word.split('.').map(str::to_owned);
        let name = parts.next().unwrap_or_default();
        let head = Head { targets, name, suffixes: parts.collect(), span: start.start..span.end };
        if let Some(terminator) = self.terminator(word, body)? {
            head.no_target()?;
            return Ok(Statement::Terminator(terminator));
        }
        let instruction = match self.memory_instruction(&head, body)? {
            Some(instruction) => instruction,
            None => self.other_instruction(&head, body)?,
        };
        Ok(Statement::Instruction(instruction))
    }

    fn other_instruction(
        &mut self,
        head: &Head,
        body: &mut Body,
    ) -> Result<Instruction, Diagnostic> {
        use Instruction as I;
        if let Some(operation) = BinaryOperation::from_name(&head.name) {
            let [width] = head.suffixes("its width in bits")?;
            let (target, left) = (head.target()?, self.operand(body)?);
            let right = self.next_operand(body)?;
            return Ok(I::Binary { operation, width, target, left, right });
        }
        if let Some(predicate) = Predicate::from_name(&head.name) {
            let [width] = head.suffixes("its width in bits")?;
            let (target, left) = (head.target()?, self.operand(body)?);
            let right = self.next_operand(body)?;
            return Ok(I::Compare { predicate, width, target, left, right });
        }
        if let Some(operation) = FloatOperation::from_name(&head.name) {
            let [from, to] = head.suffixes("the widths of its operands and of its result")?;
            let (target, operands) = (head.target()?, self.operands_on_line(body)?);
            return Ok(I::Float { operation, from, to, target, operands });
        }
        Ok(match head.name.as_str() {
            "sext" => {
                let [from, to] = head.suffixes("the widths from and to which it extends")?;
                I::SignExtend { from, to, target: head.target()?, value: self.operand(body)? }
            }
            "trunc" => {
                let [to] = head.suffixes("its width in bits")?;
                I::Truncate { to, target: head.target()?, value: self.operand(body)? }
            }
            "select" => {
                let (target, condition) = (head.target()?, self.operand(body)?);
                let then = self.next_operand(body)?;
                let otherwise = self.next_operand(body)?;
                I::Select { target, condition, then, otherwise }
            }
            "call" => self.call(head, body)?,
            "library" => self.call_library(head, body)?,
            "spawn" => {
                let (target, function) = (head.target()?, self.operand(body)?);
                I::Spawn { target, function, argument: self.next_operand(body)? }
            }
            "join" => I::Join { target: head.target()?, thread: self.operand(body)? },
            "self" => I::CurrentThread { target: head.target()? },
            "thread_local" => {
                let variable = self.cursor.small_number("the number of a variable")?;
                let variable = ThreadLocalId(variable);
                I::ThreadLocalAddress { target: head.target()?, variable }
            }
            "choose" => {
                let (target, low) = (head.target()?, self.operand(body)?);
                I::Choose { target, low, high: self.next_operand(body)? }
            }
            _ => self.effect(head, body)?,
        })
    }

    /// The instructions without a result.
    fn effect(&mut self, head: &Head, body: &mut Body) -> Result<Instruction, Diagnostic> {
        use Instruction as I;
        let instruction = match head.name.as_str() {
            "exit_thread" => I::ExitThread { value: self.operand(body)? },
            "exit" => I::ExitProgram { code: self.operand(body)? },
            "assume" => I::Assume { condition: self.operand(body)? },
            "fail" => self.fail(body)?,
            "atomic_begin" => I::AtomicBegin,
            "atomic_end" => I::AtomicEnd,
            "print" => {
                let format = self.operand(body)?;
                let more = self.cursor.another_on_line();
                let arguments = if more { self.operands_on_line(body)? } else { Vec::new() };
                I::Print { format, arguments }
            }
            "spin_mark" => {
                let (effects, watched) = self.watch(body)?;
                I::SpinMark { watched, effects }
            }
            "spin_check" | "entry_check" => {
                let (effects, watched) = self.watch(body)?;
                let is_turn = head.name == "spin_check";
                let since = if is_turn { Since::Turn } else { Since::Entry };
                I::SpinCheck { watched, effects, since }
            }
            "bound" => {
                let counter = self.register(body)?;
                self.cursor.expect(Mark::Comma, "before the limit")?;
                I::Bound { counter, limit: self.cursor.small_number("the limit")? }
            }
            "unsupported" => I::Unsupported { what: self.cursor.text("what is not supported")? },
            name => {
                return Err(head
                    .error(format!("there is no instruction `{name}`"))
                    .with_help("the documentation of `program::text` lists them"));
            }
        };
        head.no_target()?;
        Ok(instruction)
    }

    /// The rest of `call @f(…)`, `call %p(…)` or `call indirect 8(…)`.
    fn call(&mut self, head: &Head, body: &mut Body) -> Result<Instruction, Diagnostic> {
        let span = self.cursor.span();
        let indirect = self.cursor.eat_word("indirect");
        let callee = match self.cursor.peek() {
            TokenKind::Symbol(name) if !indirect => {
                self.cursor.advance();
                match self.symbols.find(name, &span)? {
                    Symbol::Function(function) => Callee::Direct(function),
                    Symbol::Global(_) => {
                        return Err(Diagnostic::new(format!("`@{name}` is no function"), span)
                            .with_help(
                                "a call through an address is written `call indirect @x(…)`",
                            ));
                    }
                }
            }
            _ => Callee::Indirect(self.operand(body)?),
        };
        let arguments = self.arguments(body)?;
        Ok(Instruction::Call { targets: head.targets.clone(), callee, arguments })
    }

    /// The rest of `library primitives take @s, 0`. Other libraries have no text form.
    fn call_library(&mut self, head: &Head, body: &mut Body) -> Result<Instruction, Diagnostic> {
        let span = self.cursor.span();
        if !self.cursor.eat_word(primitives::NAME) {
            let message = format!("expected a library, not {}", self.cursor.describe());
            let help = format!("only the library `{}` can be called in text", primitives::NAME);
            return Err(Diagnostic::new(message, span).with_help(help));
        }
        let known = self.program.libraries.iter().position(|each| each.name == primitives::NAME);
        let library = known.unwrap_or_else(|| {
            self.program.libraries.push(primitives::library());
            self.program.libraries.len() - 1
        });
        let functions = &self.program.libraries[library].functions;
        let name = self.cursor.word_on_line().unwrap_or_default();
        let Some(function) = functions.iter().position(|function| function.name == name) else {
            let names: Vec<&str> = functions.iter().map(|each| each.name.as_str()).collect();
            let found = self.cursor.describe();
            return Err(self
                .cursor
                .error(format!("expected a function of the library, not {found}"))
                .with_help(format!("the functions are {}", names.join(", "))));
        };
        self.cursor.advance();
        let (target, object) = (head.target()?, self.operand(body)?);
        let argument = self.next_operand(body)?;
        let (library, function) = (library as u32, function as u32);
        Ok(Instruction::CallLibrary { target, library, function, object, argument })
    }

    /// The rest of `fail kind, message`; kinds have hyphens, the message may be missing.
    fn fail(&mut self, body: &mut Body) -> Result<Instruction, Diagnostic> {
        let start = self.cursor.span();
        let mut name = String::new();
        while let Some(word) = self.cursor.word_on_line() {
            name.push_str(word);
            self.cursor.advance();
            if !self.cursor.eat(Mark::Minus) {
                break;
            }
            name.push('-');
        }
        let Some(kind) = ViolationKind::from_name(&name) else {
            let kinds: Vec<&str> =
                ViolationKind::ALL.into_iter().map(ViolationKind::name).collect();
            let message = format!("`{name}` is no kind of violation");
            return Err(Diagnostic::new(message, self.cursor.span_since(&start))
                .with_help(format!("the kinds are {}", kinds.join(", "))));
        };
        let message =
            if self.cursor.another_on_line() { self.operand(body)? } else { Operand::Constant(0) };
        Ok(Instruction::Fail { kind, message })
    }

    /// `%effects, %live -> %mark, …`
    fn watch(
        &mut self,
        body: &mut Body,
    ) -> Result<(Register, Vec<(Register, Register)>), Diagnostic> {
        let effects = self.register(body)?;
        let mut watched = Vec::new();
        while self.cursor.another_on_line() {
            let live = self.register(body)?;
            self.cursor.expect(Mark::Arrow, "between a register and its mark")?;
            watched.push((live, self.register(body)?));
        }
        Ok((effects, watched))
    }
}
