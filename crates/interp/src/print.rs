//! What would `printf` have printed? For witnesses.
//!
//! Printing decides something that can be seen, so what is printed must be initialised: exactly the
//! bits that the conversion looks at. Conversions that do more than show a value (`%n` writes to
//! memory) are not supported; hexadecimal floating-point numbers are shown by their conversion.
//!
//! The format and the strings of `%s` are read byte by byte up to their zeros, or as far as the
//! precision allows, by ordinary loads of one byte: those of shared memory are events. So printing
//! asks for one string after the other ([`Printed::Needs`]), and starts again when it has been
//! read; nothing is shown before all are there.

use crate::place::Place;
use crate::thread::{Progress, Thread};
use crate::{Context, Failure, Objects, Operation, Request};
use base::{Address, Ordering, Tags, Value, ViolationKind};
use execution::{Cell, ReadKind};
use program::Operand;
use program::eval::signed;
use std::rc::Rc;

/// The widest field that is padded.
const MAX_FIELD_WIDTH: u64 = 200;

/// How far printing has got.
enum Printed {
    /// This is the text.
    Text(String),
    /// The string at this address has to be read, up to its zero or this many bytes.
    Needs { address: Address, limit: Option<u64> },
}

impl Thread {
    /// Prints, or asks for the next byte of a string that is shared.
    pub(crate) fn print(
        &mut self,
        context: &Context<'_>,
        objects: &dyn Objects,
        base: usize,
        format: Operand,
        arguments: &[Operand],
    ) -> Result<(), Request> {
        let format = Address(self.decide(base, format, "the format of `printf`")?);
        let values: Vec<Value> =
            arguments.iter().map(|argument| self.value(base, *argument)).collect();
        loop {
            match format_output(format, &values, &self.rare.strings)? {
                Printed::Needs { address, limit } => {
                    self.read_string(context, objects, address, limit)?;
                }
                Printed::Text(text) => {
                    Rc::make_mut(&mut self.rare).strings.clear();
                    self.print_line(text);
                    self.have_effect();
                    return Ok(());
                }
            }
        }
    }

    /// Takes a byte of a shared string.
    pub(crate) fn print_answer(&mut self, byte: Value) -> Result<(), Request> {
        let byte = decide(byte, 8)? as u8;
        Rc::make_mut(&mut self.rare).strings.push(byte);
        self.progress = Progress::Fresh;
        Ok(())
    }

    /// Reads what is missing of the last of the strings, and gives it its zero.
    fn read_string(
        &mut self,
        context: &Context<'_>,
        objects: &dyn Objects,
        start: Address,
        limit: Option<u64>,
    ) -> Result<(), Request> {
        loop {
            let read = self.rare.strings.rsplit(|byte| *byte == 0).next().unwrap_or(&[]).len();
            let byte = if limit == Some(read as u64) {
                Value::ZERO
            } else {
                let address = Address(start.0.wrapping_add(read as u64));
                match self.locate(context, objects, address, 1, false)? {
                    Place::Constant(byte) => byte,
                    Place::Private { object, offset } => {
                        self.read_private(context, object, offset, 1)
                    }
                    Place::Shared { .. } => {
                        let operation = Operation::Read {
                            cell: Cell { address, size: 1 },
                            kind: ReadKind::Load,
                            ordering: Ordering::Plain,
                            tags: self.tags(Tags::NONE),
                            otherwise: None,
                        };
                        self.progress = Progress::Printing;
                        let grouped = self.in_open_block();
                        return Err(Request::Visible { operation, grouped });
                    }
                }
            };
            self.print_answer(byte)?;
            if byte == Value::ZERO {
                return Ok(());
            }
        }
    }
}

