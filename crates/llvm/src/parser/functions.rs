//! What is a function: its header, and the blocks of its body?

use super::Parser;
use super::attributes::ParameterAttributes;
use super::cursor::{Parsed, failure};
use super::globals::is_top_level_word;
use super::locals::Locals;
use crate::lexer::{Kind, Token};
use crate::tree::instruction::InstructionKind;
use crate::tree::symbol::Linkage;
use crate::tree::{
    Block, BlockId, Definition, Function, FunctionId, Instruction, LocalName, MetadataId,
    Parameter, Symbol,
};

/// A function without its body.
struct Header<'a> {
    function: Function,
    linkage: Linkage,
    /// Where its name stands.
    token: Token<'a>,
}

/// The blocks read so far; they are in the order of their ids when all are read.
struct Body {
    blocks: Vec<(BlockId, Block)>,
    /// Whether the last block still wants instructions.
    open: bool,
}

impl<'a> Parser<'a> {
    /// `declare …`.
    pub(super) fn declaration(&mut self) -> Parsed<()> {
        self.cursor.bump();
        let mut debug = None;
        while self.cursor.at(Kind::MetadataName) {
            debug = self.attachment()?.or(debug);
        }
        let header = self.header(debug)?;
        while self.function_suffix(is_top_level_word)? {}
        self.locals = Locals::default();
        self.add_function(header)
    }

    /// `define … { … }`.
    pub(super) fn definition(&mut self) -> Parsed<()> {
        self.cursor.bump();
        let mut header = self.header(None)?;
        let function = &mut header.function;
        while !self.cursor.at(Kind::OpenBrace) {
            if self.cursor.at(Kind::MetadataName) {
                function.debug = self.attachment()?.or(function.debug);
            } else if !self.function_suffix(|_| false)? {
                return Err(self.cursor.unexpected("`{`"));
            }
        }
        self.cursor.bump();
        function.blocks = self.body()?;
        function.values = self.finish_locals()?;
        self.add_function(header)
    }

    /// `!dbg !7`; the node, if it is about debugging.
    pub(super) fn attachment(&mut self) -> Parsed<Option<MetadataId>> {
        let kind = self.cursor.expect(Kind::MetadataName, "an attachment")?;
        let node = self.metadata_node()?;
        Ok((kind.text == "dbg").then_some(node))
    }

