//! Which relations are models built from? Names and expressions of cat, evaluated by the cat
//! compiler itself, so that a base relation means in the search what it means in the model that is
//! printed (`dat3m-thesis` §6.3, *base relations*).

use crate::frame::{Contexts, Frame};
use crate::views::{Rows, View};
use cat::program::{Kind, Program};
use cat::{Datum, Failure, Loader, evaluate};
use events::{CatView, EventStructure, Primitives};
use relation::Relation;

/// How a base relation is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// By all operators.
    Builds,
    /// It is only intersected with others, or subtracted from them.
    Restricts,
}

/// A base relation: how it is called, and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaseRelation {
    /// A name or an expression without need of parentheses where a name can stand.
    pub name: String,
    /// What the name is defined as, if the model has to define it.
    pub definition: Option<String>,
    pub used: Use,
}

impl BaseRelation {
    /// `po`, `W * R` or `mfence=po; [MFENCE]; po`.
    pub fn parse(text: &str) -> BaseRelation {
        let is_word = |text: &str| {
            !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
        };
        let is_whole = |text: &str| text.starts_with('[') && text.find(']') == Some(text.len() - 1);
        let text = text.trim();
        let (name, definition) = match text.split_once('=') {
            Some((name, definition)) if is_word(name.trim()) => {
                (name.trim().to_owned(), Some(definition.trim().to_owned()))
            }
            _ if is_word(text) || is_whole(text) => (text.to_owned(), None),
            _ => (format!("({text})"), None),
        };
        BaseRelation { name, definition, used: Use::Builds }
    }

    /// The same, for restricting others only.
    pub fn restricting(text: &str) -> BaseRelation {
        BaseRelation { used: Use::Restricts, ..BaseRelation::parse(text) }
    }
}

/// The line that defines a base relation, if it needs one.
pub(crate) fn definition(relation: &BaseRelation) -> String {
    let define = |text: &String| format!("let {} = {text}\n", relation.name);
    relation.definition.as_ref().map(define).unwrap_or_default()
}

/// Base relations that the cat compiler has understood, and the inputs of a sketch.
#[derive(Debug)]
pub(crate) struct Evaluator {
    base: Flagged,
    inputs: Flagged,
}

impl Evaluator {
    /// In a frame, for base relations and for what its checks with holes take as given.
    pub(crate) fn new(
        frame: &Frame,
        relations: &[BaseRelation],
        contexts: &Contexts,
        loader: &dyn Loader,
    ) -> Result<Evaluator, Box<Failure>> {
        let definitions: String = relations.iter().map(definition).collect();
        let names = relations.iter().map(|relation| relation.name.clone());
        let base = Flagged::new(frame, &definitions, names, loader)?;
        let free = Frame::nothing_known();
        let inputs = Flagged::new(&free, "", contexts.inputs().into_iter(), loader)?;
        Ok(Evaluator { base, inputs })
    }

    /// The first base relation that is a set, if there is one: it wants brackets.
    pub(crate) fn set_among_relations(&self) -> Option<usize> {
        self.base.first_set()
    }

    /// How many values a view has.
    pub(crate) fn count(&self) -> usize {
        self.base.program.checks.len() + self.inputs.program.checks.len()
    }

    /// What there is to see of an execution: base relations, the inputs of the sketch, coherence.
    pub(crate) fn view(&self, structure: &EventStructure) -> View {
        let mut values = self.base.values(structure);
        values.extend(self.inputs.values(structure));
        // The checks of a sketch may speak of all events.
        match self.inputs.program.checks.is_empty() {
            true => View::of_related(structure.size(), &values),
            false => View { events: structure.size(), values },
        }
    }
}

/// Whether a relation can be offered in a frame: the name means something, and not a set.
pub(crate) fn is_relation(frame: &Frame, relation: &BaseRelation, loader: &dyn Loader) -> bool {
    let names = [relation.name.clone()].into_iter();
    let flagged = Flagged::new(frame, &definition(relation), names, loader);
    flagged.is_ok_and(|own| own.first_set().is_none())
}

/// A program with a flag for each relation that is wanted: a flag is computed for every execution,
/// and forbids none.
#[derive(Debug)]
struct Flagged {
    program: Program,
    primitives: Primitives,
}

impl Flagged {
    fn new(
        frame: &Frame,
        definitions: &str,
        wanted: impl Iterator<Item = String>,
        loader: &dyn Loader,
    ) -> Result<Flagged, Box<Failure>> {
        let lines = wanted.map(|name| format!("flag ~empty {name} as wanted\n"));
        let lines: Vec<String> = lines.collect();
        let text = frame.empty(definitions, &lines.concat());
        let mut program = frame.compile(text, loader)?;
        program.checks.drain(..program.checks.len() - lines.len());
        let primitives = Primitives::of(&program);
        Ok(Flagged { program, primitives })
    }

    fn first_set(&self) -> Option<usize> {
        let checks = &self.program.checks;
        checks.iter().position(|check| self.program.kind(check.slot) == Kind::Set)
    }

    fn values(&self, structure: &EventStructure) -> Vec<Rows> {
        let view = CatView::new(structure, &self.primitives);
        let valuation = evaluate(&self.program, &mut view.world(), &view);
        let value = |check: &cat::program::Check| match valuation.get(check.slot) {
            Some(Datum::Relation(relation)) => rows(relation),
            other => panic!("base relations are computed relations, not {other:?}"),
        };
        self.program.checks.iter().map(value).collect()
    }
}

fn rows(relation: &Relation) -> Rows {
    let row = |from| relation.successors(from).fold(0, |row: u32, to| row | 1 << to);
    (0..relation.size()).map(row).collect()
}
