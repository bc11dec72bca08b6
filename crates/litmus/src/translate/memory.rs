//! Where is memory? Each location is a global variable, in the order of [`Layout`](crate::Layout),
//! with what it holds at the start, byte by byte.
//!
//! **Sizes.** In C, every access is about all of a location, which has eight bytes whatever its
//! type; so it is accessed in as many bytes as its type has, if it is known of each access which
//! location it is about. Machines say how many bytes they access. The final state is read in the
//! size in which a test accesses memory, if there is one such size.
//!
//! A location that is no array ends nowhere in a litmus test. Here it has a page, where addresses
//! are computed.

use super::body::{Body, number};
use super::pointers::Pointers;
use crate::code::{Access, Expression, Instruction, Register};
use crate::lower::{Lowered, Thread};
use crate::tree::{Architecture, Test};
use crate::width::Width;
use program::{BinaryOperation, Global, GlobalId, Layout, Operand, Predicate};

/// All globals have these bits of an address, and nothing that a test calls a number has them.
const OBJECT_BITS: u32 = 39;
/// The least that a location has, and what it has where addresses are computed.
const LEAST_BYTES: u64 = 16;
const PAGE: u64 = 4096;

pub(super) struct Memory {
    names: Vec<String>,
    /// Whether accesses are as large as the types of what they are about.
    is_typed: bool,
    /// The size of all accesses, if it is one.
    uniform: Option<u8>,
    /// Whether addresses are computed, or come from memory.
    computes_addresses: bool,
    /// Whether no access may change what another one with another type sees.
    pub(super) has_one_type_each: bool,
}

impl Memory {
    pub(super) fn new(test: &Test, lowered: &Lowered, pointers: &Pointers) -> Memory {
        let accesses = || lowered.threads.iter().flat_map(accesses);
        let computes_addresses =
            accesses().any(|(thread, access)| fixed(lowered, thread, access).is_none());
        let is_disputed = lowered.layout.locations().iter().any(|own| own.is_disputed);
        let has_one_type_each = test.architecture == Architecture::C && !is_disputed;
        let is_typed = has_one_type_each && !computes_addresses && !pointers.in_memory;
        let mut sizes = accesses().map(|(_, access)| access.size);
        let first = sizes.next();
        let uniform = first.filter(|first| sizes.all(|size| size == *first));
        let names = lowered.layout.locations().iter().map(|own| own.name.clone()).collect();
        Memory { names, is_typed, uniform, computes_addresses, has_one_type_each }
    }

    /// A name for a function that no location has.
    pub(super) fn free_name(&self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while self.names.contains(&name) {
            name.push('_');
        }
        name
    }

    /// The size of an access.
    pub(super) fn size(&self, lowered: &Lowered, thread: &Thread, access: &Access) -> u8 {
        match fixed(lowered, thread, access).filter(|_| self.is_typed) {
            Some(address) => lowered.layout.element_bytes(address),
            None => access.size,
        }
    }

    /// In which size the final state of so many bytes is read.
    pub(super) fn final_size(&self, width: Width) -> u8 {
        match self.uniform {
            Some(size) if !self.is_typed => size.max(width.bytes),
            Some(_) | None => width.bytes,
        }
    }

    /// Whether it must be asked if an access is aligned.
    pub(super) fn may_be_unaligned(lowered: &Lowered, thread: &Thread, access: &Access) -> bool {
        let address = fixed(lowered, thread, access);
        address.is_none_or(|address| address % i64::from(access.size) != 0)
    }

    /// The globals that the locations of a test are.
    pub(super) fn globals(&self, lowered: &Lowered) -> Vec<Global> {
        let all = lowered.layout.locations().iter().enumerate();
        all.map(|(index, own)| {
            let (first, end) = lowered.layout.bounds(index);
            let mut size = (end - first) as u64;
            if !own.is_array {
                size = size.max(if self.computes_addresses { PAGE } else { LEAST_BYTES });
            }
            let name = match own.name.as_str() {
                "main" => self.free_name("main"),
                other => other.to_owned(),
            };
            let width = lowered.layout.width(&own.name);
            let signed = width.is_signed;
            let layout = match lowered.layout.array(&own.name) {
                Some((count, distance)) => Layout::Array {
                    element: Box::new(Layout::Integer { size: distance as u64, signed }),
                    count: count as u64,
                },
                None => Layout::Integer { size: u64::from(width.bytes), signed },
            };
            Global {
                name,
                size,
                bytes: initial_bytes(lowered, (first, size)),
                constant: false,
                layout: Some(layout),
            }
        })
        .collect()
    }
}

