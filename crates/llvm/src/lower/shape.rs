//! Of which scalars is a value made?
//!
//! A register holds at most 64 bits, so a value of LLVM lives in one register for each scalar in
//! it, in the order of the fields. The same list says where the scalars are in memory.

use crate::layout::Layouts;
use crate::tree::types::FloatKind;
use crate::tree::{Names, Type, TypeId, Types};
use base::address::Pointers;
use std::cell::OnceCell;

/// How many scalars a value may have; beyond that it is an array that nobody should copy through
/// registers.
const MAX_LEAVES: usize = 256;

/// How many bits an integer may have.
pub(super) const MAX_WIDTH: u32 = 1024;

/// How many registers an integer takes, and how many bits are in the last of them.
pub(super) fn long_words(width: u32) -> (u8, u8) {
    let words = width.div_ceil(64);
    (words as u8, (width - 64 * (words - 1)) as u8)
}

/// One scalar of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    /// Where it begins in memory, in bytes from the beginning of the value.
    pub(super) offset: u64,
    /// Its width in bits, 1 to 64.
    pub(super) width: u8,
    /// Whether it is an address of which memory holds a pointer of four bytes (`narrow`).
    pub(super) is_narrow: bool,
}

impl Leaf {
    /// How many bytes it takes in memory, padding not included.
    pub(super) fn bytes(self) -> u8 {
        if self.is_narrow { 4 } else { self.width.div_ceil(8) }
    }

    /// A number that is in memory as it is.
    fn number(offset: u64, width: u8) -> Leaf {
        Leaf { offset, width, is_narrow: false }
    }
}

/// The scalars of a type, or what about the type is not supported.
pub(super) type Shape = Result<Box<[Leaf]>, String>;

/// The shapes of a module's types, computed when asked for.
#[derive(Debug)]
pub(super) struct Shapes {
    shapes: Vec<OnceCell<Shape>>,
}

impl Shapes {
    pub(super) fn new(types: &Types) -> Shapes {
        let shapes = (0..types.count()).map(|_| OnceCell::new()).collect();
        Shapes { shapes }
    }

    pub(super) fn get(
        &self,
        id: TypeId,
        types: &Types,
        layouts: &Layouts,
        names: &Names,
    ) -> Result<&[Leaf], String> {
        let shape = self.shapes[id.0 as usize].get_or_init(|| {
            let mut leaves = Vec::new();
            flatten(id, (0, false), types, layouts, &mut leaves).map(|()| leaves.into()).map_err(
                |problem| match problem {
                    Problem::TooLarge => {
                        format!("a value of more than {MAX_LEAVES} scalars")
                    }
                    Problem::Type(part) => {
                        format!("a value of type `{}`", types.display(part, names))
                    }
                },
            )
        });
        match shape {
            Ok(leaves) => Ok(leaves),
            Err(what) => Err(what.clone()),
        }
    }
}

enum Problem {
    TooLarge,
    /// A part of this type.
    Type(TypeId),
}

