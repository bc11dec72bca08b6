//! Which types are there? Equal types have equal ids; pointers have no pointee.

use super::NameId;
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u32);

impl TypeId {
    pub const VOID: TypeId = TypeId(0);
    /// A pointer in the default address space.
    pub const POINTER: TypeId = TypeId(1);
    /// `i1`.
    pub const BOOLEAN: TypeId = TypeId(2);
    pub const METADATA: TypeId = TypeId(3);
    pub const LABEL: TypeId = TypeId(4);
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Void,
    /// `iN`, 1 to 2^23 bits.
    Integer(u32),
    Float(FloatKind),
    Pointer {
        address_space: u32,
    },
    Array {
        length: u64,
        element: TypeId,
    },
    Vector {
        length: u64,
        scalable: bool,
        element: TypeId,
    },
    Struct {
        packed: bool,
        fields: Box<[TypeId]>,
    },
    /// `%name`; the body is in [`Types::named`].
    Named(NamedId),
    Function {
        result: TypeId,
        parameters: Box<[TypeId]>,
        variadic: bool,
    },
    Metadata,
    Label,
    Token,
    /// `x86_amx`, `target("…")` and their like: no value of them can be computed with.
    Opaque(NameId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    Half,
    BFloat,
    Float,
    Double,
    X86Fp80,
    Fp128,
    PpcFp128,
}

/// An index into [`Types::named`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NamedId(pub u32);

/// `%name = type …`.
#[derive(Clone, Debug)]
pub struct NamedType {
    /// `None` for a numbered one.
    pub name: Option<NameId>,
    /// `None` for `opaque`.
    pub body: Option<TypeId>,
}

/// The types of a module.
///
/// Invariant: following [`Type::Named`] bodies, fields and elements from any type ends after at
/// most [`Types::MAX_DEPTH`] steps; the parser rejects modules in which it would not.
#[derive(Clone, Debug)]
pub struct Types {
    types: Vec<Type>,
    ids: FxHashMap<Type, TypeId>,
    pub named: Vec<NamedType>,
}

impl Default for Types {
    fn default() -> Types {
        let mut types = Types { types: Vec::new(), ids: FxHashMap::default(), named: Vec::new() };
        // In the order of the constants of `TypeId`.
        types.intern(Type::Void);
        types.intern(Type::Pointer { address_space: 0 });
        types.intern(Type::Integer(1));
        types.intern(Type::Metadata);
        types.intern(Type::Label);
        types
    }
}

impl Types {
    /// How deeply types may be nested.
    pub const MAX_DEPTH: u32 = 256;

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }

    /// The type itself if it is not a name, else what the name stands for; `None` if opaque.
    pub fn resolve(&self, mut id: TypeId) -> Option<TypeId> {
        // The bound is for modules whose types are not checked yet.
        for _ in 0..=Types::MAX_DEPTH {
            match self.get(id) {
                Type::Named(named) => id = self.named[named.0 as usize].body?,
                _ => return Some(id),
            }
        }
        None
    }

    pub fn intern(&mut self, new: Type) -> TypeId {
        if let Some(id) = self.ids.get(&new) {
            return *id;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(new.clone());
        self.ids.insert(new, id);
        id
    }

    pub fn integer(&mut self, width: u32) -> TypeId {
        self.intern(Type::Integer(width))
    }

    /// How many types there are.
    pub fn count(&self) -> usize {
        self.types.len()
    }

    /// The type of the part of `aggregate` that `indices` lead to, or `None` if they lead nowhere.
    pub fn part(&self, aggregate: TypeId, indices: &[u32]) -> Option<TypeId> {
        indices.iter().try_fold(aggregate, |id, index| match self.get(self.resolve(id)?) {
            Type::Struct { fields, .. } => fields.get(*index as usize).copied(),
            Type::Array { length, element } => (u64::from(*index) < *length).then_some(*element),
            Type::Void
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Pointer { .. }
            | Type::Vector { .. }
            | Type::Named(_)
            | Type::Function { .. }
            | Type::Metadata
            | Type::Label
            | Type::Token
            | Type::Opaque(_) => None,
        })
    }

    /// How `id` is written in LLVM IR with opaque pointers; for messages.
    pub fn display(&self, id: TypeId, names: &super::Names) -> String {
        let list = |ids: &[TypeId]| {
            let parts: Vec<String> = ids.iter().map(|id| self.display(*id, names)).collect();
            parts.join(", ")
        };
        match self.get(id) {
            Type::Void => "void".to_owned(),
            Type::Integer(width) => format!("i{width}"),
            Type::Float(kind) => kind.name().to_owned(),
            Type::Pointer { address_space: 0 } => "ptr".to_owned(),
            Type::Pointer { address_space } => format!("ptr addrspace({address_space})"),
            Type::Array { length, element } => {
                format!("[{length} x {}]", self.display(*element, names))
            }
            Type::Vector { length, scalable, element } => {
                let prefix = if *scalable { "vscale x " } else { "" };
                format!("<{prefix}{length} x {}>", self.display(*element, names))
            }
            Type::Struct { packed, fields } => {
                let (open, close) = if *packed { ("<{", "}>") } else { ("{", "}") };
                format!("{open} {} {close}", list(fields))
            }
            Type::Named(named) => match self.named[named.0 as usize].name {
                Some(name) => format!("%{}", names.text(name)),
                None => format!("%{}", named.0),
            },
            Type::Function { result, parameters, variadic } => {
                let dots = match (variadic, parameters.is_empty()) {
                    (false, _) => "",
                    (true, true) => "...",
                    (true, false) => ", ...",
                };
                format!("{} ({}{dots})", self.display(*result, names), list(parameters))
            }
            Type::Metadata => "metadata".to_owned(),
            Type::Label => "label".to_owned(),
            Type::Token => "token".to_owned(),
            Type::Opaque(name) => names.text(*name).to_owned(),
        }
    }
}

impl FloatKind {
    pub const ALL: [FloatKind; 7] = [
        FloatKind::Half,
        FloatKind::BFloat,
        FloatKind::Float,
        FloatKind::Double,
        FloatKind::X86Fp80,
        FloatKind::Fp128,
        FloatKind::PpcFp128,
    ];

    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::X86Fp80 => "x86_fp80",
            FloatKind::Fp128 => "fp128",
            FloatKind::PpcFp128 => "ppc_fp128",
        }
    }
}