    /// Everything up to and including the parameters.
    fn header(&mut self, debug: Option<MetadataId>) -> Parsed<Header<'a>> {
        let (mut linkage, mut is_result_nonnull) = (Linkage::External, false);
        while !Parser::begins_type(self.cursor.token()) {
            linkage = Linkage::from_keyword(self.cursor.token().text).unwrap_or(linkage);
            is_result_nonnull |= self.cursor.at_word("nonnull");
            if !self.skip_attribute(|_| false)? {
                return Err(self.cursor.unexpected("the type of a result"));
            }
        }
        let result = self.parse_type()?;
        let token = self.cursor.token();
        if !matches!(token.kind, Kind::Global | Kind::GlobalNumber) {
            return Err(self.cursor.unexpected("the name of a function"));
        }
        self.cursor.bump();
        let symbol = self.symbol(token)?.0;
        let (parameters, variadic) = self.parameters()?;
        let function = Function {
            symbol,
            result,
            is_result_nonnull,
            parameters,
            variadic,
            blocks: Vec::new(),
            values: Vec::new(),
            debug,
        };
        Ok(Header { function, linkage, token })
    }

    fn parameters(&mut self) -> Parsed<(Vec<Parameter>, bool)> {
        self.cursor.expect(Kind::OpenParen, "`(`")?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.cursor.at(Kind::CloseParen) {
            if self.cursor.eat_word("...") {
                variadic = true;
                break;
            }
            let parameter_type = self.parse_type()?;
            let ParameterAttributes { by_value, is_nonnull, .. } = self.parameter_attributes()?;
            let token = self.cursor.token();
            let name = if matches!(token.kind, Kind::Local | Kind::LocalNumber) {
                self.cursor.bump();
                self.local_name(token)?
            } else {
                self.next_local()
            };
            self.define_value(name, token, Some(parameter_type))?;
            parameters.push(Parameter { parameter_type, by_value, is_nonnull });
            if !self.cursor.eat(Kind::Comma) {
                break;
            }
        }
        self.cursor.expect(Kind::CloseParen, "`,` or `)`")?;
        Ok((parameters, variadic))
    }

    /// One of the things that may follow the parameters; whether there was one.
    fn function_suffix(&mut self, stop: impl Fn(&str) -> bool) -> Parsed<bool> {
        let token = self.cursor.token();
        if token.kind != Kind::Word {
            return self.skip_attribute(stop);
        }
        match token.text {
            "prefix" | "prologue" | "personality" => {
                self.cursor.bump();
                self.typed_constant()?;
            }
            "section" | "partition" | "gc" => {
                self.cursor.bump();
                self.cursor.expect(Kind::Text, "a string")?;
            }
            _ => return self.skip_attribute(stop),
        }
        Ok(true)
    }

    fn add_function(&mut self, header: Header<'a>) -> Parsed<()> {
        let Header { function, linkage, token } = header;
        let id = function.symbol;
        let definition = Definition::Function(FunctionId(self.module.functions.len() as u32));
        self.module.functions.push(function);
        let name = self.symbol(token)?.1;
        let offset = token.start as u32;
        let symbol = Symbol { name, linkage, definition, offset };
        self.define_symbol(id, token, symbol)
    }

    /// The blocks between the braces, and the closing one.
    fn body(&mut self) -> Parsed<Vec<Block>> {
        let mut body = Body { blocks: Vec::new(), open: false };
        loop {
            let token = self.cursor.token();
            match token.kind {
                Kind::CloseBrace => break,
                Kind::Label => {
                    self.close_block(&mut body)?;
                    self.cursor.bump();
                    let quoted = token.end - token.start > token.text.len() + 1;
                    let name = match token.text.parse() {
                        Ok(number) if !quoted => LocalName::Number(number),
                        _ => LocalName::Named(self.name(token)),
                    };
                    self.open_block(&mut body, name, token)?;
                }
                Kind::Word if token.text.starts_with("uselistorder") => {
                    self.close_block(&mut body)?;
                    self.use_list_order()?;
                }
                _ => {
                    if !body.open {
                        let name = self.next_local();
                        self.open_block(&mut body, name, token)?;
                    }
                    self.instruction_into(&mut body)?;
                }
            }
        }
        self.close_block(&mut body)?;
        if body.blocks.is_empty() {
            return Err(self.cursor.unexpected("the body of a function"));
        }
        self.cursor.bump();
        body.blocks.sort_by_key(|(id, _)| *id);
        Ok(body.blocks.into_iter().map(|(_, block)| block).collect())
    }

    fn open_block(&mut self, body: &mut Body, name: LocalName, token: Token<'a>) -> Parsed<()> {
        let id = self.define_block(name, token)?;
        let instructions = Vec::new();
        body.blocks.push((id, Block { name, instructions }));
        body.open = true;
        Ok(())
    }

    fn instruction_into(&mut self, body: &mut Body) -> Parsed<()> {
        let instruction = self.instruction()?;
        if let (Some(instruction), Some((_, block))) = (instruction, body.blocks.last_mut()) {
            if let (InstructionKind::Phi { .. }, Some(last)) =
                (&instruction.kind, block.instructions.last())
                && !matches!(
                    last.kind,
                    InstructionKind::Phi { .. } | InstructionKind::DebugVariable(_)
                )
            {
                let start = instruction.offset as usize;
                let message = "a `phi` after other instructions of its block";
                return Err(failure(message, start, start + 1));
            }
            body.open = !ends_block(&instruction.kind);
            block.instructions.push(instruction);
        }
        Ok(())
    }

    /// Makes sure that the last block has ended. One that stops at an instruction which is not
    /// understood has: that instruction may be what ends it.
    fn close_block(&mut self, body: &mut Body) -> Parsed<()> {
        if !std::mem::replace(&mut body.open, false) {
            return Ok(());
        }
        let block = body.blocks.last_mut();
        let mut instructions = block.into_iter().flat_map(|(_, block)| &mut block.instructions);
        let last = instructions
            .rfind(|instruction| !matches!(instruction.kind, InstructionKind::DebugVariable(_)));
        match last {
            Some(Instruction { kind: InstructionKind::Unsupported { ends_block, .. }, .. }) => {
                *ends_block = true;
                Ok(())
            }
            _ => {
                let token = self.cursor.token();
                let message = "the block before this has no `ret`, `br` or other end";
                Err(failure(message, token.start, token.end))
            }
        }
    }
}

fn ends_block(kind: &InstructionKind) -> bool {
    match kind {
        InstructionKind::Return(_)
        | InstructionKind::Jump(_)
        | InstructionKind::Branch { .. }
        | InstructionKind::Switch(_)
        | InstructionKind::IndirectBranch { .. }
        | InstructionKind::Invoke { .. }
        | InstructionKind::Resume(_)
        | InstructionKind::Unreachable => true,
        InstructionKind::Unsupported { ends_block, .. } => *ends_block,
        InstructionKind::Binary { .. }
        | InstructionKind::Compare { .. }
        | InstructionKind::FloatCompare { .. }
        | InstructionKind::FloatNegate(_)
        | InstructionKind::ExtractElement { .. }
        | InstructionKind::InsertElement { .. }
        | InstructionKind::ShuffleVector { .. }
        | InstructionKind::Cast { .. }
        | InstructionKind::Select { .. }
        | InstructionKind::Freeze(_)
        | InstructionKind::Phi { .. }
        | InstructionKind::GetElementPointer { .. }
        | InstructionKind::ExtractValue { .. }
        | InstructionKind::InsertValue { .. }
        | InstructionKind::Alloca { .. }
        | InstructionKind::Load { .. }
        | InstructionKind::Store { .. }
        | InstructionKind::CompareExchange(_)
        | InstructionKind::AtomicUpdate { .. }
        | InstructionKind::Fence { .. }
        | InstructionKind::Call(_)
        | InstructionKind::LandingPad { .. }
        | InstructionKind::DebugVariable(_) => false,
    }
}
