//! What do the names mean that a compiled model takes as given? Looked up once for a model, so that
//! nobody compares strings while executions are judged.
//!
//! The names are those of [`cat::machine_names`]; the tests of this crate hold both lists against
//! each other. A program that was compiled with other names is a bug of the caller.

use base::{Tag, TagSet};
use cat::Program;
use cat::program::{Input, Meaning};

/// A set or relation that every event structure has, by its name in cat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Primitive {
    R,
    W,
    /// All accesses.
    M,
    F,
    /// Initial writes.
    IW,
    RMW,
    /// `B` and `FW`: branches are no events, and which writes are final is not known beforehand.
    Nothing,
    /// The events with one of these tags.
    Tagged(TagSet),
    Po,
    Addr,
    Data,
    Ctrl,
    PickAddr,
    PickData,
    PickCtrl,
    Rmw,
    Amo,
    Rf,
    Loc,
    Int,
    Ext,
    SameAccess,
    SameValue,
    /// Events of one atomic block, each with all of them and itself.
    AtomicBlock,
}

const NAMES: [(&str, Primitive); 25] = [
    ("R", Primitive::R),
    ("W", Primitive::W),
    ("M", Primitive::M),
    ("F", Primitive::F),
    ("IW", Primitive::IW),
    ("RMW", Primitive::RMW),
    ("B", Primitive::Nothing),
    ("FW", Primitive::Nothing),
    ("po", Primitive::Po),
    ("addr", Primitive::Addr),
    ("data", Primitive::Data),
    ("ctrl", Primitive::Ctrl),
    ("pick-addr", Primitive::PickAddr),
    ("pick-data", Primitive::PickData),
    ("pick-ctrl", Primitive::PickCtrl),
    ("rmw", Primitive::Rmw),
    ("amo", Primitive::Amo),
    ("rf", Primitive::Rf),
    ("loc", Primitive::Loc),
    ("int", Primitive::Int),
    ("ext", Primitive::Ext),
    ("si", Primitive::SameAccess),
    ("sm", Primitive::SameAccess),
    ("same-value", Primitive::SameValue),
    ("atomic-block", Primitive::AtomicBlock),
];

impl Primitive {
    /// What a name of the vocabulary means.
    pub fn named(name: &str) -> Option<Primitive> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        let tagged = || Tag::named(name).map(|tag| Primitive::Tagged(TagSet::NONE.and(tag)));
        found.map(|(_, primitive)| *primitive).or_else(tagged)
    }

    fn of(input: &Input) -> Primitive {
        match &input.meaning {
            Meaning::Named(name) => Primitive::named(name)
                .unwrap_or_else(|| panic!("`{name}` is not in the vocabulary of machines")),
            Meaning::Tagged(tag) => Primitive::Tagged(TagSet::spelled(tag)),
            // A thread is an instance of every scope.
            Meaning::Scope(_) => Primitive::Int,
        }
    }
}

/// What a model chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Coherence,
    /// By the number of the choice.
    Other(usize),
}

/// The meaning of everything that a model takes as given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Primitives {
    inputs: Vec<Primitive>,
    coherence: Option<usize>,
}

impl Primitives {
    pub fn of(program: &Program) -> Primitives {
        let coherence = program.choices.iter().position(|choice| &*choice.name == "co");
        Primitives { inputs: program.inputs.iter().map(Primitive::of).collect(), coherence }
    }

    /// What an input of the program is, by its number.
    pub fn input(&self, index: usize) -> Primitive {
        self.inputs[index]
    }

    /// Whether the model looks at one of these.
    pub fn has_any(&self, wanted: &[Primitive]) -> bool {
        self.inputs.iter().any(|own| wanted.contains(own))
    }

    /// The tags that the model looks at.
    pub fn tags(&self) -> TagSet {
        self.inputs.iter().fold(TagSet::NONE, |all, own| match own {
            Primitive::Tagged(tags) => all.with(*tags),
            _ => all,
        })
    }

    /// Which choice of the program is coherence.
    pub fn coherence(&self) -> Option<usize> {
        self.coherence
    }

    /// What a choice of the program is, by its number.
    pub fn choice(&self, index: usize) -> Choice {
        if self.coherence == Some(index) { Choice::Coherence } else { Choice::Other(index) }
    }
}
