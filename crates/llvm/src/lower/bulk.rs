//! How are whole blocks of memory copied and filled?
//!
//! Few bytes, piece by piece in place; many, or a number that is not known, by the library's
//! function. A copy is no single access, so in how many pieces it happens is a matter of choice
//! that shows only in programs with data races: the pieces are the scalars of the variable where
//! that is known, those that the runtime has where it is an object of the C library (`opaque`), and
//! otherwise as large as the alignment allows.

use super::fold::{Lowered, unsupported};
use super::function::Body;
use crate::tree::instruction::{Argument, Typed};
use crate::tree::{Constant, Definition, Operand as TreeOperand, TypeId, ValueId};
use base::value::mask;
use program::{
    Access, AllocationKind, BinaryOperation, Callee, FunctionId, Instruction, Operand, Site,
};

/// How many pieces are copied in place.
const MAX_PIECES: usize = 64;

/// A part of a block that is copied at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    offset: u64,
    size: u8,
}

impl Body<'_, '_> {
    /// `llvm.memcpy` or, if `overlap`, `llvm.memmove`.
    pub(super) fn copy_memory(
        &mut self,
        to: Argument,
        from: Argument,
        length: Typed,
        overlap: bool,
    ) -> Lowered<()> {
        let length = self.scalar(length)?;
        let (target, source) = (self.scalar(to.value)?, self.scalar(from.value)?);
        let pieces = match length {
            Operand::Constant(length) => self.pieces(&[to, from], length),
            Operand::Register(_) | Operand::Undefined => None,
        };
        match pieces {
            Some(pieces) => {
                if !overlap && !self.are_apart(to, from) {
                    let arguments = vec![target, source, length];
                    self.call_runtime("heddle.check_apart", arguments)?;
                }
                self.copy_pieces(target, source, &pieces, overlap);
                Ok(())
            }
            None => {
                let name = if overlap { "memmove" } else { "memcpy" };
                self.call_library(name, [target, source, length])
            }
        }
    }

    /// Whether two places are variables of which at least one cannot be meant by the other address.
    fn are_apart(&self, one: Argument, other: Argument) -> bool {
        let is_variable = |place: Argument| self.type_behind(place.value.operand).is_some();
        is_variable(one) && is_variable(other)
    }

    fn copy_pieces(&mut self, to: Operand, from: Operand, pieces: &[Piece], overlap: bool) {
        let mut stores = Vec::new();
        for piece in pieces {
            let access = Access::plain(piece.size);
            let address = self.displaced(from, piece.offset);
            let value =
                self.compute_temporary(|target| Instruction::Load { target, address, access });
            stores.push((*piece, value));
            // Where the blocks may overlap, everything is read before anything is written.
            if !overlap {
                self.store_pieces(to, &mut stores);
            }
        }
        self.store_pieces(to, &mut stores);
    }

    fn store_pieces(&mut self, to: Operand, stores: &mut Vec<(Piece, Operand)>) {
        for (piece, value) in stores.drain(..) {
            let address = self.displaced(to, piece.offset);
            self.emit(Instruction::Store { address, value, access: Access::plain(piece.size) });
        }
    }

    /// `llvm.memset`.
    pub(super) fn set_memory(&mut self, to: Argument, byte: Typed, length: Typed) -> Lowered<()> {
        let length = self.scalar(length)?;
        let (target, byte) = (self.scalar(to.value)?, self.scalar(byte)?);
        let pieces = match length {
            Operand::Constant(length) => self.pieces(&[to], length),
            Operand::Register(_) | Operand::Undefined => None,
        };
        let Some(pieces) = pieces else {
            return self.call_library("memset", [target, byte, length]);
        };
        const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
        let pattern = match byte {
            Operand::Constant(byte) => Operand::Constant((byte & 0xff) * EVERY_BYTE),
            Operand::Undefined => Operand::Undefined,
            Operand::Register(_) => {
                self.arithmetic(BinaryOperation::Mul, 64, byte, Operand::Constant(EVERY_BYTE))
            }
        };
        let part = |piece: Piece| match pattern {
            Operand::Constant(bytes) => Operand::Constant(bytes & mask(u32::from(piece.size) * 8)),
            Operand::Register(_) | Operand::Undefined => pattern,
        };
        let mut stores = pieces.into_iter().map(|piece| (piece, part(piece))).collect();
        self.store_pieces(target, &mut stores);
        Ok(())
    }