/// The text of a `printf` with this format and these arguments, if `strings` has all strings that
/// it takes, the format being the first, each with its zero.
fn format_output(format: Address, values: &[Value], strings: &[u8]) -> Result<Printed, Request> {
    let mut strings = Strings { rest: strings };
    let Some(format) = strings.next() else {
        return Ok(Printed::Needs { address: format, limit: None });
    };
    let format = String::from_utf8_lossy(format);
    let mut values = values.iter().copied();
    let mut text = String::new();
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        if character != '%' {
            text.push(character);
            continue;
        }
        let conversion = Conversion::parse(&mut rest, &mut values)?;
        match conversion.name {
            '%' => text.push('%'),
            's' if !conversion.wide => {
                let address = Address(decide(next(&mut values)?, 64)?);
                let Some(string) = strings.next() else {
                    return Ok(Printed::Needs { address, limit: conversion.precision });
                };
                text.push_str(&conversion.pad(String::from_utf8_lossy(string).into_owned()));
            }
            _ => text.push_str(&conversion.show(next(&mut values)?)?),
        }
    }
    Ok(Printed::Text(text))
}

/// Strings one after the other, each with its zero.
struct Strings<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Strings<'a> {
    type Item = &'a [u8];

    /// The next string without its zero; none if it is not complete.
    fn next(&mut self) -> Option<&'a [u8]> {
        let end = self.rest.iter().position(|byte| *byte == 0)?;
        let (string, rest) = self.rest.split_at(end);
        self.rest = &rest[1..];
        Some(string)
    }
}

/// One `%…` of a format.
struct Conversion {
    name: char,
    left: bool,
    zeros: bool,
    field_width: u64,
    precision: Option<u64>,
    /// How many bits of its argument it looks at.
    width: u32,
    /// Whether it is about wide characters.
    wide: bool,
}

impl Conversion {
    /// Reads a conversion after its percent sign, and the arguments that are widths.
    fn parse(
        rest: &mut impl Iterator<Item = char>,
        values: &mut impl Iterator<Item = Value>,
    ) -> Result<Conversion, Request> {
        let mut conversion = Conversion {
            name: '%',
            left: false,
            zeros: false,
            field_width: 0,
            precision: None,
            width: 32,
            wide: false,
        };
        let mut any_digit = false;
        loop {
            let Some(character) = rest.next() else {
                return Err(unsupported("a format of `printf` that ends in a conversion"));
            };
            match (character, &mut conversion.precision) {
                ('.', precision) => *precision = Some(0),
                ('*', precision) => {
                    let number = signed(decide(next(values)?, 32)?, 32);
                    match precision {
                        // One below zero is as if there were none.
                        Some(_) => *precision = u64::try_from(number).ok(),
                        None => {
                            conversion.left |= number < 0;
                            conversion.field_width = number.unsigned_abs();
                        }
                    }
                }
                ('0', None) if !any_digit => conversion.zeros = true,
                ('0'..='9', precision) => {
                    any_digit = true;
                    let number = precision.as_mut().unwrap_or(&mut conversion.field_width);
                    let digit = u64::from(character) - u64::from('0');
                    *number = (*number * 10 + digit).min(1 << 32);
                }
                ('-', _) => conversion.left = true,
                ('h', _) => conversion.width = (conversion.width / 2).max(8),
                ('l' | 'z' | 'j' | 't', _) => {
                    conversion.width = 64;
                    conversion.wide = true;
                }
                ('+' | ' ' | '#' | '\'' | 'L', _) => {}
                (name, _) => {
                    conversion.name = name;
                    return Ok(conversion);
                }
            }
        }
    }

    fn show(&self, value: Value) -> Result<String, Request> {
        let text = match self.name {
            'd' | 'i' => signed(decide(value, self.width)?, self.width).to_string(),
            'u' => decide(value, self.width)?.to_string(),
            'x' => format!("{:x}", decide(value, self.width)?),
            'X' => format!("{:X}", decide(value, self.width)?),
            'o' => format!("{:o}", decide(value, self.width)?),
            'c' if !self.wide => char::from(decide(value, 8)? as u8).to_string(),
            'p' => format!("{:#x}", decide(value, 64)?),
            'f' | 'F' | 'e' | 'E' | 'g' | 'G' => {
                let number = f64::from_bits(decide(value, 64)?);
                float_text(number, self.name, self.precision)
            }
            'a' | 'A' => {
                decide(value, 64)?;
                format!("<%{}>", self.name)
            }
            other => return Err(unsupported(&format!("the conversion `%{other}` of `printf`"))),
        };
        Ok(self.pad(text))
    }

