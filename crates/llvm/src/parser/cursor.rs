//! Where in the text is the parser, and what does it say when something else stands there?

use crate::lexer::{Kind, Lexer, Token};
use base::Diagnostic;

/// A result of the parser. The failure is boxed, because almost nothing fails.
pub(super) type Parsed<T> = Result<T, Box<Failure>>;

#[derive(Debug)]
pub(super) struct Failure {
    pub(super) diagnostic: Diagnostic,
    /// A word stands where none is known: perhaps the syntax of a newer LLVM, and not an error.
    pub(super) unknown_word: bool,
}

/// The current token and what comes after it. A copy is a place to return to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        let mut lexer = Lexer::new(text);
        let token = lexer.next_token();
        Cursor { lexer, token }
    }

    pub(super) fn token(&self) -> Token<'a> {
        self.token
    }

    /// Moves on and returns the token that was current.
    pub(super) fn bump(&mut self) -> Token<'a> {
        std::mem::replace(&mut self.token, self.lexer.next_token())
    }

    /// The token after the current one.
    pub(super) fn peek(&self) -> Token<'a> {
        self.lexer.clone().next_token()
    }

    pub(super) fn at(&self, kind: Kind) -> bool {
        self.token.kind == kind
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        self.token.kind == Kind::Word && self.token.text == word
    }

    pub(super) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// Takes a comma, unless what follows it is an attachment such as `, !dbg !7`.
    pub(super) fn eat_comma_in_list(&mut self) -> bool {
        self.at(Kind::Comma) && self.peek().kind != Kind::MetadataName && self.eat(Kind::Comma)
    }

    pub(super) fn expect(&mut self, kind: Kind, what: &str) -> Parsed<Token<'a>> {
        if self.at(kind) { Ok(self.bump()) } else { Err(self.unexpected(what)) }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    /// A decimal number, such as an alignment.
    pub(super) fn expect_number(&mut self, what: &str) -> Parsed<u64> {
        match self.token.text.parse() {
            Ok(number) if self.at(Kind::Number) => {
                self.bump();
                Ok(number)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// The complaint that `what` should stand here.
    pub(super) fn unexpected(&self, what: &str) -> Box<Failure> {
        let token = self.token;
        let message = match token.kind {
            Kind::End => format!("the text ends where {what} should stand"),
            Kind::Unterminated => "a string without its closing quote".to_owned(),
            Kind::Invalid => format!("expected {what}, found a stray character"),
            Kind::Word
            | Kind::Number
            | Kind::Text
            | Kind::Bytes
            | Kind::Label
            | Kind::Local
            | Kind::LocalNumber
            | Kind::Global
            | Kind::GlobalNumber
            | Kind::Comdat
            | Kind::MetadataName
            | Kind::MetadataNumber
            | Kind::Bang
            | Kind::AttributeGroup
            | Kind::DebugRecord
            | Kind::SummaryEntry
            | Kind::Equals
            | Kind::Comma
            | Kind::Star
            | Kind::Bar
            | Kind::Slash
            | Kind::OpenParen
            | Kind::CloseParen
            | Kind::OpenBracket
            | Kind::CloseBracket
            | Kind::OpenBrace
            | Kind::CloseBrace
            | Kind::OpenAngle
            | Kind::CloseAngle => format!("expected {what}"),
        };
        let mut diagnostic = Diagnostic::new(message, token.start..token.end);
        if token.kind == Kind::End {
            diagnostic = diagnostic.with_help("the file may be truncated: generate it again");
        }
        Box::new(Failure { diagnostic, unknown_word: token.kind == Kind::Word })
    }

    /// Skips from the opening bracket that is current to behind the one that closes it.
    pub(super) fn skip_brackets(&mut self) -> Parsed<()> {
        let mut open = 0_usize;
        loop {
            match self.token.kind {
                Kind::OpenParen | Kind::OpenBracket | Kind::OpenBrace => open += 1,
                Kind::CloseParen | Kind::CloseBracket | Kind::CloseBrace => {
                    open = open.saturating_sub(1);
                }
                Kind::End | Kind::Unterminated => {
                    return Err(self.unexpected("a closing bracket"));
                }
                _ => {}
            }
            self.bump();
            if open == 0 {
                return Ok(());
            }
        }
    }
}

/// A complaint about the part of the text between two offsets.
pub(super) fn failure(message: impl Into<String>, start: usize, end: usize) -> Box<Failure> {
    Box::new(Failure { diagnostic: Diagnostic::new(message, start..end), unknown_word: false })
}
