//! Which words is the text of a module made of?
//!
//! One pass over the bytes, no allocation: a token borrows its text. White space and comments
//! vanish; line breaks mean nothing to LLVM, but a token remembers whether it begins a line, which
//! is how the parser skips an instruction it does not know. A byte that begins no token becomes a
//! [`Kind::Invalid`] token, so that lexing itself cannot fail and the complaint is made by whoever
//! wanted a token there.

/// What a token is. `text` below is the token's [`Token::text`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A keyword, a type such as `i32`, an attribute, or `...`.
    Word,
    /// An integer or floating-point literal, or one such as `0xK400A`.
    Number,
    /// `"…"`; `text` is what stands between the quotes, escapes included.
    Text,
    /// `c"…"`; `text` likewise.
    Bytes,
    /// `name:`, `12:` or `"name":`; `text` is the name. A block's label or a field of a record.
    Label,
    /// `%name` or `%"name"`; `text` is the name, here and for all named things below.
    Local,
    /// `%12`; `text` is the digits, here and for all numbered things below.
    LocalNumber,
    /// `@name`.
    Global,
    /// `@12`.
    GlobalNumber,
    /// `$name`.
    Comdat,
    /// `!name`.
    MetadataName,
    /// `!12`.
    MetadataNumber,
    /// `!` before `{` or a string.
    Bang,
    /// `#12`.
    AttributeGroup,
    /// `#name`, a debug record.
    DebugRecord,
    /// `^12`.
    SummaryEntry,
    Equals,
    Comma,
    Star,
    Bar,
    Slash,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    OpenAngle,
    CloseAngle,
    /// A string without its closing quote.
    Unterminated,
    /// A byte that begins no token.
    Invalid,
    /// The end of the text.
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    /// Whether `text` contains escapes such as `\22`.
    pub(crate) escaped: bool,
    /// Whether only white space stands before it on its line.
    pub(crate) begins_line: bool,
    /// Where the token begins and ends in the module's text, sigils and quotes included.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A position in the text; copying it is how the parser remembers a place to return to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, position: 0 }
    }

    pub(crate) fn next_token(&mut self) -> Token<'a> {
        let begins_line = self.skip_space();
        let start = self.position;
        let mut token =
            Token { kind: Kind::End, text: "", escaped: false, begins_line, start, end: start };
        let Some(byte) = self.peek(0) else {
            return token;
        };
        match byte {
            b'%' => self.named(&mut token, Kind::Local, Some(Kind::LocalNumber)),
            b'@' => self.named(&mut token, Kind::Global, Some(Kind::GlobalNumber)),
            b'$' => {
                self.named(&mut token, Kind::Comdat, None);
                // A label may begin with a dollar sign.
                if token.kind == Kind::Comdat && self.peek(0) == Some(b':') {
                    token.kind = Kind::Label;
                    token.text = &self.text[start..self.position];
                    self.position += 1;
                }
            }
            b'!' => self.metadata(&mut token),
            b'#' => self.named(&mut token, Kind::DebugRecord, Some(Kind::AttributeGroup)),
            b'^' => self.named(&mut token, Kind::Invalid, Some(Kind::SummaryEntry)),
            b'"' => self.quoted(&mut token, Kind::Text),
            b'c' if self.peek(1) == Some(b'"') => {
                self.position += 1;
                self.quoted(&mut token, Kind::Bytes);
            }
            _ if is_name_byte(byte) || byte == b'+' => self.word_or_number(&mut token),
            _ => {
                token.kind = punctuation(byte);
                self.position += 1;
                // An invalid character may be several bytes long.
                while !self.text.is_char_boundary(self.position) {
                    self.position += 1;
                }
                token.text = &self.text[start..self.position];
            }
        }
        token.end = self.position;
        token
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.position + ahead).copied()
    }

    /// Moves to the next token and says whether it begins a line.
    fn skip_space(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let mut begins_line = self.position == 0;
        while let Some(byte) = bytes.get(self.position) {
            match byte {
                b'\n' => begins_line = true,
                b' ' | b'\t' | b'\r' | 0 => {}
                b';' => {
                    let rest = &bytes[self.position..];
                    let length = rest.iter().position(|byte| *byte == b'\n');
                    self.position += length.unwrap_or(rest.len());
                    continue;
                }
                _ => break,
            }
            self.position += 1;
        }
        begins_line
    }

    /// Takes the longest run of bytes that satisfy `belongs`.
    fn run(&mut self, belongs: impl Fn(u8) -> bool) -> &'a str {
        let start = self.position;
        while self.peek(0).is_some_and(&belongs) {
            self.position += 1;
        }
        &self.text[start..self.position]
    }

    /// A sigil followed by a name, a quoted name or a number.
    fn named(&mut self, token: &mut Token<'a>, name: Kind, number: Option<Kind>) {
        self.position += 1;
        match self.peek(0) {
            Some(b'"') => self.quoted(token, name),
            Some(byte) if byte.is_ascii_digit() && number.is_some() => {
                token.kind = number.unwrap_or(name);
                token.text = self.run(|byte| byte.is_ascii_digit());
            }
            Some(byte) if is_name_byte(byte) => {
                token.kind = name;
                token.text = self.run(is_name_byte);
            }
            _ => token.kind = Kind::Invalid,
        }
    }

    /// `!name`, `!12` or a lone `!`; metadata names may contain escapes without being quoted.
    fn metadata(&mut self, token: &mut Token<'a>) {
        self.position += 1;
        match self.peek(0) {
            Some(byte) if byte.is_ascii_digit() => {
                token.kind = Kind::MetadataNumber;
                token.text = self.run(|byte| byte.is_ascii_digit());
            }
            Some(byte) if is_name_byte(byte) || byte == b'\\' => {
                token.kind = Kind::MetadataName;
                token.text = self.run(|byte| is_name_byte(byte) || byte == b'\\');
                token.escaped = token.text.contains('\\');
            }
            _ => token.kind = Kind::Bang,
        }
    }

    /// A quoted string; the position is at its opening quote.
    fn quoted(&mut self, token: &mut Token<'a>, kind: Kind) {
        let start = self.position + 1;
        let rest = &self.text.as_bytes()[start..];
        let Some(length) = rest.iter().position(|byte| *byte == b'"') else {
            token.kind = Kind::Unterminated;
            self.position = self.text.len();
            return;
        };
        token.kind = kind;
        token.text = &self.text[start..start + length];
        token.escaped = rest[..length].contains(&b'\\');
        self.position = start + length + 1;
        if kind == Kind::Text && self.peek(0) == Some(b':') {
            token.kind = Kind::Label;
            self.position += 1;
        }
    }

    fn word_or_number(&mut self, token: &mut Token<'a>) {
        let start = self.position;
        let signed = matches!(self.peek(0), Some(b'+' | b'-'));
        self.position += 1;
        self.run(is_name_byte);
        let first = self.text.as_bytes()[start + usize::from(signed)..self.position].first();
        let number = first.is_some_and(u8::is_ascii_digit);
        // `1.5e+10`: the sign of an exponent belongs to the number.
        let exponent = matches!(self.text.as_bytes()[self.position - 1], b'e' | b'E');
        if number && exponent && self.peek(0) == Some(b'+') {
            self.position += 1;
            self.run(is_name_byte);
        }
        token.text = &self.text[start..self.position];
        token.kind = if number { Kind::Number } else { Kind::Word };
        if self.peek(0) == Some(b':') {
            token.kind = Kind::Label;
            self.position += 1;
        } else if first.is_none() {
            token.kind = if signed { Kind::Invalid } else { Kind::Word };
        }
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'$')
}

