//! Which instruction stands here, and what surrounds it?
//!
//! An instruction that is not known, or that contains a word that is not known, is skipped to the
//! end of its line and becomes [`InstructionKind::Unsupported`]: it may be the syntax of a newer
//! LLVM, and most executions never reach it.

use super::Parser;
use super::cursor::{Parsed, failure};
use crate::lexer::{Kind, Token};
use crate::tree::{
    BinaryOperation, CastOperation, Instruction, InstructionKind, MetadataId, TypeId,
};

/// An instruction without what stands before and after it.
pub(super) struct Core {
    pub(super) kind: InstructionKind,
    /// The type of its result, `void` if it has none, `None` if that is not known.
    pub(super) result: Option<TypeId>,
}

impl Core {
    pub(super) fn new(kind: InstructionKind, result: TypeId) -> Core {
        let result = Some(result);
        Core { kind, result }
    }

    /// Without a result.
    pub(super) fn effect(kind: InstructionKind) -> Core {
        Core::new(kind, TypeId::VOID)
    }
}

impl<'a> Parser<'a> {
    /// One instruction with its result and its attachments; `None` for a debug record that says
    /// nothing of interest.
    pub(super) fn instruction(&mut self) -> Parsed<Option<Instruction>> {
        let first = self.cursor.token();
        if first.kind == Kind::DebugRecord {
            return self.debug_record();
        }
        let named = matches!(first.kind, Kind::Local | Kind::LocalNumber);
        if named {
            self.cursor.bump();
            self.cursor.expect(Kind::Equals, "`=`")?;
        }
        let opcode = self.cursor.token();
        if opcode.kind != Kind::Word {
            return Err(self.cursor.unexpected("an instruction"));
        }
        let start = self.cursor;
        let read = self.core(opcode).and_then(|mut core| {
            let (debug, align, nontemporal) = self.attachments()?;
            if let InstructionKind::Load { access, .. } | InstructionKind::Store { access, .. } =
                &mut core.kind
            {
                (access.align, access.nontemporal) = (align, nontemporal);
            }
            Ok((core, debug))
        });
        let (core, debug) = match read {
            Ok(read) => read,
            Err(failure) if failure.unknown_word => {
                self.cursor = start;
                self.depth = 0;
                self.unknown_instruction(opcode)?
            }
            Err(failure) => return Err(failure),
        };
        let result = match core.result {
            Some(TypeId::VOID) if named => {
                return Err(failure("this has no result", first.start, opcode.end));
            }
            Some(TypeId::VOID) => None,
            None if !named => None,
            result_type => {
                let name = if named { self.local_name(first)? } else { self.next_local() };
                Some(self.define_value(name, first, result_type)?)
            }
        };
        Ok(Some(Instruction { result, debug, offset: first.start as u32, kind: core.kind }))
    }

    /// `, align 4, !nontemporal !5, !dbg !7`: the node of `!dbg`, the alignment, and whether it is
    /// not temporal.
    fn attachments(&mut self) -> Parsed<(Option<MetadataId>, u64, bool)> {
        let (mut debug, mut align, mut nontemporal) = (None, 1, false);
        while self.cursor.eat(Kind::Comma) {
            if self.cursor.eat_word("align") {
                align = self.cursor.expect_number("an alignment")?;
            } else if self.cursor.at_word("addrspace") {
                self.address_space()?;
            } else {
                nontemporal |= self.cursor.token().text.ends_with("nontemporal");
                debug = self.attachment()?.or(debug);
            }
        }
        Ok((debug, align, nontemporal))
    }

    fn core(&mut self, opcode: Token<'a>) -> Parsed<Core> {
        if let Some(operation) = BinaryOperation::from_keyword(opcode.text) {
            return self.binary(operation);
        }
        if let Some(operation) = CastOperation::from_keyword(opcode.text) {
            return self.cast(operation);
        }
        match opcode.text {
            "load" => self.load(),
            "store" => self.store(),
            "call" | "tail" | "musttail" | "notail" => self.call(),
            "br" => self.branch(),
            "getelementptr" => self.get_element_pointer(),
            "icmp" => self.compare(),
            "fcmp" => self.float_compare(),
            "fneg" => self.float_negate(),
            "alloca" => self.alloca(),
            "ret" => self.ret(),
            "phi" => self.phi(),
            "select" => self.select(),
            "extractvalue" => self.extract_value(),
            "insertvalue" => self.insert_value(),
            "extractelement" => self.extract_element(),
            "insertelement" => self.insert_element(),
            "shufflevector" => self.shuffle_vector(),
            "switch" => self.switch(),
            "indirectbr" => self.indirect_branch(),
            "unreachable" => {
                self.cursor.bump();
                Ok(Core::effect(InstructionKind::Unreachable))
            }
            "invoke" => self.invoke(),
            "landingpad" => self.landing_pad(),
            "resume" => {
                self.cursor.bump();
                let value = self.typed_operand()?;
                Ok(Core::effect(InstructionKind::Resume(value)))
            }
            "cmpxchg" => self.compare_exchange(),
            "atomicrmw" => self.atomic_update(),
            "fence" => self.fence(),
            "freeze" => {
                self.cursor.bump();
                let value = self.typed_operand()?;
                Ok(Core::new(InstructionKind::Freeze(value), value.value_type))
            }
            // The caller skips what it does not know.
            _ => Err(self.cursor.unexpected("an instruction")),
        }
    }
}
