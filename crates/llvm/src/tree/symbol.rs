//! What can an `@name` mean, and how does it meet the same name of another module?

use super::{ConstantId, FunctionId, MetadataId, NameId, TypeId};

/// An index into [`super::Module::symbols`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub u32);

#[derive(Clone, Debug)]
pub struct Symbol {
    /// `None` for a numbered one, which only its own module can refer to.
    pub name: Option<NameId>,
    pub linkage: Linkage,
    pub definition: Definition,
    /// Where its definition or declaration begins in the text.
    pub offset: u32,
}

#[derive(Clone, Debug)]
pub enum Definition {
    Function(FunctionId),
    Variable(Variable),
    /// Another name for a constant address.
    Alias {
        target: ConstantId,
    },
    /// A function chosen at load time by a resolver.
    IndirectFunction,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub value_type: TypeId,
    /// `None` if another module defines it.
    pub initializer: Option<ConstantId>,
    /// Declared `constant`: writing to it is an error.
    pub constant: bool,
    pub thread_local: bool,
    pub align: Option<u64>,
    /// The section of the file that it is put into, if not the usual one.
    pub section: Option<NameId>,
    /// Its `DIGlobalVariableExpression`s.
    pub debug: Vec<MetadataId>,
}

/// LLVM's linkage types. Their order and meaning are the language reference's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    Private,
    Internal,
    AvailableExternally,
    LinkOnce,
    Weak,
    Common,
    Appending,
    ExternWeak,
    LinkOnceOdr,
    WeakOdr,
    External,
}

impl Linkage {
    /// The linkage with this keyword.
    pub fn from_keyword(keyword: &str) -> Option<Linkage> {
        Some(match keyword {
            "private" => Linkage::Private,
            "internal" => Linkage::Internal,
            "available_externally" => Linkage::AvailableExternally,
            "linkonce" => Linkage::LinkOnce,
            "weak" => Linkage::Weak,
            "common" => Linkage::Common,
            "appending" => Linkage::Appending,
            "extern_weak" => Linkage::ExternWeak,
            "linkonce_odr" => Linkage::LinkOnceOdr,
            "weak_odr" => Linkage::WeakOdr,
            "external" => Linkage::External,
            _ => return None,
        })
    }

    /// Whether the symbol is invisible to other modules.
    pub fn is_local(self) -> bool {
        match self {
            Linkage::Private | Linkage::Internal => true,
            Linkage::AvailableExternally
            | Linkage::LinkOnce
            | Linkage::Weak
            | Linkage::Common
            | Linkage::Appending
            | Linkage::ExternWeak
            | Linkage::LinkOnceOdr
            | Linkage::WeakOdr
            | Linkage::External => false,
        }
    }
}
