//! Parsing the top level of a program.
//!
//! Recursive descent over a token list, with one walk ahead for the names ([`symbols`]). The first
//! mistake ends it. What the verifier finds is reported at the statement it is about, so that
//! nothing has to be checked in two places.

pub(super) mod cursor;
mod function;
mod head;
mod instruction;
mod labels;
mod memory;
mod operand;
mod registers;
mod symbols;
mod terminator;

use super::layout;
use super::scan::tokens;
use super::token::{Mark, TokenKind};
use crate::layout::Layout;
use crate::structure::{Global, GlobalId, Program, Site, SiteId, ThreadLocal, ThreadLocalId};
use crate::verify::{ProgramPart, verify};
use base::Diagnostic;
use base::address::Pointers;
use cursor::Cursor;
use std::collections::HashMap;
use std::ops::Range;
use symbols::Symbols;

/// Parses the text form of a program and verifies it.
pub fn parse(text: &str) -> Result<Program, Diagnostic> {
    let tokens = tokens(text)?;
    let symbols = Symbols::collect(&tokens)?;
    let mut parser = Parser::new(Cursor::new(&tokens), symbols);
    while *parser.cursor.peek() != TokenKind::End {
        parser.item()?;
    }
    let Parser { program, spans, .. } = parser;
    match verify(&program) {
        Ok(()) => Ok(program),
        Err(problems) => {
            let problem = problems.into_iter().next().expect("an error has a problem");
            let span = spans.get(&problem.place).cloned().unwrap_or(0..text.len());
            Err(Diagnostic::new(problem.fault.to_string(), span))
        }
    }
}

/// The state of parsing a program.
struct Parser<'t> {
    cursor: Cursor<'t>,
    symbols: Symbols,
    program: Program,
    /// How many of the program's sites are declared at the top level so far.
    declared_sites: usize,
    /// How many registers of the functions so far are never mentioned; bounded, so that a program
    /// is not much larger than its text.
    gaps: usize,
    /// Where everything that the verifier may complain about stands.
    spans: HashMap<ProgramPart, Range<usize>>,
}

