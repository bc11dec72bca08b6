//! Which operations do instructions name? What they compute is in [`crate::eval`]; how the text
//! form writes them is listed here, each name once.

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperation {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    /// The bits of the first operand that the second one has, moved together at the low end.
    Gather,
    /// The low bits of the first operand, moved to where the second one has bits.
    Scatter,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

/// What an atomic read-modify-write computes from the old value and its operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RmwOperation {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    /// `old >= operand ? 0 : old + 1`
    UIncWrap,
    /// `old == 0 || old > operand ? operand : old - 1`
    UDecWrap,
    /// `old >= operand ? old - operand : old`
    USubCond,
    /// `old >= operand ? old - operand : 0`
    USubSat,
    // Floating-point numbers, of four or eight bytes.
    FAdd,
    FSub,
    /// As [`super::FloatOperation::Maximum`] and `Minimum`.
    FMax,
    FMin,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AllocationKind {
    /// Lives until its function returns.
    Stack,
    /// Lives until its block is left, and at most until its function returns.
    Block,
    /// `malloc`: not initialised.
    Heap,
    /// `calloc`: zero.
    ZeroedHeap,
    /// C++'s `operator new`: not initialised.
    New,
    /// C++'s `operator new[]`: not initialised.
    NewArray,
}

/// What ends the life of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deallocation {
    Free,
    Delete,
    DeleteArray,
    /// The end of the block that a local variable belongs to.
    Leave,
}

impl AllocationKind {
    /// Whether it is a local variable, whose life ends when its function returns.
    pub fn is_local(self) -> bool {
        matches!(self, AllocationKind::Stack | AllocationKind::Block)
    }

    /// What ends the lives of such objects before their function returns, if anything may.
    pub fn deallocation(self) -> Option<Deallocation> {
        match self {
            AllocationKind::Stack => None,
            AllocationKind::Block => Some(Deallocation::Leave),
            AllocationKind::Heap | AllocationKind::ZeroedHeap => Some(Deallocation::Free),
            AllocationKind::New => Some(Deallocation::Delete),
            AllocationKind::NewArray => Some(Deallocation::DeleteArray),
        }
    }

    /// What the source calls it: the function that allocates.
    pub fn function(self) -> &'static str {
        match self {
            AllocationKind::Stack | AllocationKind::Block => "a local variable",
            AllocationKind::Heap | AllocationKind::ZeroedHeap => "malloc",
            AllocationKind::New => "new",
            AllocationKind::NewArray => "new[]",
        }
    }
}

impl Deallocation {
    /// What the source calls it.
    pub fn function(self) -> &'static str {
        match self {
            Deallocation::Free => "free",
            Deallocation::Delete => "delete",
            Deallocation::DeleteArray => "delete[]",
            Deallocation::Leave => "the end of its block",
        }
    }
}

impl RmwOperation {
    /// Whether it computes with floating-point numbers.
    pub fn is_float(self) -> bool {
        use RmwOperation as R;
        matches!(self, R::FAdd | R::FSub | R::FMax | R::FMin)
    }
}

impl BinaryOperation {
    /// Division and shifts have operands for which they are not defined.
    pub fn can_fail(self) -> bool {
        use BinaryOperation as B;
        matches!(self, B::UDiv | B::SDiv | B::URem | B::SRem | B::Shl | B::LShr | B::AShr)
    }
}

/// Names of operations in the text form, each listed once.
macro_rules! named {
    ($type:ty { $($variant:ident = $name:literal),* $(,)? }) => {
        impl $type {
            pub const ALL: &'static [$type] = &[$(<$type>::$variant),*];

            pub fn name(self) -> &'static str {
                match self {
                    $(<$type>::$variant => $name),*
                }
            }

            pub fn from_name(name: &str) -> Option<$type> {
                <$type>::ALL.iter().copied().find(|operation| operation.name() == name)
            }
        }
    };
}
pub(super) use named;

named!(BinaryOperation {
    Add = "add", Sub = "sub", Mul = "mul", UDiv = "udiv", SDiv = "sdiv", URem = "urem",
    SRem = "srem", Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
    Gather = "gather", Scatter = "scatter",
});

named!(Predicate {
    Eq = "eq", Ne = "ne", Ult = "ult", Ule = "ule", Ugt = "ugt", Uge = "uge", Slt = "slt",
    Sle = "sle", Sgt = "sgt", Sge = "sge",
});

named!(RmwOperation {
    Exchange = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or",
    Xor = "xor", Max = "max", Min = "min", UMax = "umax", UMin = "umin",
    UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap", USubCond = "usub_cond", USubSat = "usub_sat",
    FAdd = "fadd", FSub = "fsub", FMax = "fmax", FMin = "fmin",
});

named!(AllocationKind {
    Stack = "stack", Block = "block", Heap = "heap", ZeroedHeap = "zeroed", New = "new",
    NewArray = "new_array",
});

named!(Deallocation {
    Free = "free", Delete = "delete", DeleteArray = "delete_array", Leave = "leave",
});
