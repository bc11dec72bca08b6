//! On which parts of a value does an operation work one by one? On the elements of a vector, or on
//! the value itself.

use super::Scope;
use super::fold::{Lowered, unsupported};
use super::shape::{MAX_WIDTH, long_words};
use crate::tree::types::FloatKind;
use crate::tree::{Type, TypeId};
use std::ops::Range;

/// What an element is to arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Element {
    /// An integer of at most 64 bits.
    Integer(u8),
    /// One of 65 to 128 bits, in two registers; the upper one has so many bits.
    Wide(u8),
    /// One of more bits, in so many registers, of which the last has `top` bits.
    Long {
        words: u8,
        top: u8,
    },
    Pointer,
    /// A floating-point number of 32 or 64 bits.
    Float(u8),
}

/// The elements of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lanes {
    pub(super) element: Element,
    pub(super) count: usize,
}

impl Lanes {
    /// Which of the registers of the value are those of each element.
    pub(super) fn parts(self) -> impl Iterator<Item = Range<usize>> {
        let size = self.element.registers();
        (0..self.count).map(move |lane| lane * size..(lane + 1) * size)
    }
}

impl Element {
    pub(super) fn registers(self) -> usize {
        match self {
            Element::Wide(_) => 2,
            Element::Long { words, .. } => usize::from(words),
            Element::Integer(_) | Element::Pointer | Element::Float(_) => 1,
        }
    }

    /// The width of an element that has one register.
    pub(super) fn width(self) -> Lowered<u8> {
        match self {
            Element::Integer(width) | Element::Float(width) => Ok(width),
            Element::Pointer => Ok(64),
            Element::Wide(_) | Element::Long { .. } => {
                unsupported("this operation on an integer of more than 64 bits")
            }
        }
    }
}

impl Scope<'_> {
    /// The elements that a type's values have for arithmetic.
    pub(super) fn lanes(&self, of: TypeId) -> Lowered<Lanes> {
        let types = &self.module.types;
        match types.get(of) {
            Type::Vector { length, scalable: false, element } => {
                // That there are not too many has been seen when their registers were counted.
                self.leaves(of)?;
                Ok(Lanes { element: self.element(*element)?, count: *length as usize })
            }
            _ => Ok(Lanes { element: self.element(of)?, count: 1 }),
        }
    }

    fn element(&self, of: TypeId) -> Lowered<Element> {
        match self.module.types.get(of) {
            Type::Integer(width @ 1..=64) => Ok(Element::Integer(*width as u8)),
            Type::Integer(width @ 65..=128) => Ok(Element::Wide((*width - 64) as u8)),
            Type::Integer(width @ 129..=MAX_WIDTH) => {
                let (words, top) = long_words(*width);
                Ok(Element::Long { words, top })
            }
            Type::Pointer { address_space: 0 } => Ok(Element::Pointer),
            Type::Float(FloatKind::Float) => Ok(Element::Float(32)),
            Type::Float(FloatKind::Double) => Ok(Element::Float(64)),
            _ => {
                let shown = self.module.types.display(of, &self.module.names);
                unsupported(format!("arithmetic on values of type `{shown}`"))
            }
        }
    }
}
