//! What does the compiler say about the source: files, lines, variables, types?
//!
//! Nodes are kept as they are written, a kind and named fields, because which kinds and fields
//! there are differs between versions of LLVM and a reader wants only a few of them.

use super::{ConstantId, NameId, Names, ValueId};

/// An index into [`MetadataTable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MetadataId(pub u32);

#[derive(Clone, Debug)]
pub enum Metadata {
    /// Referred to, but its definition was never seen. No parsed module contains one.
    Missing,
    Text(NameId),
    /// `!{…}`; `None` for `null`.
    Tuple(Box<[Option<MetadataId>]>),
    /// `!DILocation(line: 3, …)` and its like.
    Node {
        kind: NameId,
        fields: Fields,
    },
    /// `i32 5` used as metadata.
    Constant(ConstantId),
    /// `ptr %x` used as metadata.
    Local(ValueId),
}

/// The fields of a node in the order of the text; some kinds have fields without a name.
pub type Fields = Box<[(Option<NameId>, Field)]>;

/// The value of a node's field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    Integer(i128),
    Text(NameId),
    /// `DW_TAG_member`, `true`, `null`, or the first of `DIFlagA | DIFlagB`.
    Word(NameId),
    Reference(MetadataId),
}

#[derive(Clone, Debug, Default)]
pub struct MetadataTable {
    nodes: Vec<Metadata>,
    /// `!llvm.dbg.cu = !{…}` and its like.
    pub named: Vec<(NameId, Box<[Option<MetadataId>]>)>,
}

impl MetadataTable {
    pub fn get(&self, id: MetadataId) -> &Metadata {
        &self.nodes[id.0 as usize]
    }

    /// The field of a node; `None` if it has none of that name or is no such node.
    pub fn field(&self, id: MetadataId, name: &str, names: &Names) -> Option<Field> {
        match self.get(id) {
            Metadata::Node { fields, .. } => fields
                .iter()
                .find(|(field, _)| field.is_some_and(|field| names.text(field) == name))
                .map(|(_, value)| *value),
            Metadata::Missing
            | Metadata::Text(_)
            | Metadata::Tuple(_)
            | Metadata::Constant(_)
            | Metadata::Local(_) => None,
        }
    }

    /// The kind of a node, such as `DILocation`.
    pub fn kind<'a>(&self, id: MetadataId, names: &'a Names) -> Option<&'a str> {
        match self.get(id) {
            Metadata::Node { kind, .. } => Some(names.text(*kind)),
            Metadata::Missing
            | Metadata::Text(_)
            | Metadata::Tuple(_)
            | Metadata::Constant(_)
            | Metadata::Local(_) => None,
        }
    }

    /// A field that is an unsigned number.
    pub fn number(&self, id: MetadataId, name: &str, names: &Names) -> Option<u64> {
        match self.field(id, name, names)? {
            Field::Integer(value) => u64::try_from(value).ok(),
            Field::Text(_) | Field::Word(_) | Field::Reference(_) => None,
        }
    }

    /// A field that is a string.
    pub fn text(&self, id: MetadataId, name: &str, names: &Names) -> Option<NameId> {
        match self.field(id, name, names)? {
            Field::Text(text) => Some(text),
            Field::Integer(_) | Field::Word(_) | Field::Reference(_) => None,
        }
    }

    /// A field that is a keyword.
    pub fn word<'a>(&self, id: MetadataId, name: &str, names: &'a Names) -> Option<&'a str> {
        match self.field(id, name, names)? {
            Field::Word(word) => Some(names.text(word)),
            Field::Integer(_) | Field::Text(_) | Field::Reference(_) => None,
        }
    }

    /// A field that refers to another node.
    pub fn reference(&self, id: MetadataId, name: &str, names: &Names) -> Option<MetadataId> {
        match self.field(id, name, names)? {
            Field::Reference(node) => Some(node),
            Field::Integer(_) | Field::Text(_) | Field::Word(_) => None,
        }
    }

    pub(crate) fn push(&mut self, metadata: Metadata) -> MetadataId {
        self.nodes.push(metadata);
        MetadataId(self.nodes.len() as u32 - 1)
    }

    pub(crate) fn set(&mut self, id: MetadataId, metadata: Metadata) {
        self.nodes[id.0 as usize] = metadata;
    }
}
