//! What is the shape of a variable, so that a report can name its parts?
//!
//! From the type in the debug information, which has the names of fields; without it, from the
//! type in LLVM IR, whose fields are numbered.

use super::Scope;
use crate::tree::metadata::Field as MetadataField;
use crate::tree::types::FloatKind;
use crate::tree::{Metadata, MetadataId, Type, TypeId};
use program::Layout;
use program::layout::Field;
use program::verify::{MAX_LAYOUT_DEPTH, MAX_LAYOUT_SIZE};

/// How deeply types may be nested, and of how many parts a shape may be made; beyond that there
/// is no shape and the report says `x+8`.
const MAX_DEPTH: usize = MAX_LAYOUT_DEPTH - 1;
const MAX_PARTS: u32 = 10_000;

struct Reader<'a> {
    scope: Scope<'a>,
    parts: u32,
}

/// The shape of a variable (`DIGlobalVariable`, `DILocalVariable`) of `size` bytes.
pub(super) fn variable_layout(scope: Scope<'_>, variable: MetadataId, size: u64) -> Option<Layout> {
    let mut reader = Reader { scope, parts: 0 };
    let layout = reader.debug_type(reader.reference(variable, "type")?, 0)?;
    // A type that does not fit its variable would name parts wrongly.
    (layout.size() == size && fits(&layout, 0)).then_some(layout)
}

/// The shape of a type of LLVM IR.
pub(super) fn type_layout(scope: Scope<'_>, id: TypeId) -> Option<Layout> {
    Reader { scope, parts: 0 }.ir_type(id, 0).filter(|layout| fits(layout, 0))
}

/// Whether a shape keeps the limits of [`program::verify`], which debug information need not.
fn fits(layout: &Layout, depth: usize) -> bool {
    depth <= MAX_DEPTH
        && layout.size() <= MAX_LAYOUT_SIZE
        && match layout {
            Layout::Integer { .. } | Layout::Pointer { .. } => true,
            Layout::Array { element, count } => {
                *count <= MAX_LAYOUT_SIZE && fits(element, depth + 1)
            }
            Layout::Struct { fields, .. } => fields
                .iter()
                .all(|field| field.offset <= MAX_LAYOUT_SIZE && fits(&field.layout, depth + 1)),
        }
}

