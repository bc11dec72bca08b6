//! Who is called with what? And what do the calls and records about debugging say?

use super::Parser;
use super::attributes::ParameterAttributes;
use super::cursor::Parsed;
use super::instructions::Core;
use crate::lexer::Kind;
use crate::tree::instruction::{
    Aligned, Argument, Call, Callee, DebugVariable, InstructionKind, Typed,
};
use crate::tree::{Constant, Instruction, Metadata, MetadataId, Operand, Type, TypeId};

impl<'a> Parser<'a> {
    pub(super) fn call(&mut self) -> Parsed<Core> {
        if self.cursor.bump().text != "call" {
            self.cursor.expect_word("call")?;
        }
        let call = self.call_after_opcode()?;
        if let Some(debug) = self.debug_call(&call) {
            return Ok(Core::effect(InstructionKind::DebugVariable(Box::new(debug))));
        }
        let result = call.result;
        Ok(Core::new(InstructionKind::Call(Box::new(call)), result))
    }

    /// Flags, type, callee, arguments and attributes of a call.
    pub(super) fn call_after_opcode(&mut self) -> Parsed<Call> {
        self.skip_to_type()?;
        let written = self.parse_type()?;
        let (result, fixed) = match self.module.types.get(written) {
            Type::Function { result, parameters, variadic } => {
                (*result, variadic.then_some(parameters.len()))
            }
            _ => (written, None),
        };
        let callee = if self.cursor.at_word("asm") {
            self.assembly()?
        } else {
            Callee::Operand(self.operand(TypeId::POINTER)?)
        };
        let arguments = self.arguments()?;
        let aligned = self.call_attributes()?;
        Ok(Call { callee, result, arguments: arguments.into(), fixed, aligned })
    }

    /// `asm sideeffect "…", "…"`.
    fn assembly(&mut self) -> Parsed<Callee> {
        self.cursor.bump();
        let mut is_intel = false;
        while self.cursor.at(Kind::Word) {
            is_intel |= self.cursor.at_word("inteldialect");
            self.cursor.bump();
        }
        let template = self.cursor.expect(Kind::Text, "an assembly template")?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let constraints = self.cursor.expect(Kind::Text, "constraints")?;
        let (template, constraints) = (self.name(template), self.name(constraints));
        Ok(Callee::Assembly { template, constraints, is_intel })
    }

    fn arguments(&mut self) -> Parsed<Vec<Argument>> {
        self.cursor.expect(Kind::OpenParen, "`(`")?;
        let mut arguments = Vec::new();
        while !self.cursor.at(Kind::CloseParen) {
            // A `musttail` call passes on the variable arguments.
            if self.cursor.eat_word("...") {
                break;
            }
            let value_type = self.parse_type()?;
            // Metadata has no attributes, but may begin with any type.
            let attributes = match value_type {
                TypeId::METADATA => ParameterAttributes::default(),
                _ => self.parameter_attributes()?,
            };
            let operand = self.operand(value_type)?;
            let value = Typed { value_type, operand };
            arguments.push(Argument {
                value,
                by_value: attributes.by_value,
                align: attributes.align,
            });
            if !self.cursor.eat(Kind::Comma) {
                break;
            }
        }
        self.cursor.expect(Kind::CloseParen, "`,` or `)`")?;
        Ok(arguments)
    }

    /// Attributes and operand bundles behind the arguments; what the bundles say of addresses.
    fn call_attributes(&mut self) -> Parsed<Box<[Aligned]>> {
        let mut aligned = Vec::new();
        loop {
            let token = self.cursor.token();
            if token.begins_line || token.kind == Kind::Word && is_next_instruction(token.text) {
                return Ok(aligned.into());
            }
            if token.kind == Kind::OpenBracket {
                aligned.extend(self.bundles()?);
            } else if !self.skip_attribute(|_| false)? {
                return Ok(aligned.into());
            }
        }
    }

    /// `[ "align"(ptr %p, i64 8), … ]`. Of others than these, the values are passed over.
    fn bundles(&mut self) -> Parsed<Vec<Aligned>> {
        self.cursor.bump();
        let mut aligned = Vec::new();
        while self.cursor.at(Kind::Text) {
            let name = self.cursor.expect(Kind::Text, "the name of a bundle")?;
            if name.text.trim_matches('"') != "align" {
                self.cursor.skip_brackets()?;
            } else {
                let arguments = self.arguments()?.into_iter().map(|own| own.value).collect();
                aligned.push(Aligned { arguments });
            }
            self.cursor.eat(Kind::Comma);
        }
        self.cursor.expect(Kind::CloseBracket, "`]`")?;
        Ok(aligned)
    }

    /// What `call void @llvm.dbg.declare(…)` and its like say.
    fn debug_call(&self, call: &Call) -> Option<DebugVariable> {
        let Callee::Operand(Operand::Constant(callee)) = call.callee else {
            return None;
        };
        let Constant::Symbol(symbol) = self.module.constants.get(callee) else {
            return None;
        };
        let kind = self.symbol_name(*symbol)?.strip_prefix("llvm.dbg.")?;
        let nodes: Vec<MetadataId> = call
            .arguments
            .iter()
            .filter_map(|argument| match argument.value.operand {
                Operand::Metadata(node) => Some(node),
                Operand::Local(_) | Operand::Constant(_) => None,
            })
            .collect();
        Some(DebugVariable {
            is_address: matches!(kind, "declare" | "addr"),
            value: nodes.first().and_then(|node| self.metadata_value(*node)),
            variable: nodes.get(1).copied(),
            expression: nodes.get(2).copied(),
        })
    }

    /// The value that a piece of metadata wraps.
    fn metadata_value(&self, node: MetadataId) -> Option<Operand> {
        match self.module.metadata.get(node) {
            Metadata::Local(local) => Some(Operand::Local(*local)),
            Metadata::Constant(constant) => Some(Operand::Constant(*constant)),
            Metadata::Missing | Metadata::Text(_) | Metadata::Tuple(_) | Metadata::Node { .. } => {
                None
            }
        }
    }

    /// `#dbg_declare(ptr %x, !1, !DIExpression(), !2)` and its like.
    pub(super) fn debug_record(&mut self) -> Parsed<Option<Instruction>> {
        let record = self.cursor.bump();
        if !matches!(record.text, "dbg_declare" | "dbg_value" | "dbg_assign") {
            self.cursor.skip_brackets()?;
            return Ok(None);
        }
        self.cursor.expect(Kind::OpenParen, "`(`")?;
        let mut nodes = Vec::new();
        loop {
            nodes.push(self.metadata_operand()?);
            if !self.cursor.eat(Kind::Comma) {
                break;
            }
        }
        self.cursor.expect(Kind::CloseParen, "`,` or `)`")?;
        let variable = DebugVariable {
            is_address: record.text == "dbg_declare",
            value: self.metadata_value(nodes[0]),
            variable: nodes.get(1).copied(),
            expression: nodes.get(2).copied(),
        };
        Ok(Some(Instruction {
            result: None,
            debug: nodes.last().copied(),
            offset: record.start as u32,
            kind: InstructionKind::DebugVariable(Box::new(variable)),
        }))
    }
}

/// Whether this word begins an instruction that may follow a call on its line.
fn is_next_instruction(word: &str) -> bool {
    matches!(
        word,
        "ret"
            | "br"
            | "switch"
            | "unreachable"
            | "store"
            | "fence"
            | "call"
            | "tail"
            | "musttail"
            | "notail"
            | "invoke"
            | "resume"
            | "to"
    )
}
