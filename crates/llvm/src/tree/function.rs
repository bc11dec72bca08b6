//! What is a function made of?

use super::{Instruction, MetadataId, NameId, SymbolId, TypeId};

/// An index into [`super::Module::functions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub u32);

/// An index into [`Function::blocks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BlockId(pub u32);

/// An index into [`Function::values`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ValueId(pub u32);

#[derive(Clone, Debug)]
pub struct Function {
    pub symbol: SymbolId,
    pub result: TypeId,
    /// `nonnull`, of the result.
    pub is_result_nonnull: bool,
    pub parameters: Vec<Parameter>,
    pub variadic: bool,
    /// Empty for a declaration. The first block is the entry. Each is non-empty and its last
    /// instruction, and no other, ends it.
    pub blocks: Vec<Block>,
    /// Every parameter and result; the parameters come first, in order.
    pub values: Vec<Value>,
    /// Its `DISubprogram`.
    pub debug: Option<MetadataId>,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub parameter_type: TypeId,
    /// `byval(T)`: the caller passes a pointer and the callee owns a copy.
    pub by_value: Option<TypeId>,
    /// `nonnull`: whoever passes null breaks a promise.
    pub is_nonnull: bool,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub name: LocalName,
    pub instructions: Vec<Instruction>,
}

#[derive(Clone, Debug)]
pub struct Value {
    pub name: LocalName,
    pub value_type: TypeId,
}

/// `%name` or `%12`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalName {
    Named(NameId),
    Number(u32),
}

impl Function {
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }

    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.0 as usize]
    }

    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.blocks.iter().flat_map(|block| &block.instructions)
    }
}
