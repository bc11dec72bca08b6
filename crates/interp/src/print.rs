//! What `printf` would have printed, for witnesses.

use base::{Address, Value};
use program::Program;
use program::eval::signed;

/// The text of a `printf` with this format; conversions that are not known are shown as they are. `None` if a `%s` is
/// given anything but a constant string: reading that would be accesses to memory, which are not made here.
pub(crate) fn format_output(
    program: &Program,
    format: Address,
    values: &[Value],
) -> Option<String> {
    let Some(format) = program.constant_string(format) else {
        return Some("<a format that is not constant>".to_owned());
    };
    let mut values = values.iter();
    let mut text = String::new();
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        if character != '%' {
            text.push(character);
            continue;
        }
        let mut modifiers = String::new();
        let conversion = loop {
            match rest.next() {
                Some(c) if "-+ #0123456789.hlzjtL".contains(c) => modifiers.push(c),
                other => break other,
            }
        };
        match conversion {
            None => text.push('%'),
            Some('%') => text.push('%'),
            Some(conversion) => match values.next() {
                Some(value) => text.push_str(&convert(program, &modifiers, conversion, *value)?),
                None => text.push('?'),
            },
        }
    }
    Some(text)
}

fn convert(program: &Program, modifiers: &str, conversion: char, value: Value) -> Option<String> {
    let Some(bits) = value.defined() else { return Some("<uninitialised>".to_owned()) };
    let width = if modifiers.contains(['l', 'z', 'j', 't']) { 64 } else { 32 };
    let number = match conversion {
        'd' | 'i' => signed(bits, width).to_string(),
        'u' => bits.to_string(),
        'x' => format!("{bits:x}"),
        'X' => format!("{bits:X}"),
        'o' => format!("{bits:o}"),
        'c' => char::from(bits as u8).to_string(),
        'p' => format!("{bits:#x}"),
        's' => program.constant_string(Address(bits))?,
        other => format!("<%{other}>"),
    };
    Some(pad(number, modifiers))
}

/// Pads to the field width among the modifiers.
fn pad(text: String, modifiers: &str) -> String {
    let digits: String = modifiers
        .trim_start_matches(['-', '+', ' ', '#', '0'])
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    let width = digits.parse::<usize>().unwrap_or(0).min(200);
    if modifiers.contains('-') {
        format!("{text:<width$}")
    } else if modifiers.starts_with('0') {
        format!("{text:0>width$}")
    } else {
        format!("{text:>width$}")
    }
}
