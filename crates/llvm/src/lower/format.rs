//! `snprintf` and `sprintf`: text in memory. And `vsnprintf`, whose format is read by the runtime
//! (`runtime/format_lists.heddle`).
//!
//! If the format is a constant and asks for nothing rare, the call becomes calls of the runtime
//! (`runtime/formatting.heddle`), one for each piece: text, `%d %i %u %x %o %p %c %s`, with `hh`,
//! `h`, `l`, `ll`, `z` or `j`, with a width, the flags `-` and `0`, and for strings a precision,
//! and `%%`. To fill up a width, a piece is first written to nowhere, which tells its length. Every
//! other format is read by the runtime as that of `vsnprintf` is, from a list that is made for it.

use super::builtins::Builtin;
use super::fold::Lowered;
use super::function::Body;
use base::{Address, ViolationKind};
use program::{Access, AllocationKind, Instruction, Operand, Site};

/// What is wrong with a call that has fewer arguments than its format (C11 7.21.6.1p2).
const NO_ARGUMENT: &str = "a format wants an argument that is not there";

/// The functions of the runtime that formatted output calls.
pub(super) const PIECES: [&str; 11] = [
    "heddle.put_character",
    "heddle.put_bytes",
    "heddle.put_string",
    "heddle.put_number",
    "heddle.put_signed",
    "heddle.put_end",
    "heddle.put_up_to",
    "heddle.put_pointer",
    "heddle.put_padding",
    "heddle.put_list",
    "heddle.output_to",
];

/// A part of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    /// Text, from an offset in the format, so many bytes long.
    Text(usize, usize),
    Value(Conversion, Filling),
}

/// What becomes of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Conversion {
    Character,
    String,
    /// At most so many characters of a string.
    StringUpTo(u64),
    Pointer,
    /// A number of so many bits, with a sign or in a base.
    Signed(u8),
    Unsigned(u8, u64),
}

/// How a value is filled up to a width.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Filling {
    width: u64,
    is_left: bool,
    with_zeros: bool,
}

/// The digits at the start of a text, as a number, and the rest.
fn number_at_start(text: &str) -> (Option<u64>, &str) {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().ok(), &text[end..])
}

/// What comes after a percent sign, and how much of the text it is; `long` is the width of that
/// type.
fn conversion(text: &str, long: u8) -> Option<(Conversion, Filling, usize)> {
    let after_flags = text.trim_start_matches(['-', '0']);
    let flags = &text[..text.len() - after_flags.len()];
    let (width, rest) = number_at_start(after_flags);
    let (precision, rest) = match rest.strip_prefix('.') {
        Some(rest) => {
            let (number, rest) = number_at_start(rest);
            (Some(number?), rest)
        }
        None => (None, rest),
    };
    let is_left = flags.contains('-');
    let with_zeros = flags.contains('0') && !is_left;
    let filling = Filling { width: width.unwrap_or(0), is_left, with_zeros };
    let lengths = [("ll", 64), ("l", long), ("z", long), ("j", 64), ("hh", 8), ("h", 16), ("", 32)];
    let (word, bits) = lengths.into_iter().find(|(word, _)| rest.starts_with(word))?;
    let name = rest[word.len()..].chars().next()?;
    let conversion = match (name, precision) {
        ('s', Some(most)) if word.is_empty() => Conversion::StringUpTo(most),
        (_, Some(_)) => return None,
        ('c', None) if word.is_empty() => Conversion::Character,
        ('s', None) if word.is_empty() => Conversion::String,
        ('p', None) if word.is_empty() => Conversion::Pointer,
        ('d' | 'i', None) => Conversion::Signed(bits),
        ('u', None) => Conversion::Unsigned(bits, 10),
        ('x', None) => Conversion::Unsigned(bits, 16),
        ('o', None) => Conversion::Unsigned(bits, 8),
        _ => return None,
    };
    let is_number = matches!(conversion, Conversion::Signed(_) | Conversion::Unsigned(..));
    if with_zeros && !is_number {
        return None;
    }
    Some((conversion, filling, text.len() - rest.len() + word.len() + 1))
}

