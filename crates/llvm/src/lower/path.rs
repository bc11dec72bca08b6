//! Where do the indices of a `getelementptr` lead?

use super::fold::{Lowered, unsupported};
use crate::layout::Layouts;
use crate::tree::{Type, TypeId, Types};

/// Where the indices of a `getelementptr` lead.
#[derive(Debug, Default)]
pub(super) struct Path {
    /// The part of the offset that is known.
    pub(super) offset: u64,
    /// Which indices are not known, and by how much each is multiplied.
    pub(super) scaled: Vec<(usize, u64)>,
}

/// Follows indices, of which those that are not constant are `None`, from a `source` type on.
pub(super) fn path(
    layouts: &Layouts,
    types: &Types,
    source: TypeId,
    indices: &[Option<i64>],
) -> Lowered<Path> {
    let size_of = |id: TypeId| match layouts.get(id) {
        Some(layout) => Ok(layout.size),
        None => unsupported("address arithmetic on a type without a size"),
    };
    let mut path = Path::default();
    let mut current = source;
    for (position, index) in indices.iter().enumerate() {
        let resolved = types.resolve(current);
        let scale = match resolved.map(|id| (id, types.get(id))) {
            // The first index steps over whole values of the source type.
            _ if position == 0 => size_of(source)?,
            Some((_, Type::Array { element, .. })) => {
                current = *element;
                size_of(*element)?
            }
            Some((id, Type::Struct { fields, .. })) => {
                let field = index.and_then(|index| usize::try_from(index).ok());
                let found = field.and_then(|field| Some((fields.get(field)?, field)));
                let Some((next, field)) = found else {
                    return unsupported("address of a field that does not exist");
                };
                let Some(offset) = layouts.offset(id, field) else {
                    return unsupported("address arithmetic on a type without a size");
                };
                path.offset = path.offset.wrapping_add(offset);
                current = *next;
                continue;
            }
            _ => return unsupported("address arithmetic on a vector or scalar"),
        };
        match index {
            Some(index) => {
                path.offset = path.offset.wrapping_add((*index as u64).wrapping_mul(scale));
            }
            None => path.scaled.push((position, scale)),
        }
    }
    Ok(path)
}
