//! Which kinds of characters are there, as the headers of glibc ask?
//!
//! `isalpha` and its like are macros in C: they look up bits in a table that `__ctype_b_loc`
//! returns a pointer to, from -128 to 255; so do `toupper` and `tolower` in optimised code. The
//! tables are those of the locale C, in which characters above 127 are of no kind.

use std::fmt::Write;

/// The bits, in the order of `<ctype.h>`, on machines whose first byte is the lowest.
const KINDS: [fn(u8) -> bool; 12] = [
    |byte| byte.is_ascii_uppercase(),
    |byte| byte.is_ascii_lowercase(),
    |byte| byte.is_ascii_alphabetic(),
    |byte| byte.is_ascii_digit(),
    |byte| byte.is_ascii_hexdigit(),
    |byte| matches!(byte, 9..=13 | b' '),
    |byte| matches!(byte, b' '..=b'~'),
    |byte| byte.is_ascii_graphic(),
    |byte| matches!(byte, 9 | b' '),
    |byte| byte.is_ascii_control(),
    |byte| byte.is_ascii_punctuation(),
    |byte| byte.is_ascii_alphanumeric(),
];

/// The kinds of a character; the upper byte comes first.
fn kinds(byte: u8) -> u16 {
    let bits = KINDS.iter().enumerate().filter(|(_, is_one)| is_one(byte)).map(|(bit, _)| 1 << bit);
    bits.fold(0_u16, |all, bit| all | bit).swap_bytes()
}

/// The tables and the functions that return pointers to pointers into them, in the text form of
/// `program`.
pub(crate) fn functions() -> String {
    let mut text = String::new();
    let of_byte = |number: i32| u8::try_from(number).unwrap_or_default();
    table(&mut text, "__ctype_b_loc", 2, |number| i32::from(kinds(of_byte(number))));
    table(&mut text, "__ctype_toupper_loc", 4, |number| {
        if (0..128).contains(&number) {
            of_byte(number).to_ascii_uppercase().into()
        } else {
            number
        }
    });
    table(&mut text, "__ctype_tolower_loc", 4, |number| {
        if (0..128).contains(&number) {
            of_byte(number).to_ascii_lowercase().into()
        } else {
            number
        }
    });
    text
}

/// A table of numbers of so many bytes, and its function.
fn table(text: &mut String, name: &str, bytes: i32, entry: impl Fn(i32) -> i32) {
    // Writing to a string does not fail.
    let _ = write!(text, "constant @heddle.{name}.table : {} =", 384 * bytes);
    for number in -128..256 {
        let _ = write!(text, " i{} {}", 8 * bytes, entry(number));
    }
    let _ = write!(
        text,
        "\nconstant @heddle.{name}.place : 8 = &heddle.{name}.table+{}\n\
         function @{name}() {{\nentry:\n  return @heddle.{name}.place\n}}\n",
        128 * bytes
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_the_header() {
        // _ISupper, _ISalpha, _ISxdigit, _ISprint, _ISgraph and _ISalnum.
        assert_eq!(kinds(b'A'), 0x100 | 0x400 | 0x1000 | 0x4000 | 0x8000 | 8);
        // _ISspace, _ISprint and _ISblank.
        assert_eq!(kinds(b' '), 0x2000 | 0x4000 | 1);
        assert_eq!(kinds(0), 2);
        assert_eq!(kinds(200), 0);
    }
}