fn punctuation(byte: u8) -> Kind {
    match byte {
        b'=' => Kind::Equals,
        b',' => Kind::Comma,
        b'*' => Kind::Star,
        b'|' => Kind::Bar,
        b'/' => Kind::Slash,
        b'(' => Kind::OpenParen,
        b')' => Kind::CloseParen,
        b'[' => Kind::OpenBracket,
        b']' => Kind::CloseBracket,
        b'{' => Kind::OpenBrace,
        b'}' => Kind::CloseBrace,
        b'<' => Kind::OpenAngle,
        b'>' => Kind::CloseAngle,
        _ => Kind::Invalid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next_token();
            if token.kind == Kind::End {
                return tokens;
            }
            tokens.push((token.kind, token.text));
        }
    }

    #[test]
    fn an_instruction() {
        assert_eq!(
            kinds("  %\"a b\" = load i32, ptr @x.1, align 4, !dbg !12 ; comment"),
            [
                (Kind::Local, "a b"),
                (Kind::Equals, "="),
                (Kind::Word, "load"),
                (Kind::Word, "i32"),
                (Kind::Comma, ","),
                (Kind::Word, "ptr"),
                (Kind::Global, "x.1"),
                (Kind::Comma, ","),
                (Kind::Word, "align"),
                (Kind::Number, "4"),
                (Kind::Comma, ","),
                (Kind::MetadataName, "dbg"),
                (Kind::MetadataNumber, "12"),
            ]
        );
    }

    #[test]
    fn numbers_words_and_labels() {
        assert_eq!(
            kinds("-5 1.5e+10 0xK4000 ... x86_fp80 12: \"a b\": for.cond: $x: -1x:"),
            [
                (Kind::Number, "-5"),
                (Kind::Number, "1.5e+10"),
                (Kind::Number, "0xK4000"),
                (Kind::Word, "..."),
                (Kind::Word, "x86_fp80"),
                (Kind::Label, "12"),
                (Kind::Label, "a b"),
                (Kind::Label, "for.cond"),
                (Kind::Label, "$x"),
                (Kind::Label, "-1x"),
            ]
        );
    }

    #[test]
    fn strings_and_sigils() {
        assert_eq!(
            kinds("c\"a\\00\" !\"s\" !DIFile( #4 #dbg_value ^3 $\"c d\" @0"),
            [
                (Kind::Bytes, "a\\00"),
                (Kind::Bang, ""),
                (Kind::Text, "s"),
                (Kind::MetadataName, "DIFile"),
                (Kind::OpenParen, "("),
                (Kind::AttributeGroup, "4"),
                (Kind::DebugRecord, "dbg_value"),
                (Kind::SummaryEntry, "3"),
                (Kind::Comdat, "c d"),
                (Kind::GlobalNumber, "0"),
            ]
        );
    }

    #[test]
    fn what_begins_no_token_is_invalid_and_lexing_goes_on() {
        assert_eq!(
            kinds("ä + % x \"y"),
            [
                (Kind::Invalid, "ä"),
                (Kind::Invalid, "+"),
                (Kind::Invalid, ""),
                (Kind::Word, "x"),
                (Kind::Unterminated, ""),
            ]
        );
    }

    #[test]
    fn tokens_know_whether_they_begin_a_line() {
        let mut lexer = Lexer::new("a b ; c\n  d");
        let flags = [0; 3].map(|_| lexer.next_token().begins_line);
        assert_eq!(flags, [true, false, true]);
    }
}
