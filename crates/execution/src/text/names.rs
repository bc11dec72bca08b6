//! How locations, threads, objects, values, tags and events are written.
//!
//! The word for a location is its address: bit 63 is set, each character takes six bits below it,
//! and the lowest three bits are zero, so that cells of eight bytes do not overlap. That makes
//! printing and parsing each other's inverse without a table of names.

use crate::Cell;
use base::address::MAX_OBJECTS;
use base::value::mask;
use base::{Address, ObjectId, ThreadId, Value};

/// The characters of words for locations; the one at index `i` has the code `i + 1`, and 0 ends the
/// word.
const ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyz_0123456789";
/// How many characters fit.
const LONGEST: u32 = 10;
const MARK: u64 = 1 << 63;
/// The size of a location that does not mention it.
const SIZE: u8 = 8;

/// The lowest bit of the character at an index of a word.
fn shift(index: u32) -> u32 {
    57 - 6 * index
}

fn address(word: &str) -> Option<Address> {
    if let Some(digits) = word.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok().map(Address);
    }
    if word.is_empty() || word.len() > LONGEST as usize || word.as_bytes()[0].is_ascii_digit() {
        return None;
    }
    let mut bits = MARK;
    for (index, byte) in (0..).zip(word.bytes()) {
        let code = ALPHABET.iter().position(|known| *known == byte)? as u64 + 1;
        bits |= code << shift(index);
    }
    Some(Address(bits))
}

/// The word that is this address.
fn word(address: Address) -> Option<String> {
    let code = |index: u32| (address.0 >> shift(index) & 0x3f) as usize;
    let codes = (0..LONGEST).map(code).take_while(|code| *code != 0);
    let characters: Option<Vec<u8>> = codes.map(|code| ALPHABET.get(code - 1).copied()).collect();
    let word = String::from_utf8(characters?).ok()?;
    // What is no word's address does not come back as it was: bits that words do not have are lost.
    (self::address(&word) == Some(address)).then_some(word)
}

pub(super) fn parse_cell(text: &str) -> Option<Cell> {
    let (word, size) = match text.split_once('.') {
        None => (text, SIZE),
        Some((word, size)) => (word, size.parse().ok()?),
    };
    let address = address(word)?;
    let end = address.0.checked_add(u64::from(size))?;
    ((1..=8).contains(&size) && end > address.0).then_some(Cell { address, size })
}

pub(super) fn print_cell(cell: Cell) -> String {
    let mut text = word(cell.address).unwrap_or_else(|| format!("{:#x}", cell.address.0));
    if cell.size != SIZE {
        text.push_str(&format!(".{}", cell.size));
    }
    text
}

/// The thread whose [`Display`](std::fmt::Display) form this is.
pub(super) fn parse_thread(text: &str) -> Option<ThreadId> {
    if text == "main" {
        return Some(ThreadId::MAIN);
    }
    let thread =
        text.strip_prefix('t')?.split('.').try_fold(ThreadId::MAIN, |thread, digits| {
            thread.child(digits.parse::<u32>().ok()?.checked_sub(1)?)
        })?;
    // Only one way to write it: no sign, no leading zero.
    (thread.to_string() == text).then_some(thread)
}

pub(super) fn parse_object(text: &str) -> Option<ObjectId> {
    let (thread, index) = text.split_once('/')?;
    let thread = match thread {
        "global" => ThreadId::GLOBALS,
        name => parse_thread(name)?,
    };
    let index = index.parse().ok().filter(|index| *index < MAX_OBJECTS)?;
    Some(ObjectId { thread, index })
}

pub(super) fn print_object(object: ObjectId) -> String {
    match object.thread {
        ThreadId::GLOBALS => format!("global/{}", object.index),
        thread => format!("{thread}/{}", object.index),
    }
}

fn parse_number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// A value of a cell of this size.
pub(super) fn parse_value(text: &str, size: u8) -> Option<Value> {
    let value = match text.split_once('?') {
        None => Value::new(parse_number(text)?),
        Some((bits, undefined)) => {
            Value { bits: parse_number(bits)?, undefined: parse_number(undefined)? }
        }
    };
    let fits = (value.bits | value.undefined) & !mask(8 * u32::from(size)) == 0;
    (fits && value.bits & value.undefined == 0).then_some(value)
}

pub(super) fn print_value(value: Value) -> String {
    match value.defined() {
        Some(bits) => bits.to_string(),
        None => format!("{}?{:#x}", value.bits, value.undefined),
    }
}

/// Words that cannot name an event.
pub(super) const RESERVED: [&str; 2] = ["and", "initial"];

pub(super) fn is_event_name(text: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.bytes().all(is_word) && !RESERVED.contains(&text)
}

/// The name of the event on a line: `a` to `z`, `a1` to `z1`, and so on.
pub(super) fn event_name(line: usize) -> String {
    let letter = char::from(b'a' + (line % 26) as u8);
    match line / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}
