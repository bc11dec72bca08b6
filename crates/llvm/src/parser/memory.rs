//! Which instruction touches memory, and how?

use super::Parser;
use super::cursor::Parsed;
use super::instructions::Core;
use crate::lexer::Kind;
use crate::tree::instruction::{Access, CompareExchange, InstructionKind, Scope};
use crate::tree::{Type, TypeId, UpdateOperation};
use base::Ordering;

impl Parser<'_> {
    pub(super) fn alloca(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        self.cursor.eat_word("inalloca");
        self.cursor.eat_word("swifterror");
        let allocated = self.parse_type()?;
        let mut count = None;
        let mut align = None;
        let mut result = TypeId::POINTER;
        while self.cursor.eat_comma_in_list() {
            if self.cursor.eat_word("align") {
                align = Some(self.cursor.expect_number("an alignment")?);
            } else if self.cursor.at_word("addrspace") {
                let address_space = self.address_space()?;
                result = self.module.types.intern(Type::Pointer { address_space });
            } else {
                count = Some(self.typed_operand()?);
            }
        }
        let kind = InstructionKind::Alloca { allocated, count, align };
        Ok(Core::new(kind, result))
    }

    /// Moves over the opcode and reads `atomic` and `volatile`.
    fn access_flags(&mut self) -> (bool, bool) {
        self.cursor.bump();
        let atomic = self.cursor.eat_word("atomic");
        let volatile = self.cursor.eat_word("volatile");
        (atomic, volatile)
    }

    /// The scope and ordering that end an access.
    fn access(&mut self, atomic: bool, volatile: bool) -> Parsed<Access> {
        let mut access = Access {
            ordering: Ordering::Plain,
            volatile,
            scope: Scope::System,
            align: 1,
            nontemporal: false,
        };
        if atomic {
            access.scope = self.scope()?;
            access.ordering = self.ordering()?;
        }
        Ok(access)
    }

    fn scope(&mut self) -> Parsed<Scope> {
        if !self.cursor.eat_word("syncscope") {
            return Ok(Scope::System);
        }
        self.cursor.expect(Kind::OpenParen, "`(`")?;
        let name = self.cursor.expect(Kind::Text, "the name of a scope")?;
        self.cursor.expect(Kind::CloseParen, "`)`")?;
        Ok(match name.text {
            "" => Scope::System,
            "singlethread" => Scope::SingleThread,
            _ => Scope::Other,
        })
    }

    fn ordering(&mut self) -> Parsed<Ordering> {
        let ordering = match self.cursor.token().text {
            "monotonic" => Ordering::Relaxed,
            "acquire" => Ordering::Acquire,
            "release" => Ordering::Release,
            "acq_rel" => Ordering::AcquireRelease,
            "seq_cst" => Ordering::SeqCst,
            // `unordered` is weaker than every order that Heddle knows; the instruction becomes an
            // unsupported one.
            _ => return Err(self.cursor.unexpected("a memory order")),
        };
        self.cursor.bump();
        Ok(ordering)
    }

    pub(super) fn load(&mut self) -> Parsed<Core> {
        let (atomic, volatile) = self.access_flags();
        let value_type = self.parse_type()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let address = self.typed_operand()?;
        let access = self.access(atomic, volatile)?;
        let kind = InstructionKind::Load { value_type, address, access };
        Ok(Core::new(kind, value_type))
    }

    pub(super) fn store(&mut self) -> Parsed<Core> {
        let (atomic, volatile) = self.access_flags();
        let value = self.typed_operand()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let address = self.typed_operand()?;
        let access = self.access(atomic, volatile)?;
        Ok(Core::effect(InstructionKind::Store { value, address, access }))
    }

    pub(super) fn compare_exchange(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        let weak = self.cursor.eat_word("weak");
        let volatile = self.cursor.eat_word("volatile");
        let address = self.typed_operand()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let expected = self.typed_operand()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let value_type = self.parse_type()?;
        if value_type != expected.value_type {
            return Err(self.cursor.unexpected("a value of the same type"));
        }
        let new = self.operand(value_type)?;
        let access = self.access(true, volatile)?;
        let failure = self.ordering()?;
        let kind = InstructionKind::CompareExchange(Box::new(CompareExchange {
            address,
            expected: expected.operand,
            new,
            value_type,
            access,
            failure,
            weak,
        }));
        let result = self
            .module
            .types
            .intern(Type::Struct { packed: false, fields: [value_type, TypeId::BOOLEAN].into() });
        Ok(Core::new(kind, result))
    }

    pub(super) fn atomic_update(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        let volatile = self.cursor.eat_word("volatile");
        let operation = UpdateOperation::from_keyword(self.cursor.token().text)
            .ok_or_else(|| self.cursor.unexpected("an atomic operation"))?;
        self.cursor.bump();
        let address = self.typed_operand()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let value = self.typed_operand()?;
        let access = self.access(true, volatile)?;
        let kind = InstructionKind::AtomicUpdate { operation, address, value, access };
        Ok(Core::new(kind, value.value_type))
    }

    pub(super) fn fence(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        let scope = self.scope()?;
        let ordering = self.ordering()?;
        Ok(Core::effect(InstructionKind::Fence { ordering, scope }))
    }
}
