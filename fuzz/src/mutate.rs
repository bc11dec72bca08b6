//! Changes of a text that a parser does not refuse at once.
//!
//! Bytes changed at random are hardly ever a module or a program. So words are exchanged for words
//! that look alike (a register for a register, a number for a number), and lines are moved,
//! repeated and left out; one change in four is libFuzzer's own.

use testing::Random;

/// Numbers at the limits of something.
const NUMBERS: [&str; 24] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "8",
    "9",
    "16",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "65536",
    "8388608",
    "8388609",
    "2147483648",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
];

/// Another text; `None` leaves the change to libFuzzer.
pub fn mutate(text: &[u8], seed: u32) -> Option<Vec<u8>> {
    let mut random = Random::new(seed.into());
    let kind = random.index(4);
    if text.is_empty() || kind == 0 {
        return None;
    }
    let mut text = text.to_vec();
    for _ in 0..1 + random.index(3) {
        text = if kind == 1 {
            change_lines(&text, &text, &mut random)
        } else {
            change_word(&text, &text, &mut random)
        };
    }
    Some(text)
}

/// A text with something of another one in it.
pub fn cross(text: &[u8], other: &[u8], seed: u32) -> Vec<u8> {
    let mut random = Random::new(seed.into());
    match random.index(2) {
        0 => change_lines(text, other, &mut random),
        _ => change_word(text, other, &mut random),
    }
}

fn change_lines(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let split = |text| <[u8]>::split_inclusive(text, |byte| *byte == b'\n').collect::<Vec<_>>();
    let (mut lines, others) = (split(text), split(other));
    let (here, there) = (random.index(lines.len()), random.index(lines.len()));
    if lines.is_empty() || others.is_empty() {
        return text.to_vec();
    }
    match random.index(4) {
        0 => drop(lines.remove(here)),
        1 => lines.swap(here, there),
        2 => {
            let line = lines.remove(here);
            lines.insert(there.min(lines.len()), line);
        }
        _ => {
            let start = random.index(others.len());
            let end = (start + 1 + random.index(6)).min(others.len());
            lines.splice(here..here, others[start..end].iter().copied());
        }
    }
    lines.concat()
}

fn change_word(text: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let (mut words, others) = (words(text), words(other));
    if words.is_empty() {
        return text.to_vec();
    }
    let here = random.index(words.len());
    let class = class(words[here]);
    let alike: Vec<&[u8]> = others
        .into_iter()
        .filter(|word| self::class(word) == class && *word != words[here])
        .collect();
    match random.index(8) {
        0 => drop(words.remove(here)),
        1 => words.insert(here, words[here]),
        2 if class == Class::Number => {
            words[here] = NUMBERS[random.index(NUMBERS.len())].as_bytes();
        }
        _ if alike.is_empty() => {}
        _ => words[here] = alike[random.index(alike.len())],
    }
    words.concat()
}

/// What a word looks like.
#[derive(PartialEq, Eq)]
enum Class {
    Number,
    /// `i32`, `u8`
    Type,
    Word,
    /// By its first character: `%x`, `@x`, `!x`.
    Name(u8),
    Blank,
    Mark,
}

fn class(word: &[u8]) -> Class {
    let digits = |rest: &[u8]| !rest.is_empty() && rest.iter().all(u8::is_ascii_digit);
    match word {
        [b'%' | b'@' | b'!' | b'#', _, ..] => Class::Name(word[0]),
        [b'i' | b'u', rest @ ..] if digits(rest) => Class::Type,
        [b'-', rest @ ..] | rest if digits(rest) => Class::Number,
        [first, ..] if first.is_ascii_alphabetic() => Class::Word,
        [first, ..] if first.is_ascii_whitespace() => Class::Blank,
        _ => Class::Mark,
    }
}

/// All of a text: names with the mark in front of them, words and numbers, single marks, and the
/// blanks between.
fn words(text: &[u8]) -> Vec<&[u8]> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let mut words = Vec::new();
    let mut rest = text;
    while let [first, after @ ..] = rest {
        let length = match first {
            b' ' => 1 + after.iter().take_while(|byte| **byte == b' ').count(),
            b'%' | b'@' | b'!' | b'#' | b'-' => {
                1 + after.iter().take_while(|byte| is_word(byte)).count()
            }
            byte if is_word(byte) => 1 + after.iter().take_while(|byte| is_word(byte)).count(),
            _ => 1,
        };
        let (word, next) = rest.split_at(length);
        words.push(word);
        rest = next;
    }
    words
}
