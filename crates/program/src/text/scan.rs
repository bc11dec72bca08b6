//! Which tokens does a text consist of? A hand-written scanner over bytes.

use super::names::{is_word_byte, starts_word};
use super::token::{Mark, RegisterName, Token, TokenKind};
use base::Diagnostic;
use std::ops::Range;

/// Splits a text into tokens; the last one is [`TokenKind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Diagnostic> {
    let mut scanner = Scanner { bytes: text.as_bytes(), text, position: 0 };
    let mut tokens = Vec::new();
    let mut first_on_line = true;
    loop {
        first_on_line |= scanner.skip_blanks();
        let start = scanner.position;
        let kind = scanner.token()?;
        let is_end = kind == TokenKind::End;
        tokens.push(Token { kind, span: start..scanner.position, first_on_line });
        if is_end {
            return Ok(tokens);
        }
        first_on_line = false;
    }
}

struct Scanner<'t> {
    bytes: &'t [u8],
    text: &'t str,
    position: usize,
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.position + ahead).copied()
    }

    /// Skips blanks and comments. Returns whether a line ended.
    fn skip_blanks(&mut self) -> bool {
        let mut line_ended = false;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => line_ended = true,
                b' ' | b'\t' | b'\r' => {}
                b'/' if self.peek(1) == Some(b'/') => {
                    while self.peek(1).is_some_and(|next| next != b'\n') {
                        self.position += 1;
                    }
                }
                _ => break,
            }
            self.position += 1;
        }
        line_ended
    }

    fn token(&mut self) -> Result<TokenKind, Diagnostic> {
        let Some(byte) = self.peek(0) else {
            return Ok(TokenKind::End);
        };
        let next_is_name = self.peek(1).is_some_and(|next| is_word_byte(next) || next == b'"');
        match byte {
            b'"' => self.string().map(TokenKind::Text),
            b'%' => self.register(),
            b'@' | b'&' if next_is_name => {
                self.position += 1;
                // `@4` is an offset in a layout; names that start with a digit are quoted.
                if byte == b'@' && self.peek(0).is_some_and(|next| next.is_ascii_digit()) {
                    return Ok(TokenKind::Mark(Mark::At));
                }
                let name = self.name()?;
                Ok(if byte == b'@' { TokenKind::Symbol(name) } else { TokenKind::Reference(name) })
            }
            b'#' if self.peek(1).is_some_and(|next| next.is_ascii_digit()) => {
                self.position += 1;
                self.small_number().map(TokenKind::Hash)
            }
            b'0'..=b'9' => self.number().map(TokenKind::Number),
            _ if starts_word(byte) => Ok(TokenKind::Word(self.word().to_owned())),
            _ => self.mark(),
        }
    }

    fn mark(&mut self) -> Result<TokenKind, Diagnostic> {
        use Mark as M;
        let mark = match self.bytes[self.position] {
            b'{' => M::OpenBrace,
            b'}' => M::CloseBrace,
            b'(' => M::OpenParenthesis,
            b')' => M::CloseParenthesis,
            b'[' => M::OpenBracket,
            b']' => M::CloseBracket,
            b',' => M::Comma,
            b':' => M::Colon,
            b';' => M::Semicolon,
            b'=' => M::Equals,
            b'+' => M::Plus,
            b'-' if self.peek(1) == Some(b'>') => M::Arrow,
            b'-' => M::Minus,
            b'!' => M::Bang,
            b'@' => M::At,
            _ => {
                let rest = &self.text[self.position..];
                let length = rest.chars().next().map_or(1, char::len_utf8);
                let span = self.position..self.position + length;
                let message = format!("unexpected character `{}`", rest[..length].escape_debug());
                return Err(Diagnostic::new(message, span)
                    .with_help("names with other characters are written as strings: `@\"a b\"`"));
            }
        };
        self.position += mark.text().len();
        Ok(TokenKind::Mark(mark))
    }

    /// The longest run of word characters from here on.
    fn word(&mut self) -> &str {
        let start = self.position;
        while self.peek(0).is_some_and(is_word_byte) {
            self.position += 1;
        }
        &self.text[start..self.position]
    }

    /// A name: a word, or a string of UTF-8.
    fn name(&mut self) -> Result<String, Diagnostic> {
        if self.peek(0) != Some(b'"') {
            return Ok(self.word().to_owned());
        }
        let start = self.position;
        let bytes = self.string()?;
        utf8(bytes, start..self.position)
    }

    fn register(&mut self) -> Result<TokenKind, Diagnostic> {
        let start = self.position;
        self.position += 1;
        let name = match self.peek(0) {
            Some(byte) if byte.is_ascii_digit() => {
                let number = self.small_number()?;
                let mut name = None;
                if self.peek(0) == Some(b'.') {
                    self.position += 1;
                    name = Some(self.name()?).filter(|name| !name.is_empty());
                }
                RegisterName::Numbered { number, name }
            }
            Some(byte) if starts_word(byte) || byte == b'"' => RegisterName::Named(self.name()?),
            _ => {
                return Err(Diagnostic::new(
                    "`%` without the name of a register",
                    start..start + 1,
                )
                .with_help("registers are written `%name`, `%3` or `%3.name`"));
            }
        };
        Ok(TokenKind::Register(name))
    }

    /// Decimal digits that fit 32 bits.
    fn small_number(&mut self) -> Result<u32, Diagnostic> {
        let start = self.position;
        while self.peek(0).is_some_and(|byte| byte.is_ascii_digit()) {
            self.position += 1;
        }
        let span = start..self.position;
        self.text[span.clone()]
            .parse()
            .map_err(|_| Diagnostic::new("this number is too large", span))
    }

    fn number(&mut self) -> Result<u64, Diagnostic> {
        let start = self.position;
        let word = self.word().to_owned();
        let parsed = match word.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => word.parse(),
        };
        parsed.map_err(|_| {
            let all_digits = word.bytes().all(|byte| byte.is_ascii_digit());
            let message =
                if all_digits { "this number does not fit 64 bits" } else { "this is no number" };
            Diagnostic::new(message, start..self.position).with_help(
                "numbers are decimal, or hexadecimal after `0x`; names do not start with a digit",
            )
        })
    }

    fn string(&mut self) -> Result<Vec<u8>, Diagnostic> {
        let start = self.position;
        self.position += 1;
        let mut bytes = Vec::new();
        loop {
            let here = self.position;
            self.position += 1;
            match self.bytes.get(here) {
                Some(b'"') => return Ok(bytes),
                Some(b'\\') => bytes.push(self.escape(here)?),
                Some(b'\n') | None => {
                    self.position = here;
                    return Err(Diagnostic::new("this string has no end", start..here).with_help(
                        "close it with `\"` on the same line; a line end in it is `\\0a`",
                    ));
                }
                Some(byte) => bytes.push(*byte),
            }
        }
    }

    /// The byte that an escape stands for; `start` is where its backslash is.
    fn escape(&mut self, start: usize) -> Result<u8, Diagnostic> {
        let simple = match self.peek(0) {
            Some(b'\\') => Some(b'\\'),
            Some(b'"') => Some(b'"'),
            Some(b'n') => Some(b'\n'),
            Some(b't') => Some(b'\t'),
            _ => None,
        };
        if let Some(byte) = simple {
            self.position += 1;
            return Ok(byte);
        }
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match (digit(self.peek(0)), digit(self.peek(1))) {
            (Some(high), Some(low)) => {
                self.position += 2;
                Ok((high * 16 + low) as u8)
            }
            _ => Err(Diagnostic::new("this escape is not known", start..start + 1).with_help(
                "escapes are `\\` with two hexadecimal digits, `\\\\`, `\\\"`, `\\n` and `\\t`",
            )),
        }
    }
}

/// The bytes of a string as a name or text for people.
pub(super) fn utf8(bytes: Vec<u8>, span: Range<usize>) -> Result<String, Diagnostic> {
    String::from_utf8(bytes).map_err(|_| Diagnostic::new("this text is not UTF-8", span))
}
