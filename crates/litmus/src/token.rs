//! Words, numbers and signs: what all parts of a litmus test are made of.
//!
//! The parts differ in two things. In assembly a word may have dots in it (`amoswap.w.aq`), and
//! outside of C functions `(*` starts a comment, as in OCaml, while in them it is a parenthesis and
//! a dereference.

use base::Diagnostic;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Word,
    Number,
    /// In quotes, which are part of it.
    Text,
    Sign,
    /// After everything.
    End,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token<'t> {
    pub kind: Kind,
    pub text: &'t str,
    /// Where it is in the whole file.
    pub span: Range<usize>,
}

/// How a part of a test is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Initial states and conditions.
    State,
    Assembly,
    C,
}

/// Signs of more than one character, longest first.
const LONG_SIGNS: [&str; 15] =
    ["/\\", "\\/", "=>", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "->", "++", "--", "<>"];

/// The tokens of a part of a text; the last one is the end.
pub(crate) fn tokens(
    text: &str,
    range: Range<usize>,
    style: Style,
) -> Result<Vec<Token<'_>>, Diagnostic> {
    let mut tokens = Vec::new();
    let mut at = range.start;
    loop {
        at = skip_blanks(text, at, range.end, style)?;
        if at >= range.end {
            tokens.push(Token { kind: Kind::End, text: "", span: range.end..range.end });
            return Ok(tokens);
        }
        let (kind, length) = next(&text[at..range.end], style);
        let span = at..at + length;
        if kind == Kind::Text && (length < 2 || !text[span.clone()].ends_with('"')) {
            return Err(Diagnostic::new("this text has no closing quote", span));
        }
        tokens.push(Token { kind, text: &text[span.clone()], span });
        at += length;
    }
}

/// The kind and the length of the token at the start of a text that has one there.
fn next(text: &str, style: Style) -> (Kind, usize) {
    let first = text.chars().next().expect("there is a token");
    let length = |keep: &dyn Fn(char) -> bool| text.find(|c: char| !keep(c)).unwrap_or(text.len());
    if first.is_ascii_alphabetic() || first == '_' {
        let dots = style == Style::Assembly;
        let keep = move |c: char| c.is_ascii_alphanumeric() || c == '_' || (dots && c == '.');
        (Kind::Word, length(&keep))
    } else if first.is_ascii_digit() {
        (Kind::Number, length(&|c: char| c.is_ascii_alphanumeric()))
    } else if first == '"' {
        let end = text[1..].find('"').map_or(text.len(), |end| end + 2);
        (Kind::Text, end)
    } else {
        let long = LONG_SIGNS.into_iter().find(|sign| text.starts_with(sign));
        (Kind::Sign, long.map_or(first.len_utf8(), str::len))
    }
}

/// Where the next token starts, after blanks and comments.
fn skip_blanks(text: &str, mut at: usize, end: usize, style: Style) -> Result<usize, Diagnostic> {
    loop {
        let rest = &text[at..end];
        let trimmed = rest.trim_start();
        at = end - trimmed.len();
        let comment = comment(trimmed, style)
            .map_err(|()| Diagnostic::new("this comment has no end", at..at + 2))?;
        match comment {
            Some(length) => at += length,
            None => return Ok(at),
        }
    }
}

/// The length of the comment at the start of a text, if there is one; an error if it does not end.
pub(crate) fn comment(text: &str, style: Style) -> Result<Option<usize>, ()> {
    if text.starts_with("//") {
        Ok(Some(text.find('\n').unwrap_or(text.len())))
    } else if let Some(rest) = text.strip_prefix("/*") {
        rest.find("*/").map(|end| Some(end + 4)).ok_or(())
    } else if text.starts_with("(*") && style != Style::C {
        nested_comment(text).map(Some).ok_or(())
    } else {
        Ok(None)
    }
}

/// Comments in OCaml's style may be in each other.
fn nested_comment(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("(*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*)") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    None
}

/// What a number says: decimal, hexadecimal or octal, perhaps with the suffixes of C.
pub(crate) fn number(text: &str) -> Option<i64> {
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        return u64::from_str_radix(digits.trim_end_matches(['u', 'l']), 16).ok().map(|n| n as i64);
    }
    let digits = lower.trim_end_matches(['u', 'l']);
    match digits.strip_prefix('0') {
        Some(octal) if !octal.is_empty() => i64::from_str_radix(octal, 8).ok(),
        _ => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, style: Style) -> Vec<&str> {
        let found = tokens(text, 0..text.len(), style).unwrap();
        found.iter().map(|token| token.text).collect()
    }

    #[test]
    fn styles_differ_in_dots_and_comments() {
        assert_eq!(texts("lw.aq x1,0(x2)", Style::Assembly)[..2], ["lw.aq", "x1"]);
        assert_eq!(
            texts("(* a (* b *) *) x=1 /\\ y", Style::State),
            ["x", "=", "1", "/\\", "y", ""]
        );
        assert_eq!(texts("f(*x) // y", Style::C), ["f", "(", "*", "x", ")", ""]);
        assert!(tokens("(* a", 0..4, Style::State).is_err());
    }

    #[test]
    fn numbers_are_read() {
        let read = ["0", "12", "0x1F", "010", "3UL"].map(number);
        assert_eq!(read, [0, 12, 31, 8, 3].map(Some));
        assert_eq!(number("1a"), None);
    }
}
