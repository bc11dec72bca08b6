//! Which words does a model consist of?
//!
//! Names start with a letter or `_`; later on they may have digits, and `.` and `-` in their middle
//! (`po-loc`, `fence.r.rw`). Comments are `(* … *)`, nested, and `//` to the end of the line, as
//! the Linux kernel's files start.

use crate::error::{Error, ErrorKind};
use crate::source::{FileId, Span};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind<'t>,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind<'t> {
    /// A name or a keyword.
    Word(&'t str),
    /// `'name`
    Tag(&'t str),
    /// `"…"`
    Text(&'t str),
    /// Everything else; always one of [`MARKS`].
    Mark(&'static str),
    End,
}

/// The marks, longer ones before their beginnings.
const MARKS: [&str; 25] = [
    "^-1", "^+", "^*", "^?", "||", "++", "&&", "->", "|", "+", "&", ";", "\\", "*", "?", "~", "(",
    ")", "[", "]", "{", "}", ",", "=", "0",
];

/// All tokens of a file; the last one is [`TokenKind::End`].
pub(crate) fn tokens(file: FileId, text: &str) -> Result<Vec<Token<'_>>, Error> {
    let mut lexer = Lexer { file, text, position: 0 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks()?;
        let start = lexer.position;
        let kind = lexer.token()?;
        tokens.push(Token { kind, span: lexer.span(start) });
        if kind == TokenKind::End {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    file: FileId,
    text: &'t str,
    position: usize,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.position..]
    }

    fn span(&self, start: usize) -> Span {
        Span { file: self.file, start: start as u32, end: self.position as u32 }
    }

    fn error(&self, start: usize, message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Syntax, self.span(start), message)
    }

    fn skip_blanks(&mut self) -> Result<(), Error> {
        loop {
            let rest = self.rest();
            self.position += rest.len() - rest.trim_start().len();
            if self.rest().starts_with("(*") {
                self.skip_comment()?;
            } else if self.rest().starts_with("//") {
                self.position += self.rest().find('\n').unwrap_or(self.rest().len());
            } else {
                return Ok(());
            }
        }
    }

    fn skip_comment(&mut self) -> Result<(), Error> {
        let start = self.position;
        let mut depth = 0;
        loop {
            let rest = self.rest();
            if rest.starts_with("(*") {
                depth += 1;
                self.position += 2;
            } else if rest.starts_with("*)") {
                depth -= 1;
                self.position += 2;
            } else {
                let Some(next) = rest.chars().next() else {
                    self.position = start + 2;
                    return Err(self
                        .error(start, "this comment does not end")
                        .with_help("comments nest: each `(*` in it needs a `*)` of its own"));
                };
                self.position += next.len_utf8();
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn token(&mut self) -> Result<TokenKind<'t>, Error> {
        let start = self.position;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Ok(TokenKind::End);
        };
        if starts_name(first) {
            return Ok(TokenKind::Word(self.name()));
        }
        if first == '\'' && rest[1..].starts_with(starts_name) {
            self.position += 1;
            return Ok(TokenKind::Tag(self.name()));
        }
        if first == '"' {
            return self.quoted();
        }
        if let Some(mark) = MARKS.into_iter().find(|mark| rest.starts_with(mark)) {
            self.position += mark.len();
            let is_number = mark == "0" && self.rest().starts_with(|c: char| c.is_ascii_digit());
            if !is_number {
                return Ok(TokenKind::Mark(mark));
            }
        }
        self.position = start + first.len_utf8();
        Err(if first.is_ascii_digit() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            self.position = start + digits;
            self.error(start, "the only number in cat is `0`, the empty relation")
        } else {
            self.error(start, format!("`{first}` is nothing in cat"))
        })
    }

    /// The name that starts here.
    fn name(&mut self) -> &'t str {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let is_letter = |at: usize| {
            bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        };
        let mut length = 1;
        while is_letter(length)
            || (matches!(bytes.get(length), Some(b'.' | b'-')) && is_letter(length + 1))
        {
            length += 1;
        }
        self.position += length;
        &rest[..length]
    }

    fn quoted(&mut self) -> Result<TokenKind<'t>, Error> {
        let start = self.position;
        let inside = &self.rest()[1..];
        let Some(length) = inside.find(['"', '\n']).filter(|at| inside[*at..].starts_with('"'))
        else {
            self.position += 1;
            return Err(self.error(start, "this text does not end on its line"));
        };
        self.position += length + 2;
        Ok(TokenKind::Text(&inside[..length]))
    }
}

fn starts_name(first: char) -> bool {
    first.is_ascii_alphabetic() || first == '_'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;
    use TokenKind::{End, Mark, Tag, Text, Word};

    fn kinds(text: &str) -> Vec<TokenKind<'_>> {
        let file = Sources::default().add("test.cat", text);
        tokens(file, text).unwrap().into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn names_have_dots_and_dashes_inside() {
        assert_eq!(kinds("po-loc fence.r.rw"), [Word("po-loc"), Word("fence.r.rw"), End]);
        assert_eq!(kinds("x->_"), [Word("x"), Mark("->"), Word("_"), End]);
        assert_eq!(kinds("'rcu-lock||'a"), [Tag("rcu-lock"), Mark("||"), Tag("a"), End]);
    }

    #[test]
    fn longer_marks_win() {
        let marks = [Word("r"), Mark("^-1"), Mark("++"), Mark("0"), Mark("+"), End];
        assert_eq!(kinds("r^-1++0+"), marks);
    }

    #[test]
    fn comments_nest() {
        let text = "// a\n(* b (* \" *) (**) *) \"C (*\" (*****) x";
        assert_eq!(kinds(text), [Text("C (*"), Word("x"), End]);
    }

    #[test]
    fn what_does_not_end_is_refused() {
        let file = Sources::default().add("test.cat", "");
        for text in ["(* (* *)", "\"a\nb\"", "\"", "'", "12", "01", "#", "é"] {
            assert!(tokens(file, text).is_err(), "{text}");
        }
    }
}
