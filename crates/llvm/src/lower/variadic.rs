//! How does a function get at arguments that it has no parameters for?
//!
//! The caller puts them into memory of its own, at multiples of the size of a pointer, or of more
//! if their types are aligned to that, and passes its address after the others. A struct is there
//! as a whole, whether the compiler passes it in pieces or in memory. `va_start` makes the list of
//! the target's ABI say that all registers are used up, so that the code of clang's `va_arg` finds
//! every argument on "the stack", which is that memory. Lists are those of x86-64 (System V) and
//! AArch64 (AAPCS64, and Apple's, which is a pointer), i386 and Arm (pointers too).

use super::fold::{Lowered, unsupported};
use super::function::Body;
use crate::tree::instruction::{Argument, Call};
use program::{Access, AllocationKind, Instruction, Operand, Site};

/// What of a list is where, in bytes.
struct List {
    /// Where the address of the next argument is.
    next: u64,
    /// Numbers of four bytes that say that no argument is in a register.
    used_up: &'static [(u64, u64)],
    size: u64,
}

/// The numbers are offsets beyond the last of six and eight registers.
const X86_64: List = List { next: 8, used_up: &[(0, 48), (4, 176)], size: 24 };
const AARCH64: List = List { next: 0, used_up: &[(24, 0), (28, 0)], size: 32 };
const POINTER: List = List { next: 0, used_up: &[], size: 8 };
const NARROW_POINTER: List = List { next: 0, used_up: &[], size: 4 };

/// How arguments are put beside each other.
struct Slots {
    /// Each begins at a multiple of this, and has at least so many bytes.
    size: u64,
    /// How numbers of eight bytes are aligned.
    long_align: u64,
    /// How others are aligned at most.
    most: u64,
}

impl Body<'_, '_> {
    fn list(&self) -> Lowered<List> {
        let module = self.scope.module;
        let triple = module.target_triple.map_or("x86_64", |triple| module.names.text(triple));
        let is_for_apple = module.is_for_apple();
        match triple.split('-').next() {
            Some("x86_64") => Ok(X86_64),
            Some("aarch64" | "arm64") if is_for_apple => Ok(POINTER),
            Some("aarch64") => Ok(AARCH64),
            Some("i386" | "i486" | "i586" | "i686") => Ok(NARROW_POINTER),
            Some(name) if name.starts_with("arm") || name.starts_with("thumb") => {
                Ok(NARROW_POINTER)
            }
            _ => unsupported("variable arguments of this target"),
        }
    }

    /// On i386 nothing is aligned to more than four bytes; Arm aligns pairs of words.
    fn slots(&self) -> Lowered<Slots> {
        if !self.is_narrow() {
            return Ok(Slots { size: 8, long_align: 8, most: 16 });
        }
        let module = self.scope.module;
        let triple = module.target_triple.map_or("", |triple| module.names.text(triple));
        self.list()?;
        let most = if triple.starts_with('i') { 4 } else { 8 };
        Ok(Slots { size: 4, long_align: most, most })
    }

    /// The arguments that a call has beyond the parameters, in memory: its address.
    pub(super) fn variable_arguments(&mut self, arguments: &[Argument]) -> Lowered<Operand> {
        if arguments.is_empty() {
            return Ok(Operand::Constant(0));
        }
        let slots = self.slots()?;
        let mut size = 0_u64;
        let mut pieces = Vec::new();
        for argument in arguments {
            let leaves = self.settled_leaves(argument.value)?;
            let shapes = self.scope.leaves(argument.value.value_type)?;
            let rooms = || shapes.iter().map(|leaf| u64::from(leaf.bytes()).max(slots.size));
            let (bytes, align) = match argument.by_value {
                Some(copied) => match self.scope.layouts.get(copied) {
                    Some(layout) => (layout.size, argument.align.unwrap_or(layout.align)),
                    None => return unsupported("variable arguments of unknown size"),
                },
                None if self.is_double_word(argument.value.value_type) => (16, 16),
                None if rooms().any(|room| room == 8) => (rooms().sum(), slots.long_align),
                None => (rooms().sum(), slots.size),
            };
            let offset = size.next_multiple_of(align.clamp(slots.size, slots.most));
            size = offset + bytes.next_multiple_of(slots.size);
            pieces.push((offset, bytes, argument.by_value.is_some(), leaves, shapes));
        }
        let size = Operand::Constant(size);
        let name = "variable arguments".to_owned();
        let site = self.output.program.add_site(Site { name, layout: None });
        let kind = AllocationKind::Stack;
        let area =
            self.compute_temporary(|target| Instruction::Allocate { target, size, kind, site });
        for (mut offset, bytes, is_copied, leaves, shapes) in pieces {
            if let (true, [from]) = (is_copied, &leaves[..]) {
                let to = self.displaced(area, offset);
                self.copy_bytes(to, *from, bytes);
                continue;
            }
            for (value, leaf) in leaves.into_iter().zip(shapes) {
                let address = self.displaced(area, offset);
                let value = self.in_memory(*leaf, value);
                let size = leaf.bytes().max(slots.size as u8);
                self.emit(Instruction::Store { address, value, access: Access::plain(size) });
                offset += u64::from(size);
            }
        }
        Ok(area)
    }

    /// Copies so many bytes, eight at a time as long as there are as many.
    fn copy_bytes(&mut self, to: Operand, from: Operand, bytes: u64) {
        let mut offset = 0;
        while offset < bytes {
            let size = [8, 4, 2, 1].into_iter().find(|size| offset + size <= bytes).unwrap_or(1);
            let access = Access::plain(size as u8);
            let address = self.displaced(from, offset);
            let value =
                self.compute_temporary(|target| Instruction::Load { target, address, access });
            let address = self.displaced(to, offset);
            self.emit(Instruction::Store { address, value, access });
            offset += size;
        }
    }

    /// `llvm.va_start`.
    pub(super) fn start_variable_arguments(&mut self, call: &Call) -> Lowered<()> {
        let (Some(hidden), [place, ..]) = (self.variable_area, &call.arguments[..]) else {
            return unsupported("`va_start` in a function without variable arguments");
        };
        let (list, place) = (self.list()?, self.scalar(place.value)?);
        for (offset, number) in list.used_up {
            let (address, value) = (self.displaced(place, *offset), Operand::Constant(*number));
            self.emit(Instruction::Store { address, value, access: Access::plain(4) });
        }
        let address = self.displaced(place, list.next);
        self.store_pointer(address, hidden.into());
        Ok(())
    }

    /// The address of the next argument of a list that is passed to a function, for the runtime.
    pub(super) fn next_of_list(&mut self, passed: Operand) -> Lowered<Operand> {
        if self.is_narrow() {
            return unsupported("a list of variable arguments of a 32-bit target in the C library");
        }
        let list = self.list()?;
        if list.size == POINTER.size {
            return Ok(passed);
        }
        let (address, access) = (self.displaced(passed, list.next), Access::plain(8));
        Ok(self.compute_temporary(|target| Instruction::Load { target, address, access }))
    }

    /// `llvm.va_copy`.
    pub(super) fn copy_variable_arguments(&mut self, call: &Call) -> Lowered<()> {
        let [to, from, ..] = &call.arguments[..] else {
            return unsupported("`va_copy` with other arguments than it has");
        };
        let (to, from) = (self.scalar(to.value)?, self.scalar(from.value)?);
        let size = self.list()?.size;
        self.copy_bytes(to, from, size);
        Ok(())
    }
}
