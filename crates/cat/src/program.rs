//! What does a model compute? A flat program over sets and relations.
//!
//! Functions, procedures, conditions and files are gone; what is computed twice in the text is
//! computed once here; what no check and no picture needs is not computed at all. Instruction `i`
//! fills slot `i` from slots before it. The exception is recursion: the slots of its variables
//! start empty, and its body is repeated until they hold the least fixpoint.

use crate::domain::Boolean;
use crate::interpret::Interpreted;
use crate::source::{Sources, Span};
use crate::syntax::{Name, Role, Test};
use std::fmt;
use std::ops::Range;

/// A place for a set or a relation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Slot(pub(crate) u32);

impl Slot {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Set,
    Relation,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Set => "set",
            Kind::Relation => "relation",
        })
    }
}

/// How a slot is filled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// What the caller gives, by its place in [`Program::inputs`].
    Input(usize),
    /// What was chosen, by its place in [`Program::choices`].
    Choice(usize),
    /// A variable of the recursion that starts here or just before.
    Variable,
    Empty,
    AllEvents,
    Boolean(Boolean, Slot, Slot),
    Product(Slot, Slot),
    IdentityOn(Slot),
    Sequence(Slot, Slot),
    Inverse(Slot),
    Closure(Slot),
    Domain(Slot),
    Range(Slot),
}

impl Operator {
    /// The slots it reads, at most two.
    pub fn arguments(self) -> impl Iterator<Item = Slot> {
        let (first, second) = match self {
            Operator::Input(_)
            | Operator::Choice(_)
            | Operator::Variable
            | Operator::Empty
            | Operator::AllEvents => (None, None),
            Operator::IdentityOn(slot)
            | Operator::Inverse(slot)
            | Operator::Closure(slot)
            | Operator::Domain(slot)
            | Operator::Range(slot) => (Some(slot), None),
            Operator::Boolean(_, first, second)
            | Operator::Product(first, second)
            | Operator::Sequence(first, second) => (Some(first), Some(second)),
        };
        first.into_iter().chain(second)
    }

    /// The same with other arguments.
    pub(crate) fn map(self, mut rename: impl FnMut(Slot) -> Slot) -> Operator {
        match self {
            Operator::Input(_)
            | Operator::Choice(_)
            | Operator::Variable
            | Operator::Empty
            | Operator::AllEvents => self,
            Operator::Boolean(operator, first, second) => {
                Operator::Boolean(operator, rename(first), rename(second))
            }
            Operator::Product(first, second) => Operator::Product(rename(first), rename(second)),
            Operator::Sequence(first, second) => Operator::Sequence(rename(first), rename(second)),
            Operator::IdentityOn(slot) => Operator::IdentityOn(rename(slot)),
            Operator::Inverse(slot) => Operator::Inverse(rename(slot)),
            Operator::Closure(slot) => Operator::Closure(rename(slot)),
            Operator::Domain(slot) => Operator::Domain(rename(slot)),
            Operator::Range(slot) => Operator::Range(rename(slot)),
        }
    }
}

/// One step: the slot with its number becomes this.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Instruction {
    pub operator: Operator,
    pub kind: Kind,
}

/// Slots that are defined by each other. The instructions in `body` start with the variables; they
/// are repeated until the results are what the variables hold, which is then the least fixpoint
/// (or, where the recursion is not monotone, the inflationary one).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recursion {
    pub body: Range<usize>,
    /// Each variable, and the slot that it becomes.
    pub variables: Vec<(Slot, Slot)>,
}

/// Something that the model takes as given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub meaning: Meaning,
    pub kind: Kind,
}

/// What an input stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Meaning {
    /// A name of the vocabulary: `po`, `W`.
    Named(Name),
    /// The events that carry a tag: `tag2events('mb)`, or `Mb` where `F` can carry `'mb`.
    Tagged(Name),
    /// The pairs of events in the same instance of a scope: `tag2scope('cta)`.
    Scope(Name),
}

/// `with name from source`: the rest of the model is about each possibility.
#[derive(Clone, Debug)]
pub struct Choice {
    pub name: Name,
    /// Where the program has it; none if nothing depends on it.
    pub slot: Option<Slot>,
    pub source: Possibilities,
    pub span: Span,
}

/// What there is to choose from.
#[derive(Clone, Debug)]
pub enum Possibilities {
    /// The relations that order each class of the equivalence `classes` linearly, and contain
    /// `order` there.
    Orders { classes: Slot, order: Slot },
    /// What an expression yields that can only be evaluated for a given execution.
    Interpreted(Interpreted),
}

/// A condition on executions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    pub role: Role,
    pub negated: bool,
    pub test: Test,
    pub slot: Slot,
    pub name: Option<Name>,
    /// How many choices come before it.
    pub choices: usize,
    pub span: Span,
}

/// `instructions F[tags]`: which tags events of a kind may carry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    pub events: Name,
    pub tags: Vec<Name>,
    /// Written `default F[tags]`: what they carry if nothing is said.
    pub is_default: bool,
}

/// A compiled model.
#[derive(Clone, Debug)]
pub struct Program {
    pub title: Vec<String>,
    pub inputs: Vec<Input>,
    pub instructions: Vec<Instruction>,
    /// By where they start.
    pub recursions: Vec<Recursion>,
    pub choices: Vec<Choice>,
    pub checks: Vec<Check>,
    /// What pictures show, by the name it is shown with.
    pub shown: Vec<(Name, Slot)>,
    pub annotations: Vec<Annotation>,
    /// So many instructions are enough for the checks and the choices; the others are for pictures.
    pub judging: usize,
    /// The files it was compiled from, which spans are about.
    pub sources: Sources,
}

impl Program {
    pub fn kind(&self, slot: Slot) -> Kind {
        self.instructions[slot.index()].kind
    }

    /// All slots, in the order of their instructions.
    pub fn slots(&self) -> impl DoubleEndedIterator<Item = Slot> {
        (0..self.instructions.len() as u32).map(Slot)
    }

    /// The recursion whose body starts at an instruction.
    pub fn recursion_at(&self, start: usize) -> Option<&Recursion> {
        let index = self.recursions.binary_search_by_key(&start, |recursion| recursion.body.start);
        index.ok().map(|index| &self.recursions[index])
    }

    /// Whether it looks at an input with this name.
    pub fn takes(&self, name: &str) -> bool {
        let is_it = |input: &Input| matches!(&input.meaning, Meaning::Named(own) if &**own == name);
        self.inputs.iter().any(is_it)
    }

    /// How many instructions it takes, from the first one on, to fill a slot for good.
    pub fn prefix(&self, slot: Slot) -> usize {
        let around =
            self.recursions.iter().find(|recursion| recursion.body.contains(&slot.index()));
        around.map_or(slot.index() + 1, |recursion| recursion.body.end)
    }
}