    /// The pieces of a block at the given addresses; `None` if they are too many.
    fn pieces(&self, places: &[Argument], length: u64) -> Option<Vec<Piece>> {
        let typed = places.iter().find_map(|place| {
            let of = self.type_behind(place.value.operand)?;
            let layout = self.scope.layouts.get(of)?;
            (layout.size == length).then_some(of)
        });
        let largest = places.iter().map(|place| place.align.unwrap_or(1)).min().unwrap_or(1);
        let leaves = typed.and_then(|of| self.scope.leaves(of).ok()).unwrap_or(&[]);
        let opaque = typed.map(|of| self.scope.opaque_parts(of)).unwrap_or_default();
        let mut pieces = Vec::new();
        let mut offset = 0;
        for leaf in leaves {
            if leaf.offset < offset {
                continue;
            }
            fill(&mut pieces, &mut offset, leaf.offset, 8)?;
            if let Some(part) = opaque.iter().find(|part| part.start == leaf.offset) {
                let own = part.pieces(self.is_narrow());
                pieces.extend(own.into_iter().map(|(offset, size)| Piece { offset, size }));
                offset = part.end;
                continue;
            }
            let size = leaf.bytes();
            pieces.push(Piece { offset: leaf.offset, size });
            offset = leaf.offset + u64::from(size);
        }
        // Without a type, this is everything; with one, what padding is left.
        fill(&mut pieces, &mut offset, length, largest.clamp(1, 8))?;
        (pieces.len() <= MAX_PIECES).then_some(pieces)
    }

    /// The type of the mutex that indices lead to, if it is one that they lead to.
    pub(super) fn mutex_behind(&self, source: TypeId, indices: &[Typed]) -> Option<TypeId> {
        let constant = |index: &Typed| {
            let index = self.constant_index(*index).ok()??;
            u32::try_from(index).ok()
        };
        let path: Vec<u32> = indices.iter().skip(1).map(constant).collect::<Option<_>>()?;
        let part = self.scope.module.types.part(source, &path)?;
        self.scope.is_mutex(part).then_some(part)
    }

    /// The type of the variable at an address, where the address says it.
    fn type_behind(&self, address: TreeOperand) -> Option<TypeId> {
        match address {
            TreeOperand::Local(value) => self.allocated.get(&value).copied(),
            TreeOperand::Constant(constant) => {
                let module = self.scope.module;
                let Constant::Symbol(symbol) = module.constants.get(constant) else {
                    return None;
                };
                match &module.symbol(*symbol).definition {
                    Definition::Variable(variable) => Some(variable.value_type),
                    Definition::Function(_)
                    | Definition::Alias { .. }
                    | Definition::IndirectFunction => None,
                }
            }
            TreeOperand::Metadata(_) => None,
        }
    }

    /// Makes the copy of a parameter that is passed by value.
    pub(super) fn copy_parameter(&mut self, value: ValueId, of: TypeId) -> Lowered<()> {
        let Some(layout) = self.scope.layouts.get(of) else {
            return unsupported("a parameter of a type without a size");
        };
        let parameter = self.register(value)?;
        let shape = self.local_layout(value, of);
        let name = self.local_name(value);
        let site = self.output.program.add_site(Site { name, layout: shape });
        let size = Operand::Constant(layout.size);
        let copy = self.compute_temporary(|target| Instruction::Allocate {
            target,
            size,
            kind: AllocationKind::Stack,
            site,
        });
        self.allocated.insert(value, of);
        let place = Argument {
            value: Typed { value_type: TypeId::POINTER, operand: TreeOperand::Local(value) },
            by_value: None,
            align: Some(layout.align),
        };
        match self.pieces(&[place], layout.size) {
            Some(pieces) => self.copy_pieces(copy, parameter.into(), &pieces, false),
            None => self.call_library("memcpy", [copy, parameter.into(), size])?,
        }
        self.assign(parameter, copy, 64);
        Ok(())
    }

    /// Calls a function of the runtime; it was selected because something like this was reached.
    fn call_library(&mut self, name: &str, arguments: [Operand; 3]) -> Lowered<()> {
        let library = &self.output.program.functions[..self.output.first_function];
        let Some(index) = library.iter().position(|function| function.name == name) else {
            return unsupported(format!("library function `{name}`"));
        };
        self.emit(Instruction::Call {
            targets: Vec::new(),
            callee: Callee::Direct(FunctionId(index as u32)),
            arguments: arguments.to_vec(),
        });
        Ok(())
    }
}

/// Adds pieces of at most `largest` bytes, each aligned to its size, from `offset` to `end`; `None`
/// if they are too many.
fn fill(pieces: &mut Vec<Piece>, offset: &mut u64, end: u64, largest: u64) -> Option<()> {
    while *offset < end {
        let mut size = largest;
        while !offset.is_multiple_of(size) || *offset + size > end {
            size /= 2;
        }
        if pieces.len() >= MAX_PIECES {
            return None;
        }
        pieces.push(Piece { offset: *offset, size: size as u8 });
        *offset += size;
    }
    Some(())
}
