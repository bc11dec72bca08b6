//! Words, numbers and symbols of the text forms: MIST, LoLA, formulas and certificates.
//!
//! Tokens are made as they are asked for, so that files of a hundred megabytes need no list of
//! them. A word is a run of characters that are no symbol, no space and no quote; a name that is
//! not a word, because it has such characters or looks like a number, stands in double quotes.

use crate::marking::MOST_TOKENS;
use base::Diagnostic;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind<'t> {
    Word(&'t str),
    /// A name in quotes, which is never a keyword.
    Quoted(&'t str),
    Number(i128),
    Symbol(&'static str),
    End,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: Kind<'t>,
    pub(crate) span: Range<usize>,
}

/// How comments are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comments {
    /// From `#` to the end of the line.
    Hash,
    /// Between braces, and from `//` to the end of the line.
    Braces,
    None,
}

/// Longer ones first.
const SYMBOLS: [&str; 24] = [
    "<->", "->", ">=", "<=", "!=", "<>", "=", "<", ">", "+", "-", "*", "(", ")", ",", ";", ":",
    "'", "!", "{", "}", "[", "]", "/",
];

/// A place in a text, with the next token.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'t> {
    text: &'t str,
    comments: Comments,
    at: usize,
    next: Token<'t>,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str, comments: Comments) -> Result<Cursor<'t>, Diagnostic> {
        let next = Token { kind: Kind::End, span: 0..0 };
        let mut cursor = Cursor { text, comments, at: 0, next };
        cursor.advance()?;
        Ok(cursor)
    }

    pub(crate) fn peek(&self) -> Kind<'t> {
        self.next.kind
    }

    pub(crate) fn span(&self) -> Range<usize> {
        self.next.span.clone()
    }

    /// The next token, which is left behind.
    pub(crate) fn take(&mut self) -> Result<Token<'t>, Diagnostic> {
        let token = self.next.clone();
        self.advance()?;
        Ok(token)
    }

    /// Whether the next token is this symbol; then it is left behind.
    pub(crate) fn takes(&mut self, symbol: &'static str) -> Result<bool, Diagnostic> {
        let is = self.peek() == Kind::Symbol(symbol);
        if is {
            self.advance()?;
        }
        Ok(is)
    }

    /// Whether the next token is this keyword; then it is left behind.
    pub(crate) fn takes_word(&mut self, word: &'static str) -> Result<bool, Diagnostic> {
        let is = self.is_word(word);
        if is {
            self.advance()?;
        }
        Ok(is)
    }

    pub(crate) fn is_word(&self, word: &'static str) -> bool {
        self.peek() == Kind::Word(word)
    }

    pub(crate) fn expect(&mut self, symbol: &'static str, after: &str) -> Result<(), Diagnostic> {
        match self.takes(symbol)? {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{symbol}` {after}"))),
        }
    }

    /// A name, in quotes or not.
    pub(crate) fn name(&mut self, what: &str) -> Result<(&'t str, Range<usize>), Diagnostic> {
        let span = self.span();
        match self.peek() {
            Kind::Word(name) | Kind::Quoted(name) => {
                self.advance()?;
                Ok((name, span))
            }
            Kind::Number(_) | Kind::Symbol(_) | Kind::End => Err(self.unexpected(what)),
        }
    }

    pub(crate) fn number(&mut self, what: &str) -> Result<u64, Diagnostic> {
        match self.peek() {
            Kind::Number(number) => {
                let span = self.span();
                self.advance()?;
                within_limits(number, span)
            }
            Kind::Symbol("-") => {
                Err(Diagnostic::new(format!("expected {what}, which is not negative"), self.span())
                    .with_help("tokens and weights are 0, 1, 2, …"))
            }
            Kind::Word(_) | Kind::Quoted(_) | Kind::Symbol(_) | Kind::End => {
                Err(self.unexpected(what))
            }
        }
    }

    /// A number of any size and sign.
    pub(crate) fn integer(&mut self, what: &str) -> Result<i128, Diagnostic> {
        let sign = if self.takes("-")? { -1 } else { 1 };
        match self.peek() {
            Kind::Number(number) => {
                self.advance()?;
                Ok(sign * number)
            }
            Kind::Word(_) | Kind::Quoted(_) | Kind::Symbol(_) | Kind::End => {
                Err(self.unexpected(what))
            }
        }
    }

    /// A complaint that something else should be here.
    pub(crate) fn unexpected(&self, expected: &str) -> Diagnostic {
        let found = match self.peek() {
            Kind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", &self.text[self.span()]),
        };
        Diagnostic::new(format!("expected {expected}, found {found}"), self.span())
    }

    fn advance(&mut self) -> Result<(), Diagnostic> {
        self.skip()?;
        let rest = &self.text[self.at..];
        let start = self.at;
        let Some(first) = rest.chars().next() else {
            self.next = Token { kind: Kind::End, span: start..start };
            return Ok(());
        };
        let (kind, length) = if let Some(symbol) = SYMBOLS.iter().find(|s| rest.starts_with(**s)) {
            (Kind::Symbol(symbol), symbol.len())
        } else if first == '"' {
            let Some(length) = rest[1..].find('"') else {
                let message = "a name in quotes has no end";
                return Err(Diagnostic::new(message, start..start + 1).with_help("add a `\"`"));
            };
            (Kind::Quoted(&rest[1..1 + length]), length + 2)
        } else {
            let length = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
            let word = &rest[..length];
            let kind = if word.bytes().all(|byte| byte.is_ascii_digit()) {
                Kind::Number(digits(word, start..start + length)?)
            } else {
                Kind::Word(word)
            };
            (kind, length)
        };
        self.at = start + length;
        self.next = Token { kind, span: start..self.at };
        Ok(())
    }

    /// Leaves spaces and comments behind.
    fn skip(&mut self) -> Result<(), Diagnostic> {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let rest = &self.text[self.at..];
            let to_end_of_line = || rest.find('\n').unwrap_or(rest.len());
            self.at += match self.comments {
                Comments::Hash if rest.starts_with('#') => to_end_of_line(),
                Comments::Braces if rest.starts_with("//") => to_end_of_line(),
                Comments::Braces if rest.starts_with('{') => {
                    let Some(length) = rest.find('}') else {
                        let span = self.at..self.at + 1;
                        let message = "a comment has no end";
                        return Err(Diagnostic::new(message, span).with_help("add a `}`"));
                    };
                    length + 1
                }
                Comments::Hash | Comments::Braces | Comments::None => return Ok(()),
            };
        }
    }
}

