//! From a test to something that can be run: the code of each thread, where locations are, and what everything is at the start.

use crate::code::{Code, Register};
use crate::tree::{Architecture, Constant, Place, Test, Threads};
use crate::{c, dialects};
use base::Diagnostic;
use std::collections::BTreeMap;

/// Where the locations of a test are: addresses are numbers, far from each other and from the values of tests.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Layout {
    names: Vec<String>,
    /// The size of an element, by location.
    elements: Vec<i64>,
}

/// The first address, and the distance between locations.
const FIRST: i64 = 1 << 40;
const DISTANCE: i64 = 1 << 20;
/// Longer types than this are addresses and numbers of 64 bits.
const DEFAULT_ELEMENT: i64 = 4;

impl Layout {
    fn location(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.elements.push(DEFAULT_ELEMENT);
            self.names.len() - 1
        })
    }

    fn address(&mut self, name: &str, index: Option<usize>) -> i64 {
        let location = self.location(name);
        FIRST + location as i64 * DISTANCE + self.elements[location] * index.unwrap_or(0) as i64
    }

    /// What a value is, where its location may be a new one.
    fn resolve(&mut self, constant: &Constant) -> i64 {
        match constant {
            Constant::Number(number) => *number,
            Constant::Address { name, index } => self.address(name, *index),
        }
    }

    /// The address of a location of the test; none if the test has no such location.
    pub fn find(&self, name: &str, index: Option<usize>) -> Option<i64> {
        let location = self.names.iter().position(|known| known == name)?;
        let offset = self.elements[location] * index.unwrap_or(0) as i64;
        Some(FIRST + location as i64 * DISTANCE + offset)
    }

    /// Whether a value is the address of something: the only values that memory can be accessed at.
    pub fn is_address(&self, value: i64) -> bool {
        let end = FIRST + self.names.len() as i64 * DISTANCE;
        (FIRST..end).contains(&value) && (value - FIRST) % DISTANCE < DISTANCE / 2
    }

    /// A value as people write it: addresses by name.
    pub fn show(&self, value: i64) -> String {
        if !self.is_address(value) {
            return value.to_string();
        }
        let (location, offset) = ((value - FIRST) / DISTANCE, (value - FIRST) % DISTANCE);
        let name = &self.names[location as usize];
        match offset / self.elements[location as usize] {
            0 => name.clone(),
            index => format!("{name}[{index}]"),
        }
    }

    /// What a value in the test's text is; none if it is the address of a location that the test does not have.
    pub fn value(&self, constant: &Constant) -> Option<i64> {
        match constant {
            Constant::Number(number) => Some(*number),
            Constant::Address { name, index } => self.find(name, *index),
        }
    }
}

/// A test that can be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lowered {
    pub threads: Vec<Thread>,
    pub layout: Layout,
    /// What is not zero in memory at the start, by address.
    pub memory: BTreeMap<i64, i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    pub code: Code,
    /// What is not zero in registers at the start.
    pub registers: BTreeMap<Register, i64>,
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
}

/// Lowers a test; `text` is the file it was read from.
pub fn lower(test: &Test, text: &str) -> Result<Lowered, Diagnostic> {
    check_registers(test, text)?;
    let codes = match &test.threads {
        Threads::Columns(columns) => {
            let lowered =
                columns.iter().map(|cells| dialects::lower(text, test.architecture, cells));
            lowered.collect::<Result<Vec<Code>, Diagnostic>>()?
        }
        Threads::Functions(functions) => c::lower(text, functions)?,
    };
    let mut layout = Layout::default();
    let mut memory = BTreeMap::new();
    for initial in &test.initial {
        if let Place::Location { name, .. } = &initial.place {
            let location = layout.location(name);
            let is_wide = initial.type_name.as_deref().is_some_and(is_wide);
            if is_wide {
                layout.elements[location] = 8;
            }
        }
    }
    let mut threads: Vec<Thread> =
        codes.into_iter().map(|code| Thread { code, registers: BTreeMap::new() }).collect();
    for initial in &test.initial {
        match &initial.place {
            Place::Register { thread, name } => {
                let (Some(owner), Some(constant)) =
                    (threads.get_mut(*thread), initial.values.first())
                else {
                    continue;
                };
                let value = layout.resolve(constant);
                let Some(name) = dialects::register_name(test.architecture, name) else { continue };
                let register = owner.code.add_register(&name);
                owner.registers.insert(register, value);
            }
            Place::Location { name, index } => {
                for (offset, constant) in initial.values.iter().enumerate() {
                    let value = layout.resolve(constant);
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
    let observed = test.locations.iter().chain(test.condition.proposition.places());
    for place in observed.chain(test.filter.iter().flat_map(|filter| filter.places())) {
        if let Place::Location { name, .. } = place {
            layout.location(name);
        }
    }
    Ok(Lowered { threads, layout, memory })
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

fn is_wide(type_name: &str) -> bool {
    type_name.contains("64") || type_name.contains("long") || type_name.contains('*')
}
