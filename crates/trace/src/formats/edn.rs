//! EDN, as far as histories need it: maps, vectors, lists, keywords, symbols, strings, numbers,
//! nil; tags are skipped (`#jepsen.history.Op{…}`), commas are spaces, `;` begins a comment.
//!
//! A reader of the format's public description. Values come with the bytes they stand at.

use base::Diagnostic;
use std::ops::Range;

/// A value of EDN.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Edn<'t> {
    Nil,
    /// A keyword, symbol, number, string or boolean, by its text; keywords without the colon.
    Word(&'t str),
    /// A vector, list or set.
    List(Vec<Spanned<'t>>),
    Map(Vec<(Spanned<'t>, Spanned<'t>)>),
}

/// A value, and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Spanned<'t> {
    pub(super) value: Edn<'t>,
    pub(super) span: Range<usize>,
}

impl<'t> Spanned<'t> {
    pub(super) fn word(&self) -> Option<&'t str> {
        match self.value {
            Edn::Word(word) => Some(word),
            Edn::Nil | Edn::List(_) | Edn::Map(_) => None,
        }
    }

    /// The value of a key of a map.
    pub(super) fn get(&self, key: &str) -> Option<&Spanned<'t>> {
        match &self.value {
            Edn::Map(pairs) => {
                pairs.iter().find(|(name, _)| name.word() == Some(key)).map(|(_, value)| value)
            }
            Edn::Nil | Edn::Word(_) | Edn::List(_) => None,
        }
    }
}

/// Deeper nesting is not read: nobody has it, and it would take a deep stack.
const DEEPEST: usize = 64;

pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Reader<'t> {
        Reader { text, at: 0 }
    }

    /// The next value at the outermost level; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Spanned<'t>>, Diagnostic> {
        self.skip_spaces();
        if self.at == self.text.len() { Ok(None) } else { self.value(0).map(Some) }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_spaces(&mut self) {
        while let Some(next) = self.peek() {
            if next.is_whitespace() || next == ',' {
                self.at += next.len_utf8();
            } else if next == ';' {
                let rest = &self.text[self.at..];
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else {
                break;
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Spanned<'t>, Diagnostic> {
        self.skip_spaces();
        let start = self.at;
        let here = start..start;
        if depth > DEEPEST {
            return Err(Diagnostic::new("this is nested too deeply", here));
        }
        let Some(first) = self.peek() else {
            return Err(Diagnostic::new("expected a value, found the end of the text", here));
        };
        let value = match first {
            '{' => {
                let mut items = self.items('}', depth)?.into_iter();
                let mut pairs = Vec::new();
                while let Some(key) = items.next() {
                    let Some(value) = items.next() else {
                        return Err(Diagnostic::new("this key has no value", key.span));
                    };
                    pairs.push((key, value));
                }
                Edn::Map(pairs)
            }
            '[' => Edn::List(self.items(']', depth)?),
            '(' => Edn::List(self.items(')', depth)?),
            '"' => self.string()?,
            '#' => return self.tagged(depth),
            '}' | ']' | ')' => {
                let message = format!("`{first}` closes nothing");
                return Err(Diagnostic::new(message, start..start + 1));
            }
            _ => self.word(),
        };
        Ok(Spanned { value, span: start..self.at })
    }

    fn items(&mut self, end: char, depth: usize) -> Result<Vec<Spanned<'t>>, Diagnostic> {
        let start = self.at;
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.skip_spaces();
            match self.peek() {
                Some(next) if next == end => {
                    self.at += 1;
                    return Ok(items);
                }
                Some(_) => items.push(self.value(depth + 1)?),
                None => {
                    let message = format!("this is never closed by `{end}`");
                    return Err(Diagnostic::new(message, start..start + 1));
                }
            }
        }
    }

    fn string(&mut self) -> Result<Edn<'t>, Diagnostic> {
        let start = self.at + 1;
        let mut is_escaped = false;
        for (offset, next) in self.text[start..].char_indices() {
            match next {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => {
                    self.at = start + offset + 1;
                    return Ok(Edn::Word(&self.text[start..start + offset]));
                }
                _ => {}
            }
        }
        Err(Diagnostic::new("this string has no end", start - 1..start))
    }

    /// A set `#{…}`, or a tag and the value behind it.
    fn tagged(&mut self, depth: usize) -> Result<Spanned<'t>, Diagnostic> {
        let start = self.at;
        self.at += 1;
        if self.peek() == Some('{') {
            let items = self.items('}', depth)?;
            return Ok(Spanned { value: Edn::List(items), span: start..self.at });
        }
        self.word();
        let value = self.value(depth + 1)?;
        Ok(Spanned { value: value.value, span: start..self.at })
    }

    fn word(&mut self) -> Edn<'t> {
        let rest = &self.text[self.at..];
        let ends = |next: char| next.is_whitespace() || ",;{}[]()\"".contains(next);
        let length = rest.find(ends).unwrap_or(rest.len());
        self.at += length;
        match &rest[..length] {
            "nil" => Edn::Nil,
            word => Edn::Word(word.strip_prefix(':').unwrap_or(word)),
        }
    }
}
