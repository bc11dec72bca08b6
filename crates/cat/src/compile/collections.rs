//! Which values go together: sets of events, relations, and sets of values.
//!
//! Union and its kin work on all of them, but not between them. `0` and `_` are sets as well as
//! relations until an operand beside them tells. An event stands for the set of it alone, and a
//! pair for the relation of it alone.

use super::evaluator::Evaluator;
use super::phase::{Phase, Stop, ValueOf};
use super::value::Value;
use crate::domain::Boolean;
use crate::error::{Error, ErrorKind};
use crate::program::Kind;
use crate::source::Span;

/// How large a set of values may become: they are compared one by one.
const MAX_ELEMENTS: usize = 20_000;

impl<P: Phase> Evaluator<'_, P> {
    /// The union, intersection or difference of two values of the same kind; `span` is where the
    /// second one stands.
    pub(super) fn combine(
        &mut self,
        operator: Boolean,
        first: ValueOf<P>,
        second: ValueOf<P>,
        span: Span,
    ) -> Result<ValueOf<P>, Stop> {
        self.expect_collection(&second, span)?;
        let kinds = (Shape::of(&first), Shape::of(&second));
        match kinds {
            (Shape::Later, _) | (_, Shape::Later) => Err(Stop::Later),
            (Shape::Any, Shape::Any) => Ok(constant(operator, first, second)),
            (Shape::Values, Shape::Values | Shape::Any) | (Shape::Any, Shape::Values) => {
                combine_values(operator, &first, &second, span)
            }
            (Shape::Events, Shape::Events | Shape::Any) | (Shape::Any, Shape::Events) => {
                let (first, second) = (self.set(first, span)?, self.set(second, span)?);
                Ok(Value::Set(self.phase.set(operator, &first, &second)))
            }
            (Shape::Pairs, Shape::Pairs | Shape::Any) | (Shape::Any, Shape::Pairs) => {
                let (first, second) = (self.relation(first, span)?, self.relation(second, span)?);
                Ok(Value::Relation(self.phase.relation(operator, &first, &second)))
            }
            (Shape::Events, _) | (Shape::Pairs, _) | (Shape::Values, _) => {
                let message = format!(
                    "expected {}, as before it, but this is {}",
                    first.describe(),
                    second.describe()
                );
                Err(with_hint(Error::new(ErrorKind::Type, span, message), kinds.0, kinds.1).into())
            }
        }
    }

    /// Whether it can be an operand of union and its kin.
    pub(super) fn expect_collection(&self, value: &ValueOf<P>, span: Span) -> Result<(), Error> {
        match value {
            Value::Empty
            | Value::Universe
            | Value::Unknown
            | Value::Set(_)
            | Value::Relation(_)
            | Value::Event(_)
            | Value::Pair(..)
            | Value::Elements(_)
            | Value::Orders(..)
            | Value::Deferred(_) => Ok(()),
            Value::Tag(_)
            | Value::Tuple(_)
            | Value::Function(_)
            | Value::Builtin(_)
            | Value::Procedure(_) => {
                let message =
                    format!("expected a set or a relation, but this is {}", value.describe());
                Err(Error::new(ErrorKind::Type, span, message))
            }
        }
    }

    /// `value ++ set`
    pub(super) fn insert(
        &mut self,
        value: ValueOf<P>,
        set: ValueOf<P>,
        span: Span,
    ) -> Result<ValueOf<P>, Stop> {
        match (value, set) {
            (Value::Deferred(_) | Value::Orders(..), _)
            | (_, Value::Deferred(_) | Value::Orders(..)) => Err(Stop::Later),
            (Value::Event(event), set @ (Value::Empty | Value::Set(_) | Value::Event(_))) => {
                let single = Value::Set(self.phase.set_of(&[event])?);
                self.combine(Boolean::Union, single, set, span)
            }
            (
                Value::Pair(from, to),
                set @ (Value::Empty | Value::Relation(_) | Value::Pair(..)),
            ) => {
                let single = Value::Relation(self.phase.relation_of(&[(from, to)])?);
                self.combine(Boolean::Union, single, set, span)
            }
            (value, Value::Empty) => Ok(Value::elements([value])),
            (value, Value::Elements(elements)) => {
                if elements.iter().any(|known| known.is_same(&value)) {
                    return Ok(Value::Elements(elements));
                }
                if elements.len() >= MAX_ELEMENTS {
                    let message = format!("this set has more than {MAX_ELEMENTS} elements");
                    return Err(Error::new(ErrorKind::Unsupported, span, message).into());
                }
                Ok(Value::distinct([&[value], &elements[..]].concat()))
            }
            (value, set) => {
                let message = format!("{} cannot be added to {}", value.describe(), set.describe());
                Err(Error::new(ErrorKind::Type, span, message).into())
            }
        }
    }

    /// A value as a set of events.
    pub(crate) fn set(&mut self, value: ValueOf<P>, span: Span) -> Result<P::Set, Stop> {
        match value {
            Value::Set(set) => Ok(set),
            Value::Empty | Value::Unknown => Ok(self.phase.empty_set()),
            Value::Universe => Ok(self.phase.all_events()),
            Value::Event(event) => self.phase.set_of(&[event]),
            Value::Deferred(_) => Err(Stop::Later),
            other => {
                let message = format!("expected a set of events, but this is {}", other.describe());
                let error = Error::new(ErrorKind::Type, span, message);
                Err(with_hint(error, Shape::Events, Shape::of(&other)).into())
            }
        }
    }

    /// A value as a relation.
    pub(crate) fn relation(&mut self, value: ValueOf<P>, span: Span) -> Result<P::Relation, Stop> {
        match value {
            Value::Relation(relation) => Ok(relation),
            Value::Empty | Value::Unknown => Ok(self.phase.empty_relation()),
            Value::Universe => Ok(self.phase.all_pairs()),
            Value::Pair(from, to) => self.phase.relation_of(&[(from, to)]),
            Value::Deferred(_) => Err(Stop::Later),
            other => {
                let message = format!("expected a relation, but this is {}", other.describe());
                let error = Error::new(ErrorKind::Type, span, message);
                Err(with_hint(error, Shape::Pairs, Shape::of(&other)).into())
            }
        }
    }

    /// The kind of a value that is a set or a relation for certain.
    pub(super) fn kind(value: &ValueOf<P>) -> Option<Kind> {
        match Shape::of(value) {
            Shape::Events => Some(Kind::Set),
            Shape::Pairs => Some(Kind::Relation),
            Shape::Any | Shape::Values | Shape::Later => None,
        }
    }
}