/// Adds the scalars of a value at `offset` to `leaves`; `is_part` says that it is part of another.
fn flatten(
    id: TypeId,
    (offset, is_part): (u64, bool),
    types: &Types,
    layouts: &Layouts,
    leaves: &mut Vec<Leaf>,
) -> Result<(), Problem> {
    if leaves.len() > MAX_LEAVES {
        return Err(Problem::TooLarge);
    }
    let resolved = types.resolve(id).ok_or(Problem::Type(id))?;
    let width = match types.get(resolved) {
        Type::Void => return Ok(()),
        Type::Integer(width @ 1..=64) => *width as u8,
        Type::Pointer { address_space: 0 } => {
            let is_narrow = layouts.pointers() == Pointers::Narrow;
            leaves.push(Leaf { offset, width: 64, is_narrow });
            return Ok(());
        }
        Type::Float(FloatKind::Half | FloatKind::BFloat) => 16,
        Type::Float(FloatKind::Float) => 32,
        Type::Float(FloatKind::Double) => 64,
        Type::Struct { fields, .. } => {
            for (index, field) in fields.iter().enumerate() {
                let start = layouts.offset(resolved, index).ok_or(Problem::Type(id))?;
                let start = offset.saturating_add(start);
                flatten(*field, (start, true), types, layouts, leaves)?;
            }
            return Ok(());
        }
        Type::Array { length, element } => {
            let size = layouts.get(*element).ok_or(Problem::Type(id))?.size;
            for index in 0..*length {
                let before = leaves.len();
                let start = offset.saturating_add(index.saturating_mul(size));
                flatten(*element, (start, true), types, layouts, leaves)?;
                if leaves.len() == before {
                    // Nor do the other elements contain anything.
                    break;
                }
            }
            if leaves.len() > MAX_LEAVES {
                return Err(Problem::TooLarge);
            }
            return Ok(());
        }
        Type::Integer(width @ 65..=128) => {
            leaves.push(Leaf::number(offset, 64));
            leaves.push(Leaf::number(offset.saturating_add(8), (width - 64) as u8));
            return Ok(());
        }
        Type::Integer(width @ 129..=MAX_WIDTH) => {
            let (words, top) = long_words(*width);
            for word in 0..words {
                let width = if word + 1 == words { top } else { 64 };
                leaves.push(Leaf::number(offset.saturating_add(8 * u64::from(word)), width));
            }
            return Ok(());
        }
        Type::Vector { length, scalable: false, element } => {
            let bits = element_bits(*element, types, layouts).ok_or(Problem::Type(resolved))?;
            // Bits that are packed have no places of their own in memory, which a part of
            // something else would need.
            if is_part && bits % 8 != 0 {
                return Err(Problem::Type(resolved));
            }
            for index in 0..*length {
                let start = offset.saturating_add(index * (bits / 8));
                flatten(*element, (start, true), types, layouts, leaves)?;
            }
            if leaves.len() > MAX_LEAVES {
                return Err(Problem::TooLarge);
            }
            return Ok(());
        }
        Type::Integer(_)
        | Type::Pointer { .. }
        | Type::Float(FloatKind::X86Fp80 | FloatKind::Fp128 | FloatKind::PpcFp128)
        | Type::Vector { .. }
        | Type::Named(_)
        | Type::Function { .. }
        | Type::Metadata
        | Type::Label
        | Type::Token
        | Type::Opaque(_) => return Err(Problem::Type(resolved)),
    };
    leaves.push(Leaf::number(offset, width));
    Ok(())
}

/// How many bits an element of a vector has, of the types that are supported.
fn element_bits(element: TypeId, types: &Types, layouts: &Layouts) -> Option<u64> {
    match types.get(element) {
        Type::Integer(width) => Some(u64::from(*width)),
        Type::Pointer { address_space: 0 } => Some(8 * u64::from(layouts.pointers().bytes())),
        Type::Float(FloatKind::Half | FloatKind::BFloat) => Some(16),
        Type::Float(FloatKind::Float) => Some(32),
        Type::Float(FloatKind::Double) => Some(64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::DataLayout;

    fn check(definition: &str, expected: Result<&[(u64, u8)], &str>) {
        let module = crate::parse(&format!("%t = type {definition}")).unwrap();
        let layouts = Layouts::new(&module.types, DataLayout::default());
        let shapes = Shapes::new(&module.types);
        let body = module.types.named[0].body.unwrap();
        let shape = shapes.get(body, &module.types, &layouts, &module.names);
        let found = shape.map(|leaves| {
            let pairs = leaves.iter().map(|leaf| (leaf.offset, leaf.width));
            pairs.collect::<Vec<_>>()
        });
        let expected = expected.map(<[_]>::to_vec).map_err(str::to_owned);
        assert_eq!(found, expected, "{definition}");
    }

    #[test]
    fn scalars_are_listed_in_order() {
        check("i1", Ok(&[(0, 1)]));
        check("{ i8, { ptr, [2 x i16] }, {} }", Ok(&[(0, 8), (8, 64), (16, 16), (18, 16)]));
        check("[9999999999 x {}]", Ok(&[]));
        check("{ i8, <2 x i32> }", Ok(&[(0, 8), (8, 32), (12, 32)]));
        check("<3 x i1>", Ok(&[(0, 1), (0, 1), (0, 1)]));
        check("{ i8, <8 x i1> }", Err("a value of type `<8 x i1>`"));
        check("<vscale x 2 x i32>", Err("a value of type `<vscale x 2 x i32>`"));
        check("i128", Ok(&[(0, 64), (8, 64)]));
        check("i100", Ok(&[(0, 64), (8, 36)]));
        check("i129", Ok(&[(0, 64), (8, 64), (16, 1)]));
        check("i1025", Err("a value of type `i1025`"));
        check("[300 x i8]", Err("a value of more than 256 scalars"));
        check("[99999999999 x i8]", Err("a value of more than 256 scalars"));
    }
}
