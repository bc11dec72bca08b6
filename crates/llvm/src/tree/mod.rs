//! What a module says, once the text is gone.
//!
//! Names are resolved: every reference is a dense id into one of the tables of [`Module`] or of
//! the [`Function`] it stands in, and every id that can be reached from a parsed module is valid.

pub mod constant;
pub mod function;
pub mod instruction;
pub mod metadata;
pub mod names;
pub mod operation;
pub mod symbol;
pub mod types;

pub use constant::{Constant, ConstantId, Constants};
pub use function::{Block, BlockId, Function, FunctionId, LocalName, Parameter, ValueId};
pub use instruction::{Instruction, InstructionKind, Operand};
pub use metadata::{Metadata, MetadataId, MetadataTable};
pub use names::{NameId, Names};
pub use operation::{BinaryOperation, CastOperation, FloatPredicate, Predicate, UpdateOperation};
pub use symbol::{Definition, Symbol, SymbolId};
pub use types::{Type, TypeId, Types};

/// One translation unit.
#[derive(Debug, Default)]
pub struct Module {
    pub source_filename: Option<NameId>,
    /// The `target datalayout` string.
    pub data_layout: Option<NameId>,
    pub target_triple: Option<NameId>,
    /// Lines of `module asm`. Symbols they define are unknown to the rest of the module.
    pub assembly: Vec<NameId>,
    pub names: Names,
    pub types: Types,
    pub constants: Constants,
    /// Everything an `@name` can mean.
    pub symbols: Vec<Symbol>,
    /// Functions with and without bodies; symbols refer to them.
    pub functions: Vec<Function>,
    pub metadata: MetadataTable,
    /// Where each line of the text begins.
    pub line_starts: Vec<u32>,
}

impl Module {
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// Whether it was compiled for one of Apple's systems.
    pub fn is_for_apple(&self) -> bool {
        let triple = self.target_triple.map(|triple| self.names.text(triple));
        triple.is_some_and(|triple| triple.split('-').nth(1) == Some("apple"))
    }

    /// The line and column, both from 1, of an offset in the text.
    pub fn line_and_column(&self, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).map_or(0, |index| self.line_starts[index]);
        (line as u32, offset - start + 1)
    }

    /// The symbol with this name.
    pub fn find(&self, name: &str) -> Option<&Symbol> {
        self.symbols.iter().find(|symbol| symbol.name.is_some_and(|id| self.names.text(id) == name))
    }
}
