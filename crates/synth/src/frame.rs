//! What surrounds what is looked for: a file of cat with holes (`dat3m-thesis` §6.7), to which
//! axioms may be added at the end. Without a sketch, the file is one that chooses coherence and
//! defines what is derived from it.
//!
//! Without a sketch coherence is any order of the writes to each location that starts with the
//! initial one. What a model keeps of coherence per location is for the search to find, so the file
//! `cos.cat`, which rules some orders out beforehand, is not used.

use crate::holes::Holes;
use candidates::Model;
use cat::program::{Input, Kind, Meaning, Operator, Possibilities, Program};
use cat::syntax::{Role, Test};
use cat::{Failure, File, Loader, Options, Sources, compile};
use std::ops::Range;

/// What a model begins with if there is no sketch.
const PRELUDE: &str = "\
include \"cross.cat\"
with co from generate_orders (W, co0)
let fr = (rf^-1; co) \\ id
let coi = co & int
let coe = co & ext
let fri = fr & int
let fre = fr & ext
";

/// A file with holes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    path: String,
    text: String,
    /// In their order.
    holes: Vec<Range<usize>>,
    /// Where definitions are put that what fills the holes needs.
    definitions: usize,
    /// Names that the file defines before the holes.
    pub(crate) defined: Vec<String>,
    pub(crate) is_sketch: bool,
}

impl Frame {
    /// The frame of a model of which nothing is known.
    pub fn nothing_known() -> Frame {
        let text = format!("\"Synthesised\"\n\n{PRELUDE}");
        Frame {
            path: "synthesised.cat".to_owned(),
            definitions: text.len(),
            text,
            holes: Vec::new(),
            defined: Vec::new(),
            is_sketch: false,
        }
    }

    /// A sketch.
    pub fn sketch(file: File) -> Result<Frame, Box<Failure>> {
        let File { path, mut text } = file;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let mut sources = Sources::default();
        let id = sources.add(&*path, &*text);
        let model = match cat::parse(id, &text) {
            Ok(model) => model,
            Err(error) => return Err(Box::new(Failure { error, sources })),
        };
        let holes = Holes::of(&model);
        Ok(Frame {
            definitions: holes.first_instruction.unwrap_or(text.len()),
            holes: holes.places,
            defined: holes.defined.iter().map(|name| name.to_string()).collect(),
            path,
            text,
            is_sketch: true,
        })
    }

    /// How many holes there are.
    pub fn holes(&self) -> usize {
        self.holes.len()
    }

    /// The text with definitions, with something in each hole, and with more at its end.
    pub(crate) fn filled(&self, definitions: &str, holes: &[String], more: &str) -> String {
        assert_eq!(self.holes.len(), holes.len(), "each hole is filled");
        let mut text = self.text[..self.definitions].to_owned();
        text += definitions;
        let mut end = self.definitions;
        for (place, filling) in self.holes.iter().zip(holes) {
            text += &self.text[end..place.start];
            text += filling;
            end = place.end;
        }
        text + &self.text[end..] + more
    }

    /// A text that was filled, without definitions at its beginning that nothing needs; those of a
    /// sketch stay.
    pub(crate) fn without_unused(&self, text: String) -> String {
        if self.is_sketch {
            return text;
        }
        let is_word = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
        let mut kept: Vec<&str> = Vec::new();
        for line in text.lines().rev() {
            let defined = line.strip_prefix("let ").and_then(|rest| rest.split(" =").next());
            let is_used = |name: &str| {
                kept.iter().any(|later| later.split(|c| !is_word(c)).any(|word| word == name))
            };
            if !(PRELUDE.contains(line) && defined.is_some_and(|name| !is_used(name))) {
                kept.push(line);
            }
        }
        kept.reverse();
        kept.join("\n") + "\n"
    }

    /// The text without anything in the holes, with definitions and something at its end.
    pub(crate) fn empty(&self, definitions: &str, more: &str) -> String {
        self.filled(definitions, &vec!["0".to_owned(); self.holes.len()], more)
    }

    pub(crate) fn compile(
        &self,
        text: String,
        loader: &dyn Loader,
    ) -> Result<Program, Box<Failure>> {
        let vocabulary = cat::machine_names();
        let options = Options { vocabulary: &vocabulary, variants: &[], loader };
        compile(vec![File { path: self.path.clone(), text }], &options)
    }

    /// Separates what is known from what depends on holes.
    pub(crate) fn split(&self, loader: &dyn Loader) -> Result<(Model, Contexts), Box<Failure>> {
        let names: Vec<String> = (0..self.holes.len()).map(hole_name).collect();
        let vocabulary = cat::machine_names().relations(names.iter().map(String::as_str));
        let options = Options { vocabulary: &vocabulary, variants: &[], loader };
        let text = self.filled("", &names, "");
        let program = compile(vec![File { path: self.path.clone(), text }], &options)?;
        let contexts = Contexts::new(program, &names);
        let mut known = self.compile(self.empty("", ""), loader)?;
        let mut index = 0;
        known.checks.retain(|_| {
            index += 1;
            !contexts.checks.iter().any(|own| own.check == index - 1)
        });
        Ok((Model::new(known), contexts))
    }
}

fn hole_name(index: usize) -> String {
    format!("hole-{}", index + 1)
}

/// A check that depends on holes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Context {
    /// Among the checks of the program.
    pub check: usize,
    pub holes: Vec<usize>,
    /// What is checked of a union in the holes is checked of the union of what it is for each part.
    pub is_additive: bool,
}

/// The checks of a sketch that depend on holes, as a program in which holes are inputs.
#[derive(Clone, Debug)]
pub(crate) struct Contexts {
    pub program: Program,
    pub checks: Vec<Context>,
    /// Which hole an input is, if it is one.
    pub hole_of_input: Vec<Option<usize>>,
    /// The instructions that depend on holes, and are computed for each filling.
    pub dependent: Vec<Range<usize>>,
}

