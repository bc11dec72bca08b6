//! Addresses that carry their object.
//!
//! An address is a plain 64-bit integer whose bits name the object it points into, so a pointer
//! keeps its object through integer casts, atomics on `i64`, memory and byte copies without any
//! bookkeeping. Layout, from the low end:
//!
//! ```text
//!  0..24   offset in the object
//! 24..39   low 15 bits of the object's index
//! 39..47   low 8 bits of the creating thread plus two
//! 47       bit 15 of the index
//! 48..64   high 16 bits of the creating thread
//! ```
//!
//! Objects of main and of the threads it creates have addresses below 2^47, so programs that keep
//! counters in the upper bits of a pointer work. Objects start 16 MiB apart and are at most 8 MiB
//! large, so a pointer that leaves its object does not arrive in another one by a small mistake.
//! Index 0 is never given out.
//!
//! The two that are added make sure that a number which a program writes down, and takes for a
//! pointer, is the address of nothing: what is below 2^39 belongs to the last thread that main can
//! create. The first page is null and its neighbourhood.
//!
//! Programs for 32-bit targets compute with the same addresses, and keep those of their bits in
//! memory that tell their objects apart ([`Pointers::Narrow`]): 16 of the offset, 10 of the index,
//! and 6 of the thread. What does not fit into that is never created.

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
/// What is added to the low 8 bits of a thread, so that they are zero for the 254th thread that
/// main creates, one for the owner of globals, two for main.
const FIRST_THREAD: u64 = 2;
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
                | ((code + FIRST_THREAD) & 0xff) << 39
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
        let low = (bits >> 39).wrapping_sub(FIRST_THREAD) & 0xff;
        let code = (low | (bits >> 48) << 8) as u32;
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

    /// What an object of the C library that is in use has in it to know itself by: a copy of its
    /// bytes is at another address. The address is a multiple of four. No mark is zero, a number
    /// with a one in all bits, or a thread's handle, and its lowest four bits are ones. Three bits
    /// of the creating thread are lost, so marks of different addresses are different as long as
    /// there are fewer than 2^21 threads.
    pub const fn mark(self) -> u64 {
        self.0 << 2 | Address::MARK
    }

    /// The address that a number is the mark of.
    pub fn marked(number: u64) -> Option<Address> {
        let is_mark = number & Address::MARK == Address::MARK && number != u64::MAX;
        is_mark.then_some(Address((number & !Address::MARK) >> 2))
    }

    /// The bits that are ones in every mark.
    pub const MARK: u64 = 1 << 63 | 0xf;

    /// Null, or an offset from it that a member of a structure may have.
    pub fn is_near_null(self) -> bool {
        self.0 < PAGE
    }
}

/// What of an address a pointer in memory has room for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Pointers {
    /// Eight bytes: everything.
    #[default]
    Wide,
    /// Four bytes: the bits of [`Pointers::KEPT`]. Upper halves of rooms are taken for what is
    /// before the next object.
    Narrow,
}

impl Pointers {
    /// The bits of an address that are in a pointer of four bytes, in their order.
    pub const KEPT: u64 = 0x3f << 39 | 0x3ff << OFFSET_BITS | 0xffff;
    /// The highest bit of the offset that is kept, and what it is multiplied with for the bits
    /// above it to be equal.
    pub const SIGN: u64 = 1 << 15;
    pub const SIGN_COPIES: u64 = 0x1fe;

    /// How many bytes a pointer has in memory.
    pub fn bytes(self) -> u8 {
        match self {
            Pointers::Wide => 8,
            Pointers::Narrow => 4,
        }
    }

    /// The largest object, in bytes.
    pub fn max_object_size(self) -> u64 {
        match self {
            Pointers::Wide => MAX_OBJECT_SIZE,
            // One past the end is an address of the object, too.
            Pointers::Narrow => Pointers::SIGN - 1,
        }
    }

    /// Indices of objects are below this.
    pub fn max_objects(self) -> u32 {
        match self {
            Pointers::Wide => MAX_OBJECTS,
            Pointers::Narrow => 1 << 10,
        }
    }

    /// Whether so many bytes can be accessed at once at an address. Where pointers have four bytes,
    /// the C library's objects are aligned to four, and what has eight here is in them.
    #[inline]
    pub fn is_aligned(self, address: Address, size: u8) -> bool {
        let unit = u64::from(size.next_power_of_two().min(self.bytes()));
        address.0 & (unit - 1) == 0
    }

    /// Whether objects of a thread can be told apart from those of others.
    pub fn can_name(self, thread: ThreadId) -> bool {
        match self {
            Pointers::Wide => true,
            Pointers::Narrow => thread == ThreadId::GLOBALS || thread.code() < 62,
        }
    }

