//! How many bits has a number, and is one of them a sign?
//!
//! Values are integers of 64 bits everywhere. Something narrower holds the number that its bits
//! mean, with a sign or without one, so that there is one way to write each value, and comparing it
//! is comparing numbers.

/// Some bytes that are a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width {
    /// From 1 to 8.
    pub bytes: u8,
    pub is_signed: bool,
}

impl Width {
    /// What has no other type.
    pub const INT: Width = Width::signed(4);

    pub const fn signed(bytes: u8) -> Width {
        Width { bytes, is_signed: true }
    }

    pub const fn unsigned(bytes: u8) -> Width {
        Width { bytes, is_signed: false }
    }

    /// The number that the lowest bits of a number are.
    pub fn wrap(self, number: i64) -> i64 {
        let unused = 64 - 8 * u32::from(self.bytes);
        if self.is_signed {
            (number << unused) >> unused
        } else {
            (((number as u64) << unused) >> unused) as i64
        }
    }

    /// A number as people write it.
    pub fn show(self, number: i64) -> String {
        let number = self.wrap(number);
        if self.is_signed { number.to_string() } else { (number as u64).to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap_with_a_sign_and_without() {
        let cases = [
            (Width::signed(4), 2_147_483_648, -2_147_483_648),
            (Width::unsigned(4), -1, 4_294_967_295),
            (Width::signed(1), 255, -1),
            (Width::unsigned(2), 65_536 + 7, 7),
            (Width::signed(8), i64::MIN, i64::MIN),
            (Width::unsigned(8), -1, -1),
        ];
        for (width, number, wrapped) in cases {
            assert_eq!(width.wrap(number), wrapped, "{width:?} {number}");
        }
        assert_eq!(Width::unsigned(8).show(-1), "18446744073709551615");
        assert_eq!(Width::signed(2).show(65_535), "-1");
    }
}