impl<'t> Parser<'t> {
    fn new(cursor: Cursor<'t>, symbols: Symbols) -> Parser<'t> {
        // Declared sites come first, wherever they are declared.
        let sites = vec![Site::default(); symbols.sites];
        let program = Program { sites, ..Program::default() };
        Parser { cursor, symbols, program, declared_sites: 0, gaps: 0, spans: HashMap::new() }
    }

    /// One declaration.
    fn item(&mut self) -> Result<(), Diagnostic> {
        let keyword = match self.cursor.peek() {
            TokenKind::Word(word) => word.as_str(),
            _ => "",
        };
        match keyword {
            "source" => {
                self.cursor.advance();
                let path = self.cursor.text("the path of a source file")?;
                self.program.sources.push(path);
                self.cursor.expect_statement_end()
            }
            "global" | "constant" => self.global(keyword == "constant"),
            "site" => self.declared_site(),
            "thread_local" => self.thread_local(),
            "pointers" => self.pointers(),
            "function" => self.function(),
            _ => Err(self
                .cursor
                .error(format!("expected a declaration, not {}", self.cursor.describe()))
                .with_help(
                    "the top level has `source`, `pointers`, `global`, `constant`, `site`, \
                     `thread_local` and `function`",
                )),
        }
    }

    /// `pointers 4`
    fn pointers(&mut self) -> Result<(), Diagnostic> {
        self.cursor.advance();
        let span = self.cursor.span();
        self.program.pointers = match self.cursor.number("how many bytes a pointer has")? {
            4 => Pointers::Narrow,
            8 => Pointers::Wide,
            _ => return Err(Diagnostic::new("pointers have 4 or 8 bytes", span)),
        };
        self.cursor.expect_statement_end()
    }

    /// The name after a keyword.
    fn declared_name(&mut self) -> Result<String, Diagnostic> {
        self.cursor.advance();
        match self.cursor.peek() {
            TokenKind::Symbol(name) => {
                self.cursor.advance();
                Ok(name.clone())
            }
            _ => {
                let found = self.cursor.describe();
                Err(self.cursor.error(format!("expected a name such as `@x`, not {found}")))
            }
        }
    }

    fn global(&mut self, constant: bool) -> Result<(), Diagnostic> {
        let start = self.cursor.span();
        let name = self.declared_name()?;
        self.cursor.expect(Mark::Colon, "before the size")?;
        let size = self.cursor.number("the size in bytes")?;
        let layout = self.layout()?;
        let bytes = if self.cursor.eat(Mark::Equals) { self.initial_bytes()? } else { Vec::new() };
        self.cursor.expect_statement_end()?;
        let id = GlobalId(self.program.globals.len() as u32);
        self.spans.insert(ProgramPart::Global(id), self.cursor.span_since(&start));
        self.program.globals.push(Global { name, size, bytes, constant, layout });
        Ok(())
    }

    /// `thread_local #3 : 8 = …`
    fn thread_local(&mut self) -> Result<(), Diagnostic> {
        let start = self.cursor.span();
        self.cursor.advance();
        let TokenKind::Hash(site) = *self.cursor.peek() else {
            let found = self.cursor.describe();
            return Err(self.cursor.error(format!("expected a site such as `#0`, not {found}")));
        };
        self.cursor.advance();
        let site = SiteId(site);
        self.cursor.expect(Mark::Colon, "before the size")?;
        let size = self.cursor.number("the size in bytes")?;
        let bytes = if self.cursor.eat(Mark::Equals) { self.initial_bytes()? } else { Vec::new() };
        self.cursor.expect_statement_end()?;
        let id = ThreadLocalId(self.program.thread_locals.len() as u32);
        self.spans.insert(ProgramPart::ThreadLocal(id), self.cursor.span_since(&start));
        self.program.thread_locals.push(ThreadLocal { site, size, bytes });
        Ok(())
    }

    /// `layout L`, if it is there.
    fn layout(&mut self) -> Result<Option<Layout>, Diagnostic> {
        if !self.cursor.eat_word("layout") {
            return Ok(None);
        }
        layout::parse(&mut self.cursor, 0).map(Some)
    }

    /// Strings, numbers and addresses up to the end of the line, with or without commas.
    fn initial_bytes(&mut self) -> Result<Vec<u8>, Diagnostic> {
        let mut bytes = Vec::new();
        while !self.cursor.at_statement_end() {
            let span = self.cursor.span();
            match self.cursor.peek() {
                TokenKind::Text(text) => {
                    self.cursor.advance();
                    bytes.extend_from_slice(text);
                }
                TokenKind::Reference(name) => {
                    self.cursor.advance();
                    let address = self.symbols.find(name, &span)?.address().0;
                    let address = address.wrapping_add(self.offset()?);
                    bytes.extend_from_slice(&address.to_le_bytes());
                }
                TokenKind::Word(word) => {
                    let size = match word.as_str() {
                        "i8" => 1,
                        "i16" => 2,
                        "i32" => 4,
                        "i64" => 8,
                        _ => return Err(self.expected_bytes()),
                    };
                    self.cursor.advance();
                    let number = self.signed_number()?;
                    bytes.extend_from_slice(&number.to_le_bytes()[..size]);
                }
                _ => return Err(self.expected_bytes()),
            }
            self.cursor.eat(Mark::Comma);
        }
        Ok(bytes)
    }

    fn expected_bytes(&self) -> Diagnostic {
        self.cursor
            .error(format!("expected initial bytes, not {}", self.cursor.describe()))
            .with_help("initial bytes are strings, `&name+offset` and numbers such as `i32 7`")
    }

    fn declared_site(&mut self) -> Result<(), Diagnostic> {
        self.cursor.advance();
        let site = self.site_description()?;
        self.cursor.expect_statement_end()?;
        self.program.sites[self.declared_sites] = site;
        self.declared_sites += 1;
        Ok(())
    }

    /// The name and layout of a site, both optional.
    fn site_description(&mut self) -> Result<Site, Diagnostic> {
        let named =
            !self.cursor.at_statement_end() && matches!(self.cursor.peek(), TokenKind::Text(_));
        let name = if named { self.cursor.text("the name of a site")? } else { String::new() };
        Ok(Site { name, layout: self.layout()? })
    }
}
