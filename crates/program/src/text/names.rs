//! Which names can stand as they are, and how are the others and bytes in general quoted?

/// Whether a byte can be part of a word.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

/// Whether a byte can start a word.
pub(super) fn starts_word(byte: u8) -> bool {
    is_word_byte(byte) && !byte.is_ascii_digit()
}

/// A name after `@`, `&` or at the start of a field.
pub(super) fn name(name: &str) -> String {
    let bytes = name.as_bytes();
    if bytes.first().is_some_and(|first| starts_word(*first))
        && bytes.iter().all(|b| is_word_byte(*b))
    {
        name.to_owned()
    } else {
        quoted(bytes)
    }
}

/// A name after the dot of a register, where it may start with a digit.
pub(super) fn suffix(name: &str) -> String {
    if !name.is_empty() && name.bytes().all(is_word_byte) {
        name.to_owned()
    } else {
        quoted(name.as_bytes())
    }
}

/// The name of a block: a word, a number as LLVM numbers blocks, or a string.
pub(super) fn label(text: &str) -> String {
    match text.parse::<u64>() {
        Ok(number) if number.to_string() == text => text.to_owned(),
        _ => name(text),
    }
}

/// Bytes as a string; what is not printable is written as two hexadecimal digits.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.push_str(&format!("\\{byte:02x}")),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\{byte:02x}")),
        }
    }
    text.push('"');
    text
}
