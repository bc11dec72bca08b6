//! As much of XML as PNML needs: tags, attributes, text; comments, declarations and CDATA.
//!
//! Tags are made as they are asked for. A document type with its own entities is refused; of
//! entities there are the five of XML and numbers.

use base::Diagnostic;
use std::borrow::Cow;
use std::ops::Range;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event<'t> {
    /// `<name attribute="value">`; for `<name/>` an end follows.
    Start {
        name: &'t str,
        attributes: Vec<(&'t str, Cow<'t, str>)>,
        span: Range<usize>,
    },
    End {
        name: &'t str,
        span: Range<usize>,
    },
    Text {
        text: Cow<'t, str>,
        span: Range<usize>,
    },
}

#[derive(Debug)]
pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Names of elements that are open.
    open: Vec<&'t str>,
    /// The end of an element without contents is next.
    is_closed: Option<Range<usize>>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Reader<'t> {
        let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Reader { text, at: start, open: Vec::new(), is_closed: None }
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// What comes next; nothing at the end.
    pub(super) fn next(&mut self) -> Result<Option<Event<'t>>, Diagnostic> {
        if let Some(span) = self.is_closed.take() {
            let name = self.open.pop().expect("the element was opened");
            return Ok(Some(Event::End { name, span }));
        }
        loop {
            let rest = &self.text[self.at..];
            if rest.is_empty() {
                return match self.open.last() {
                    None => Ok(None),
                    Some(name) => Err(self.complain(format!("the element `{name}` has no end"), 0)),
                };
            }
            if rest.starts_with("<!--") {
                self.skip_to("-->", "a comment")?;
            } else if let Some(inner) = rest.strip_prefix("<![CDATA[") {
                let Some(length) = inner.find("]]>") else {
                    return Err(self.complain("CDATA has no end", 9));
                };
                let span = self.at + 9..self.at + 9 + length;
                self.at = span.end + 3;
                return Ok(Some(Event::Text { text: Cow::Borrowed(&inner[..length]), span }));
            } else if rest.starts_with("<?") {
                self.skip_to("?>", "a declaration")?;
            } else if rest.starts_with("<!") {
                let end = rest.find('>').unwrap_or(rest.len());
                if rest[..end].contains('[') {
                    let message = "document types with declarations are not supported";
                    return Err(self.complain(message, end.min(9)));
                }
                self.skip_to(">", "a document type")?;
            } else if rest.starts_with("</") {
                return self.end().map(Some);
            } else if rest.starts_with('<') {
                return self.start().map(Some);
            } else {
                let length = rest.find('<').unwrap_or(rest.len());
                let span = self.at..self.at + length;
                self.at = span.end;
                if !rest[..length].trim().is_empty() {
                    let text = decoded(&rest[..length], span.start)?;
                    return Ok(Some(Event::Text { text, span }));
                }
            }
        }
    }

    fn complain(&self, message: impl Into<String>, length: usize) -> Diagnostic {
        // A length of 1 is a character, and at the end of the text there is none.
        let mut end = (self.at + length).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        Diagnostic::new(message, self.at..end)
    }

    fn skip_to(&mut self, end: &str, what: &str) -> Result<(), Diagnostic> {
        match self.text[self.at..].find(end) {
            Some(length) => {
                self.at += length + end.len();
                Ok(())
            }
            None => Err(self.complain(format!("{what} has no end"), 2)),
        }
    }

    fn end(&mut self) -> Result<Event<'t>, Diagnostic> {
        let rest = &self.text[self.at..];
        let Some(length) = rest.find('>') else {
            return Err(self.complain("a tag has no `>`", 2));
        };
        let name = local(rest[2..length].trim());
        let span = self.at..self.at + length + 1;
        match self.open.pop() {
            Some(open) if open == name => {}
            Some(open) => {
                let message = format!("expected `</{open}>`, found `</{name}>`");
                return Err(Diagnostic::new(message, span));
            }
            None => return Err(Diagnostic::new(format!("`</{name}>` ends nothing"), span)),
        }
        self.at = span.end;
        Ok(Event::End { name, span })
    }

    fn start(&mut self) -> Result<Event<'t>, Diagnostic> {
        let begin = self.at;
        self.at += 1;
        let name = self.word()?;
        let mut attributes = Vec::new();
        loop {
            self.skip_spaces();
            let rest = &self.text[self.at..];
            let is_empty = rest.starts_with("/>");
            if is_empty || rest.starts_with('>') {
                self.at += if is_empty { 2 } else { 1 };
                let span = begin..self.at;
                self.open.push(local(name));
                if is_empty {
                    self.is_closed = Some(span.clone());
                }
                return Ok(Event::Start { name: local(name), attributes, span });
            }
            let key = self.word()?;
            self.skip_spaces();
            if !self.text[self.at..].starts_with('=') {
                return Err(self.complain(format!("expected `=` after `{key}`"), 1));
            }
            self.at += 1;
            self.skip_spaces();
            let rest = &self.text[self.at..];
            let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
            let value = quote.and_then(|quote| rest[1..].find(quote).map(|end| &rest[1..1 + end]));
            let Some(value) = value else {
                return Err(self.complain("expected a value in quotes", 1));
            };
            attributes.push((local(key), decoded(value, self.at + 1)?));
            self.at += value.len() + 2;
        }
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn word(&mut self) -> Result<&'t str, Diagnostic> {
        let rest = &self.text[self.at..];
        let is_end = |c: char| c.is_whitespace() || "<>/='\"".contains(c);
        let length = rest.find(is_end).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.complain("expected a name", 1));
        }
        self.at += length;
        Ok(&rest[..length])
    }
}

/// A name without its namespace.
fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// Text with its entities replaced.
fn decoded(text: &str, start: usize) -> Result<Cow<'_, str>, Diagnostic> {
    if !text.contains('&') {
        return Ok(Cow::Borrowed(text));
    }
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(length) = text[at..].find('&') {
        result.push_str(&text[at..at + length]);
        at += length;
        let span = start + at..start + at + 1;
        let Some(end) = text[at..].find(';') else {
            return Err(Diagnostic::new("an entity has no `;`", span).with_help("write &amp;"));
        };
        let entity = &text[at + 1..at + end];
        let code = match entity.strip_prefix("#x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => entity.strip_prefix('#').and_then(|digits| digits.parse().ok()),
        };
        let known = match entity {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => code.and_then(char::from_u32),
        };
        let Some(known) = known else {
            let span = start + at..start + at + end + 1;
            return Err(Diagnostic::new(format!("the entity &{entity}; is unknown"), span));
        };
        result.push(known);
        at += end + 1;
    }
    result.push_str(&text[at..]);
    Ok(Cow::Owned(result))
}