    fn pad(&self, text: String) -> String {
        let width = self.field_width.min(MAX_FIELD_WIDTH) as usize;
        if self.left {
            format!("{text:<width$}")
        } else if self.zeros {
            format!("{text:0>width$}")
        } else {
            format!("{text:>width$}")
        }
    }
}

/// A number as `%f`, `%e` or `%g` shows it.
fn float_text(number: f64, name: char, precision: Option<u64>) -> String {
    let precision = precision.unwrap_or(6).min(MAX_FIELD_WIDTH) as usize;
    let text = match name.to_ascii_lowercase() {
        _ if number.is_nan() => "nan".to_owned(),
        _ if number.is_infinite() => format!("{number}"),
        'f' => format!("{number:.precision$}"),
        'e' => scientific(number, precision),
        _ => shortest(number, precision.max(1)),
    };
    if name.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text }
}

/// With an exponent of at least two digits.
fn scientific(number: f64, precision: usize) -> String {
    let text = format!("{number:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// With so many digits, without zeros at the end, and an exponent only where that is needed.
fn shortest(number: f64, digits: usize) -> String {
    let rounded = scientific(number, digits - 1);
    let (mantissa, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let exponent: i64 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if exponent < -4 || exponent >= digits as i64 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs());
    }
    let after = (digits as i64 - 1 - exponent) as usize;
    trimmed(&format!("{number:.after$}"))
}

/// The next argument.
fn next(values: &mut impl Iterator<Item = Value>) -> Result<Value, Request> {
    values.next().ok_or_else(|| unsupported("a conversion of `printf` without an argument"))
}

/// The bits of a value that are printed.
fn decide(value: Value, width: u32) -> Result<u64, Request> {
    value.truncate(width).defined().ok_or_else(|| {
        let message = "a value that is printed is not initialised";
        Failure::new(ViolationKind::UninitialisedRead, message).into()
    })
}

fn unsupported(what: &str) -> Request {
    Request::Unsupported(what.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(values: &[u64], strings: &str) -> String {
        let values: Vec<Value> = values.iter().copied().map(Value::new).collect();
        match format_output(Address(0), &values, strings.as_bytes()) {
            Ok(Printed::Text(text)) => text,
            Ok(Printed::Needs { address, limit }) => format!("needs {} {limit:?}", address.0),
            Err(request) => format!("{request:?}"),
        }
    }

    #[test]
    fn conversions_take_their_arguments_in_order() {
        assert_eq!(text(&[1, 7, 255], "%d, %s%%, %04x\0text\0"), "1, text%, 00ff");
        assert_eq!(text(&[5, 9, 3, 7], "%-*d|%*s|\0ab\0"), "9    | ab|");
        assert_eq!(text(&[u64::from(u32::MAX), 0x1ff], "%d %hhu\0"), "-1 255");
    }

    #[test]
    fn numbers_with_a_point() {
        let show = |format: &str, number: f64| text(&[number.to_bits()], &format!("{format}\0"));
        assert_eq!(show("%f", 1.5), "1.500000");
        assert_eq!(show("%8.2f|", -5.678), "   -5.68|");
        assert_eq!(show("%e", 12345.678), "1.234568e+04");
        assert_eq!(show("%g", 0.0001), "0.0001");
        assert_eq!(show("%g", 0.00001), "1e-05");
        assert_eq!(show("%g", 100_000.0), "100000");
        assert_eq!(show("%g", 1_000_000.0), "1e+06");
        assert_eq!(show("%g", 0.1), "0.1");
        assert_eq!(show("%G", f64::INFINITY), "INF");
        assert_eq!(show("%f", f64::NAN), "nan");
    }

    #[test]
    fn strings_are_asked_for_one_after_the_other() {
        assert_eq!(text(&[7, 9], "%s"), "needs 0 None");
        assert_eq!(text(&[7, 9], "%s %.2s\0a"), "needs 7 None");
        assert_eq!(text(&[7, 9], "%s %.2s\0abc\0"), "needs 9 Some(2)");
        assert_eq!(text(&[7, 9], "%s %.2s\0abc\0de\0"), "abc de");
    }
}
