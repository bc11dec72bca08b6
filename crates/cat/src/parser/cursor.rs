//! A place between the tokens of a file, and what can be asked there.

use crate::error::{Error, ErrorKind};
use crate::lexer::{Token, TokenKind};
use crate::source::Span;
use crate::syntax::Identifier;

/// How deep expressions and instructions may be nested: what is deeper would not fit on the stack.
const MAX_DEPTH: usize = 100;

/// Words that are no names.
const KEYWORDS: [&str; 33] = [
    "let",
    "rec",
    "and",
    "in",
    "fun",
    "match",
    "with",
    "begin",
    "end",
    "try",
    "if",
    "then",
    "else",
    "forall",
    "do",
    "from",
    "call",
    "procedure",
    "include",
    "show",
    "unshow",
    "as",
    "flag",
    "undefined_unless",
    "assert",
    "acyclic",
    "irreflexive",
    "empty",
    "enum",
    "instructions",
    "default",
    "when",
    "_",
];

#[derive(Debug)]
pub(super) struct Cursor<'s, 't> {
    /// The last one is the end.
    tokens: &'s [Token<'t>],
    next: usize,
    depth: usize,
}

impl<'s, 't> Cursor<'s, 't> {
    pub(super) fn new(tokens: &'s [Token<'t>]) -> Cursor<'s, 't> {
        Cursor { tokens, next: 0, depth: 0 }
    }

    fn token(&self, ahead: usize) -> Token<'t> {
        self.tokens[(self.next + ahead).min(self.tokens.len() - 1)]
    }

    pub(super) fn peek(&self) -> TokenKind<'t> {
        self.token(0).kind
    }

    /// The token after the next one.
    pub(super) fn peek_second(&self) -> TokenKind<'t> {
        self.token(1).kind
    }

    /// The token after that.
    pub(super) fn peek_third(&self) -> TokenKind<'t> {
        self.token(2).kind
    }

    /// Where the next token stands.
    pub(super) fn span(&self) -> Span {
        self.token(0).span
    }

    /// From a place to the end of the last token that was taken.
    pub(super) fn since(&self, start: Span) -> Span {
        start.to(self.tokens[self.next.saturating_sub(1)].span)
    }

    pub(super) fn advance(&mut self) -> Token<'t> {
        let token = self.token(0);
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn is_mark(&self, mark: &str) -> bool {
        matches!(self.peek(), TokenKind::Mark(next) if next == mark)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.peek() == TokenKind::Word(word)
    }

    /// Takes the next token if it is this mark.
    pub(super) fn take_mark(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.advance();
        }
        found
    }

    /// Takes the next token if it is this word.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect_mark(&mut self, mark: &str) -> Result<(), Error> {
        if self.take_mark(mark) { Ok(()) } else { Err(self.unexpected(&format!("`{mark}`"))) }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result<(), Error> {
        if self.take_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    pub(super) fn name(&mut self) -> Result<Identifier, Error> {
        match self.peek() {
            TokenKind::Word(word) if !is_keyword(word) => Ok(self.identifier(word)),
            TokenKind::Word(word) => {
                let help = format!("`{word}` is a keyword and cannot be a name");
                Err(self.unexpected("a name").with_help(help))
            }
            TokenKind::Tag(_) | TokenKind::Text(_) | TokenKind::Mark(_) | TokenKind::End => {
                Err(self.unexpected("a name"))
            }
        }
    }

    pub(super) fn tag(&mut self) -> Result<Identifier, Error> {
        match self.peek() {
            TokenKind::Tag(tag) => Ok(self.identifier(tag)),
            _ => Err(self.unexpected("a tag such as `'acquire`")),
        }
    }

    pub(super) fn text(&mut self, what: &str) -> Result<&'t str, Error> {
        match self.peek() {
            TokenKind::Text(text) => {
                self.advance();
                Ok(text)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    fn identifier(&mut self, name: &str) -> Identifier {
        Identifier { name: name.into(), span: self.advance().span }
    }

    /// A complaint about the next token.
    pub(super) fn unexpected(&self, expected: &str) -> Error {
        let found = match self.peek() {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Tag(tag) => format!("`'{tag}`"),
            TokenKind::Text(text) => format!("\"{text}\""),
            TokenKind::Mark(mark) => format!("`{mark}`"),
            TokenKind::End => "the end of the file".to_owned(),
        };
        Error::new(
            ErrorKind::Syntax,
            self.span(),
            format!("expected {expected} instead of {found}"),
        )
    }

    /// Parses something that may contain itself.
    pub(super) fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.deepen(1)?;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Notes that a tree grows by some levels, of which [`Cursor::shallow`] takes back what a loop
    /// added.
    pub(super) fn deepen(&mut self, levels: usize) -> Result<(), Error> {
        if self.depth + levels > MAX_DEPTH {
            return Err(Error::new(ErrorKind::Syntax, self.span(), "this is nested too deeply"));
        }
        self.depth += levels;
        Ok(())
    }

    pub(super) fn shallow(&mut self, levels: usize) {
        self.depth -= levels;
    }
}

pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}