/// The parts of a format, if all of them are known here.
fn pieces(format: &str, long: u8) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = format;
    while !rest.is_empty() {
        let offset = format.len() - rest.len();
        let text = rest.find('%').unwrap_or(rest.len());
        if text > 0 {
            pieces.push(Piece::Text(offset, text));
            rest = &rest[text..];
        } else if rest.starts_with("%%") {
            pieces.push(Piece::Text(offset, 1));
            rest = &rest[2..];
        } else {
            let (conversion, filling, length) = conversion(&rest[1..], long)?;
            pieces.push(Piece::Value(conversion, filling));
            rest = &rest[1 + length..];
        }
    }
    Some(pieces)
}

impl Body<'_, '_> {
    /// A format that is known here wants no more values than there are.
    pub(super) fn claim_enough(&mut self, format: Operand, values: &[Operand]) {
        let Operand::Constant(address) = format else { return };
        let Some(text) = self.output.program.constant_string(Address(address)) else { return };
        let long = 8 * self.scope.layouts.pointers().bytes();
        let is_value = |piece: &&Piece| matches!(piece, Piece::Value(..));
        let wanted = pieces(&text, long).map_or(0, |all| all.iter().filter(is_value).count());
        if wanted > values.len() {
            let message = Operand::Constant(self.message(NO_ARGUMENT));
            let kind = ViolationKind::UndefinedBehaviour;
            self.emit(Instruction::Fail { kind, message });
        }
    }

    /// Writes values by a format to a place of so many bytes.
    pub(super) fn format(
        &mut self,
        (place, size): (Operand, Operand),
        format: Operand,
        values: &[Operand],
    ) -> Lowered<Builtin> {
        self.claim_enough(format, values);
        let text = match format {
            Operand::Constant(address) => {
                self.output.program.constant_string(Address(address)).map(|text| (address, text))
            }
            Operand::Register(_) | Operand::Undefined => None,
        };
        let long = 8 * self.scope.layouts.pointers().bytes();
        let known = text.and_then(|(address, text)| Some((address, pieces(&text, long)?)));
        let Some((address, pieces)) = known else {
            let list = self.list_of(values);
            return self.format_from(place, size, format, list);
        };
        let mut values = values.iter().copied();
        let mut position = Operand::Constant(0);
        for piece in pieces {
            let target = (place, size, position);
            position = match piece {
                Piece::Text(start, length) => {
                    let start = Operand::Constant(address + start as u64);
                    let length = Operand::Constant(length as u64);
                    self.put("heddle.put_bytes", target, &[start, length])?
                }
                Piece::Value(conversion, filling) => match values.next() {
                    Some(value) => self.put_value(conversion, filling, target, value)?,
                    // It has gone wrong before this.
                    None => return Ok(Builtin::Result(Operand::Constant(0))),
                },
            };
        }
        Ok(Builtin::Result(self.call_runtime("heddle.put_end", vec![place, size, position])?))
    }

    /// The same with values in a list, where the format is read as the program runs.
    pub(super) fn format_list(
        &mut self,
        (place, size): (Operand, Operand),
        format: Operand,
        list: Operand,
    ) -> Lowered<Builtin> {
        let next = self.next_of_list(list)?;
        self.format_from(place, size, format, next)
    }

    /// The same with the address of the first value.
    fn format_from(
        &mut self,
        place: Operand,
        size: Operand,
        format: Operand,
        next: Operand,
    ) -> Lowered<Builtin> {
        let position = self.call_runtime("heddle.put_list", vec![place, size, format, next])?;
        Ok(Builtin::Result(self.call_runtime("heddle.put_end", vec![place, size, position])?))
    }

