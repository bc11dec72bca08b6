//! From a test to something that can be run: the code of each thread, where locations are, and what
//! everything is at the start and to who looks at it in the end.

use crate::code::{Code, Register};
use crate::layout::Layout;
use crate::tree::{Architecture, Constant, Initial, Place, Test, Threads};
use crate::types::Type;
use crate::width::Width;
use crate::{c, dialects};
use base::Diagnostic;
use std::collections::BTreeMap;

/// A test that can be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lowered {
    pub threads: Vec<Thread>,
    pub layout: Layout,
    /// What is not zero in memory at the start, by the address of an element.
    pub memory: BTreeMap<i64, i64>,
    /// Some of it is addresses.
    pub has_addresses: bool,
    /// How many bytes an address has.
    pointer_bytes: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    pub code: Code,
    /// What is not zero in registers at the start.
    pub registers: BTreeMap<Register, i64>,
    /// What they are to who looks at them in the end, where it is not `int`.
    pub widths: BTreeMap<Register, Width>,
}

impl Lowered {
    /// The register that a place is, if the thread uses it.
    pub fn register(
        &self,
        architecture: Architecture,
        thread: usize,
        name: &str,
    ) -> Option<Register> {
        let name = dialects::register_name(architecture, name)?;
        self.threads.get(thread)?.code.register(&name)
    }

    /// What a place is to who looks at it in the end: the type that the test gives it, or `int`. So
    /// it is in herd.
    pub fn width(&self, architecture: Architecture, place: &Place) -> Width {
        match place {
            Place::Register { thread, name } => {
                let register = self.register(architecture, *thread, name);
                let width = register.and_then(|own| self.threads[*thread].widths.get(&own));
                width.copied().unwrap_or(Width::INT)
            }
            Place::Location { name, .. } => self.layout.width(name),
        }
    }

    /// What some bytes of memory are at the start, without a sign. Beyond the last element, they go
    /// on as the number there does. An address is there as a whole, or where it has not enough
    /// room, not at all.
    pub fn initial(&self, address: i64, bytes: u8) -> Option<i64> {
        let whole = self.memory.get(&address).copied().filter(|held| self.layout.is_address(*held));
        if let Some(held) = whole {
            // A location without a type, or of an `int`, has room for an address in a word, as in
            // herd.
            let room = self.layout.element_bytes(address).clamp(4, self.pointer_bytes);
            return (bytes >= room).then_some(held);
        }
        let byte = |offset: u8| {
            let at = address + i64::from(offset);
            let element = self.layout.element(at);
            let held = self.memory.get(&element).copied().unwrap_or(0);
            if self.layout.is_address(held) {
                return None;
            }
            let byte = if at - element < 8 { held >> (8 * (at - element)) & 0xff } else { 0 };
            Some(byte << (8 * offset))
        };
        (0..bytes).try_fold(0, |all, offset| Some(all | byte(offset)?))
    }
}

/// Lowers a test; `text` is the file it was read from.
pub fn lower(test: &Test, text: &str) -> Result<Lowered, Diagnostic> {
    check_registers(test, text)?;
    let mut layout = Layout::default();
    let pointer = test.architecture.pointer_bytes();
    for initial in &test.initial {
        if let (Place::Location { name, index }, length) = (&initial.place, initial.length) {
            let length = length.unwrap_or(0).max(initial.values.len());
            layout.declare(name, declared(initial, pointer), index.unwrap_or(0) + length.max(1));
            if initial.length.is_some() || initial.values.len() > 1 {
                layout.declare_array(name);
            }
        }
    }
    check_elements(test, text, &layout)?;
    let threads = match &test.threads {
        Threads::Columns(columns) => {
            let lowered =
                columns.iter().map(|cells| dialects::lower(text, test.architecture, cells));
            lowered.map(|code| Ok((code?, BTreeMap::new()))).collect()
        }
        Threads::Functions(functions) => {
            layout.set_distance(c::WHOLE);
            c::lower(text, functions).map(|lowered| {
                let thread = |own: c::Lowered| {
                    own.locations.iter().for_each(|(name, width)| layout.suggest(name, *width));
                    (own.code, own.variables)
                };
                lowered.into_iter().map(thread).collect::<Vec<_>>()
            })
        }
    };
    let mut threads: Vec<Thread> = threads?.into_iter().map(thread).collect();
    let mut memory = BTreeMap::new();
    for initial in &test.initial {
        match &initial.place {
            Place::Register { thread, name } => {
                let Some(owner) = threads.get_mut(*thread) else { continue };
                let Some(name) = dialects::register_name(test.architecture, name) else { continue };
                let register = owner.code.add_register(&name);
                if let Some(constant) = initial.values.first() {
                    let value = layout.resolve(constant);
                    let held = dialects::register_width(test.architecture);
                    let is_address = matches!(constant, Constant::Address { .. });
                    owner
                        .registers
                        .insert(register, if is_address { value } else { held.wrap(value) });
                }
                if let Some(width) = declared(initial, pointer) {
                    owner.widths.insert(register, width);
                }
            }
            Place::Location { name, index } => {
                for (offset, constant) in initial.values.iter().enumerate() {
                    let mut value = layout.resolve(constant);
                    // What is accessed as a whole is one of its type's numbers.
                    if test.architecture == Architecture::C && !layout.is_address(value) {
                        value = layout.width(name).wrap(value);
                    }
                    let index = index.unwrap_or(0) + offset;
                    memory.insert(layout.address(name, Some(index)), value);
                }
            }
        }
    }
    // Locations that the code names, and that the condition names.
    for thread in &mut threads {
        for (index, name) in thread.code.registers.iter().enumerate() {
            if let Some(name) = name.strip_prefix('&') {
                thread.registers.insert(Register(index), layout.address(name, None));
            }
        }
    }
    check_observed(test, text, &layout)?;
    let has_addresses = memory.values().any(|held| layout.is_address(*held));
    Ok(Lowered { threads, layout, memory, has_addresses, pointer_bytes: pointer })
}

