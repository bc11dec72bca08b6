//! Addresses that carry their object.
//!
//! An address is a plain 64-bit integer whose bits name the object it points into, so a pointer
//! keeps its object through integer casts, atomics on `i64`, memory and byte copies without any
//! bookkeeping. Layout, from the low end:
//!
//! ```text
//!  0..24   offset in the object
//! 24..39   low 15 bits of the object's index
//! 39..47   low 8 bits of the creating thread, disguised
//! 47       bit 15 of the index
//! 48..64   high 16 bits of the creating thread
//! ```
//!
//! Objects of main and of the threads it creates have addresses below 2^47, so programs that keep
//! counters in the upper bits of a pointer work. Objects start 16 MiB apart and are at most 8 MiB
//! large, so a pointer that leaves its object does not arrive in another one by a small mistake.
//! Index 0 is never given out.
//!
//! The disguise makes sure that a number which a program writes down, and takes for a pointer, is
//! the address of nothing: what is below 2^39 belongs to the last thread that main can create. The
//! first page is null and its neighbourhood.

use crate::ThreadId;
use std::fmt;

/// A memory address; see the module for its layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address(pub u64);

/// An object: the `index`-th that `thread` created (globals and functions belong to
/// [`ThreadId::GLOBALS`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId {
    pub thread: ThreadId,
    pub index: u32,
}

const OFFSET_BITS: u32 = 24;
const OFFSET_MASK: u64 = (1 << OFFSET_BITS) - 1;
/// What the low 8 bits of a thread are combined with, so that they are zero for the 254th thread
/// that main creates and for no other one of its children.
const DISGUISE: u64 = 254;
/// The size of the first page. Real machines never map it, and members of structures are rarely
/// that far from the start.
const PAGE: u64 = 4096;

/// The distance of neighbouring objects, in bytes.
pub const OBJECT_STRIDE: u64 = 1 << OFFSET_BITS;
/// The largest object, in bytes. The other half of the stride belongs to nobody, so that
/// overrunning even the largest object does not arrive in the next one.
pub const MAX_OBJECT_SIZE: u64 = OBJECT_STRIDE / 2;
/// Where the bits start in which programs keep counters beside a pointer.
pub const UPPER_BITS: u32 = 48;
/// How many objects one thread can create.
pub const MAX_OBJECTS: u32 = 1 << 16;

impl ObjectId {
    /// The address of the object's first byte.
    pub fn address(self) -> Address {
        let index = u64::from(self.index);
        let code = u64::from(self.thread.code());
        Address(
            (index & 0x7fff) << OFFSET_BITS
                | (code & 0xff ^ DISGUISE) << 39
                | (index >> 15 & 1) << 47
                | (code >> 8) << 48,
        )
    }
}

impl Address {
    /// The object this address names and the offset in it; `None` near null and where no thread
    /// could have created an object.
    pub fn object(self) -> Option<(ObjectId, u64)> {
        let bits = self.0;
        let index = (bits >> OFFSET_BITS & 0x7fff | (bits >> 47 & 1) << 15) as u32;
        let code = (bits >> 39 & 0xff ^ DISGUISE | (bits >> 48) << 8) as u32;
        let thread = ThreadId::from_code(code)?;
        if self.is_near_null() {
            return None;
        }
        Some((ObjectId { thread, index }, bits & OFFSET_MASK))
    }

    /// The address that is left if the bits are counters that programs keep above pointers.
    pub fn without_upper_bits(self) -> Address {
        Address(self.0 & ((1 << UPPER_BITS) - 1))
    }

    /// Null, or an offset from it that a member of a structure may have.
    pub fn is_near_null(self) -> bool {
        self.0 < PAGE
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_object() {
        let child = ThreadId::MAIN.child(3).unwrap();
        for thread in [ThreadId::MAIN, ThreadId::GLOBALS, child, child.child(200).unwrap()] {
            for index in [1, 2, 0x7fff, 0x8000, MAX_OBJECTS - 1] {
                let object = ObjectId { thread, index };
                let address = Address(object.address().0 + 12);
                assert_eq!(address.object(), Some((object, 12)));
            }
        }
    }

    #[test]
    fn null_and_wild_addresses_name_nothing() {
        assert_eq!(Address(0).object(), None);
        assert_eq!(Address(0xfff).object(), None);
        assert_eq!(Address(DISGUISE << 39 | 1 << 48).object(), None);
    }

    #[test]
    fn small_numbers_are_objects_of_nobody_who_is_likely_to_exist() {
        let last = ThreadId::MAIN.child(253).unwrap();
        for bits in [0x1000, 0x1000000, 0x2000000, 0x4002_1000, 0xdead_beef, (1 << 39) - 1] {
            assert_eq!(Address(bits).object().map(|(object, _)| object.thread), Some(last));
        }
    }
}
