//! How many bytes does a value of a type take, and where in it are its parts?
//!
//! The rules are LLVM's for little-endian targets: integers and floats are aligned to their size up
//! to 8 bytes, structs are padded, packed structs are not. For 64-bit targets (x86-64, AArch64,
//! RISC-V) only 16-byte types differ between versions; those with pointers of 32 bits (i386, Arm)
//! may align numbers of 8 bytes to 4, and vectors to 8. The data layout says how.

use crate::tree::types::FloatKind;
use crate::tree::{Module, Type, TypeId, Types};
use base::address::Pointers;
use rustc_hash::FxHashMap;

/// Size and alignment in bytes. The size is a multiple of the alignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub size: u64,
    pub align: u64,
}

/// What Heddle needs of a `target datalayout`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataLayout {
    pub pointers: Pointers,
    /// How integers of 33 to 64 bits are aligned.
    pub long_align: u64,
    /// How numbers of the type `double` are aligned.
    pub double_align: u64,
    /// How integers of more than 64 bits are aligned.
    pub wide_align: u64,
    /// How vectors are aligned at most.
    pub vector_align: u64,
}

impl Default for DataLayout {
    /// What clang 18 and later write for x86-64.
    fn default() -> DataLayout {
        DataLayout { wide_align: 16, ..DataLayout::of_pointers(Pointers::Wide) }
    }
}

impl DataLayout {
    /// Reads a data layout; the error says what about the target is not supported.
    pub fn parse(text: &str) -> Result<DataLayout, &'static str> {
        let parts = || text.split('-').map(|part| part.split_once(':').unwrap_or((part, "")));
        let first = |rest: &str| rest.split(':').next().unwrap_or_default().to_owned();
        let mut pointers = Pointers::Wide;
        for (name, rest) in parts() {
            match (name, &*first(rest)) {
                ("E", _) => return Err("a big-endian target"),
                ("p" | "p0", "32") => pointers = Pointers::Narrow,
                ("p" | "p0", bits) if bits != "64" => {
                    return Err("a target whose pointers have neither 32 nor 64 bits");
                }
                _ => {}
            }
        }
        let mut layout = DataLayout::of_pointers(pointers);
        for (name, rest) in parts() {
            match (name, &*first(rest), pointers) {
                ("i64", "64", _) => {
                    (layout.long_align, layout.wide_align) = (8, layout.wide_align.max(8))
                }
                ("i64", "32", Pointers::Narrow) => layout.long_align = 4,
                ("i64", ..) => {
                    return Err("a target that aligns 64-bit integers in an unusual way");
                }
                ("f64", "32", Pointers::Narrow) => layout.double_align = 4,
                ("f64", bits, _) if bits != "64" => {
                    return Err("a target that aligns numbers of the type `double` unusually");
                }
                ("v128", "64", Pointers::Narrow) => layout.vector_align = 8,
                ("i128", "128", _) => layout.wide_align = 16,
                _ => {}
            }
        }
        Ok(layout)
    }

    /// What holds where a data layout says nothing else.
    fn of_pointers(pointers: Pointers) -> DataLayout {
        let long_align = u64::from(pointers.bytes());
        let wide_align = long_align;
        DataLayout { pointers, long_align, double_align: 8, wide_align, vector_align: u64::MAX }
    }
}

/// What the pointers of a module are, as far as its data layout can be read.
pub(crate) fn pointers_of(module: &Module) -> Pointers {
    let text = module.data_layout.map_or("", |text| module.names.text(text));
    DataLayout::parse(text).map_or(Pointers::Wide, |layout| layout.pointers)
}

/// The layouts of all types of a module.
#[derive(Clone, Debug)]
pub struct Layouts {
    /// By type; `None` for one without a size, such as a function or an opaque type, or with one
    /// that exceeds 64 bits.
    layouts: Vec<Option<Layout>>,
    /// Where each field of a struct begins.
    offsets: FxHashMap<TypeId, Box<[u64]>>,
    pointers: Pointers,
}

