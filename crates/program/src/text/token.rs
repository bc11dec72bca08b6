//! The words, numbers, names and marks that texts consist of.
//!
//! Whether a token is the first on its line is kept, because statements end with their line.

use std::ops::Range;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Range<usize>,
    pub(super) first_on_line: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// `load.4`, `layout`, `next`
    Word(String),
    Number(u64),
    Register(RegisterName),
    /// `@name`
    Symbol(String),
    /// `&name`
    Reference(String),
    Text(Vec<u8>),
    /// `#3`
    Hash(u32),
    Mark(Mark),
    End,
}

/// How a register is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RegisterName {
    /// `%3`, `%3.name`
    Numbered { number: u32, name: Option<String> },
    /// `%name`
    Named(String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    OpenBrace,
    CloseBrace,
    OpenParenthesis,
    CloseParenthesis,
    OpenBracket,
    CloseBracket,
    Comma,
    Colon,
    Semicolon,
    Equals,
    Plus,
    Minus,
    Arrow,
    Bang,
    At,
}

impl Mark {
    pub(super) fn text(self) -> &'static str {
        match self {
            Mark::OpenBrace => "{",
            Mark::CloseBrace => "}",
            Mark::OpenParenthesis => "(",
            Mark::CloseParenthesis => ")",
            Mark::OpenBracket => "[",
            Mark::CloseBracket => "]",
            Mark::Comma => ",",
            Mark::Colon => ":",
            Mark::Semicolon => ";",
            Mark::Equals => "=",
            Mark::Plus => "+",
            Mark::Minus => "-",
            Mark::Arrow => "->",
            Mark::Bang => "!",
            Mark::At => "@",
        }
    }
}
