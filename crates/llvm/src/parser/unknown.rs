//! What about an instruction that is not understood? It is skipped and remembered by its name.

use super::Parser;
use super::cursor::Parsed;
use super::instructions::Core;
use crate::lexer::{Kind, Token};
use crate::tree::{InstructionKind, MetadataId};

impl<'a> Parser<'a> {
    /// Skips an instruction that is not understood.
    ///
    /// It ends before the next token that begins a line or a block, except where a bracket is
    /// still open or the word is known to continue it.
    pub(super) fn unknown_instruction(
        &mut self,
        opcode: Token<'a>,
    ) -> Parsed<(Core, Option<MetadataId>)> {
        self.cursor.bump();
        let mut debug = None;
        loop {
            let token = self.cursor.token();
            let continues = token.kind == Kind::Word
                && matches!(token.text, "to" | "unwind" | "cleanup" | "catch" | "filter");
            match token.kind {
                Kind::CloseBrace | Kind::Label | Kind::End | Kind::Unterminated => break,
                _ if token.begins_line && !continues => break,
                Kind::OpenParen | Kind::OpenBracket | Kind::OpenBrace => {
                    self.cursor.skip_brackets()?;
                }
                Kind::MetadataName if token.text == "dbg" => {
                    debug = self.attachment()?.or(debug);
                }
                _ => {
                    self.cursor.bump();
                }
            }
        }
        let ends_block =
            matches!(opcode.text, "callbr" | "catchswitch" | "catchret" | "cleanupret");
        let what = self.intern(description(opcode.text));
        let kind = InstructionKind::Unsupported { what, ends_block };
        let result = None;
        Ok((Core { kind, result }, debug))
    }
}

/// How a construct is called in a message.
fn description(opcode: &str) -> String {
    match opcode {
        "catchswitch" | "catchpad" | "catchret" | "cleanuppad" | "cleanupret" => {
            format!("exception handling instruction `{opcode}`")
        }
        _ => format!("instruction `{opcode}`"),
    }
}
