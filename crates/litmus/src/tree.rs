//! What does a litmus test say, once the text is gone? Instructions stay text here: each dialect
//! reads its own when the test is lowered.
//!
//! The format is that of herd and litmus: Alglave, Maranget, Tautschnig, *Herding Cats*, TOPLAS
//! 2014, §8, and their manual.

use crate::c;
use crate::dialects::register_order;
use std::fmt;
use std::ops::Range;

/// A litmus test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    pub architecture: Architecture,
    pub name: String,
    /// The lines between the name and the initial state, without blank ones.
    pub description: Vec<String>,
    pub initial: Vec<Initial>,
    pub threads: Threads,
    /// What to show besides what the condition is about.
    pub locations: Vec<Place>,
    /// Executions whose final state does not have this are not counted.
    pub filter: Option<Proposition>,
    pub condition: Condition,
}

impl Test {
    /// Whether it is in the C of the Linux kernel, and not in C11.
    pub fn is_kernel(&self) -> bool {
        match &self.threads {
            Threads::Functions(functions) => c::is_kernel(functions),
            Threads::Columns(_) => false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Architecture {
    X86,
    X86_64,
    Power,
    Arm,
    AArch64,
    RiscV,
    C,
}

impl Architecture {
    pub const ALL: [Architecture; 7] = [
        Architecture::X86,
        Architecture::X86_64,
        Architecture::Power,
        Architecture::Arm,
        Architecture::AArch64,
        Architecture::RiscV,
        Architecture::C,
    ];

    /// The first word of its tests.
    pub fn name(self) -> &'static str {
        match self {
            Architecture::X86 => "X86",
            Architecture::X86_64 => "X86_64",
            Architecture::Power => "PPC",
            Architecture::Arm => "ARM",
            Architecture::AArch64 => "AArch64",
            Architecture::RiscV => "RISCV",
            Architecture::C => "C",
        }
    }

    /// How many bytes an address has.
    pub fn pointer_bytes(self) -> u8 {
        match self {
            Architecture::X86 | Architecture::Arm => 4,
            Architecture::X86_64
            | Architecture::Power
            | Architecture::AArch64
            | Architecture::RiscV
            | Architecture::C => 8,
        }
    }
}

/// Something in the initial state: `int x = 1;`, `0:X1=y;`, `int a[2] = {1, 2};`, or a type alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Initial {
    /// The words of its type.
    pub type_name: Option<String>,
    pub place: Place,
    /// The number of elements, if it is an array.
    pub length: Option<usize>,
    /// One value, or those of the elements; none if only the type is told.
    pub values: Vec<Constant>,
}

/// Something that has a value at the end.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    Register {
        thread: usize,
        name: String,
    },
    /// A location, or an element of an array.
    Location {
        name: String,
        index: Option<usize>,
    },
}

impl Place {
    /// The places that states show, in order and as they are shown: registers by thread, then
    /// locations by name.
    pub fn observed(
        architecture: Architecture,
        places: impl IntoIterator<Item = Place>,
    ) -> Vec<Place> {
        let shown = places.into_iter().map(|place| match place {
            Place::Register { thread, name } => {
                let (order, name) = register_order(architecture, &name);
                ((0, thread, order), Place::Register { thread, name })
            }
            place @ Place::Location { .. } => ((1, 0, 0), place),
        });
        let mut shown: Vec<_> = shown.collect();
        shown.sort();
        shown.dedup();
        shown.into_iter().map(|(_, place)| place).collect()
    }
}

/// A value that is written in a test.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Constant {
    Number(i64),
    /// The address of a location.
    Address {
        name: String,
        index: Option<usize>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Threads {
    /// Assembly: for each thread what stands in its column, top down.
    Columns(Vec<Vec<Cell>>),
    Functions(Vec<Function>),
}

/// One line of one thread in assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Labels and an instruction, as they stand there.
    pub text: String,
    /// Where it is in the file.
    pub span: Range<usize>,
}

