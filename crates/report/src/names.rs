//! What is at this address, and what does this value mean, in the words of the source?
//!
//! Addresses name their objects by themselves ([`base::address`]). The program knows the names of
//! the global ones and the shapes of their types; the origins of objects say where the others come
//! from.

mod objects;

pub(crate) use objects::Object;

use crate::location::Location;
use answer::ObjectOrigin;
use base::address::UPPER_BITS;
use base::{Address, ObjectId, SourcePosition, Value, value::mask};
use execution::Cell;
use program::eval::signed;
use program::{Deallocation, Instruction, Layout, Library, LibraryFunction, Program};
use std::collections::BTreeMap;

/// The longest string constant that is shown whole.
const STRING_LENGTH: usize = 24;

/// Names for the addresses and values of one witness.
#[derive(Clone, Debug)]
pub(crate) struct Names<'a> {
    program: &'a Program,
    objects: BTreeMap<ObjectId, Object<'a>>,
}

impl<'a> Names<'a> {
    /// Names with those of the objects that the witness mentions.
    pub(crate) fn new(program: &'a Program, objects: &[ObjectOrigin]) -> Names<'a> {
        Names { program, objects: objects::named(program, objects) }
    }

    /// The objects that threads created, in the order of the threads.
    pub(crate) fn objects(&self) -> impl Iterator<Item = &Object<'a>> {
        self.objects.values()
    }

    /// A position in the source.
    pub(crate) fn location(&self, position: SourcePosition) -> Location {
        Location::new(self.program, position)
    }

    /// How an object's life ends.
    pub(crate) fn end(&self, object: ObjectId) -> String {
        let name = self.object(object);
        match self.objects.get(&object).and_then(|object| object.kind.deallocation()) {
            Some(Deallocation::Free) => format!("free {name}"),
            Some(Deallocation::Delete) => format!("delete {name}"),
            Some(Deallocation::DeleteArray) => format!("delete[] {name}"),
            Some(Deallocation::Leave) | None => format!("end of {name}"),
        }
    }

    /// The variable, or the part of one, that an access is about.
    pub(crate) fn place(&self, cell: Cell) -> String {
        let Some((object, offset)) = cell.address.object() else {
            return format!("{:#x}", cell.address.0);
        };
        let (name, part) = self.part(object, offset);
        match part {
            Some(part) if part.size() != u64::from(cell.size) => {
                format!("{name} ({} bytes)", cell.size)
            }
            _ => name,
        }
    }

    /// The function of a library that a function of the program stands for.
    pub(crate) fn library_function(
        &self,
        name: &str,
    ) -> Option<(&'a Library, &'a LibraryFunction)> {
        if self.program.libraries.is_empty() {
            return None;
        }
        let function = self.program.functions.iter().find(|function| function.name == name)?;
        let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
        instructions.find_map(|instruction| match instruction {
            Instruction::CallLibrary { library, function, .. } => {
                let library = &self.program.libraries[*library as usize];
                Some((library, &library.functions[*function as usize]))
            }
            _ => None,
        })
    }

    /// The variable that is an object of a library.
    pub(crate) fn object_of_library(&self, address: Address) -> String {
        match address.object() {
            Some((object, 0)) => self.object(object),
            _ => self.mutex(address),
        }
    }

    /// The variable, or the part of one, that is a mutex: without the parts inside it, whose names
    /// are the implementation's own.
    pub(crate) fn mutex(&self, address: Address) -> String {
        let Some((object, offset)) = address.object() else {
            return format!("{:#x}", address.0);
        };
        let (name, _) = self.part(object, offset);
        match name.split_once(".__") {
            Some((mutex, _)) => mutex.to_owned(),
            None => name,
        }
    }

    /// An object as a whole.
    pub(crate) fn object(&self, object: ObjectId) -> String {
        if let Some(global) = self.program.global_of(object) {
            return self.program.global(global).name.clone();
        }
        match self.objects.get(&object) {
            Some(object) => object.name.clone(),
            None => format!("object {} of {}", object.index, object.thread),
        }
    }

