//! Which computations with floating-point numbers are there? What they compute is in
//! [`crate::eval::float`]; how the text form writes them is listed here.
//!
//! Numbers are those of IEEE 754 in binary, of 32 or 64 bits, as the bits of a register. Negating,
//! taking the absolute value and copying a sign are operations on bits, and not here.

/// A computation with floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatOperation {
    Add,
    Sub,
    Mul,
    Div,
    /// The remainder of a division that is rounded towards zero, as C's `fmod`.
    Rem,
    /// The first times the second plus the third, rounded once.
    FusedMultiplyAdd,
    SquareRoot,
    /// The smaller one; if one is no number, the other. Zero below is smaller than zero above.
    Minimum,
    Maximum,
    /// The same, but no number if one of them is none.
    MinimumOrNan,
    MaximumOrNan,
    RoundDown,
    RoundUp,
    RoundToZero,
    /// To the nearest whole number, away from zero in the middle.
    Round,
    /// To the nearest whole number, to an even one in the middle.
    RoundToEven,
    // Comparisons: one bit. They are false if an operand is no number, except the last, which says
    // just that.
    Equal,
    Less,
    LessOrEqual,
    Unordered,
    /// To another width.
    Convert,
    ToSigned,
    ToUnsigned,
    /// The same, and where the number does not fit, the nearest that does; zero for no number.
    ToSignedSaturating,
    ToUnsignedSaturating,
    FromSigned,
    FromUnsigned,
}

impl FloatOperation {
    /// How many operands it has.
    pub fn operands(self) -> usize {
        use FloatOperation as F;
        match self {
            F::FusedMultiplyAdd => 3,
            F::Add
            | F::Sub
            | F::Mul
            | F::Div
            | F::Rem
            | F::Minimum
            | F::Maximum
            | F::MinimumOrNan
            | F::MaximumOrNan
            | F::Equal
            | F::Less
            | F::LessOrEqual
            | F::Unordered => 2,
            F::SquareRoot
            | F::RoundDown
            | F::RoundUp
            | F::RoundToZero
            | F::Round
            | F::RoundToEven
            | F::Convert
            | F::ToSigned
            | F::ToUnsigned
            | F::ToSignedSaturating
            | F::ToUnsignedSaturating
            | F::FromSigned
            | F::FromUnsigned => 1,
        }
    }

    /// Whether operands of `from` bits can give a result of `to` bits.
    pub fn has_widths(self, from: u8, to: u8) -> bool {
        use FloatOperation as F;
        let is_float = |width| width == 32 || width == 64;
        let is_integer = |width| (1..=64).contains(&width);
        match self {
            F::Equal | F::Less | F::LessOrEqual | F::Unordered => is_float(from) && to == 1,
            F::Convert => is_float(from) && is_float(to),
            F::ToSigned | F::ToUnsigned | F::ToSignedSaturating | F::ToUnsignedSaturating => {
                is_float(from) && is_integer(to)
            }
            F::FromSigned | F::FromUnsigned => is_integer(from) && is_float(to),
            F::Add
            | F::Sub
            | F::Mul
            | F::Div
            | F::Rem
            | F::FusedMultiplyAdd
            | F::SquareRoot
            | F::Minimum
            | F::Maximum
            | F::MinimumOrNan
            | F::MaximumOrNan
            | F::RoundDown
            | F::RoundUp
            | F::RoundToZero
            | F::Round
            | F::RoundToEven => is_float(from) && from == to,
        }
    }
}

super::operation::named!(FloatOperation {
    Add = "fadd", Sub = "fsub", Mul = "fmul", Div = "fdiv", Rem = "frem",
    FusedMultiplyAdd = "ffma", SquareRoot = "fsqrt", Minimum = "fmin", Maximum = "fmax",
    MinimumOrNan = "fminimum", MaximumOrNan = "fmaximum", RoundDown = "ffloor",
    RoundUp = "fceil", RoundToZero = "ftrunc", Round = "fround", RoundToEven = "froundeven",
    Equal = "feq", Less = "flt", LessOrEqual = "fle", Unordered = "funordered",
    Convert = "fconvert", ToSigned = "ftos", ToUnsigned = "ftou",
    ToSignedSaturating = "ftos_sat", ToUnsignedSaturating = "ftou_sat",
    FromSigned = "stof", FromUnsigned = "utof",
});
