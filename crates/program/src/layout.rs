//! The shape of a variable's type, so that a report can say `cell[1].seq` and not `cell+8`.

/// A type as far as naming its parts goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Layout {
    /// A number of this many bytes.
    Integer {
        size: u64,
        signed: bool,
    },
    Pointer {
        size: u64,
    },
    Array {
        element: Box<Layout>,
        count: u64,
    },
    Struct {
        size: u64,
        fields: Vec<Field>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub name: String,
    pub offset: u64,
    pub layout: Layout,
}

impl Layout {
    /// Size in bytes.
    pub fn size(&self) -> u64 {
        match self {
            Layout::Integer { size, .. }
            | Layout::Pointer { size }
            | Layout::Struct { size, .. } => *size,
            Layout::Array { element, count } => element.size().saturating_mul(*count),
        }
    }

    /// The path to the part at `offset`, such as `[1].seq`, and that part's shape. Where the offset
    /// is inside a scalar, the rest is written as `+n`.
    pub fn path(&self, offset: u64) -> (String, Option<&Layout>) {
        match self {
            Layout::Array { element, count } if element.size() > 0 => {
                let index = offset / element.size();
                if index >= *count {
                    return (format!("+{offset}"), None);
                }
                let (rest, part) = element.path(offset % element.size());
                (format!("[{index}]{rest}"), part)
            }
            Layout::Struct { fields, .. } => {
                let inside = |field: &&Field| {
                    offset >= field.offset && offset < field.offset + field.layout.size()
                };
                match fields.iter().find(inside) {
                    Some(field) => {
                        let (rest, part) = field.layout.path(offset - field.offset);
                        (format!(".{}{rest}", field.name), part)
                    }
                    None => (format!("+{offset}"), None),
                }
            }
            Layout::Integer { .. } | Layout::Pointer { .. } | Layout::Array { .. } => {
                if offset == 0 { (String::new(), Some(self)) } else { (format!("+{offset}"), None) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_names() {
        let cell = Layout::Struct {
            size: 8,
            fields: vec![
                Field {
                    name: "seq".into(),
                    offset: 0,
                    layout: Layout::Integer { size: 4, signed: true },
                },
                Field {
                    name: "val".into(),
                    offset: 4,
                    layout: Layout::Integer { size: 4, signed: true },
                },
            ],
        };
        let cells = Layout::Array { element: Box::new(cell), count: 2 };
        assert_eq!(cells.path(12).0, "[1].val");
        assert_eq!(cells.path(13).0, "[1].val+1");
        assert_eq!(cells.path(99).0, "+99");
    }
}