impl Layouts {
    pub fn new(types: &Types, data_layout: DataLayout) -> Layouts {
        let mut computation = Computation {
            types,
            data_layout,
            layouts: vec![None; types.count()],
            offsets: FxHashMap::default(),
        };
        for id in (0..types.count() as u32).map(TypeId) {
            computation.layout(id);
        }
        Layouts {
            layouts: computation.layouts.into_iter().map(Option::flatten).collect(),
            offsets: computation.offsets,
            pointers: data_layout.pointers,
        }
    }

    pub fn pointers(&self) -> Pointers {
        self.pointers
    }

    pub fn get(&self, id: TypeId) -> Option<Layout> {
        self.layouts[id.0 as usize]
    }

    /// Where a field of a struct begins; `id` is resolved.
    pub fn offset(&self, id: TypeId, field: usize) -> Option<u64> {
        self.offsets.get(&id)?.get(field).copied()
    }
}

struct Computation<'a> {
    types: &'a Types,
    data_layout: DataLayout,
    /// The inner `None`: computed, and it has none.
    layouts: Vec<Option<Option<Layout>>>,
    offsets: FxHashMap<TypeId, Box<[u64]>>,
}

impl Computation<'_> {
    /// Recursion ends, and not deeply, by the invariant of [`Types`].
    fn layout(&mut self, id: TypeId) -> Option<Layout> {
        if let Some(known) = self.layouts[id.0 as usize] {
            return known;
        }
        let layout = self.compute(id);
        self.layouts[id.0 as usize] = Some(layout);
        layout
    }

    fn compute(&mut self, id: TypeId) -> Option<Layout> {
        match self.types.get(id) {
            Type::Integer(width) => Some(self.integer(*width)),
            Type::Float(FloatKind::Double) => {
                Some(Layout { size: 8, align: self.data_layout.double_align })
            }
            Type::Float(FloatKind::X86Fp80) if self.data_layout.pointers == Pointers::Narrow => {
                Some(Layout { size: 12, align: 4 })
            }
            Type::Float(kind) => {
                let size = match kind {
                    FloatKind::Half | FloatKind::BFloat => 2,
                    FloatKind::Float => 4,
                    FloatKind::Double => 8,
                    FloatKind::X86Fp80 | FloatKind::Fp128 | FloatKind::PpcFp128 => 16,
                };
                Some(Layout { size, align: size })
            }
            Type::Pointer { .. } => {
                let size = u64::from(self.data_layout.pointers.bytes());
                Some(Layout { size, align: size })
            }
            Type::Array { length, element } => {
                let element = self.layout(*element)?;
                let size = element.size.checked_mul(*length)?;
                let align = element.align;
                Some(Layout { size, align })
            }
            Type::Vector { length, scalable: false, element } => {
                let bits = match self.types.get(*element) {
                    Type::Integer(width) => u64::from(*width),
                    _ => self.layout(*element)?.size.checked_mul(8)?,
                };
                let size = bits.checked_mul(*length)?.div_ceil(8).max(1);
                let natural = size.checked_next_power_of_two()?;
                let align = natural.min(self.data_layout.vector_align);
                Some(Layout { size: size.checked_next_multiple_of(align)?, align })
            }
            Type::Struct { packed, fields } => {
                let mut size = 0_u64;
                let mut align = 1;
                let mut offsets = Vec::with_capacity(fields.len());
                for field in fields {
                    let layout = self.layout(*field)?;
                    if !packed {
                        align = align.max(layout.align);
                        size = size.checked_next_multiple_of(layout.align)?;
                    }
                    offsets.push(size);
                    size = size.checked_add(layout.size)?;
                }
                self.offsets.insert(id, offsets.into());
                let size = size.checked_next_multiple_of(align)?;
                Some(Layout { size, align })
            }
            Type::Named(named) => {
                let body = self.types.named[named.0 as usize].body?;
                self.layout(body)
            }
            Type::Vector { scalable: true, .. }
            | Type::Void
            | Type::Function { .. }
            | Type::Metadata
            | Type::Label
            | Type::Token
            | Type::Opaque(_) => None,
        }
    }

    fn integer(&self, width: u32) -> Layout {
        let bytes = u64::from(width).div_ceil(8);
        let align = match bytes {
            0..=4 => bytes.next_power_of_two(),
            5..=8 => self.data_layout.long_align,
            _ => self.data_layout.wide_align,
        };
        let size = bytes.next_multiple_of(align);
        Layout { size, align }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The layout of the type `%t = type …`, and the offsets of its fields if it is a struct.
    fn check(definition: &str, data_layout: &str, size: u64, align: u64, offsets: &[u64]) {
        let module = crate::parse(&format!("%t = type {definition}")).unwrap();
        let body = module.types.named[0].body.unwrap();
        let layouts = Layouts::new(&module.types, DataLayout::parse(data_layout).unwrap());
        assert_eq!(layouts.get(body), Some(Layout { size, align }), "{definition}");
        for (field, offset) in offsets.iter().enumerate() {
            assert_eq!(layouts.offset(body, field), Some(*offset), "{definition}");
        }
    }

    #[test]
    fn scalars() {
        check("i1", "", 1, 1, &[]);
        check("i24", "", 4, 4, &[]);
        check("i33", "", 8, 8, &[]);
        check("ptr", "", 8, 8, &[]);
        check("i128", "e-i64:64-i128:128", 16, 16, &[]);
        check("i128", "e-i64:64", 16, 8, &[]);
        check("x86_fp80", "", 16, 16, &[]);
        check("<3 x i32>", "", 16, 16, &[]);
    }

    #[test]
    fn structs_are_padded_unless_packed() {
        check("{ i8, i32, i8, i64, i8 }", "", 32, 8, &[0, 4, 8, 16, 24]);
        check("<{ i8, i32, i8, i64, i8 }>", "", 15, 1, &[0, 1, 5, 6, 14]);
        check("{ i8, { i16, i8 }, [3 x i16] }", "", 12, 2, &[0, 2, 6]);
        check("{}", "", 0, 1, &[]);
        check("[0 x i64]", "", 0, 8, &[]);
    }

    #[test]
    fn targets_of_32_bits() {
        let i386 = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-f64:32:64-f80:32-n8:16:32-S128";
        let arm = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64";
        check("{ i8, ptr, i64, i8, double }", i386, 28, 4, &[0, 4, 8, 16, 20]);
        check("{ i8, ptr, i64, i8, double }", arm, 32, 8, &[0, 4, 8, 16, 24]);
        check("<4 x i32>", i386, 16, 16, &[]);
        check("<4 x i32>", arm, 16, 8, &[]);
        check("x86_fp80", i386, 12, 4, &[]);
        check("i128", arm, 16, 8, &[]);
        check("i128", &i386.replace("f80", "i128:128-f80"), 16, 16, &[]);
    }

    #[test]
    fn what_has_no_size() {
        let text = "%t = type { %u, i32 }\n%u = type opaque\n%v = type [99999999999999999 x [9999999999 x i64]]";
        let module = crate::parse(text).unwrap();
        let layouts = Layouts::new(&module.types, DataLayout::default());
        for named in &module.types.named {
            assert_eq!(named.body.and_then(|body| layouts.get(body)), None);
        }
    }

    #[test]
    fn other_targets_are_refused() {
        assert!(DataLayout::parse("E-m:e-i64:64").is_err());
        assert!(DataLayout::parse("e-m:e-p:16:16-i64:64").is_err());
        assert!(DataLayout::parse("e-m:e-p270:32:32-p271:32:32-i64:64").is_ok());
    }
}