fn is_of_word(c: char) -> bool {
    !c.is_whitespace() && c != '"' && !"<>=+-*(),;:'!{}[]/".contains(c)
}

/// A number of tokens within limits.
pub(crate) fn number(text: &str, span: Range<usize>) -> Result<u64, Diagnostic> {
    within_limits(digits(text, span.clone())?, span)
}

fn digits(text: &str, span: Range<usize>) -> Result<i128, Diagnostic> {
    text.parse().map_err(|_| too_large(text, span))
}

fn within_limits(number: i128, span: Range<usize>) -> Result<u64, Diagnostic> {
    let small = u64::try_from(number).ok().filter(|number| *number <= MOST_TOKENS);
    small.ok_or_else(|| too_large(&number.to_string(), span))
}

fn too_large(digits: &str, span: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("`{digits}` is too large a number"), span)
        .with_help(format!("numbers are at most {MOST_TOKENS}, which is 2^50"))
}

/// A name as it can be read again: in quotes if it is no word.
pub(crate) fn quoted(name: &str) -> String {
    let is_word = !name.is_empty()
        && name.chars().all(is_of_word)
        && !name.bytes().all(|byte| byte.is_ascii_digit())
        && !crate::formula::is_keyword(name)
        && !name.starts_with('#');
    if is_word { name.to_owned() } else { format!("\"{name}\"") }
}

/// That nothing has this name, with some names that there are.
pub(crate) fn unknown<'n>(
    kind: &str,
    name: &str,
    span: Range<usize>,
    names: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let mut shown: Vec<&str> = names.take(9).collect();
    let is_more = shown.len() == 9;
    shown.truncate(8);
    let more = if is_more { ", …" } else { "" };
    let help = match shown.is_empty() {
        true => format!("there is no {kind} at all"),
        false => format!("there are {}{more}", shown.join(", ")),
    };
    Diagnostic::new(format!("there is no {kind} `{name}`"), span).with_help(help)
}
