//! The objects a thread has created, and the bytes of those that are private to it.

use crate::Knowledge;
use crate::blocks::Open;
use base::{ObjectId, Value};
use program::{Allocation, AllocationKind};
use std::rc::Rc;

/// An object as its creator knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub allocation: Allocation,
    pub kind: AllocationKind,
    pub size: u64,
    pub state: ObjectState,
    pub birth: Birth,
    /// What it contained when others could get to know of it, if it was private until then (see
    /// [`crate::knowledge::Start`]).
    pub initial: Option<Rc<Bytes>>,
}

/// When an object came into being, in the life of its creator.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Birth {
    /// How many events the creator had had.
    pub events: u32,
    /// How many threads the creator had created; later, if the object was private for a time, how
    /// many when that ended.
    pub children: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObjectState {
    /// Only its creator touches it; these are its bytes.
    Private(Rc<Bytes>),
    /// Its bytes are the engine's business.
    Shared,
    /// Shared, and an event has ended its life because its function returned or its block was left.
    Returned,
    /// A private object after its `free`, the return of its function or the end of its block.
    Dead,
}

/// How an engine tells a thread about objects that other threads have created.
pub trait Objects {
    fn object(&self, object: ObjectId) -> Option<&Object>;
}

/// Memory contents with the bits that are not initialised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bytes {
    data: Vec<u8>,
    /// As long as `data`; a set bit is not initialised.
    undefined: Vec<u8>,
}

impl Bytes {
    pub fn zeroed(size: u64) -> Bytes {
        Bytes { data: vec![0; size as usize], undefined: vec![0; size as usize] }
    }

    pub fn uninitialised(size: u64) -> Bytes {
        Bytes { data: vec![0; size as usize], undefined: vec![0xff; size as usize] }
    }

    /// These bytes, and zero up to `size`.
    pub fn initialised(bytes: &[u8], size: u64) -> Bytes {
        let mut contents = Bytes::zeroed(size);
        contents.data[..bytes.len()].copy_from_slice(bytes);
        contents
    }

    /// The little-endian value of `size` bytes at `offset`, which the caller has checked.
    #[inline(always)]
    pub fn read(&self, offset: u64, size: u8) -> Value {
        let range = offset as usize..offset as usize + usize::from(size);
        Value {
            bits: from_little_endian(&self.data[range.clone()]),
            undefined: from_little_endian(&self.undefined[range]),
        }
    }

    pub fn write(&mut self, offset: u64, size: u8, value: Value) {
        let range = offset as usize..offset as usize + usize::from(size);
        let size = usize::from(size);
        self.data[range.clone()].copy_from_slice(&value.bits.to_le_bytes()[..size]);
        self.undefined[range].copy_from_slice(&value.undefined.to_le_bytes()[..size]);
    }
}

impl Object {
    /// What a cell of an object that threads share contains before any event writes to it.
    pub fn initial_value(&self, knowledge: &Knowledge, offset: u64, size: u8) -> Value {
        if let Some(bytes) = &self.initial {
            return bytes.read(offset, size);
        }
        let is_zero = match (self.kind, self.allocation) {
            (AllocationKind::ZeroedHeap, Allocation::Site(site)) => {
                !knowledge.is_zeroed(site, offset as u32, size)
            }
            (AllocationKind::ZeroedHeap, Allocation::Global(_)) => true,
            (
                AllocationKind::Stack
                | AllocationKind::Block
                | AllocationKind::Heap
                | AllocationKind::New
                | AllocationKind::NewArray,
                _,
            ) => false,
        };
        if is_zero { Value::ZERO } else { Value::uninitialised(u32::from(size) * 8) }
    }
}

/// The number whose little-endian bytes these are (at most eight).
fn from_little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// `size` bytes at `offset` of a static object with these initial bytes, as a little-endian number.
pub fn initial_bits(bytes: &[u8], offset: u64, size: u8) -> u64 {
    let start = (offset as usize).min(bytes.len());
    let end = (offset as usize + usize::from(size)).min(bytes.len());
    from_little_endian(&bytes[start..end])
}

/// The objects of one thread, indexed by [`ObjectId::index`]; for main, private globals as well.
#[derive(Clone, Default, Debug)]
pub(crate) struct PrivateMemory {
    pub(crate) objects: Vec<Object>,
    /// Main's copies of the globals that no other thread touches; `None` until first written.
    pub(crate) globals: Vec<Option<Rc<Bytes>>>,
    /// The last store that changed something (`crate::iteration`).
    pub(crate) last: Option<PrivateChange>,
    /// What has changed since the blocks began whose variables are there (`crate::blocks`).
    pub(crate) open: Vec<Open>,
    /// How many changes have gone with such variables.
    pub(crate) gone: u64,
    /// How many bytes the local variables have that are there.
    pub(crate) local_bytes: u64,
}

/// Memory is the same if the same is in it, however it came there.
impl PartialEq for PrivateMemory {
    fn eq(&self, other: &PrivateMemory) -> bool {
        self.objects == other.objects && self.globals == other.globals
    }
}

impl Eq for PrivateMemory {}

/// A store to private memory that changed it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrivateChange {
    pub(crate) place: (ObjectId, u64, u8),
    pub(crate) old: Value,
    pub(crate) new: Value,
    /// The last effect before it, and its own.
    pub(crate) before: u64,
    pub(crate) own: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_value_are_its_little_endian_bytes() {
        let mut bytes = Bytes::uninitialised(16);
        bytes.write(4, 8, Value::new(0x1122_3344_5566_7788));
        assert_eq!(bytes.read(4, 4), Value::new(0x5566_7788));
        assert_eq!(bytes.read(8, 4), Value::new(0x1122_3344));
        assert_eq!(bytes.read(2, 4), Value { bits: 0x7788_0000, undefined: 0xffff });
    }
}
