//! What can an instruction or a constant expression compute? LLVM's keywords are in the tables.

macro_rules! keyword_enum {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $keyword:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($variant),*
        }

        impl $name {
            /// The one with this keyword.
            pub fn from_keyword(keyword: &str) -> Option<$name> {
                match keyword {
                    $($keyword => Some($name::$variant),)*
                    _ => None,
                }
            }

            pub fn keyword(self) -> &'static str {
                match self {
                    $($name::$variant => $keyword),*
                }
            }
        }
    };
}

keyword_enum!(BinaryOperation {
    Add = "add",
    Sub = "sub",
    Mul = "mul",
    UnsignedDivide = "udiv",
    SignedDivide = "sdiv",
    UnsignedRemainder = "urem",
    SignedRemainder = "srem",
    ShiftLeft = "shl",
    LogicalShiftRight = "lshr",
    ArithmeticShiftRight = "ashr",
    And = "and",
    Or = "or",
    Xor = "xor",
    FloatAdd = "fadd",
    FloatSub = "fsub",
    FloatMul = "fmul",
    FloatDivide = "fdiv",
    FloatRemainder = "frem",
});

keyword_enum!(CastOperation {
    Truncate = "trunc",
    ZeroExtend = "zext",
    SignExtend = "sext",
    FloatTruncate = "fptrunc",
    FloatExtend = "fpext",
    FloatToUnsigned = "fptoui",
    FloatToSigned = "fptosi",
    UnsignedToFloat = "uitofp",
    SignedToFloat = "sitofp",
    PointerToInteger = "ptrtoint",
    PointerToAddress = "ptrtoaddr",
    IntegerToPointer = "inttoptr",
    Bitcast = "bitcast",
    AddressSpaceCast = "addrspacecast",
});

keyword_enum!(
    /// What an `icmp` asks.
    Predicate {
        Equal = "eq",
        NotEqual = "ne",
        UnsignedGreater = "ugt",
        UnsignedGreaterEqual = "uge",
        UnsignedLess = "ult",
        UnsignedLessEqual = "ule",
        SignedGreater = "sgt",
        SignedGreaterEqual = "sge",
        SignedLess = "slt",
        SignedLessEqual = "sle",
    }
);

keyword_enum!(
    /// What an `fcmp` asks; `u` is for "or one of them is no number".
    FloatPredicate {
        False = "false",
        Equal = "oeq",
        Greater = "ogt",
        GreaterEqual = "oge",
        Less = "olt",
        LessEqual = "ole",
        NotEqual = "one",
        Ordered = "ord",
        Unordered = "uno",
        UnorderedEqual = "ueq",
        UnorderedGreater = "ugt",
        UnorderedGreaterEqual = "uge",
        UnorderedLess = "ult",
        UnorderedLessEqual = "ule",
        UnorderedNotEqual = "une",
        True = "true",
    }
);

keyword_enum!(
    /// What an `atomicrmw` does.
    UpdateOperation {
        Exchange = "xchg",
        Add = "add",
        Sub = "sub",
        And = "and",
        Nand = "nand",
        Or = "or",
        Xor = "xor",
        SignedMax = "max",
        SignedMin = "min",
        UnsignedMax = "umax",
        UnsignedMin = "umin",
        FloatAdd = "fadd",
        FloatSub = "fsub",
        FloatMax = "fmax",
        FloatMin = "fmin",
        FloatMaximum = "fmaximum",
        FloatMinimum = "fminimum",
        FloatMaximumNumber = "fmaximumnum",
        FloatMinimumNumber = "fminimumnum",
        IncrementWrap = "uinc_wrap",
        DecrementWrap = "udec_wrap",
        SubIfNotBelow = "usub_cond",
        SubSaturating = "usub_sat",
    }
);
