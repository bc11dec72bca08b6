//! Texts that are nearly right, for parsers: words exchanged, lines repeated, ends cut off,
//! characters changed.

use crate::Random;

/// Words at the limits of something, and characters that parsers look for.
const ODD: [&str; 24] = [
    "",
    "0",
    "-1",
    "1",
    "18446744073709551616",
    "-9223372036854775809",
    "1e9",
    "0x",
    "é",
    "\u{0}",
    "#",
    "@",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    "\"",
    ";",
    "\n",
    "=",
];

/// Another text, a few changes away.
pub fn garble(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(4) {
        text = change(&text, random);
    }
    text
}

fn change(text: &str, random: &mut Random) -> String {
    let pick = |count: usize, random: &mut Random| random.below(count.max(1) as u64) as usize;
    let mut pieces: Vec<&str> = match random.below(3) {
        0 => text.split_inclusive('\n').collect(),
        1 => text.split_inclusive([' ', '\n', ',', ';', '>', '=']).collect(),
        _ => text.split_inclusive(|_: char| true).collect(),
    };
    if pieces.is_empty() {
        return ODD[pick(ODD.len(), random)].to_owned();
    }
    let (one, other) = (pick(pieces.len(), random), pick(pieces.len(), random));
    match random.below(6) {
        0 => pieces.swap(one, other),
        1 => pieces[one] = pieces[other],
        2 => drop(pieces.remove(one)),
        3 => pieces.insert(one, pieces[other]),
        4 => pieces[one] = ODD[pick(ODD.len(), random)],
        _ => pieces.truncate(one),
    }
    pieces.concat()
}
