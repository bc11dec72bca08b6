//! Values of registers and memory, with the bits that are not initialised.
//!
//! Copying memory that was never written is allowed, as it is in C for padding and bit-fields;
//! letting it decide something is not. So every value carries, bit for bit, which of its bits are
//! undefined (the method of Valgrind's memcheck), and only the places where a value decides
//! something (a branch, an address, a divisor, an atomic update) ask [`Value::defined`].

use std::fmt;

/// At most 64 bits. Bits above the width of the value's type are zero and defined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Value {
    pub bits: u64,
    /// The bits of `bits` that are not initialised; they read as zero in `bits`.
    pub undefined: u64,
}

/// The bits of an integer of `width` bits, 1 to 64.
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

impl Value {
    pub const ZERO: Value = Value { bits: 0, undefined: 0 };

    /// A fully initialised value.
    pub fn new(bits: u64) -> Value {
        Value { bits, undefined: 0 }
    }

    /// A value of `width` bits of which none is initialised.
    pub fn uninitialised(width: u32) -> Value {
        Value { bits: 0, undefined: mask(width) }
    }

    /// The bits, if all of them are initialised.
    pub fn defined(self) -> Option<u64> {
        (self.undefined == 0).then_some(self.bits)
    }

    pub fn truncate(self, width: u32) -> Value {
        Value { bits: self.bits & mask(width), undefined: self.undefined & mask(width) }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.undefined == 0 {
            write!(f, "{}", self.bits)
        } else {
            write!(f, "{:#x}?{:#x}", self.bits, self.undefined)
        }
    }
}
