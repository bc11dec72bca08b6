//! Values with their types, and C's conversions between them (ISO C §6.3.1).

use crate::code::{Expression, Operation, Register};
use crate::types::{Base, Type};
use crate::width::Width;

/// A value that is one of its type's.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub value: Expression,
    pub kind: Type,
}

impl Typed {
    pub(super) fn new(value: impl Into<Expression>, kind: Type) -> Typed {
        Typed { value: value.into(), kind }
    }

    /// What is found in memory, by somebody to whom it has this type.
    pub(super) fn found(value: Register, kind: Type) -> Typed {
        let value = Expression::from(value);
        Typed::new(if kind.is_pointer() { value } else { value.wrap(kind.width()) }, kind)
    }

    pub(super) fn int(value: impl Into<Expression>) -> Typed {
        Typed::new(value, Type::INT)
    }

    /// A number has the first type that holds it: `int`, then `long`, if its suffix says nothing
    /// else; and if it is not decimal, also those without a sign.
    pub(super) fn number(number: i64, text: &str) -> Typed {
        let text = text.to_ascii_lowercase();
        let digits = text.trim_end_matches(['u', 'l']);
        let suffix = &text[digits.len()..];
        let (is_unsigned, is_long) = (suffix.contains('u'), suffix.contains('l'));
        let is_decimal = !digits.starts_with('0');
        let mut widths = [Width::signed(4), Width::unsigned(4), Width::signed(8)].into_iter();
        let kind = widths.find(|width| {
            let may_be = if width.is_signed { !is_unsigned } else { is_unsigned || !is_decimal };
            may_be && (width.bytes == 8 || !is_long) && width.wrap(number) == number
        });
        let kind = kind.filter(|width| !width.is_signed || number >= 0);
        Typed::new(Expression::Constant(number), Type::integer(kind.unwrap_or(Width::unsigned(8))))
    }

    /// The same as a value of another type.
    pub(super) fn converted(self, to: Type) -> Expression {
        if to.is_pointer() || to == self.kind {
            return self.value;
        }
        match to.base {
            Base::Boolean => self.truth(),
            Base::Integer(width) => self.value.wrap(width),
        }
    }

    /// 1 for what is not zero.
    pub(super) fn truth(self) -> Expression {
        Expression::operation(Operation::Differ, self.value, Expression::Constant(0))
    }

    /// What computing makes of a type that is narrower than `int`.
    fn promoted(kind: Type) -> Width {
        let width = kind.width();
        if width.bytes < 4 { Width::INT } else { width }
    }

    /// The usual arithmetic conversions: the type in which both are computed with.
    fn common(first: Type, second: Type) -> Width {
        let (first, second) = (Typed::promoted(first), Typed::promoted(second));
        match first.bytes.cmp(&second.bytes) {
            std::cmp::Ordering::Less => second,
            std::cmp::Ordering::Greater => first,
            std::cmp::Ordering::Equal => {
                Width { bytes: first.bytes, is_signed: first.is_signed && second.is_signed }
            }
        }
    }

    /// The result of an operator.
    pub(super) fn operation(operation: Operation, first: Typed, second: Typed) -> Typed {
        let is_shift = matches!(operation, Operation::ShiftLeft | Operation::ShiftRight);
        let width = if is_shift {
            Typed::promoted(first.kind)
        } else {
            Typed::common(first.kind, second.kind)
        };
        let common = Type::integer(width);
        let second = if is_shift { second.value } else { second.converted(common) };
        let first = first.converted(common);
        // Numbers of 64 bits without a sign are the only ones whose sign means something else here.
        let operation =
            if width == Width::unsigned(8) { without_sign(operation) } else { operation };
        let result = Expression::operation(operation, first, second);
        if is_comparison(operation) {
            return Typed::int(result);
        }
        Typed::new(result.wrap(width), common)
    }
}

fn is_comparison(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Equal
            | Operation::Differ
            | Operation::Less
            | Operation::LessOrEqual
            | Operation::LessUnsigned
            | Operation::LessOrEqualUnsigned
    )
}

fn without_sign(operation: Operation) -> Operation {
    match operation {
        Operation::Divide => Operation::DivideUnsigned,
        Operation::Remainder => Operation::RemainderUnsigned,
        Operation::ShiftRight => Operation::ShiftRightUnsigned,
        Operation::Less => Operation::LessUnsigned,
        Operation::LessOrEqual => Operation::LessOrEqualUnsigned,
        other => other,
    }
}
