//! From trees to a flat program: every instruction of a model is executed once, in the world of the
//! builder.
//!
//! Functions and procedures are evaluated where they are called, conditions and iterations over
//! tags are decided, files are included; what remains are sets and relations, which the builder
//! shares. Types are checked on the way: an operator that meets a value of the wrong kind complains
//! about the operand.

mod bindings;
mod builtins;
pub(crate) mod carry;
mod collections;
mod environment;
pub(crate) mod evaluator;
mod include;
mod instructions;
mod operators;
pub(crate) mod phase;
mod symbolic;
pub(crate) mod value;
mod vocabulary;

use crate::builder::Builder;
use crate::domain::Domain;
use crate::error::{Error, ErrorKind};
use crate::library::Loader;
use crate::program::{
    Annotation, Check, Choice, Input, Instruction, Kind, Meaning, Operator, Program, Slot,
};
use crate::schedule::Schedule;
use crate::similar::nearest;
use crate::source::{File, Sources, Span};
use crate::syntax::Name;
use base::Tag;
use builtins::Builtin;
use environment::Environment;
use evaluator::Settings;
use std::collections::BTreeSet;
use std::fmt;
use value::Value;
pub use vocabulary::Vocabulary;

/// What a model is compiled with.
#[derive(Clone, Copy)]
pub struct Options<'o> {
    pub vocabulary: &'o Vocabulary,
    /// The variants that are switched on, for `if "variant"`.
    pub variants: &'o [&'o str],
    pub loader: &'o dyn Loader,
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("vocabulary", &self.vocabulary)
            .field("variants", &self.variants)
            .finish_non_exhaustive()
    }
}

/// Why there is no program, with the files that the error is about.
#[derive(Clone, Debug)]
pub struct Failure {
    pub error: Error,
    pub sources: Sources,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error.render(&self.sources))
    }
}

impl std::error::Error for Failure {}

/// Compiles a model: the given files after each other (a bell file before the model that needs it),
/// after the standard library.
pub fn compile(files: Vec<File>, options: &Options<'_>) -> Result<Program, Box<Failure>> {
    let mut compiler = Compiler::new(options);
    match compiler.files(files) {
        Ok(()) => compiler.finish(),
        Err(error) => Err(Box::new(Failure { error, sources: compiler.sources })),
    }
}

type Scope = Environment<Value<Slot, Slot>>;

struct Compiler<'o> {
    vocabulary: &'o Vocabulary,
    loader: &'o dyn Loader,
    settings: Settings,
    sources: Sources,
    builder: Builder,
    scope: Scope,
    /// The paths of the files that are being compiled, each included by the one before it.
    open: Vec<String>,
    /// The paths of the files that were compiled.
    done: BTreeSet<String>,
    title: Vec<String>,
    checks: Vec<Check>,
    choices: Vec<Choice>,
    shown: Vec<(Name, Slot)>,
    annotations: Vec<Annotation>,
}

impl<'o> Compiler<'o> {
    fn new(options: &Options<'o>) -> Compiler<'o> {
        let mut sources = Sources::default();
        let file = sources.add("<vocabulary>", "");
        let mut builder = Builder::new(Span { file, start: 0, end: 0 });
        let mut scope = Environment::new();
        for (name, builtin) in Builtin::ALL {
            scope = scope.with(name.into(), Value::Builtin(builtin));
        }
        scope = scope.with("id".into(), Value::Relation(builder.identity()));
        for (name, kind) in options.vocabulary.names() {
            let slot = builder.input(Meaning::Named(name.clone()), *kind);
            let value = match kind {
                Kind::Set => Value::Set(slot),
                Kind::Relation => Value::Relation(slot),
            };
            scope = scope.with(name.clone(), value);
        }
        let variants = options.variants.iter().map(|variant| (*variant).to_owned()).collect();
        Compiler {
            vocabulary: options.vocabulary,
            loader: options.loader,
            settings: Settings::new(variants),
            sources,
            builder,
            scope,
            open: Vec::new(),
            done: BTreeSet::new(),
            title: Vec::new(),
            checks: Vec::new(),
            choices: Vec::new(),
            shown: Vec::new(),
            annotations: Vec::new(),
        }
    }

    /// Puts what is needed in order.
    fn finish(self) -> Result<Program, Box<Failure>> {
        let mut schedule = Schedule::new();
        let mut checks = self.checks.into_iter().peekable();
        let mut scheduled = Vec::new();
        // What a choice is made from is known before what is checked of it.
        for index in 0..=self.choices.len() {
            while let Some(check) = checks.next_if(|check| check.choices <= index) {
                schedule.add(&self.builder, [check.slot]);
                scheduled.push(check);
            }
            if let Some(choice) = self.choices.get(index) {
                schedule.add(&self.builder, choice.source.slots());
            }
        }
        let judging = schedule.instructions.len();
        schedule.add(&self.builder, self.shown.iter().map(|(_, slot)| *slot));
        if let Some(error) = unknown_tag(&self.builder, self.vocabulary, &schedule) {
            return Err(Box::new(Failure { error, sources: self.sources }));
        }
        let place = |slot: Slot| schedule.find(slot).expect("what is needed was scheduled");
        for check in &mut scheduled {
            check.slot = place(check.slot);
        }
        let choices = self.choices.into_iter().map(|choice| Choice {
            slot: choice.slot.and_then(|slot| schedule.find(slot)),
            source: choice.source.rename(place),
            ..choice
        });
        let choices = choices.collect();
        let shown = self.shown.into_iter().map(|(name, slot)| (name, place(slot))).collect();
        let mut instructions = schedule.instructions;
        let inputs = used_inputs(&mut instructions, &self.builder.inputs);
        Ok(Program {
            title: self.title,
            inputs,
            instructions,
            recursions: schedule.recursions,
            choices,
            checks: scheduled,
            shown,
            annotations: self.annotations,
            judging,
            sources: self.sources,
        })
    }
}

/// A complaint about a tag that is needed and that no event can carry. One that is only declared
/// may be anything.
fn unknown_tag(builder: &Builder, vocabulary: &Vocabulary, schedule: &Schedule) -> Option<Error> {
    let is_unknown = |(slot, input): &(Slot, &Input)| {
        schedule.find(*slot).is_some() && !vocabulary.has(&input.meaning)
    };
    let (slot, input) = builder.inputs_by_slot().find(is_unknown)?;
    let (Meaning::Named(tag) | Meaning::Tagged(tag) | Meaning::Scope(tag)) = &input.meaning;
    let message = format!("there are no events with the tag `'{tag}`");
    let error = Error::new(ErrorKind::Unbound, builder.span(slot), message);
    let known: Vec<String> = Tag::all().map(|tag| tag.name().to_ascii_lowercase()).collect();
    Some(match nearest(tag, known.iter().map(String::as_str)) {
        Some(known) => error.with_help(format!("did you mean `'{known}`?")),
        None => error,
    })
}

/// The inputs that are used, in the order of their use; instructions are changed to that.
fn used_inputs(instructions: &mut [Instruction], inputs: &[Input]) -> Vec<Input> {
    let mut used = Vec::new();
    for instruction in instructions {
        if let Operator::Input(index) = &mut instruction.operator {
            used.push(inputs[*index].clone());
            *index = used.len() - 1;
        }
    }
    used
}