    /// Puts values into memory, eight bytes for each.
    fn list_of(&mut self, values: &[Operand]) -> Operand {
        if values.is_empty() {
            return Operand::Constant(0);
        }
        let (name, kind) = ("variable arguments".to_owned(), AllocationKind::Stack);
        let site = self.output.program.add_site(Site { name, layout: None });
        let size = Operand::Constant(8 * values.len() as u64);
        let list =
            self.compute_temporary(|target| Instruction::Allocate { target, size, kind, site });
        for (offset, value) in (0..).step_by(8).zip(values) {
            let (address, access) = (self.displaced(list, offset), Access::plain(8));
            self.emit(Instruction::Store { address, value: *value, access });
        }
        list
    }

    /// Calls a function that writes a piece; returns the position after it.
    fn put(
        &mut self,
        name: &str,
        (place, size, position): (Operand, Operand, Operand),
        given: &[Operand],
    ) -> Lowered<Operand> {
        let arguments = [place, size, position].into_iter().chain(given.iter().copied());
        self.call_runtime(name, arguments.collect())
    }

    /// Writes a value, filled up to a width.
    fn put_value(
        &mut self,
        conversion: Conversion,
        filling: Filling,
        target: (Operand, Operand, Operand),
        value: Operand,
    ) -> Lowered<Operand> {
        let (name, given) = match conversion {
            Conversion::Character => ("heddle.put_character", vec![value]),
            Conversion::String => ("heddle.put_string", vec![value]),
            Conversion::StringUpTo(most) => {
                ("heddle.put_up_to", vec![value, Operand::Constant(most)])
            }
            Conversion::Pointer => ("heddle.put_pointer", vec![value]),
            Conversion::Signed(from) => {
                let extended = self.compute_temporary(|target| Instruction::SignExtend {
                    from,
                    to: 64,
                    target,
                    value,
                });
                let zeros = if filling.with_zeros { filling.width } else { 0 };
                ("heddle.put_signed", vec![extended, Operand::Constant(zeros)])
            }
            Conversion::Unsigned(to, base) => {
                let truncated =
                    self.compute_temporary(|target| Instruction::Truncate { to, target, value });
                ("heddle.put_number", vec![truncated, Operand::Constant(base)])
            }
        };
        if filling.width == 0 {
            return self.put(name, target, &given);
        }
        let (place, size, _) = target;
        let nothing = Operand::Constant(0);
        let length = self.put(name, (place, nothing, nothing), &given)?;
        let fill = if filling.with_zeros { '0' } else { ' ' };
        let filled = [length, Operand::Constant(filling.width), Operand::Constant(fill as u64)];
        if filling.is_left {
            let position = self.put(name, target, &given)?;
            return self.put("heddle.put_padding", (place, size, position), &filled);
        }
        let position = self.put("heddle.put_padding", target, &filled)?;
        self.put(name, (place, size, position), &given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read() {
        let read = pieces("a%d=%ld%%%s%c%zu%-3hhx%07i%.2s", 64);
        let plain = |conversion| Piece::Value(conversion, Filling::default());
        let left = Filling { width: 3, is_left: true, with_zeros: false };
        let zeros = Filling { width: 7, is_left: false, with_zeros: true };
        let expected = vec![
            Piece::Text(0, 1),
            plain(Conversion::Signed(32)),
            Piece::Text(3, 1),
            plain(Conversion::Signed(64)),
            Piece::Text(7, 1),
            plain(Conversion::String),
            plain(Conversion::Character),
            plain(Conversion::Unsigned(64, 10)),
            Piece::Value(Conversion::Unsigned(8, 16), left),
            Piece::Value(Conversion::Signed(32), zeros),
            plain(Conversion::StringUpTo(2)),
        ];
        assert_eq!(read, Some(expected));
        let narrow = pieces("%ld", 32);
        assert_eq!(narrow, Some(vec![plain(Conversion::Signed(32))]));
        for odd in ["%", "%l", "%f", "%.s", "%5%", "%+d", "%lc", "%*d", "%.3d", "%05s"] {
            assert!(pieces(odd, 64).is_none(), "{odd}");
        }
    }
}
