//! What is asked of a synthesis, and what it answers.

use crate::base_relations::BaseRelation;
use crate::frame::Frame;
use crate::observed::{Label, Observed};
use candidates::Refusal;
use cat::{Failure, Loader};

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many axioms are added at most.
    pub axioms: usize,
    /// The size of a part at most.
    pub size: usize,
    /// The size of all parts together at most.
    pub total: usize,
    /// How many claims need not hold at most.
    pub exceptions: usize,
    /// How many relations may be defined by themselves or by each other.
    pub names: usize,
    pub expansion: Expansions,
}

/// How relations are found (`dat3m-thesis` §6.3, §6.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expansions {
    /// All of them, in order of size.
    Enumeration,
    /// Those that a solver builds; trees have at most the depth that is otherwise the size of a
    /// part.
    Cegis,
}

/// How far a search is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    pub exceptions: usize,
    /// The size of the parts that are tried, and how many relations there are; or the depth of
    /// trees, of which no list is made.
    pub size: usize,
    pub relations: Option<usize>,
    pub axioms: usize,
    /// Forbidden outcomes that the nearest choice so far does not forbid.
    pub open: Vec<String>,
}

/// Who is told how far it is, and says whether it may go on.
pub trait Watcher {
    fn go_on(&self) -> bool;
    fn stage(&self, stage: &Stage);

    /// The model so far that forbids the most and spares everything that is allowed. It has not
    /// been confirmed.
    fn nearest(&self, _found: &Found) {}
}

/// A claim, as people know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    pub name: String,
    pub label: Label,
    /// Nobody observed it: a model is taken to allow what `sc` does.
    pub is_assumed: bool,
}

/// A model that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// A file of cat.
    pub text: String,
    pub axioms: usize,
    pub size: usize,
    /// Claims that it does not explain.
    pub exceptions: Vec<Said>,
}

/// A further model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Other {
    pub found: Found,
    /// The first of the probes about which it does not say what the first model says.
    pub probe: usize,
    /// What the first model says of it.
    pub first: Label,
}

/// What came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Found(Found),
    /// There is none over these base relations: a smallest set of claims that exclude each other.
    Contradiction(Vec<Said>),
    /// There is none with parts up to the size; claims that already have none. None of them can be
    /// left out, or it takes long to see that.
    None(Vec<Said>),
    /// It was told to stop before it knew, when parts up to this size were done with; the model so
    /// far that forbids the most and spares everything that is allowed.
    Stopped {
        size: usize,
        nearest: Option<Found>,
    },
}

/// What came out, and what it does not say anything about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Synthesis {
    pub answer: Answer,
    /// Further models, if there are some and they were asked for.
    pub others: Vec<Other>,
    /// Tests that could not be looked at, and why.
    pub left_out: Vec<(String, String)>,
    /// Forbidden outcomes that no execution has, whatever the model: they say nothing.
    pub idle: Vec<String>,
    /// How many outcomes are assumed to be allowed.
    pub assumed: usize,
    /// Some hole got one relation and no union, since what is around it does not distribute.
    pub is_single: bool,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Problematic {
    /// The sketch or a base relation is not what it should be.
    Cat(Box<Failure>),
    /// The same in words.
    Unfit(String),
    Refused(Refusal),
}

/// What is asked.
#[derive(Clone, Copy)]
pub struct Question<'q> {
    pub observed: &'q [Observed],
    pub frame: &'q Frame,
    pub base: &'q [BaseRelation],
    pub effort: Effort,
    /// How many further models are wanted, at most.
    pub others: usize,
    /// Tests about which nothing is known: further models differ on some of them.
    pub probes: &'q [Observed],
    pub loader: &'q dyn Loader,
}

impl std::fmt::Debug for Question<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} tests, {:?}", self.observed.len(), self.effort)
    }
}