/// What a location holds at the start, without the zeros at its end.
fn initial_bytes(lowered: &Lowered, (first, size): (i64, u64)) -> Vec<u8> {
    let known = || lowered.memory.range(first..first + size as i64);
    // A number has at most eight bytes.
    let end = known().next_back().map_or(first, |(last, _)| last + 8).min(first + size as i64);
    let mut bytes: Vec<u8> = (first..end)
        .map(|address| lowered.initial(address, 1).map_or(0, |byte| byte as u8))
        .collect();
    for (address, value) in known() {
        if let Some(pointer) = pointer(lowered, *value) {
            let start = (address - first) as usize;
            let places = bytes.iter_mut().skip(start);
            places.zip(pointer.to_le_bytes()).for_each(|(place, byte)| *place = byte);
        }
    }
    let used = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    bytes.truncate(used);
    bytes
}

/// Whether every address at the start has room: eight bytes that nothing else is in.
pub(super) fn has_room(lowered: &Lowered) -> bool {
    lowered.memory.iter().all(|(address, value)| {
        let is_alone = lowered.memory.range(address + 1..address + 8).next().is_none();
        let end = lowered.layout.end(*address);
        let is_inside = !lowered.layout.is_in_array(*address) || address + 8 <= end;
        !lowered.layout.is_address(*value) || is_alone && is_inside
    })
}

/// What an address of the test is in the program; none if it is a number.
pub(super) fn pointer(lowered: &Lowered, value: i64) -> Option<u64> {
    lowered.layout.is_address(value).then(|| {
        let (location, offset) = lowered.layout.place(value);
        GlobalId(location as u32).address().0 + offset as u64
    })
}

/// A value of the test as an operand.
pub(super) fn constant(lowered: &Lowered, value: i64) -> Operand {
    pointer(lowered, value).map_or(number(value), Operand::Constant)
}

/// Adds the question whether a value is an address.
pub(super) fn is_address(body: &mut Body, value: Operand) -> Operand {
    let bits = body.binary(BinaryOperation::LShr, value, number(i64::from(OBJECT_BITS)));
    let own = GlobalId(0).address().0 >> OBJECT_BITS;
    body.compare(Predicate::Eq, bits, Operand::Constant(own))
}

/// The address of an access that is always at the same one.
fn fixed(lowered: &Lowered, thread: &Thread, access: &Access) -> Option<i64> {
    let Expression::Register(register) = access.address else { return None };
    let value = *thread.registers.get(&register)?;
    let is_kept = !thread.code.instructions.iter().any(|other| writes(other, register));
    (is_kept && lowered.layout.is_address(value)).then_some(value)
}

fn writes(instruction: &Instruction, register: Register) -> bool {
    match instruction {
        Instruction::Assign { to, .. } | Instruction::Load { to, .. } => *to == register,
        Instruction::StoreExclusive { status, .. } => *status == register,
        Instruction::Update(update) => update.old == register || update.success == Some(register),
        Instruction::Store { .. }
        | Instruction::Fence { .. }
        | Instruction::Branch { .. }
        | Instruction::Jump { .. }
        | Instruction::Scope(_) => false,
    }
}

fn accesses(thread: &Thread) -> impl Iterator<Item = (&Thread, &Access)> {
    thread.code.instructions.iter().filter_map(move |instruction| match instruction {
        Instruction::Load { access, .. }
        | Instruction::Store { access, .. }
        | Instruction::StoreExclusive { access, .. } => Some((thread, access)),
        Instruction::Update(update) => Some((thread, &update.read)),
        Instruction::Assign { .. }
        | Instruction::Fence { .. }
        | Instruction::Branch { .. }
        | Instruction::Jump { .. }
        | Instruction::Scope(_) => None,
    })
}
