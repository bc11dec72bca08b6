//! What can an expression of cat be?

use super::builtins::Builtin;
use super::environment::Environment;
use crate::syntax::{Expression, Instruction, Name, Pattern};
use std::sync::Arc;

/// A value, over the sets and relations of some world.
#[derive(Clone, Debug)]
pub(crate) enum Value<S, R> {
    /// `0` and `{}`: the empty set and the empty relation.
    Empty,
    /// `_`: all events and all pairs.
    Universe,
    /// A set or a relation: what a recursive definition means before that is known.
    Unknown,
    Set(S),
    Relation(R),
    /// An event; only when an execution is given.
    Event(usize),
    /// A pair of a relation; only when an execution is given.
    Pair(usize, usize),
    Tag(Name),
    /// A set of values that are no events or pairs: not empty, and no value twice.
    Elements(Arc<[Value<S, R>]>),
    Tuple(Arc<[Value<S, R>]>),
    Function(Arc<Function<S, R>>),
    Builtin(Builtin),
    Procedure(Arc<Procedure<S, R>>),
    /// All relations that order each class of the first one linearly and contain the second one
    /// there.
    Orders(R, R),
    /// What only an execution can tell.
    Deferred(Arc<Deferred<S, R>>),
}

/// A function with what its names mean.
#[derive(Clone, Debug)]
pub(crate) struct Function<S, R> {
    pub(crate) pattern: Pattern,
    pub(crate) body: Arc<Expression>,
    pub(crate) environment: Environment<Value<S, R>>,
    /// The functions that were defined together with it, itself included, if they are recursive.
    pub(crate) group: Arc<[RecursiveFunction]>,
}

#[derive(Clone, Debug)]
pub(crate) struct RecursiveFunction {
    pub(crate) name: Name,
    pub(crate) pattern: Pattern,
    pub(crate) body: Arc<Expression>,
}

impl<S: Clone, R: Clone> Function<S, R> {
    /// What names mean in the body, but for the parameters.
    pub(crate) fn scope(&self) -> Environment<Value<S, R>> {
        bind_group(&self.environment, &self.group)
    }
}

/// Adds functions that are defined by each other.
pub(crate) fn bind_group<S: Clone, R: Clone>(
    environment: &Environment<Value<S, R>>,
    group: &Arc<[RecursiveFunction]>,
) -> Environment<Value<S, R>> {
    group.iter().fold(environment.clone(), |scope, member| {
        let function = Function {
            pattern: member.pattern.clone(),
            body: member.body.clone(),
            environment: environment.clone(),
            group: group.clone(),
        };
        scope.with(member.name.clone(), Value::Function(Arc::new(function)))
    })
}

/// A procedure with what its names mean.
#[derive(Clone, Debug)]
pub(crate) struct Procedure<S, R> {
    pub(crate) pattern: Pattern,
    pub(crate) body: Arc<[Instruction]>,
    pub(crate) environment: Environment<Value<S, R>>,
}

/// An expression that waits for an execution, with what its names mean.
#[derive(Clone, Debug)]
pub(crate) struct Deferred<S, R> {
    pub(crate) expression: Arc<Expression>,
    pub(crate) environment: Environment<Value<S, R>>,
}

impl<S: PartialEq, R: PartialEq> Value<S, R> {
    /// What it is, for messages.
    pub(crate) fn describe(&self) -> &'static str {
        match self {
            Value::Empty => "the empty set",
            Value::Universe => "everything",
            Value::Unknown => "a set or a relation",
            Value::Set(_) => "a set of events",
            Value::Relation(_) => "a relation",
            Value::Event(_) => "an event",
            Value::Pair(..) => "a pair of events",
            Value::Tag(_) => "a tag",
            Value::Elements(_) => "a set of values",
            Value::Tuple(_) => "a tuple",
            Value::Function(_) | Value::Builtin(_) => "a function",
            Value::Procedure(_) => "a procedure",
            Value::Orders(..) => "a set of relations",
            Value::Deferred(_) => "known only for a given execution",
        }
    }

    /// Whether it is the same element of a set of values; functions and what is not known are like
    /// nothing else.
    pub(crate) fn is_same(&self, other: &Value<S, R>) -> bool {
        match (self, other) {
            (Value::Empty, Value::Empty) | (Value::Universe, Value::Universe) => true,
            (Value::Set(one), Value::Set(other)) => one == other,
            (Value::Relation(one), Value::Relation(other)) => one == other,
            (Value::Event(one), Value::Event(other)) => one == other,
            (Value::Pair(a, b), Value::Pair(c, d)) => (a, b) == (c, d),
            (Value::Tag(one), Value::Tag(other)) => one == other,
            (Value::Tuple(one), Value::Tuple(other)) => {
                one.len() == other.len() && one.iter().zip(other.iter()).all(|(a, b)| a.is_same(b))
            }
            (Value::Elements(one), Value::Elements(other)) => {
                one.len() == other.len() && one.iter().all(|a| other.iter().any(|b| a.is_same(b)))
            }
            _ => false,
        }
    }
}

impl<S: Clone + PartialEq, R: Clone + PartialEq> Value<S, R> {
    /// The set of these values, each of them once.
    pub(crate) fn elements(values: impl IntoIterator<Item = Value<S, R>>) -> Value<S, R> {
        let mut elements: Vec<Value<S, R>> = Vec::new();
        for value in values {
            if !elements.iter().any(|known| known.is_same(&value)) {
                elements.push(value);
            }
        }
        Value::distinct(elements)
    }

    /// The set of values of which no two are the same.
    pub(crate) fn distinct(values: Vec<Value<S, R>>) -> Value<S, R> {
        if values.is_empty() { Value::Empty } else { Value::Elements(values.into()) }
    }
}
