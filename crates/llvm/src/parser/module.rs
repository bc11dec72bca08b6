//! What stands at the top level of a module?

use super::Parser;
use super::cursor::Parsed;
use crate::lexer::Kind;

impl Parser<'_> {
    pub(super) fn module(&mut self) -> Parsed<()> {
        while !self.cursor.at(Kind::End) {
            self.top_level()?;
        }
        self.check_types()?;
        self.check_metadata()?;
        self.finish_symbols()
    }

    fn top_level(&mut self) -> Parsed<()> {
        let token = self.cursor.token();
        match (token.kind, token.text) {
            (Kind::Word, "define") => self.definition(),
            (Kind::Word, "declare") => self.declaration(),
            (Kind::Global | Kind::GlobalNumber, _) => self.global(),
            (Kind::Local | Kind::LocalNumber, _) => self.type_definition(),
            (Kind::MetadataName | Kind::MetadataNumber, _) => self.metadata_definition(),
            (Kind::Word, "attributes") => {
                self.cursor.bump();
                self.cursor.expect(Kind::AttributeGroup, "a group such as `#0`")?;
                self.cursor.expect(Kind::Equals, "`=`")?;
                self.braces()
            }
            (Kind::Comdat, _) => {
                self.cursor.bump();
                self.cursor.expect(Kind::Equals, "`=`")?;
                self.cursor.expect_word("comdat")?;
                self.cursor.expect(Kind::Word, "a kind of comdat").map(drop)
            }
            (Kind::Word, "source_filename") => {
                self.cursor.bump();
                self.module.source_filename = Some(self.equals_text()?);
                Ok(())
            }
            (Kind::Word, "target") => self.target(),
            (Kind::Word, "module") => {
                self.cursor.bump();
                self.cursor.expect_word("asm")?;
                let text = self.cursor.expect(Kind::Text, "a string")?;
                let line = self.name(text);
                self.module.assembly.push(line);
                Ok(())
            }
            (Kind::SummaryEntry, _) => self.summary_entry(),
            (Kind::Word, "uselistorder" | "uselistorder_bb") => self.use_list_order(),
            _ => Err(self.cursor.unexpected("a definition")),
        }
    }

    fn equals_text(&mut self) -> Parsed<crate::tree::NameId> {
        self.cursor.expect(Kind::Equals, "`=`")?;
        let text = self.cursor.expect(Kind::Text, "a string")?;
        Ok(self.name(text))
    }

    fn target(&mut self) -> Parsed<()> {
        self.cursor.bump();
        let which = self.cursor.token();
        self.cursor.expect(Kind::Word, "`datalayout` or `triple`")?;
        let text = self.equals_text()?;
        match which.text {
            "datalayout" => self.module.data_layout = Some(text),
            "triple" => self.module.target_triple = Some(text),
            _ => {}
        }
        Ok(())
    }

    fn braces(&mut self) -> Parsed<()> {
        if !self.cursor.at(Kind::OpenBrace) {
            return Err(self.cursor.unexpected("`{`"));
        }
        self.cursor.skip_brackets()
    }

    /// `^0 = gv: (…)` or `^1 = blockcount: 7`: what a linker wants to know.
    fn summary_entry(&mut self) -> Parsed<()> {
        self.cursor.bump();
        self.cursor.expect(Kind::Equals, "`=`")?;
        self.cursor.expect(Kind::Label, "the kind of a summary")?;
        self.cursor.skip_brackets()
    }

    /// `uselistorder i32 %x, { 1, 0 }`: an order that means nothing.
    pub(super) fn use_list_order(&mut self) -> Parsed<()> {
        let of_block = self.cursor.bump().text == "uselistorder_bb";
        if of_block {
            self.cursor.bump();
            self.cursor.expect(Kind::Comma, "`,`")?;
            self.cursor.bump();
        } else {
            let of = self.parse_type()?;
            let token = self.cursor.token();
            if matches!(token.kind, Kind::Local | Kind::LocalNumber) {
                self.cursor.bump();
            } else {
                self.constant(of)?;
            }
        }
        self.cursor.expect(Kind::Comma, "`,`")?;
        self.braces()
    }
}