impl Reader<'_> {
    fn reference(&self, node: MetadataId, field: &str) -> Option<MetadataId> {
        self.scope.module.metadata.reference(node, field, &self.scope.module.names)
    }

    fn number(&self, node: MetadataId, field: &str) -> Option<u64> {
        self.scope.module.metadata.number(node, field, &self.scope.module.names)
    }

    fn pointer(&self) -> Layout {
        Layout::Pointer { size: u64::from(self.scope.layouts.pointers().bytes()) }
    }

    fn word(&self, node: MetadataId, field: &str) -> Option<&str> {
        self.scope.module.metadata.word(node, field, &self.scope.module.names)
    }

    /// The nodes of a tuple that a field refers to.
    fn elements(&self, node: MetadataId, field: &str) -> Vec<MetadataId> {
        let tuple = self.reference(node, field);
        match tuple.map(|tuple| self.scope.module.metadata.get(tuple)) {
            Some(Metadata::Tuple(elements)) => elements.iter().flatten().copied().collect(),
            _ => Vec::new(),
        }
    }

    fn debug_type(&mut self, node: MetadataId, depth: usize) -> Option<Layout> {
        self.parts += 1;
        if depth > MAX_DEPTH || self.parts > MAX_PARTS {
            return None;
        }
        let size = self.number(node, "size").map(|bits| bits.div_ceil(8));
        let kind = self.scope.module.metadata.kind(node, &self.scope.module.names)?;
        match (kind, self.word(node, "tag").unwrap_or_default()) {
            ("DIBasicType", _) => {
                let encoding = self.word(node, "encoding").unwrap_or_default();
                let signed = matches!(encoding, "DW_ATE_signed" | "DW_ATE_signed_char");
                Some(Layout::Integer { size: size?, signed })
            }
            (
                "DIDerivedType",
                "DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type",
            ) => Some(self.pointer()),
            ("DIDerivedType", _) => {
                let inner = self.reference(node, "baseType")?;
                self.debug_type(inner, depth + 1)
            }
            ("DICompositeType", "DW_TAG_array_type") => {
                let base = self.reference(node, "baseType")?;
                let mut layout = self.debug_type(base, depth + 1)?;
                for range in self.elements(node, "elements").into_iter().rev().take(MAX_DEPTH) {
                    let count = self.count(range)?;
                    let element = Box::new(layout);
                    layout = Layout::Array { element, count };
                }
                Some(layout)
            }
            ("DICompositeType", "DW_TAG_enumeration_type") => {
                Some(Layout::Integer { size: size?, signed: true })
            }
            ("DICompositeType", _) => self.composite(node, size?, depth),
            _ => None,
        }
    }

    /// The number of elements in a `DISubrange`; 0 if it is not known.
    fn count(&self, range: MetadataId) -> Option<u64> {
        let module = self.scope.module;
        match module.metadata.field(range, "count", &module.names) {
            Some(MetadataField::Integer(count)) => Some(u64::try_from(count).unwrap_or(0)),
            _ => None,
        }
    }

    /// A struct, class or union.
    fn composite(&mut self, node: MetadataId, size: u64, depth: usize) -> Option<Layout> {
        let mut fields = Vec::new();
        for member in self.elements(node, "elements") {
            let is_field =
                matches!(self.word(member, "tag"), Some("DW_TAG_member" | "DW_TAG_inheritance"));
            let is_static = self.word(member, "flags") == Some("DIFlagStaticMember");
            let Some(inner) = self.reference(member, "baseType") else {
                continue;
            };
            if !is_field || is_static {
                continue;
            }
            let module = self.scope.module;
            let name = module.metadata.text(member, "name", &module.names);
            let offset = self.number(member, "offset").unwrap_or(0) / 8;
            match (name, self.debug_type(inner, depth + 1)?) {
                // The members of an anonymous one are written as if they were its parent's.
                (None, Layout::Struct { fields: inner, .. }) => {
                    let moved = |field: Field| Field {
                        offset: field.offset.saturating_add(offset),
                        ..field
                    };
                    fields.extend(inner.into_iter().map(moved));
                }
                (name, layout) => {
                    let name = name.map_or("", |name| module.names.text(name)).to_owned();
                    fields.push(Field { name, offset, layout });
                }
            }
        }
        Some(Layout::Struct { size, fields })
    }

    fn ir_type(&mut self, id: TypeId, depth: usize) -> Option<Layout> {
        self.parts += 1;
        if depth > MAX_DEPTH || self.parts > MAX_PARTS {
            return None;
        }
        let types = &self.scope.module.types;
        let id = types.resolve(id)?;
        let size = self.scope.layouts.get(id)?.size;
        match types.get(id) {
            Type::Integer(1..=64) | Type::Float(FloatKind::Float | FloatKind::Double) => {
                let signed = true;
                Some(Layout::Integer { size, signed })
            }
            Type::Pointer { .. } => Some(self.pointer()),
            Type::Array { length, element } => Some(Layout::Array {
                element: Box::new(self.ir_type(*element, depth + 1)?),
                count: *length,
            }),
            Type::Struct { fields, .. } => {
                let mut named = Vec::new();
                for (index, field) in fields.iter().enumerate() {
                    named.push(Field {
                        name: index.to_string(),
                        offset: self.scope.layouts.offset(id, index)?,
                        layout: self.ir_type(*field, depth + 1)?,
                    });
                }
                let fields = named;
                Some(Layout::Struct { size, fields })
            }
            Type::Void
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Vector { .. }
            | Type::Named(_)
            | Type::Function { .. }
            | Type::Metadata
            | Type::Label
            | Type::Token
            | Type::Opaque(_) => None,
        }
    }
}
