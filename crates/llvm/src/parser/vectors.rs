//! Which elements of a vector are meant?

use super::Parser;
use super::cursor::{Parsed, failure};
use super::instructions::Core;
use crate::lexer::Kind;
use crate::tree::instruction::Typed;
use crate::tree::{Constant, InstructionKind, Type, TypeId};

/// How many elements a `splat` may have: more than any machine's vector, and few enough that a
/// short text does not become a large constant.
const MAX_SPLAT: u64 = 4096;

impl Parser<'_> {
    /// The type of a vector's elements.
    fn element_of(&self, vector: TypeId) -> Option<TypeId> {
        match self.module.types.get(vector) {
            Type::Vector { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// A vector, and the type of its elements.
    fn vector_operand(&mut self) -> Parsed<(Typed, TypeId)> {
        let token = self.cursor.token();
        let vector = self.typed_operand()?;
        match self.element_of(vector.value_type) {
            Some(element) => Ok((vector, element)),
            None => Err(failure("this is no vector", token.start, token.end)),
        }
    }

    pub(super) fn extract_element(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        let (vector, element) = self.vector_operand()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let index = self.typed_operand()?;
        Ok(Core::new(InstructionKind::ExtractElement { vector, index }, element))
    }

    pub(super) fn insert_element(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        let (vector, of) = self.vector_operand()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let token = self.cursor.token();
        let element = self.typed_operand()?;
        if element.value_type != of {
            return Err(failure("this is no element of the vector", token.start, token.end));
        }
        self.cursor.expect(Kind::Comma, "`,`")?;
        let index = self.typed_operand()?;
        let kind = InstructionKind::InsertElement { vector, element, index };
        Ok(Core::new(kind, vector.value_type))
    }

    pub(super) fn shuffle_vector(&mut self) -> Parsed<Core> {
        self.cursor.bump();
        let (first, element) = self.vector_operand()?;
        self.cursor.expect(Kind::Comma, "`,`")?;
        let token = self.cursor.token();
        let second = self.typed_operand()?;
        if second.value_type != first.value_type {
            return Err(failure("the vectors have different types", token.start, token.end));
        }
        self.cursor.expect(Kind::Comma, "`,`")?;
        let token = self.cursor.token();
        let mask = self.typed_constant()?;
        let mask_type = self.module.constants.type_of(mask);
        if self.element_of(mask_type).is_none() {
            return Err(failure("this is no vector", token.start, token.end));
        }
        let result = self.like_vector(mask_type, element);
        let vectors = [first.operand, second.operand];
        let kind = InstructionKind::ShuffleVector { vector_type: first.value_type, vectors, mask };
        Ok(Core::new(kind, result))
    }

    /// `splat (i32 7)`: a vector of which all elements are the same.
    pub(super) fn splat(&mut self, of: TypeId) -> Parsed<Constant> {
        let token = self.cursor.bump();
        self.cursor.expect(Kind::OpenParen, "`(`")?;
        let element = self.typed_constant()?;
        self.cursor.expect(Kind::CloseParen, "`)`")?;
        match *self.module.types.get(of) {
            Type::Vector { length, scalable, element: expected }
                if self.module.constants.type_of(element) == expected =>
            {
                if scalable || length > MAX_SPLAT {
                    let what = "a vector of so many elements that are the same";
                    return Ok(Constant::Unsupported { what });
                }
                Ok(Constant::Aggregate(vec![element; length as usize].into()))
            }
            _ => Err(self.wrong_constant(token, of)),
        }
    }
}
