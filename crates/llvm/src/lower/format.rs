//! `snprintf` and `sprintf`: text in memory.
//!
//! The format must be a constant. Then what it asks for is known here, and the call becomes calls
//! of the runtime (`runtime/formatting.heddle`), one for each piece: text, `%d %i %u %x %c %s`,
//! with `hh`, `h`, `l`, `ll` or `z`, and `%%`. Widths, precisions, flags and all other conversions
//! are unsupported, by their name.

use super::builtins::Builtin;
use super::fold::{Lowered, unsupported};
use super::function::Body;
use base::Address;
use program::{Instruction, Operand};

/// The functions of the runtime that pieces become.
pub(super) const PIECES: [&str; 6] = [
    "heddle.put_character",
    "heddle.put_bytes",
    "heddle.put_string",
    "heddle.put_number",
    "heddle.put_signed",
    "heddle.put_end",
];

/// A part of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    /// Text, from an offset in the format, so many bytes long.
    Text(usize, usize),
    Character,
    String,
    /// A number of so many bits, with a sign or in a base.
    Signed(u8),
    Unsigned(u8, u64),
}

fn pieces(format: &str) -> Lowered<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = format;
    let offset = |rest: &str| format.len() - rest.len();
    while !rest.is_empty() {
        let text = rest.find('%').unwrap_or(rest.len());
        if text > 0 {
            pieces.push(Piece::Text(offset(rest), text));
            rest = &rest[text..];
            continue;
        }
        let conversion = &rest[1..];
        let lengths = [("ll", 64), ("l", 64), ("z", 64), ("hh", 8), ("h", 16), ("", 32)];
        let length = lengths.into_iter().find(|(word, _)| conversion.starts_with(word));
        let (word, bits) = length.expect("every text starts with nothing");
        let after = &conversion[word.len()..];
        pieces.push(match after.chars().next() {
            Some('%') if word.is_empty() => Piece::Text(offset(after), 1),
            Some('c') if word.is_empty() => Piece::Character,
            Some('s') if word.is_empty() => Piece::String,
            Some('d' | 'i') => Piece::Signed(bits),
            Some('u') => Piece::Unsigned(bits, 10),
            Some('x') => Piece::Unsigned(bits, 16),
            _ => return unsupported(format!("`snprintf` with the format \"{format}\"")),
        });
        rest = &after[1..];
    }
    Ok(pieces)
}

impl Body<'_, '_> {
    /// Writes values by a format to a place of so many bytes.
    pub(super) fn format(
        &mut self,
        (place, size): (Operand, Operand),
        format: Operand,
        values: &[Operand],
    ) -> Lowered<Builtin> {
        let Operand::Constant(address) = format else {
            return unsupported("`snprintf` with a format that is no constant");
        };
        let Some(text) = self.output.program.constant_string(Address(address)) else {
            return unsupported("`snprintf` with a format that is no constant");
        };
        let mut values = values.iter().copied();
        let mut position = Operand::Constant(0);
        for piece in pieces(&text)? {
            let mut value = || match values.next() {
                Some(value) => Ok(value),
                None => unsupported("`snprintf` with too few values"),
            };
            let (name, given) = match piece {
                Piece::Text(start, length) => {
                    let start = Operand::Constant(address + start as u64);
                    ("heddle.put_bytes", vec![start, Operand::Constant(length as u64)])
                }
                Piece::Character => ("heddle.put_character", vec![value()?]),
                Piece::String => ("heddle.put_string", vec![value()?]),
                Piece::Signed(from) => {
                    let value = value()?;
                    let extended = self.compute_temporary(|target| Instruction::SignExtend {
                        from,
                        to: 64,
                        target,
                        value,
                    });
                    ("heddle.put_signed", vec![extended])
                }
                Piece::Unsigned(to, base) => {
                    let value = value()?;
                    let truncated = self.compute_temporary(|target| Instruction::Truncate {
                        to,
                        target,
                        value,
                    });
                    ("heddle.put_number", vec![truncated, Operand::Constant(base)])
                }
            };
            let arguments = [place, size, position].into_iter().chain(given).collect();
            position = self.call_runtime(name, arguments)?;
        }
        Ok(Builtin::Result(self.call_runtime("heddle.put_end", vec![place, size, position])?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read() {
        let read = pieces("a%d: %5%").map_err(|_| ());
        assert_eq!(read, Err(()));
        let read = pieces("a%d=%ld%%%s%c%zu%hhx").map_err(|_| ());
        let expected = vec![
            Piece::Text(0, 1),
            Piece::Signed(32),
            Piece::Text(3, 1),
            Piece::Signed(64),
            Piece::Text(8, 1),
            Piece::String,
            Piece::Character,
            Piece::Unsigned(64, 10),
            Piece::Unsigned(8, 16),
        ];
        assert_eq!(read, Ok(expected));
        for odd in ["%", "%l", "%f", "%.3s", "%-d", "%p", "%lc"] {
            assert!(pieces(odd).is_err(), "{odd}");
        }
    }
}