/// A thread in C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    pub thread: usize,
    /// What is between the parentheses, and between the braces.
    pub parameters: String,
    pub body: String,
    /// Where these are in the file.
    pub parameters_span: Range<usize>,
    pub body_span: Range<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    pub quantifier: Quantifier,
    pub proposition: Proposition,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// Some execution ends like this.
    Exists,
    /// No execution does.
    NotExists,
    /// All do.
    ForAll,
}

impl Quantifier {
    /// How a condition starts.
    pub fn word(self) -> &'static str {
        match self {
            Quantifier::Exists => "exists",
            Quantifier::NotExists => "~exists",
            Quantifier::ForAll => "forall",
        }
    }
}

/// What may be true of a final state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proposition {
    True,
    False,
    Equal(Place, Constant),
    Differ(Place, Constant),
    Not(Box<Proposition>),
    And(Vec<Proposition>),
    Or(Vec<Proposition>),
    Implies(Box<Proposition>, Box<Proposition>),
}

impl Proposition {
    /// Whether it is true, where `equal` knows what a place holds.
    pub fn holds(&self, equal: &impl Fn(&Place, &Constant) -> bool) -> bool {
        match self {
            Proposition::True => true,
            Proposition::False => false,
            Proposition::Equal(place, constant) => equal(place, constant),
            Proposition::Differ(place, constant) => !equal(place, constant),
            Proposition::Not(inner) => !inner.holds(equal),
            Proposition::And(parts) => parts.iter().all(|part| part.holds(equal)),
            Proposition::Or(parts) => parts.iter().any(|part| part.holds(equal)),
            Proposition::Implies(first, second) => !first.holds(equal) || second.holds(equal),
        }
    }

    /// Places that are enough to tell whether it is true: whatever the others hold, it stays so.
    pub fn reason(&self, equal: &impl Fn(&Place, &Constant) -> bool) -> Vec<&Place> {
        // One part with this truth is enough for the whole, or else all parts are needed.
        let any_or_all = |parts: &'_ [Proposition], truth: bool| -> Vec<usize> {
            let deciding = (0..parts.len()).filter(|index| parts[*index].holds(equal) == truth);
            let fewest = deciding.min_by_key(|index| parts[*index].reason(equal).len());
            fewest.map_or_else(|| (0..parts.len()).collect(), |index| vec![index])
        };
        let (parts, truth) = match self {
            Proposition::True | Proposition::False => return Vec::new(),
            Proposition::Equal(place, _) | Proposition::Differ(place, _) => return vec![place],
            Proposition::Not(inner) => return inner.reason(equal),
            Proposition::Implies(first, _) if !first.holds(equal) => return first.reason(equal),
            Proposition::Implies(_, second) if second.holds(equal) => return second.reason(equal),
            Proposition::Implies(first, second) => {
                return first.reason(equal).into_iter().chain(second.reason(equal)).collect();
            }
            Proposition::And(parts) => (parts, false),
            Proposition::Or(parts) => (parts, true),
        };
        let needed = any_or_all(parts, truth).into_iter();
        needed.flat_map(|index| parts[index].reason(equal)).collect()
    }

    /// The places it is about, in the order of the text, with repetitions.
    pub fn places(&self) -> Vec<&Place> {
        match self {
            Proposition::True | Proposition::False => Vec::new(),
            Proposition::Equal(place, _) | Proposition::Differ(place, _) => vec![place],
            Proposition::Not(inner) => inner.places(),
            Proposition::And(parts) | Proposition::Or(parts) => {
                parts.iter().flat_map(Proposition::places).collect()
            }
            Proposition::Implies(first, second) => {
                first.places().into_iter().chain(second.places()).collect()
            }
        }
    }
}

fn name_with_index(name: &str, index: Option<usize>) -> String {
    index.map_or_else(|| name.to_owned(), |index| format!("{name}[{index}]"))
}

impl fmt::Display for Place {
    /// As final states show it; conditions leave the brackets of a location out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Register { thread, name } => write!(f, "{thread}:{name}"),
            Place::Location { name, index: None } => write!(f, "[{name}]"),
            Place::Location { name, index: Some(index) } => write!(f, "{name}[{index}]"),
        }
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Number(number) => write!(f, "{number}"),
            Constant::Address { name, index } => f.write_str(&name_with_index(name, *index)),
        }
    }
}
