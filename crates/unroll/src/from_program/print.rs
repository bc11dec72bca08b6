//! What does `printf` look at? Nobody reads its output, but what is printed must be initialised,
//! and strings are read from memory (`interp::print`).

use super::Builder;
use super::state::{Held, State};
use crate::ValueId;
use crate::carried::Carried;
use base::{Address, Ordering, Tags, ViolationKind};
use program::{Access, BinaryOperation, Operand};

/// A string that may be longer is too long.
const LONGEST: u64 = 256;

/// What a part of a format does with the next of the arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Look {
    /// It looks at so many bits.
    Bits(u8),
    /// It is a width or a precision of the string that follows, if any.
    Precision,
    /// It is a string, of which so many bytes are printed.
    String(Option<u64>),
}

impl Builder<'_> {
    pub(super) fn print(&mut self, state: &mut State, format: Operand, arguments: &[Operand]) {
        let format = self.operand(state, format);
        let bits = self.decide(state, &format, "the format of `printf`");
        let text = self.only(bits).and_then(|at| self.program.constant_string(Address(at)));
        let Some(looks) = text.as_deref().and_then(looks) else {
            self.stop_at_gap(state, ValueId::TRUE, "output in a format that is not known");
            return;
        };
        if looks.len() > arguments.len() {
            let what = "a conversion of `printf` without an argument";
            self.stop_at_gap(state, ValueId::TRUE, what);
            return;
        }
        let mut precision = None;
        for (look, argument) in looks.into_iter().zip(arguments) {
            let held = self.operand(state, *argument);
            match look {
                Look::Bits(width) => self.show(state, &held, width),
                Look::Precision => {
                    self.show(state, &held, 32);
                    let number = self.only(held.bits).filter(|number| *number <= LONGEST);
                    if number.is_none() {
                        let what = "output of a string of which it is not known how much";
                        self.stop_at_gap(state, ValueId::TRUE, what);
                    }
                    precision = number;
                }
                Look::String(limit) => {
                    self.show(state, &held, 64);
                    self.read_string(state, &held, limit.or(precision.take()));
                }
            }
        }
        state.have_effect(&mut self.made.values, ValueId::TRUE);
    }

    /// So many bits of what is printed must be initialised.
    fn show(&mut self, state: &mut State, held: &Held, width: u8) {
        let values = &mut self.made.values;
        let undefined = values.extract(held.undefined, 0, width);
        let is_undefined = values.is_nonzero(undefined);
        let message = "a value that is printed is not initialised";
        self.fail_if(state, is_undefined, ViolationKind::UninitialisedRead, message);
    }

    /// Reads a string up to its zero, or so many bytes of it.
    fn read_string(&mut self, state: &mut State, string: &Held, limit: Option<u64>) {
        let mut reading = state.clone();
        let mut ended = ValueId::FALSE;
        for index in 0..limit.unwrap_or(LONGEST) {
            let distance = self.number(index);
            let values = &mut self.made.values;
            let bits = values.binary(BinaryOperation::Add, string.bits, distance);
            let address = Held { from: Carried::NONE, ..self.defined(bits) };
            let access = Access { size: 1, ordering: Ordering::Plain, tags: Tags::NONE };
            let byte = self.load(&mut reading, address, access);
            self.show(&mut reading, &byte, 8);
            let is_last = self.made.values.is(byte.bits, 0);
            let is_last = self.sharp(is_last);
            let values = &mut self.made.values;
            let ends = values.and(reading.guard, is_last);
            ended = values.or(ended, ends);
            let goes_on = values.and_not(reading.guard, is_last);
            reading.guard = self.sharp(goes_on);
            if reading.guard == ValueId::FALSE {
                break;
            }
        }
        if limit.is_some() {
            ended = self.made.values.or(ended, reading.guard);
        } else {
            self.stop_at_gap(&mut reading, ValueId::TRUE, "output of a long string");
        }
        state.guard = ended;
    }
}

/// What a format does with its arguments; none if that is not known.
fn looks(format: &str) -> Option<Vec<Look>> {
    let mut all = Vec::new();
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        if character != '%' {
            continue;
        }
        let (mut width, mut is_wide, mut precision) = (32, false, None);
        let mut is_starred = false;
        loop {
            match rest.next()? {
                '.' => precision = Some(0),
                '*' => {
                    is_starred |= precision.is_some();
                    all.push(if precision.is_some() { Look::Precision } else { Look::Bits(32) });
                }
                digit @ '0'..='9' => {
                    if let Some(number) = &mut precision {
                        *number = *number * 10 + u64::from(digit) - u64::from('0');
                    }
                }
                'h' => width = (width / 2).max(8),
                'l' | 'z' | 'j' | 't' => (width, is_wide) = (64, true),
                '-' | '+' | ' ' | '#' | '\'' | 'L' => {}
                '%' => break,
                's' if !is_wide => {
                    let limit = precision.filter(|_| !is_starred);
                    if limit.is_some_and(|limit| limit > LONGEST) {
                        return None;
                    }
                    all.push(Look::String(limit));
                    break;
                }
                'c' if !is_wide => {
                    all.push(Look::Bits(8));
                    break;
                }
                'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                    all.push(Look::Bits(width));
                    break;
                }
                'p' | 'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => {
                    all.push(Look::Bits(64));
                    break;
                }
                _ => return None,
            }
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_say_what_is_looked_at() {
        assert_eq!(looks("100%% of %d"), Some(vec![Look::Bits(32)]));
        assert_eq!(looks("%5ld %hhx"), Some(vec![Look::Bits(64), Look::Bits(8)]));
        assert_eq!(looks("%-8s%.3s"), Some(vec![Look::String(None), Look::String(Some(3))]));
        assert_eq!(looks("%*d"), Some(vec![Look::Bits(32), Look::Bits(32)]));
        assert_eq!(looks("%.*s"), Some(vec![Look::Precision, Look::String(None)]));
        assert_eq!(looks("%n"), None);
        assert_eq!(looks("%"), None);
    }
}
