//! Which part of an aggregate is meant: of one in memory, or of one that is a value?

use super::Parser;
use super::cursor::{Parsed, failure};
use super::instructions::Core;
use crate::lexer::Kind;
use crate::tree::InstructionKind;

impl Parser<'_> {
    pub(super) fn get_element_pointer(&mut self) -> Parsed<Core> {
        self.opcode_and_flags();
        if self.cursor.eat_word("inrange") {
            self.cursor.skip_brackets()?;
        }
        let source = self.parse_type()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let base = self.typed_operand()?;
        let mut result = base.value_type;
        let mut indices = Vec::new();
        while self.cursor.eat_comma_in_list() {
            let index = self.typed_operand()?;
            result = self.like_vector(index.value_type, result);
            indices.push(index);
        }
        let kind = InstructionKind::GetElementPointer { source, base, indices: indices.into() };
        Ok(Core::new(kind, result))
    }

    /// `, 0, 1`.
    fn aggregate_indices(&mut self) -> Parsed<Box<[u32]>> {
        let mut indices = Vec::new();
        while self.cursor.eat_comma_in_list() {
            let token = self.cursor.token();
            let index = self.cursor.expect_number("an index")?;
            let index = u32::try_from(index)
                .map_err(|_| failure("the index is too large", token.start, token.end))?;
            indices.push(index);
        }
        if indices.is_empty() {
            return Err(self.cursor.unexpected("an index"));
        }
        Ok(indices.into())
    }

    pub(super) fn extract_value(&mut self) -> Parsed<Core> {
        let opcode = self.cursor.bump();
        let aggregate = self.typed_operand()?;
        let indices = self.aggregate_indices()?;
        let Some(result) = self.module.types.part(aggregate.value_type, &indices) else {
            let message = "the indices lead to no part of the value";
            return Err(failure(message, opcode.start, opcode.end));
        };
        let kind = InstructionKind::ExtractValue { aggregate, indices };
        Ok(Core::new(kind, result))
    }

    pub(super) fn insert_value(&mut self) -> Parsed<Core> {
        let opcode = self.cursor.bump();
        let aggregate = self.typed_operand()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let element = self.typed_operand()?;
        let indices = self.aggregate_indices()?;
        let part = self.module.types.part(aggregate.value_type, &indices);
        if part != Some(element.value_type) {
            let message = "the indices lead to no part of this type";
            return Err(failure(message, opcode.start, opcode.end));
        }
        let kind = InstructionKind::InsertValue { aggregate, element, indices };
        Ok(Core::new(kind, aggregate.value_type))
    }
}
