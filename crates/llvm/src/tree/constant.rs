//! Which values are known without running anything?

use super::{BinaryOperation, CastOperation, LocalName, Predicate, SymbolId, TypeId};

/// An index into [`Constants`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstantId(pub u32);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constant {
    /// The two's complement bits, zero above the width of the type; at most 128.
    Integer {
        low: u64,
        high: u64,
    },
    /// The same of a type with more bits: words, the lowest first.
    Long(Box<[u64]>),
    /// The bits of a `half`, `bfloat`, `float` or `double`.
    Float(u64),
    /// The null pointer.
    Null,
    /// `zeroinitializer`.
    Zero,
    Undefined,
    Poison,
    /// `c"…"`, unescaped.
    Bytes(Box<[u8]>),
    /// The parts of an array, struct or vector.
    Aggregate(Box<[ConstantId]>),
    /// The address of a global variable or function.
    Symbol(SymbolId),
    /// Where a block of a function begins, for `indirectbr`.
    BlockAddress {
        function: SymbolId,
        block: LocalName,
    },
    Cast {
        operation: CastOperation,
        value: ConstantId,
    },
    GetElementPointer {
        source: TypeId,
        base: ConstantId,
        indices: Box<[ConstantId]>,
    },
    Binary {
        operation: BinaryOperation,
        operands: Box<[ConstantId; 2]>,
    },
    Compare {
        predicate: Predicate,
        operands: Box<[ConstantId; 2]>,
    },
    Select {
        condition_and_values: Box<[ConstantId; 3]>,
    },
    /// Something that no supported instruction can use.
    Unsupported {
        what: &'static str,
    },
}

/// The constants of a module, each with its type. Parts come before the whole.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    constants: Vec<(TypeId, Constant)>,
}

impl Constants {
    pub fn get(&self, id: ConstantId) -> &Constant {
        &self.constants[id.0 as usize].1
    }

    pub fn type_of(&self, id: ConstantId) -> TypeId {
        self.constants[id.0 as usize].0
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (TypeId, &Constant)> {
        self.constants.iter().map(|(of, constant)| (*of, constant))
    }

    pub(crate) fn push(&mut self, of: TypeId, constant: Constant) -> ConstantId {
        self.constants.push((of, constant));
        ConstantId(self.constants.len() as u32 - 1)
    }
}
