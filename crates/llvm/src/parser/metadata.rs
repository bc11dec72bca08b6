//! Which metadata stands here? Numbered nodes may be used before they are defined.

use super::Parser;
use super::cursor::{Parsed, failure};
use crate::lexer::Kind;
use crate::tree::metadata::{Field, Fields};
use crate::tree::{Metadata, MetadataId, Operand};
use rustc_hash::FxHashMap;

/// Which numbered nodes have been seen, and where each was first.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    ids: FxHashMap<u32, (MetadataId, usize)>,
}

impl<'a> Parser<'a> {
    fn numbered_node(&mut self, number: u32, offset: usize) -> MetadataId {
        let metadata = &mut self.module.metadata;
        let entry = self.metadata_numbers.ids.entry(number);
        entry.or_insert_with(|| (metadata.push(Metadata::Missing), offset)).0
    }

    /// `!12 = …` or `!name = …`.
    pub(super) fn metadata_definition(&mut self) -> Parsed<()> {
        let token = self.cursor.bump();
        self.cursor.expect(Kind::Equals, "`=`")?;
        if token.kind == Kind::MetadataName {
            let name = self.name(token);
            self.cursor.expect(Kind::Bang, "`!{`")?;
            let elements = self.tuple()?;
            self.module.metadata.named.push((name, elements));
            return Ok(());
        }
        let number = self.number(token)?;
        let id = self.numbered_node(number, token.start);
        if !matches!(self.module.metadata.get(id), Metadata::Missing) {
            let message = format!("`!{number}` is defined twice");
            return Err(failure(message, token.start, token.end));
        }
        self.cursor.eat_word("distinct");
        let node = self.node_body()?;
        self.module.metadata.set(id, node);
        Ok(())
    }

    /// Checks that every numbered node that is used is defined.
    pub(super) fn check_metadata(&self) -> Parsed<()> {
        let missing = self
            .metadata_numbers
            .ids
            .values()
            .filter(|(id, _)| matches!(self.module.metadata.get(*id), Metadata::Missing));
        match missing.map(|(_, offset)| *offset).min() {
            Some(offset) => Err(failure("metadata that is never defined", offset, offset + 1)),
            None => Ok(()),
        }
    }

    /// A node: a reference to a numbered one, or one that is written in place.
    pub(super) fn metadata_node(&mut self) -> Parsed<MetadataId> {
        if self.cursor.at(Kind::MetadataNumber) {
            let token = self.cursor.bump();
            let number = self.number(token)?;
            return Ok(self.numbered_node(number, token.start));
        }
        let node = self.nested(Parser::node_body)?;
        Ok(self.module.metadata.push(node))
    }

    /// `!{…}`, `!"…"` or `!DIKind(…)`.
    fn node_body(&mut self) -> Parsed<Metadata> {
        let token = self.cursor.token();
        match token.kind {
            Kind::Bang => {
                self.cursor.bump();
                if self.cursor.at(Kind::Text) {
                    let text = self.cursor.bump();
                    return Ok(Metadata::Text(self.name(text)));
                }
                self.tuple().map(Metadata::Tuple)
            }
            Kind::MetadataName => {
                self.cursor.bump();
                let kind = self.name(token);
                let fields = self.fields()?;
                Ok(Metadata::Node { kind, fields })
            }
            _ => Err(self.cursor.unexpected("metadata")),
        }
    }

    /// `{…}`.
    fn tuple(&mut self) -> Parsed<Box<[Option<MetadataId>]>> {
        self.cursor.expect(Kind::OpenBrace, "`{`")?;
        let mut elements = Vec::new();
        while !self.cursor.at(Kind::CloseBrace) {
            if self.cursor.eat_word("null") {
                elements.push(None);
            } else {
                elements.push(Some(self.metadata_operand()?));
            }
            if !self.cursor.eat(Kind::Comma) {
                break;
            }
        }
        self.cursor.expect(Kind::CloseBrace, "`,` or `}`")?;
        Ok(elements.into())
    }

    /// A node, or a value with its type.
    pub(super) fn metadata_operand(&mut self) -> Parsed<MetadataId> {
        if !Parser::begins_type(self.cursor.token()) {
            return self.metadata_node();
        }
        let value = self.nested(Parser::typed_operand)?;
        let metadata = match value.operand {
            Operand::Constant(constant) => Metadata::Constant(constant),
            Operand::Local(local) => Metadata::Local(local),
            Operand::Metadata(node) => return Ok(node),
        };
        Ok(self.module.metadata.push(metadata))
    }

    /// `(name: value, …)`; a value may also stand without a name.
    fn fields(&mut self) -> Parsed<Fields> {
        self.cursor.expect(Kind::OpenParen, "`(`")?;
        let mut fields = Vec::new();
        while !self.cursor.at(Kind::CloseParen) {
            let label = self.cursor.token();
            let name = self.cursor.eat(Kind::Label).then(|| self.name(label));
            let value = self.field()?;
            fields.push((name, value));
            if !self.cursor.eat(Kind::Comma) {
                break;
            }
        }
        self.cursor.expect(Kind::CloseParen, "`,` or `)`")?;
        Ok(fields.into())
    }

    fn field(&mut self) -> Parsed<Field> {
        let token = self.cursor.token();
        match token.kind {
            Kind::Number => {
                self.cursor.bump();
                let value = token
                    .text
                    .parse()
                    .map_err(|_| failure("the number is too large", token.start, token.end))?;
                Ok(Field::Integer(value))
            }
            Kind::Text => {
                self.cursor.bump();
                Ok(Field::Text(self.name(token)))
            }
            Kind::MetadataNumber | Kind::MetadataName | Kind::Bang => {
                self.metadata_node().map(Field::Reference)
            }
            // `value: i32 5`; no keyword of a field is also a type.
            _ if Parser::begins_type(token) && token.kind != Kind::OpenBrace => {
                self.metadata_operand().map(Field::Reference)
            }
            Kind::Word => {
                self.cursor.bump();
                while self.cursor.eat(Kind::Bar) {
                    self.cursor.bump();
                }
                Ok(Field::Word(self.name(token)))
            }
            // Lists without a `!` occur in `GenericDINode` only.
            Kind::OpenBrace => {
                self.cursor.skip_brackets()?;
                Ok(Field::Word(self.intern("")))
            }
            _ => Err(self.cursor.unexpected("the value of a field")),
        }
    }
}