    /// The value that is read or written at a place.
    pub(crate) fn value(&self, cell: Cell, value: Value) -> String {
        let width = u32::from(cell.size) * 8;
        if value.undefined == mask(width) {
            return "uninitialised".to_owned();
        }
        if value.undefined != 0 {
            return "partly uninitialised".to_owned();
        }
        let layout = cell
            .address
            .object()
            .and_then(|(object, offset)| self.part(object, offset).1)
            .filter(|part| part.size() == u64::from(cell.size));
        match layout {
            Some(Layout::Pointer { .. }) => self
                .pointer_or_handle(self.program.pointers.loaded(value.bits))
                .unwrap_or_else(|| {
                    if value.bits == 0 { "null".to_owned() } else { format!("{:#x}", value.bits) }
                }),
            Some(Layout::Integer { signed, .. }) => self.number(value.bits, width, *signed),
            Some(Layout::Array { .. } | Layout::Struct { .. }) | None => {
                self.guess(value.bits, width)
            }
        }
    }

    /// A value that may be a pointer although its type is a number's: threads that exchange
    /// pointers exchange them as numbers, too. Addresses are so far from the numbers that programs
    /// count with that there is hardly a doubt.
    fn number(&self, bits: u64, width: u32, is_signed: bool) -> String {
        let meaning = (width == 64).then(|| self.pointer_or_handle(bits)).flatten();
        meaning.unwrap_or_else(|| match is_signed {
            true => signed(bits, width).to_string(),
            false => bits.to_string(),
        })
    }

    /// A value of which nothing is known but its size.
    fn guess(&self, bits: u64, width: u32) -> String {
        // A number just below zero is more often meant than one just below the largest.
        self.number(bits, width, (-0x10000..0).contains(&signed(bits, width)))
    }

    /// What a number of the size of a pointer means, if it is one or names a thread: perhaps with
    /// something else in the bits above it.
    fn pointer_or_handle(&self, bits: u64) -> Option<String> {
        let whole = self.pointer(Address(bits));
        let handle = || interp::mutex_holder(bits).map(|thread| thread.to_string());
        whole.or_else(handle).or_else(|| {
            let pointer = self.pointer(Address(bits).without_upper_bits())?;
            Some(format!("{pointer} | {} << {UPPER_BITS}", bits >> UPPER_BITS))
        })
    }

    /// A pointer, by what it points to, if that is something.
    fn pointer(&self, address: Address) -> Option<String> {
        if let Some(function) = self.program.function_at(address) {
            return Some(self.program.function(function).name.clone());
        }
        let (object, offset) = address.object()?;
        if let Some(text) = self.string(address) {
            return Some(text);
        }
        let size = match self.program.global_of(object) {
            Some(global) => self.program.global(global).size,
            None => self.objects.get(&object)?.size,
        };
        match offset {
            0 => Some(format!("&{}", self.object(object))),
            // Just past its end, or with a mark in the bits that are zero because of its alignment.
            1.. if offset <= size.next_multiple_of(8) => {
                Some(format!("&{}", self.part(object, offset).0))
            }
            _ => None,
        }
    }

    /// The string constant at an address.
    fn string(&self, address: Address) -> Option<String> {
        let text = self.program.constant_string(address)?;
        let is_text = !text.is_empty() && !text.contains(char::REPLACEMENT_CHARACTER);
        if text.chars().count() > STRING_LENGTH {
            let start: String = text.chars().take(STRING_LENGTH).collect();
            return is_text.then(|| format!("{:?}…", start));
        }
        is_text.then(|| format!("{text:?}"))
    }

    /// The name of an object's part, and the part's shape where it is known.
    fn part(&self, object: ObjectId, offset: u64) -> (String, Option<&'a Layout>) {
        let name = self.object(object);
        let layout = match self.program.global_of(object) {
            Some(global) => self.program.global(global).layout.as_ref(),
            None => self.objects.get(&object).and_then(|object| object.layout),
        };
        match layout {
            Some(layout) => {
                let (path, part) = layout.path(offset);
                (format!("{name}{path}"), part)
            }
            None if offset == 0 => (name, None),
            None if name.contains(' ') => (format!("{name} + {offset}"), None),
            None => (format!("{name}+{offset}"), None),
        }
    }
}