    /// What of an address is in memory.
    pub fn stored(self, address: u64) -> u64 {
        match self {
            Pointers::Wide => address,
            Pointers::Narrow => gather(address, Pointers::KEPT),
        }
    }

    /// The address that a pointer in memory is.
    pub fn loaded(self, pointer: u64) -> u64 {
        match self {
            Pointers::Wide => pointer,
            Pointers::Narrow => {
                let sign = (pointer & Pointers::SIGN) * Pointers::SIGN_COPIES;
                scatter(pointer, Pointers::KEPT) | sign
            }
        }
    }
}

/// The bits of `value` that `mask` has, moved together at the low end.
pub fn gather(value: u64, mask: u64) -> u64 {
    let (mut gathered, mut rest, mut position) = (0, mask, 0);
    while rest != 0 {
        gathered |= (value >> rest.trailing_zeros() & 1) << position;
        rest &= rest - 1;
        position += 1;
    }
    gathered
}

/// The low bits of `value`, moved to where `mask` has bits, in their order.
pub fn scatter(value: u64, mask: u64) -> u64 {
    let (mut scattered, mut rest, mut position) = (0, mask, 0);
    while rest != 0 {
        scattered |= (value >> position & 1) << rest.trailing_zeros();
        rest &= rest - 1;
        position += 1;
    }
    scattered
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
    fn a_mark_names_its_address() {
        let child = ThreadId::MAIN.child(3).unwrap();
        for thread in [ThreadId::MAIN, ThreadId::GLOBALS, child, child.child(60).unwrap()] {
            for offset in [0, 4, 8, MAX_OBJECT_SIZE - 4] {
                let object = ObjectId { thread, index: MAX_OBJECTS - 1 };
                let address = Address(object.address().0 + offset);
                assert_eq!(Address::marked(address.mark()), Some(address));
            }
        }
        assert_eq!(Address::marked(0), None);
        assert_eq!(Address::marked(u64::MAX), None);
    }

    #[test]
    fn an_address_names_its_object() {
        let child = ThreadId::MAIN.child(3).unwrap();
        for thread in [ThreadId::MAIN, ThreadId::GLOBALS, child, child.child(60).unwrap()] {
            for index in [1, 2, 0x7fff, 0x8000, MAX_OBJECTS - 1] {
                let object = ObjectId { thread, index };
                let address = Address(object.address().0 + 12);
                assert_eq!(address.object(), Some((object, 12)));
            }
        }
    }

    #[test]
    fn pointers_of_four_bytes_tell_objects_apart() {
        let narrow = Pointers::Narrow;
        let last = ThreadId::MAIN.child(60).unwrap();
        assert!(narrow.can_name(last) && !narrow.can_name(ThreadId::MAIN.child(61).unwrap()));
        assert!(!narrow.can_name(last.child(0).unwrap()));
        let mut seen = std::collections::HashSet::new();
        for thread in [ThreadId::MAIN, ThreadId::GLOBALS, last, ThreadId::MAIN.child(0).unwrap()] {
            for index in [1, 2, 511, 512, narrow.max_objects() - 1] {
                let start = ObjectId { thread, index }.address().0;
                for offset in [0, 1, narrow.max_object_size(), u64::MAX, 1_u64.wrapping_neg() << 15]
                {
                    let address = start.wrapping_add(offset);
                    let stored = narrow.stored(address);
                    assert!(stored <= u64::from(u32::MAX) && seen.insert(stored));
                    assert_eq!(narrow.loaded(stored), address);
                }
            }
        }
        for number in [0, 1, 4095, 0xdead_beef, 0x8000, u64::from(u32::MAX)] {
            assert_eq!(narrow.stored(narrow.loaded(number)), number);
        }
        assert!(Address(narrow.loaded(4095)).is_near_null());
    }

    #[test]
    fn null_and_wild_addresses_name_nothing() {
        assert_eq!(Address(0).object(), None);
        assert_eq!(Address(0xfff).object(), None);
        assert_eq!(Address(FIRST_THREAD << 39 | 1 << 48).object(), None);
    }

    #[test]
    fn small_numbers_are_objects_of_nobody_who_is_likely_to_exist() {
        let last = ThreadId::MAIN.child(253).unwrap();
        for bits in [0x1000, 0x1000000, 0x2000000, 0x4002_1000, 0xdead_beef, (1 << 39) - 1] {
            assert_eq!(Address(bits).object().map(|(object, _)| object.thread), Some(last));
        }
    }
}
