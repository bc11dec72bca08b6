//! What can be read over? Attributes, calling conventions, visibility and their like: what they
//! promise to an optimiser is of no interest to an interpreter. The exceptions are `byval`,
//! `align` and `nonnull`.

use super::Parser;
use super::cursor::Parsed;
use crate::lexer::Kind;
use crate::tree::TypeId;

/// What is kept of the attributes of a parameter or argument.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ParameterAttributes {
    pub(super) by_value: Option<TypeId>,
    pub(super) align: Option<u64>,
    pub(super) is_nonnull: bool,
}

impl Parser<'_> {
    /// Skips one attribute: a word with or without arguments, a string, or a group. Returns
    /// whether there was one; `stop` says which words are none.
    pub(super) fn skip_attribute(&mut self, stop: impl Fn(&str) -> bool) -> Parsed<bool> {
        let token = self.cursor.token();
        match token.kind {
            Kind::AttributeGroup => {
                self.cursor.bump();
            }
            Kind::Text => {
                self.cursor.bump();
                if self.cursor.eat(Kind::Equals) {
                    self.cursor.expect(Kind::Text, "the value of an attribute")?;
                }
            }
            Kind::Word if !stop(token.text) => {
                self.cursor.bump();
                if self.cursor.at(Kind::OpenParen) {
                    self.cursor.skip_brackets()?;
                } else if matches!(token.text, "align" | "alignstack" | "cc" | "dereferenceable") {
                    self.cursor.eat(Kind::Equals);
                    self.cursor.eat(Kind::Number);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Skips everything up to the type that follows: linkage-like keywords, calling conventions,
    /// attributes of the result.
    pub(super) fn skip_to_type(&mut self) -> Parsed<()> {
        while !Parser::begins_type(self.cursor.token()) {
            if !self.skip_attribute(|_| false)? {
                return Err(self.cursor.unexpected("a type"));
            }
        }
        Ok(())
    }

    /// Skips the attributes between a type and its value, except for those of interest.
    pub(super) fn parameter_attributes(&mut self) -> Parsed<ParameterAttributes> {
        let mut attributes = ParameterAttributes::default();
        loop {
            let next = self.cursor.peek();
            if self.cursor.at_word("byval") && next.kind == Kind::OpenParen {
                self.cursor.bump();
                self.cursor.bump();
                attributes.by_value = Some(self.parse_type()?);
                self.cursor.expect(Kind::CloseParen, "`)`")?;
            } else {
                if self.cursor.at_word("align") && next.kind == Kind::Number {
                    attributes.align = next.text.parse().ok();
                }
                attributes.is_nonnull |= self.cursor.at_word("nonnull");
                if !self.skip_attribute(is_value_word)? {
                    return Ok(attributes);
                }
            }
        }
    }
}

/// Whether a constant can begin with this word.
pub(super) fn is_value_word(word: &str) -> bool {
    matches!(
        word,
        "true"
            | "false"
            | "null"
            | "none"
            | "undef"
            | "poison"
            | "zeroinitializer"
            | "getelementptr"
            | "icmp"
            | "fcmp"
            | "select"
            | "fneg"
            | "extractvalue"
            | "insertvalue"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
            | "splat"
            | "blockaddress"
            | "dso_local_equivalent"
            | "no_cfi"
            | "ptrauth"
            | "asm"
            | "..."
    ) || is_literal_word(word)
        || crate::tree::CastOperation::from_keyword(word).is_some()
        || crate::tree::BinaryOperation::from_keyword(word).is_some()
}

/// Whether this is a number that begins with a letter or a sign, such as `u0xFF` or `+inf`.
pub(super) fn is_literal_word(word: &str) -> bool {
    ["u0x", "s0x", "f0x"].iter().any(|prefix| word.starts_with(prefix))
        || matches!(word.trim_start_matches(['+', '-']), "inf" | "nan" | "qnan" | "snan")
}
