//! What each instruction of a model does.

use super::evaluator::{Evaluator, tag_name};
use super::phase::Stop;
use super::value::{Deferred, Procedure, Value};
use super::{Compiler, Scope};
use crate::error::{Error, ErrorKind};
use crate::interpret::Interpreted;
use crate::program::{Annotation, Check, Choice, Kind, Meaning, Possibilities, Slot};
use crate::source::Span;
use crate::syntax::{self, Expression, Identifier, Instruction, InstructionKind, Name, Test};
use std::sync::Arc;

type CompiledValue = Value<Slot, Slot>;

impl Compiler<'_> {
    /// Executes instructions; checks without a name get `label`.
    pub(super) fn instructions(
        &mut self,
        instructions: &[Instruction],
        label: Option<&Name>,
    ) -> Result<(), Error> {
        instructions.iter().try_for_each(|instruction| self.instruction(instruction, label))
    }

    pub(super) fn instruction(
        &mut self,
        instruction: &Instruction,
        label: Option<&Name>,
    ) -> Result<(), Error> {
        let span = instruction.span;
        match &instruction.kind {
            InstructionKind::Let(bindings) => {
                let scope = self.scope.clone();
                self.scope = self.run(span, |evaluator| evaluator.bind(bindings, &scope))?;
                Ok(())
            }
            InstructionKind::Check(check) => self.check(check, span, label),
            InstructionKind::ShowAs(expression, name) => {
                let value = self.value(expression)?;
                if let Some(slot) = self.slot(value, expression.span)? {
                    self.show(name.clone(), slot);
                }
                Ok(())
            }
            InstructionKind::Show(names) => {
                for name in names {
                    // A name that means nothing here is shown as nothing, so that models can list
                    // those of several architectures.
                    let value = self.scope.find(&name.name).cloned();
                    if let Some(value) = value
                        && let Some(slot) = self.slot(value, name.span)?
                    {
                        self.show(name.name.clone(), slot);
                    }
                }
                Ok(())
            }
            InstructionKind::Unshow(names) => {
                self.shown.retain(|(shown, _)| names.iter().all(|name| name.name != *shown));
                Ok(())
            }
            InstructionKind::Include(file) => self.include(file, span),
            InstructionKind::Enum(name, tags) => {
                self.enumerate(name, tags);
                Ok(())
            }
            InstructionKind::Instructions(events, tags) => self.annotate(events, tags, false),
            InstructionKind::Default(events, tags) => self.annotate(events, tags, true),
            InstructionKind::Procedure(name, pattern, body) => {
                let environment = self.scope.clone();
                let procedure =
                    Procedure { pattern: pattern.clone(), body: body.clone(), environment };
                self.bind(&name.name, Value::Procedure(Arc::new(procedure)));
                Ok(())
            }
            InstructionKind::Call(name, argument, own) => {
                self.call(name, argument, own.as_ref().or(label))
            }
            InstructionKind::ForAll(name, set, body) => self.for_all(name, set, body, label),
            InstructionKind::With(name, source) => self.choose(name, source, span),
            InstructionKind::If(condition, positive, negative) => {
                let holds = self.settings.holds(condition);
                self.instructions(if holds { positive } else { negative }, label)
            }
        }
    }

    fn bind(&mut self, name: &Name, value: CompiledValue) {
        self.scope = self.scope.with(name.clone(), value);
    }

    /// Evaluates something that must be known now.
    fn run<T>(
        &mut self,
        span: Span,
        evaluate: impl FnOnce(&mut Evaluator<'_, crate::builder::Builder>) -> Result<T, Stop>,
    ) -> Result<T, Error> {
        let mut evaluator = Evaluator::new(&mut self.builder, &self.settings);
        evaluate(&mut evaluator).map_err(|stop| match stop {
            Stop::Error(error) => error,
            Stop::Later => {
                let message = "this looks into sets of events, which only an execution can tell";
                Error::new(ErrorKind::Unsupported, span, message)
                    .with_help("such expressions are supported in `with … from` only")
            }
        })
    }

    fn value(&mut self, expression: &Expression) -> Result<CompiledValue, Error> {
        let scope = self.scope.clone();
        self.run(expression.span, |evaluator| evaluator.evaluate(expression, &scope))
    }

    fn check(
        &mut self,
        check: &syntax::Check,
        span: Span,
        label: Option<&Name>,
    ) -> Result<(), Error> {
        let value = self.value(&check.expression)?;
        let slot = self.run(check.expression.span, |evaluator| match (check.test, value) {
            (Test::Empty, Value::Set(slot)) => Ok(slot),
            (_, value) => evaluator.relation(value, check.expression.span),
        })?;
        self.checks.push(Check {
            role: check.role,
            negated: check.negated,
            test: check.test,
            slot,
            name: check.name.clone().or_else(|| label.cloned()),
            choices: self.choices.len(),
            span,
        });
        Ok(())
    }

    /// The slot of a value that can be shown, if it is one.
    fn slot(&mut self, value: CompiledValue, span: Span) -> Result<Option<Slot>, Error> {
        match value {
            Value::Set(slot) | Value::Relation(slot) => Ok(Some(slot)),
            Value::Empty | Value::Universe => {
                self.run(span, |evaluator| evaluator.relation(value, span)).map(Some)
            }
            Value::Unknown
            | Value::Event(_)
            | Value::Pair(..)
            | Value::Tag(_)
            | Value::Elements(_)
            | Value::Tuple(_)
            | Value::Function(_)
            | Value::Builtin(_)
            | Value::Procedure(_)
            | Value::Orders(..)
            | Value::Deferred(_) => Ok(None),
        }
    }

    fn show(&mut self, name: Name, slot: Slot) {
        self.shown.retain(|(shown, _)| *shown != name);
        self.shown.push((name, slot));
    }

    fn enumerate(&mut self, name: &Identifier, tags: &[Identifier]) {
        let values = tags.iter().map(|tag| Value::Tag(tag.name.clone()));
        let set = Value::elements(values);
        for tag in tags {
            self.bind(&tag_name(&tag.name), Value::Tag(tag.name.clone()));
        }
        self.bind(&name.name, set);
    }

    /// `instructions F[tags]`: the events with each of the tags get a name.
    fn annotate(
        &mut self,
        events: &Identifier,
        tags: &[Expression],
        is_default: bool,
    ) -> Result<(), Error> {
        let mut names: Vec<Name> = Vec::new();
        for expression in tags {
            let value = self.value(expression)?;
            let values = match value {
                Value::Elements(values) => values.to_vec(),
                Value::Empty => Vec::new(),
                value => vec![value],
            };
            for value in values {
                let Value::Tag(tag) = value else {
                    let message = format!("expected tags, but this is {}", value.describe());
                    return Err(Error::new(ErrorKind::Type, expression.span, message));
                };
                names.push(tag);
            }
        }
        if !is_default {
            self.builder.locate(events.span);
            for tag in &names {
                let slot = self.builder.input(Meaning::Tagged(tag.clone()), Kind::Set);
                self.bind(&capitalised(tag), Value::Set(slot));
            }
        }
        self.annotations.push(Annotation { events: events.name.clone(), tags: names, is_default });
        Ok(())
    }

    fn call(
        &mut self,
        name: &Identifier,
        argument: &Expression,
        label: Option<&Name>,
    ) -> Result<(), Error> {
        let called = super::evaluator::find(&name.name, name.span, &self.scope)?.clone();
        let Value::Procedure(procedure) = called else {
            let message = format!("this is {} and no procedure", called.describe());
            return Err(Error::new(ErrorKind::Type, name.span, message));
        };
        let value = self.value(argument)?;
        let scope = self.run(argument.span, |evaluator| {
            evaluator.take_apart(
                &procedure.pattern,
                value,
                argument.span,
                procedure.environment.clone(),
            )
        })?;
        self.within(scope, |compiler| compiler.instructions(&procedure.body, label))
    }

    /// Executes something with other bindings, and forgets what it binds.
    fn within(
        &mut self,
        scope: Scope,
        execute: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let outer = std::mem::replace(&mut self.scope, scope);
        let result = execute(self);
        self.scope = outer;
        result
    }

    fn for_all(
        &mut self,
        name: &Identifier,
        set: &Expression,
        body: &[Instruction],
        label: Option<&Name>,
    ) -> Result<(), Error> {
        let elements = match self.value(set)? {
            Value::Empty => return Ok(()),
            Value::Elements(elements) => elements,
            other => {
                let message = format!("`forall` over {} is not supported", other.describe());
                let error = Error::new(ErrorKind::Unsupported, set.span, message);
                return Err(
                    error.with_help("the model must list the elements itself, as with tags")
                );
            }
        };
        elements.iter().try_for_each(|element| {
            let scope = self.scope.with(name.name.clone(), element.clone());
            self.within(scope, |compiler| compiler.instructions(body, label))
        })
    }

    fn choose(
        &mut self,
        name: &Identifier,
        expression: &Expression,
        span: Span,
    ) -> Result<(), Error> {
        let source = match self.value(expression)? {
            Value::Orders(classes, order) => Possibilities::Orders { classes, order },
            Value::Deferred(deferred) => Possibilities::Interpreted(self.interpreted(&deferred)),
            Value::Elements(_) | Value::Empty => {
                let (expression, environment) = (Arc::new(expression.clone()), self.scope.clone());
                Possibilities::Interpreted(self.interpreted(&Deferred { expression, environment }))
            }
            other => {
                let message =
                    format!("expected a set of relations, but this is {}", other.describe());
                return Err(Error::new(ErrorKind::Type, expression.span, message));
            }
        };
        let slot = self.builder.choice(self.choices.len());
        self.choices.push(Choice { name: name.name.clone(), slot: Some(slot), source, span });
        self.bind(&name.name, Value::Relation(slot));
        Ok(())
    }

    fn interpreted(&self, deferred: &Deferred<Slot, Slot>) -> Interpreted {
        Interpreted::new(deferred, self.settings.variants.clone())
    }
}

/// The name of the set of events with a tag: `Rcu-lock` for `'rcu-lock`.
fn capitalised(tag: &str) -> Name {
    let (first, rest) = tag.split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase()).into()
}
