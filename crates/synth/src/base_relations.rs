//! Which relations are models built from? Names and expressions of cat, evaluated by the cat
//! compiler itself, so that a base relation means in the search what it means in the model that is
//! printed (`dat3m-thesis` §6.3, *base relations*).
//!
//! Coherence is not restricted: it is any order of the writes to each location that starts with the
//! initial one. What a model keeps of coherence per location is for the search to find, so the file
//! `cos.cat`, which rules some orders out beforehand, is not used.

use cat::program::Program;
use cat::{Datum, Failure, File, LibraryOnly, Options, compile, evaluate};
use events::{CatView, EventStructure, Primitives};
use relation::Relation;

/// What every model begins with.
pub(crate) const PRELUDE: &str = "\
include \"cross.cat\"
with co from generate_orders (W, co0)
let fr = (rf^-1; co) \\ id
let coi = co & int
let coe = co & ext
let fri = fr & int
let fre = fr & ext
";

/// A base relation: how it is called, and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaseRelation {
    /// A name or an expression without need of parentheses where a name can stand.
    pub name: String,
    /// What the name is defined as, if the model has to define it.
    pub definition: Option<String>,
    /// It is only ever subtracted from others.
    pub only_subtracted: bool,
}

impl BaseRelation {
    /// `po`, `W * R` or `mfence=po; [MFENCE]; po`.
    pub fn parse(text: &str) -> BaseRelation {
        let is_word = |text: &str| {
            !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
        };
        let (name, definition) = match text.split_once('=') {
            Some((name, definition)) if is_word(name.trim()) => {
                (name.trim().to_owned(), Some(definition.trim().to_owned()))
            }
            _ if is_word(text.trim()) => (text.trim().to_owned(), None),
            _ => (format!("({})", text.trim()), None),
        };
        BaseRelation { name, definition, only_subtracted: false }
    }

    /// The same, for subtracting only.
    pub fn subtracted(text: &str) -> BaseRelation {
        BaseRelation { only_subtracted: true, ..BaseRelation::parse(text) }
    }
}

/// Base relations that the cat compiler has understood.
#[derive(Debug)]
pub(crate) struct Evaluator {
    program: Program,
    primitives: Primitives,
}

impl Evaluator {
    pub(crate) fn new(relations: &[BaseRelation]) -> Result<Evaluator, Box<Failure>> {
        let mut text = format!("\"base relations\"\n{PRELUDE}");
        for (index, relation) in relations.iter().enumerate() {
            text += &definition(relation);
            // A flag is computed for every execution, and forbids none.
            text += &format!("flag ~empty {} as base-{index}\n", relation.name);
        }
        let vocabulary = cat::machine_names();
        let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
        let path = "base relations".to_owned();
        let program = compile(vec![File { path, text }], &options)?;
        assert_eq!(program.checks.len(), relations.len(), "each base relation has its flag");
        let primitives = Primitives::of(&program);
        Ok(Evaluator { program, primitives })
    }

    /// The first base relation that is a set, if there is one: it wants brackets.
    pub(crate) fn set_among_relations(&self) -> Option<usize> {
        let is_set =
            |check: &cat::program::Check| self.program.kind(check.slot) == cat::program::Kind::Set;
        self.program.checks.iter().position(is_set)
    }

    /// The value of each base relation in an execution.
    pub(crate) fn values(&self, structure: &EventStructure) -> Vec<Relation> {
        let view = CatView::new(structure, &self.primitives);
        let valuation = evaluate(&self.program, &mut view.world(), &view);
        let value = |check: &cat::program::Check| match valuation.get(check.slot) {
            Some(Datum::Relation(relation)) => relation.clone(),
            other => panic!("base relations are computed relations, not {other:?}"),
        };
        self.program.checks.iter().map(value).collect()
    }
}

/// The line that defines a base relation, if it needs one.
pub(crate) fn definition(relation: &BaseRelation) -> String {
    let define = |text: &String| format!("let {} = {text}\n", relation.name);
    relation.definition.as_ref().map(define).unwrap_or_default()
}
