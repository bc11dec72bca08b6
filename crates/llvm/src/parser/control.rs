//! Where does a block go on, and what does a block get from where it came?

use super::Parser;
use super::cursor::Parsed;
use super::instructions::Core;
use crate::lexer::Kind;
use crate::tree::TypeId;
use crate::tree::instruction::{Clause, InstructionKind, Switch, Typed};

impl Parser<'_> {
    pub(super) fn ret(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        let value_type = self.parse_type()?;
        let value = if value_type == TypeId::VOID {
            None
        } else {
            let operand = self.operand(value_type)?;
            Some(Typed { value_type, operand })
        };
        Ok(Core::effect(InstructionKind::Return(value)))
    }

    pub(super) fn branch(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        if self.cursor.at_word("label") {
            let target = self.label()?;
            return Ok(Core::effect(InstructionKind::Jump(target)));
        }
        self.cursor.expect_word("i1")?;
        let condition = self.operand(TypeId::BOOLEAN)?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let then = self.label()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let otherwise = self.label()?;
        Ok(Core::effect(InstructionKind::Branch { condition, then, otherwise }))
    }

    pub(super) fn switch(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        let value = self.typed_operand()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let default = self.label()?;
        self.cursor.expect(Kind::OpenBracket, "`[`")?;
        let mut cases = Vec::new();
        while !self.cursor.eat(Kind::CloseBracket) {
            let start = self.cursor.token();
            let case = self.typed_constant()?;
            if self.module.constants.type_of(case) != value.value_type {
                let message = "a case of another type than the value";
                return Err(super::failure(message, start.start, start.end));
            }
            self.cursor.expect(Kind::Comma, "`,`")?;
            cases.push((case, self.label()?));
        }
        let switch = Switch { value, default, cases: cases.into() };
        Ok(Core::effect(InstructionKind::Switch(Box::new(switch))))
    }

    pub(super) fn indirect_branch(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        let address = self.typed_operand()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        self.cursor.expect(Kind::OpenBracket, "`[`")?;
        let mut targets = Vec::new();
        while !self.cursor.eat(Kind::CloseBracket) {
            targets.push(self.label()?);
            self.cursor.eat(Kind::Comma);
        }
        let kind = InstructionKind::IndirectBranch { address, targets: targets.into() };
        Ok(Core::effect(kind))
    }

    pub(super) fn phi(&mut self) -> Parsed<Core> {
        self.opcode_and_flags();
        let value_type = self.parse_type()?;
        let mut incoming = Vec::new();
        loop {
            self.cursor.expect(Kind::OpenBracket, "`[`")?;
            let value = self.operand(value_type)?;
            self.cursor.expect(Kind::Comma, "`,`")?;
            incoming.push((value, self.block_reference()?));
            self.cursor.expect(Kind::CloseBracket, "`]`")?;
            if !self.cursor.eat_comma_in_list() {
                break;
            }
        }
        let kind = InstructionKind::Phi { value_type, incoming: incoming.into() };
        Ok(Core::new(kind, value_type))
    }

    pub(super) fn invoke(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        let call = self.call_after_opcode()?;
        self.cursor.expect_word("to")?;
        let normal = self.label()?;
        self.cursor.expect_word("unwind")?;
        let unwind = self.label()?;
        let result = call.result;
        let call = Box::new(call);
        let kind = InstructionKind::Invoke { call, normal, unwind };
        Ok(Core::new(kind, result))
    }

    pub(super) fn landing_pad(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        let result = self.parse_type()?;
        let cleans_up = self.cursor.eat_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            if self.cursor.eat_word("catch") {
                clauses.push(Clause::Catch(self.typed_constant()?));
            } else if self.cursor.eat_word("filter") {
                self.typed_constant()?;
                clauses.push(Clause::Filter);
            } else {
                break;
            }
        }
        let kind = InstructionKind::LandingPad { cleans_up, clauses: clauses.into() };
        Ok(Core::new(kind, result))
    }
}
