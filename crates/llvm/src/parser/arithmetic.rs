//! Which value is computed from which?

use super::Parser;
use super::cursor::{Parsed, failure};
use super::instructions::Core;
use crate::lexer::Kind;
use crate::tree::{
    BinaryOperation, CastOperation, FloatPredicate, InstructionKind, Predicate, Type, TypeId,
};

impl Parser<'_> {
    /// Moves from the opcode over flags such as `nsw` or `fast`.
    pub(super) fn opcode_and_flags(&mut self) {
        self.cursor.bump();
        while self.cursor.at(Kind::Word) && is_flag(self.cursor.token().text) {
            self.cursor.bump();
        }
    }

    pub(super) fn binary(&mut self, operation: BinaryOperation) -> Parsed<Core> {
        self.opcode_and_flags();
        let operand_type = self.parse_type()?;
        let left = self.operand(operand_type)?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let right = self.operand(operand_type)?;
        let kind = InstructionKind::Binary { operation, operand_type, operands: [left, right] };
        Ok(Core::new(kind, operand_type))
    }

    pub(super) fn cast(&mut self, operation: CastOperation) -> Parsed<Core> {
        self.opcode_and_flags();
        let value = self.typed_operand()?;
        self.cursor.expect_word("to")?;
        let to = self.parse_type()?;
        let kind = InstructionKind::Cast { operation, value, to };
        Ok(Core::new(kind, to))
    }

    pub(super) fn compare(&mut self) -> Parsed<Core> {
        self.opcode_and_flags();
        let predicate = Predicate::from_keyword(self.cursor.token().text)
            .ok_or_else(|| self.cursor.unexpected("a predicate such as `eq`"))?;
        self.cursor.bump();
        let operand_type = self.parse_type()?;
        let left = self.operand(operand_type)?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let right = self.operand(operand_type)?;
        let kind = InstructionKind::Compare { predicate, operand_type, operands: [left, right] };
        let result = self.like_vector(operand_type, TypeId::BOOLEAN);
        Ok(Core::new(kind, result))
    }

    pub(super) fn float_compare(&mut self) -> Parsed<Core> {
        self.opcode_and_flags();
        let predicate = FloatPredicate::from_keyword(self.cursor.token().text)
            .ok_or_else(|| self.cursor.unexpected("a predicate such as `oeq`"))?;
        self.cursor.bump();
        let operand_type = self.parse_type()?;
        let left = self.operand(operand_type)?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let right = self.operand(operand_type)?;
        let operands = [left, right];
        let kind = InstructionKind::FloatCompare { predicate, operand_type, operands };
        let result = self.like_vector(operand_type, TypeId::BOOLEAN);
        Ok(Core::new(kind, result))
    }

    pub(super) fn float_negate(&mut self) -> Parsed<Core> {
        self.opcode_and_flags();
        let value = self.typed_operand()?;
        Ok(Core::new(InstructionKind::FloatNegate(value), value.value_type))
    }

    /// `scalar`, or a vector of it as long as `shape` if that is a vector.
    pub(super) fn like_vector(&mut self, shape: TypeId, scalar: TypeId) -> TypeId {
        match *self.module.types.get(shape) {
            Type::Vector { length, scalable, .. } => {
                self.module.types.intern(Type::Vector { length, scalable, element: scalar })
            }
            _ => scalar,
        }
    }

    pub(super) fn select(&mut self) -> Parsed<Core> {
        self.opcode_and_flags();
        let condition = self.typed_operand()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let then = self.typed_operand()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let start = self.cursor.token();
        let otherwise = self.typed_operand()?;
        let value_type = then.value_type;
        if otherwise.value_type != value_type {
            let message = "the values to select from have different types";
            return Err(failure(message, start.start, start.end));
        }
        let kind = InstructionKind::Select {
            condition,
            value_type,
            values: [then.operand, otherwise.operand],
        };
        Ok(Core::new(kind, value_type))
    }
}

fn is_flag(word: &str) -> bool {
    matches!(
        word,
        "nuw"
            | "nsw"
            | "exact"
            | "disjoint"
            | "inbounds"
            | "nusw"
            | "nneg"
            | "samesign"
            | "fast"
            | "nnan"
            | "ninf"
            | "nsz"
            | "arcp"
            | "contract"
            | "afn"
            | "reassoc"
    )
}
