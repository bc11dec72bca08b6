//! Which name is this? Equal names get equal ids, however they are quoted and escaped.

use crate::tree::{NameId, Names};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

#[derive(Debug, Default)]
pub(super) struct Interner<'a> {
    ids: FxHashMap<Cow<'a, str>, NameId>,
}

impl<'a> Interner<'a> {
    pub(super) fn intern(&mut self, names: &mut Names, name: Cow<'a, str>) -> NameId {
        *self.ids.entry(name).or_insert_with_key(|name| names.push(name))
    }
}

/// The bytes that a quoted text stands for: `\22` is the byte 0x22 and `\\` a backslash. A
/// backslash followed by anything else stands for itself.
pub(super) fn unescape(text: &str) -> Vec<u8> {
    let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let bytes = text.as_bytes();
    let mut result = Vec::with_capacity(bytes.len());
    let mut position = 0;
    while let Some(byte) = bytes.get(position) {
        let next = bytes.get(position + 1);
        match (digit(next), digit(bytes.get(position + 2))) {
            (Some(high), Some(low)) if *byte == b'\\' => {
                result.push((high << 4 | low) as u8);
                position += 3;
            }
            _ => {
                result.push(*byte);
                position += if *byte == b'\\' && next == Some(&b'\\') { 2 } else { 1 };
            }
        }
    }
    result
}

/// A name as it should be compared and shown. One that is not UTF-8 keeps its escapes, so that
/// different names stay different.
pub(super) fn unescape_name(text: &str) -> Cow<'_, str> {
    match String::from_utf8(unescape(text)) {
        Ok(name) => Cow::Owned(name),
        Err(_) => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(unescape("a\\22\\\\b\\0"), b"a\"\\b\\0");
        assert_eq!(unescape_name("\\41"), "A");
        assert_eq!(unescape_name("\\FF"), "\\FF");
    }

    #[test]
    fn equal_names_have_equal_ids() {
        let mut names = Names::default();
        let mut interner = Interner::default();
        let plain = interner.intern(&mut names, Cow::Borrowed("A"));
        let escaped = interner.intern(&mut names, unescape_name("\\41"));
        let other = interner.intern(&mut names, Cow::Borrowed("B"));
        assert_eq!(plain, escaped);
        assert_ne!(plain, other);
        assert_eq!(names.text(other), "B");
    }
}
