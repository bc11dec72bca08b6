//! Which number does a literal stand for?

use crate::tree::Constant;
use crate::tree::types::FloatKind;

/// The constant that a literal such as `-5` or `u0xFF` means as an integer of `width` bits; `None`
/// if it is no such literal.
pub(super) fn integer(text: &str, width: u32) -> Option<Constant> {
    if width > 128 {
        return long(text, width);
    }
    let wide = Constant::Unsupported { what: "an integer literal of more than 128 bits" };
    let (negative, magnitude) = if let Some(digits) = text.strip_prefix('-') {
        (true, decimal(digits)?)
    } else if let Some(digits) = text.strip_prefix("u0x").or(text.strip_prefix("s0x")) {
        (false, hexadecimal(digits)?)
    } else {
        (false, decimal(text)?)
    };
    let Some(mut bits) = magnitude else {
        return Some(wide);
    };
    if negative {
        bits = bits.wrapping_neg();
    }
    // A hexadecimal literal marked as signed extends its top bit.
    if let Some(digits) = text.strip_prefix("s0x") {
        let unused = 128 - 4 * digits.len() as u32;
        bits = ((bits << unused) as i128 >> unused) as u128;
    }
    if width < 128 {
        bits &= (1 << width) - 1;
    }
    Some(Constant::Integer { low: bits as u64, high: (bits >> 64) as u64 })
}

/// The same for more than 128 bits.
fn long(text: &str, width: u32) -> Option<Constant> {
    let (is_negative, base, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, 10, digits),
        None => match text.strip_prefix("u0x").or(text.strip_prefix("s0x")) {
            Some(digits) => (false, 16, digits),
            None => (false, 10, text),
        },
    };
    if digits.is_empty() || text.starts_with("s0x") {
        return None;
    }
    let mut words = vec![0_u64; width.div_ceil(64) as usize];
    for digit in digits.chars() {
        let mut carried = u128::from(digit.to_digit(base)?);
        for word in &mut words {
            carried += u128::from(*word) * u128::from(base);
            *word = carried as u64;
            carried >>= 64;
        }
    }
    if is_negative {
        let mut carried = true;
        for word in &mut words {
            (*word, carried) = (!*word).overflowing_add(u64::from(carried));
        }
    }
    if !width.is_multiple_of(64)
        && let Some(last) = words.last_mut()
    {
        *last &= (1 << (width % 64)) - 1;
    }
    Some(Constant::Long(words.into()))
}

/// The number, `Some(None)` if it is larger than 128 bits.
fn decimal(digits: &str) -> Option<Option<u128>> {
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| digits.parse().ok())
}

fn hexadecimal(digits: &str) -> Option<Option<u128>> {
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    all_digits.then(|| match digits.len() {
        0..=32 => u128::from_str_radix(digits, 16).ok(),
        _ => None,
    })
}

/// The constant that a literal such as `1.5` or `0x3FF8000000000000` means; `None` if it is none.
///
/// `0x` is followed by the bits of a double, whatever the type; `0xH` by those of a half, `0xR`
/// of a bfloat, `0xK`, `0xL` and `0xM` of wider ones; `f0x` by those of the type itself.
pub(super) fn float(text: &str, kind: FloatKind) -> Option<Constant> {
    let bits = |digits: &str| u64::from_str_radix(digits, 16).ok();
    if let Some(digits) = text.strip_prefix("0xH").or(text.strip_prefix("0xR")) {
        return bits(digits).map(Constant::Float);
    }
    if ["0xK", "0xL", "0xM"].iter().any(|prefix| text.starts_with(prefix)) {
        return Some(unsupported());
    }
    if let Some(digits) = text.strip_prefix("f0x") {
        return Some(bits(digits).map_or(unsupported(), Constant::Float));
    }
    let value = match text.strip_prefix("0x") {
        Some(digits) => f64::from_bits(bits(digits)?),
        // Rust also reads `inf` and `nan`, of which LLVM has its own idea.
        None if text.ends_with(|last: char| last.is_ascii_digit() || last == '.') => {
            text.parse().ok()?
        }
        None => return None,
    };
    match kind {
        FloatKind::Double => Some(Constant::Float(value.to_bits())),
        FloatKind::Float => Some(Constant::Float(u64::from((value as f32).to_bits()))),
        FloatKind::Half
        | FloatKind::BFloat
        | FloatKind::X86Fp80
        | FloatKind::Fp128
        | FloatKind::PpcFp128 => Some(unsupported()),
    }
}

fn unsupported() -> Constant {
    Constant::Unsupported { what: "a floating-point literal that is neither `float` nor `double`" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn low(text: &str, width: u32) -> Option<u64> {
        match integer(text, width)? {
            Constant::Integer { low, .. } => Some(low),
            _ => None,
        }
    }

    #[test]
    fn integers_are_truncated_to_their_width() {
        assert_eq!(low("-1", 8), Some(0xff));
        assert_eq!(low("-9223372036854775808", 64), Some(1 << 63));
        assert_eq!(low("s0xF", 8), Some(0xff));
        assert_eq!(low("u0xF", 8), Some(0x0f));
        assert_eq!(low("1x", 8), None);
        assert_eq!(low("-", 8), None);
        let wide = integer("18446744073709551616", 128);
        assert_eq!(wide, Some(Constant::Integer { low: 0, high: 1 }));
        assert_eq!(
            integer("340282366920938463463374607431768211457", 200),
            Some(Constant::Long([1, 0, 1, 0].into()))
        );
        let all = u64::MAX;
        assert_eq!(integer("-2", 200), Some(Constant::Long([all - 1, all, all, 0xff].into())));
        assert!(matches!(integer(&"9".repeat(60), 64), Some(Constant::Unsupported { .. })));
        assert!(matches!(
            integer(&format!("s0x{}", "f".repeat(60)), 64),
            Some(Constant::Unsupported { .. })
        ));
    }

    #[test]
    fn floats_are_kept_as_bits() {
        let one_and_a_half = Some(Constant::Float(0x3ff8_0000_0000_0000));
        assert_eq!(float("1.500000e+00", FloatKind::Double), one_and_a_half);
        assert_eq!(float("0x3FF8000000000000", FloatKind::Double), one_and_a_half);
        let single = Some(Constant::Float(0x3fc0_0000));
        assert_eq!(float("0x3FF8000000000000", FloatKind::Float), single);
        assert_eq!(float("f0x3fc00000", FloatKind::Float), single);
        assert_eq!(float("nan", FloatKind::Float), None);
    }
}