/// That registers in the initial state and in the condition exist.
fn check_registers(test: &Test, text: &str) -> Result<(), Diagnostic> {
    let threads = match &test.threads {
        Threads::Columns(columns) => columns.len(),
        Threads::Functions(functions) => functions.len(),
    };
    let initial = test.initial.iter().map(|initial| &initial.place);
    let final_places = test.locations.iter().chain(test.condition.proposition.places());
    let filtered = test.filter.iter().flat_map(|filter| filter.places());
    for place in initial.chain(final_places).chain(filtered) {
        let Place::Register { thread, name } = place else { continue };
        let message = if *thread >= threads {
            format!("`{place}` is of a thread that is not there")
        } else if dialects::register_name(test.architecture, name).is_none() {
            format!("`{place}` is no register")
        } else {
            continue;
        };
        let word = format!("{thread}:{name}");
        let at = text.find(&word).unwrap_or(text.len());
        return Err(Diagnostic::new(message, at..(at + word.len()).min(text.len())));
    }
    Ok(())
}

/// That locations which the condition names are there: what nothing else names is a slip of the
/// pen, and a condition about it would be about nothing.
fn check_observed(test: &Test, text: &str, layout: &Layout) -> Result<(), Diagnostic> {
    let observed = test.locations.iter().chain(test.condition.proposition.places());
    let mut observed = observed.chain(test.filter.iter().flat_map(|filter| filter.places()));
    let unknown = observed.find_map(|place| match place {
        Place::Location { name, .. } if layout.find(name, None).is_none() => Some(name),
        Place::Location { .. } | Place::Register { .. } => None,
    });
    let Some(name) = unknown else { return Ok(()) };
    let is_part = |character: char| character.is_alphanumeric() || "_.".contains(character);
    let is_word = |at: &usize| {
        let before = text[..*at].chars().next_back().is_some_and(is_part);
        let after = text[at + name.len()..].chars().next().is_some_and(is_part);
        !before && !after
    };
    let places: Vec<usize> = text.match_indices(name.as_str()).map(|(at, _)| at).collect();
    let at = places.into_iter().rfind(is_word).unwrap_or(text.len());
    let message = format!("there is no location `{name}`: no thread and no initial value names it");
    Err(Diagnostic::new(message, at..(at + name.len()).min(text.len())))
}

/// That elements in the condition, and addresses of elements, are in their arrays.
fn check_elements(test: &Test, text: &str, layout: &Layout) -> Result<(), Diagnostic> {
    let constants = test.initial.iter().flat_map(|initial| &initial.values);
    let addresses = constants.filter_map(|constant| match constant {
        Constant::Address { name, index } => Some((name, *index)),
        Constant::Number(_) => None,
    });
    let observed = test.locations.iter().chain(test.condition.proposition.places());
    let observed = observed.chain(test.filter.iter().flat_map(|filter| filter.places()));
    let places = observed.chain(test.initial.iter().map(|initial| &initial.place));
    let places = places.filter_map(|place| match place {
        Place::Location { name, index } => Some((name, *index)),
        Place::Register { .. } => None,
    });
    // What the test says counts, and not how far its initial state goes.
    let declared = |name: &String| {
        let lengths = test.initial.iter().filter_map(|initial| match &initial.place {
            Place::Location { name: own, .. } if own == name => initial.length,
            Place::Location { .. } | Place::Register { .. } => None,
        });
        lengths.max()
    };
    for (name, index) in addresses.chain(places) {
        let length = declared(name).or(layout.array(name).map(|(length, _)| length));
        let (Some(index), Some(length)) = (index, length) else { continue };
        if index >= length {
            let word = format!("{name}[{index}]");
            let at = text.rfind(&word).unwrap_or(text.len());
            let message = format!("`{word}` is beyond the {length} elements of `{name}`");
            return Err(Diagnostic::new(message, at..(at + word.len()).min(text.len())));
        }
    }
    Ok(())
}

/// A thread whose variables have some types.
fn thread((code, variables): (Code, BTreeMap<String, Width>)) -> Thread {
    let widths =
        variables.iter().filter_map(|(name, width)| Some((code.register(name)?, *width))).collect();
    Thread { code, registers: BTreeMap::new(), widths }
}

/// The type that something in the initial state has, if it says so.
fn declared(initial: &Initial, pointer: u8) -> Option<Width> {
    let words = initial.type_name.as_deref()?;
    let stars = words.matches('*').count();
    Some(Type::parse(words.split([' ', '*']), stars, pointer).width())
}