/// What a collection is a collection of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Any,
    Events,
    Pairs,
    Values,
    Later,
}

impl Shape {
    fn of<S, R>(value: &Value<S, R>) -> Shape {
        match value {
            Value::Empty | Value::Universe | Value::Unknown => Shape::Any,
            Value::Set(_) | Value::Event(_) => Shape::Events,
            Value::Relation(_) | Value::Pair(..) => Shape::Pairs,
            Value::Deferred(_) | Value::Orders(..) => Shape::Later,
            Value::Tag(_)
            | Value::Elements(_)
            | Value::Tuple(_)
            | Value::Function(_)
            | Value::Builtin(_)
            | Value::Procedure(_) => Shape::Values,
        }
    }
}

fn with_hint(error: Error, expected: Shape, found: Shape) -> Error {
    match (expected, found) {
        (Shape::Pairs, Shape::Events) => {
            error.with_help("`[S]` relates each event of a set to itself")
        }
        (Shape::Events, Shape::Pairs) => {
            error.with_help("`domain(r)` and `range(r)` are the sets that a relation is between")
        }
        _ => error,
    }
}

/// The operators on what is a set as well as a relation.
fn constant<S, R>(operator: Boolean, first: Value<S, R>, second: Value<S, R>) -> Value<S, R> {
    match (operator, first, second) {
        (Boolean::Union, Value::Universe, _) | (Boolean::Union, _, Value::Universe) => {
            Value::Universe
        }
        (Boolean::Intersection, Value::Empty, _) | (Boolean::Intersection, _, Value::Empty) => {
            Value::Empty
        }
        (Boolean::Difference, Value::Empty, _) | (Boolean::Difference, _, Value::Universe) => {
            Value::Empty
        }
        (Boolean::Union, Value::Empty, other)
        | (Boolean::Union, other, Value::Empty)
        | (Boolean::Intersection, Value::Universe, other)
        | (Boolean::Intersection, other, Value::Universe)
        | (Boolean::Difference, other, Value::Empty) => other,
        _ => Value::Unknown,
    }
}

/// The operators on sets of values.
fn combine_values<S: Clone + PartialEq, R: Clone + PartialEq>(
    operator: Boolean,
    first: &Value<S, R>,
    second: &Value<S, R>,
    span: Span,
) -> Result<Value<S, R>, Stop> {
    let list = |value: &Value<S, R>| match value {
        Value::Elements(elements) => Ok(elements.to_vec()),
        Value::Empty | Value::Unknown => Ok(Vec::new()),
        other => {
            let message = format!("expected a set of values, but this is {}", other.describe());
            Err(Stop::from(Error::new(ErrorKind::Type, span, message)))
        }
    };
    let (first, second) = (list(first)?, list(second)?);
    let is_in_second = |value: &Value<S, R>| second.iter().any(|other| other.is_same(value));
    Ok(match operator {
        Boolean::Union => Value::elements(first.into_iter().chain(second)),
        Boolean::Intersection => Value::elements(first.into_iter().filter(is_in_second)),
        Boolean::Difference => {
            Value::elements(first.into_iter().filter(|value| !is_in_second(value)))
        }
    })
}