/// How a slot depends on holes.
#[derive(Clone, Default)]
struct Dependence {
    holes: Vec<usize>,
    is_not_additive: bool,
}

impl Contexts {
    fn new(program: Program, names: &[String]) -> Contexts {
        let hole_of = |input: &Input| match &input.meaning {
            Meaning::Named(name) => names.iter().position(|own| **own == **name),
            Meaning::Tagged(_) | Meaning::Scope(_) => None,
        };
        let hole_of_input: Vec<Option<usize>> = program.inputs.iter().map(hole_of).collect();
        let depends = dependences(&program, &hole_of_input);
        let mut checks = Vec::new();
        for (check, own) in program.checks.iter().enumerate() {
            // A closure changes nothing about being acyclic.
            let slot = match program.instructions[own.slot.index()].operator {
                Operator::Closure(of) if own.test == Test::Acyclic => of,
                _ => own.slot,
            };
            let Dependence { holes, is_not_additive } = depends[slot.index()].clone();
            if !holes.is_empty() && own.role == Role::Axiom {
                let is_additive = !is_not_additive && !own.negated;
                checks.push(Context { check, holes, is_additive });
            }
        }
        let mut dependent = Vec::new();
        let mut index = 0;
        while index < program.instructions.len() {
            let end = program.recursion_at(index).map_or(index + 1, |own| own.body.end);
            if depends[index..end].iter().any(|own| !own.holes.is_empty()) {
                dependent.push(index..end);
            }
            index = end;
        }
        Contexts { program, checks, hole_of_input, dependent }
    }

    /// What the program takes as given, in cat: its inputs as relations, holes as empty ones, and
    /// coherence; nothing if no check depends on a hole.
    pub(crate) fn inputs(&self) -> Vec<String> {
        if self.checks.is_empty() {
            return Vec::new();
        }
        let named = self.program.inputs.iter().zip(&self.hole_of_input);
        let inputs = named.map(|(input, hole)| match hole {
            Some(_) => "0".to_owned(),
            None => as_relation(input),
        });
        inputs.chain(["co".to_owned()]).collect()
    }

    /// Whether a hole is within a recursion of the sketch.
    pub(crate) fn is_recursive(&self) -> bool {
        self.dependent.iter().any(|range| self.program.recursion_at(range.start).is_some())
    }

    /// Whether all checks distribute over unions in the holes.
    pub(crate) fn is_additive(&self) -> bool {
        self.checks.iter().all(|own| own.is_additive)
    }

    /// Whether coherence is all that the sketch chooses.
    pub(crate) fn chooses_coherence_only(&self) -> bool {
        let choices = &self.program.choices;
        let is_order = |own: &cat::program::Choice| {
            &*own.name == "co" && matches!(own.source, Possibilities::Orders { .. })
        };
        matches!(&choices[..], [choice] if is_order(choice))
    }
}

/// An input in cat, as a relation.
fn as_relation(input: &Input) -> String {
    match (&input.meaning, input.kind) {
        (Meaning::Named(name), Kind::Relation) => name.to_string(),
        (Meaning::Named(name), Kind::Set) => format!("[{name}]"),
        (Meaning::Tagged(name), _) => format!("[tag2events('{name})]"),
        // A thread is an instance of every scope.
        (Meaning::Scope(_), _) => "int".to_owned(),
    }
}

/// How each slot depends on holes. In a recursion everything depends on what anything there does.
fn dependences(program: &Program, hole_of_input: &[Option<usize>]) -> Vec<Dependence> {
    let mut found = vec![Dependence::default(); program.instructions.len()];
    let mut index = 0;
    while index < program.instructions.len() {
        let recursion = program.recursion_at(index);
        let end = recursion.map_or(index + 1, |own| own.body.end);
        for slot in index..end {
            found[slot] = dependence(program.instructions[slot].operator, &found, hole_of_input);
        }
        if recursion.is_some() {
            let mut holes: Vec<usize> =
                found[index..end].iter().flat_map(|own| own.holes.clone()).collect();
            holes.sort_unstable();
            holes.dedup();
            let is_not_additive = !holes.is_empty();
            found[index..end].fill(Dependence { holes, is_not_additive });
        }
        index = end;
    }
    found
}

fn dependence(
    operator: Operator,
    found: &[Dependence],
    hole_of_input: &[Option<usize>],
) -> Dependence {
    let of: Vec<&Dependence> = operator.arguments().map(|slot| &found[slot.index()]).collect();
    let mut holes: Vec<usize> = of.iter().flat_map(|own| own.holes.clone()).collect();
    holes.sort_unstable();
    holes.dedup();
    let on_both = of.iter().filter(|own| !own.holes.is_empty()).count() > 1;
    let is_broken = match operator {
        Operator::Input(input) => {
            holes.extend(hole_of_input[input]);
            false
        }
        Operator::Choice(_) | Operator::Variable | Operator::Empty | Operator::AllEvents => false,
        Operator::Boolean(cat::Boolean::Union, ..)
        | Operator::IdentityOn(_)
        | Operator::Inverse(_)
        | Operator::Domain(_)
        | Operator::Range(_) => false,
        Operator::Boolean(cat::Boolean::Difference, _, second) => {
            !found[second.index()].holes.is_empty()
        }
        Operator::Boolean(cat::Boolean::Intersection, ..)
        | Operator::Product(..)
        | Operator::Sequence(..) => on_both,
        Operator::Closure(_) => !holes.is_empty(),
    };
    let is_not_additive = is_broken || of.iter().any(|own| own.is_not_additive);
    Dependence { holes, is_not_additive }
}
