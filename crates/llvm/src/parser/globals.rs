//! What is a global variable, an alias, an indirect function?

use super::Parser;
use super::cursor::Parsed;
use crate::lexer::{Kind, Token};
use crate::tree::symbol::{Linkage, Variable};
use crate::tree::{Definition, Symbol};

impl<'a> Parser<'a> {
    /// `@name = …`.
    pub(super) fn global(&mut self) -> Parsed<()> {
        let token = self.cursor.bump();
        let (id, name) = self.symbol(token)?;
        self.cursor.expect(Kind::Equals, "`=`")?;
        let mut linkage = None;
        let mut thread_local = false;
        let keyword = loop {
            let word = self.cursor.token();
            match word.text {
                "global" | "constant" | "alias" | "ifunc" if word.kind == Kind::Word => break word,
                "thread_local" => thread_local = true,
                text => linkage = linkage.or(Linkage::from_keyword(text)),
            }
            if !self.skip_attribute(|_| false)? {
                return Err(self.cursor.unexpected("`global`, `constant` or `alias`"));
            }
        };
        self.cursor.bump();
        let definition = match keyword.text {
            "alias" => {
                self.parse_type()?;
                self.cursor.expect(Kind::Comma, "`,`")?;
                let target = self.typed_constant()?;
                Definition::Alias { target }
            }
            "ifunc" => {
                self.parse_type()?;
                self.cursor.expect(Kind::Comma, "`,`")?;
                self.typed_constant()?;
                Definition::IndirectFunction
            }
            _ => self.variable(keyword, linkage, thread_local)?,
        };
        let definition = self.variable_suffixes(definition)?;
        let linkage = linkage.unwrap_or(Linkage::External);
        let offset = token.start as u32;
        let symbol = Symbol { name, linkage, definition, offset };
        self.define_symbol(id, token, symbol)
    }

    fn variable(
        &mut self,
        keyword: Token<'a>,
        linkage: Option<Linkage>,
        thread_local: bool,
    ) -> Parsed<Definition> {
        let value_type = self.parse_type()?;
        // A definition has no linkage keyword or another one.
        let declared = matches!(linkage, Some(Linkage::External | Linkage::ExternWeak));
        let initializer = if declared { None } else { Some(self.constant(value_type)?) };
        Ok(Definition::Variable(Variable {
            value_type,
            initializer,
            constant: keyword.text == "constant",
            thread_local,
            align: None,
            section: None,
            debug: Vec::new(),
        }))
    }

    /// `, align 4, section "x", !dbg !7` and attributes.
    fn variable_suffixes(&mut self, mut definition: Definition) -> Parsed<Definition> {
        loop {
            let comma = self.cursor.eat(Kind::Comma);
            let token = self.cursor.token();
            if comma && token.kind == Kind::MetadataName {
                self.cursor.bump();
                let node = self.metadata_node()?;
                if let Definition::Variable(variable) = &mut definition
                    && token.text == "dbg"
                {
                    variable.debug.push(node);
                }
            } else if comma && self.cursor.eat_word("align") {
                let align = self.cursor.expect_number("an alignment")?;
                if let Definition::Variable(variable) = &mut definition {
                    variable.align = Some(align);
                }
            } else if comma && matches!(token.text, "section" | "partition" | "code_model") {
                self.cursor.bump();
                let text = self.cursor.expect(Kind::Text, "a string")?;
                if let Definition::Variable(variable) = &mut definition
                    && token.text == "section"
                {
                    variable.section = Some(self.name(text));
                }
            } else if !self.skip_attribute(is_top_level_word)? {
                if comma {
                    return Err(self.cursor.unexpected("an attribute"));
                }
                return Ok(definition);
            }
        }
    }
}

/// Whether this word begins something new at the top level.
pub(super) fn is_top_level_word(word: &str) -> bool {
    matches!(
        word,
        "define"
            | "declare"
            | "attributes"
            | "source_filename"
            | "target"
            | "module"
            | "uselistorder"
            | "uselistorder_bb"
    )
}
