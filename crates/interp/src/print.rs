//! What would `printf` have printed? For witnesses.
//!
//! Printing decides something that can be seen, so what is printed must be initialised: exactly the bits that
//! the conversion looks at. Conversions that do more than show a value (`%n` writes to memory) are not
//! supported; those of floating-point numbers are shown as they are.

use crate::{Failure, Request};
use base::{Address, Value, ViolationKind};
use program::Program;
use program::eval::signed;

/// The widest field that is padded.
const MAX_FIELD_WIDTH: u64 = 200;

/// The text of a `printf` with this format. A `%s` must be given a constant string: reading another one
/// would be accesses to memory, which are not made here.
pub(crate) fn format_output(
    program: &Program,
    format: Address,
    values: &[Value],
) -> Result<String, Request> {
    let Some(format) = program.constant_string(format) else {
        return Err(unsupported("a format of `printf` that is not constant"));
    };
    let mut values = values.iter().copied();
    let mut text = String::new();
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        if character != '%' {
            text.push(character);
            continue;
        }
        let conversion = Conversion::parse(&mut rest, &mut values)?;
        if conversion.name == '%' {
            text.push('%');
        } else {
            let value = next(&mut values)?;
            text.push_str(&conversion.show(program, value)?);
        }
    }
    Ok(text)
}

/// One `%…` of a format.
struct Conversion {
    name: char,
    left: bool,
    zeros: bool,
    field_width: u64,
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
            width: 32,
            wide: false,
        };
        let mut in_precision = false;
        let mut any_digit = false;
        loop {
            let Some(character) = rest.next() else {
                return Err(unsupported("a format of `printf` that ends in a conversion"));
            };
            match character {
                '-' => conversion.left = true,
                '0' if !any_digit && !in_precision => conversion.zeros = true,
                '0'..='9' if !in_precision => {
                    any_digit = true;
                    let digit = u64::from(character) - u64::from('0');
                    conversion.field_width = (conversion.field_width * 10 + digit).min(1 << 32);
                }
                '.' => in_precision = true,
                '*' => {
                    let number = signed(decide(next(values)?, 32)?, 32);
                    if !in_precision {
                        conversion.left |= number < 0;
                        conversion.field_width = number.unsigned_abs();
                    }
                }
                'h' => conversion.width = (conversion.width / 2).max(8),
                'l' | 'z' | 'j' | 't' => {
                    conversion.width = 64;
                    conversion.wide = true;
                }
                '0'..='9' | '+' | ' ' | '#' | '\'' | 'L' => {}
                name => {
                    conversion.name = name;
                    return Ok(conversion);
                }
            }
        }
    }

    fn show(&self, program: &Program, value: Value) -> Result<String, Request> {
        let text = match self.name {
            'd' | 'i' => signed(decide(value, self.width)?, self.width).to_string(),
            'u' => decide(value, self.width)?.to_string(),
            'x' => format!("{:x}", decide(value, self.width)?),
            'X' => format!("{:X}", decide(value, self.width)?),
            'o' => format!("{:o}", decide(value, self.width)?),
            'c' if !self.wide => char::from(decide(value, 8)? as u8).to_string(),
            'p' => format!("{:#x}", decide(value, 64)?),
            's' if !self.wide => program
                .constant_string(Address(decide(value, 64)?))
                .ok_or_else(|| unsupported("printing a string that is not constant"))?,
            'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => {
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
