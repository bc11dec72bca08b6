//! What is the value of an expression? One tree walk for both phases.

use super::environment::Environment;
use super::phase::{Phase, Stop, ValueOf};
use super::value::{Deferred, Function, Value};
use crate::error::{Error, ErrorKind, SHOWN_CALLS};
use crate::similar::nearest;
use crate::source::Span;
use crate::syntax::{Condition, Expression, ExpressionKind, Name, TagClause};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How deep calls and expressions may be nested: what is deeper would not fit on the stack.
const MAX_DEPTH: usize = 1000;
/// How many expressions a model may evaluate: a recursive function need not end.
const MAX_STEPS: usize = 1_000_000;

/// What is fixed while a model is evaluated.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) variants: BTreeSet<String>,
    steps: Cell<usize>,
}

impl Settings {
    pub(crate) fn new(variants: BTreeSet<String>) -> Settings {
        Settings { variants, steps: Cell::new(0) }
    }
}

/// An element of a set, and the others.
type Split<P> = (ValueOf<P>, ValueOf<P>);

/// What became of an expression.
enum Outcome<P: Phase> {
    Value(ValueOf<P>),
    /// It is what another one is.
    Tail(Tail<P>),
}

struct Tail<P: Phase> {
    expression: Arc<Expression>,
    scope: Environment<ValueOf<P>>,
    /// Where the function was called whose body it is.
    call: Option<Span>,
}

#[derive(Debug)]
pub(crate) struct Evaluator<'e, P> {
    pub(crate) phase: &'e mut P,
    pub(crate) settings: &'e Settings,
    pub(crate) depth: usize,
}

impl<'e, P: Phase> Evaluator<'e, P> {
    pub(crate) fn new(phase: &'e mut P, settings: &'e Settings) -> Evaluator<'e, P> {
        Evaluator { phase, settings, depth: 0 }
    }

    /// The value of an expression; what needs an execution that is not there is deferred. What is
    /// last in an expression, such as a call, is evaluated in its place, so that functions may go
    /// on for long.
    pub(crate) fn evaluate(
        &mut self,
        expression: &Expression,
        scope: &Environment<ValueOf<P>>,
    ) -> Result<ValueOf<P>, Stop> {
        self.depth += 1;
        let mut calls = Vec::new();
        let mut last: Option<Tail<P>> = None;
        let result = loop {
            let outcome = match &last {
                None => self.evaluate_once(expression, scope),
                Some(tail) => self.evaluate_once(&tail.expression, &tail.scope),
            };
            match outcome {
                Ok(Outcome::Value(value)) => break Ok(value),
                Ok(Outcome::Tail(tail)) => {
                    calls.extend(tail.call);
                    calls.drain(..calls.len().saturating_sub(SHOWN_CALLS));
                    last = Some(tail);
                }
                Err(stop) => break Err(stop),
            }
        };
        self.depth -= 1;
        match result {
            Ok(value) => Ok(value),
            Err(Stop::Error(error)) => {
                Err(Stop::Error(calls.into_iter().rev().fold(error, Error::in_call)))
            }
            Err(Stop::Later) => {
                let (expression, environment) = match last {
                    Some(tail) => (tail.expression, tail.scope),
                    None => (Arc::new(expression.clone()), scope.clone()),
                };
                Ok(Value::Deferred(Arc::new(Deferred { expression, environment })))
            }
        }
    }

    /// Evaluates up to what is last in an expression.
    fn evaluate_once(
        &mut self,
        expression: &Expression,
        scope: &Environment<ValueOf<P>>,
    ) -> Result<Outcome<P>, Stop> {
        self.settings.steps.set(self.settings.steps.get() + 1);
        if self.depth >= MAX_DEPTH || self.settings.steps.get() >= MAX_STEPS {
            let message = "the evaluation of this does not seem to end";
            let error = Error::new(ErrorKind::Unsupported, expression.span, message);
            return Err(error.with_help("a recursive function must come to an end").into());
        }
        let tail = |expression: &Arc<Expression>, scope: &Environment<ValueOf<P>>| {
            let (expression, scope) = (expression.clone(), scope.clone());
            Ok(Outcome::Tail(Tail { expression, scope, call: None }))
        };
        let value = match &expression.kind {
            ExpressionKind::Apply(function, argument) => {
                let called = self.evaluate(function, scope)?;
                let value = self.evaluate(argument, scope)?;
                return self.call(called, value, function.span, argument.span, expression.span);
            }
            ExpressionKind::Let(bindings, body) => return tail(body, &self.bind(bindings, scope)?),
            ExpressionKind::MatchTag(matched, clauses, default) => {
                let value = self.evaluate(matched, scope)?;
                return tail(choose_tag(&value, clauses, default.as_ref(), matched.span)?, scope);
            }
            ExpressionKind::MatchSet(matched, clauses) => {
                let value = self.evaluate(matched, scope)?;
                return match self.split(value, matched.span)? {
                    None => tail(&clauses.empty, scope),
                    Some((element, rest)) => {
                        let inner = scope
                            .with(clauses.element.name.clone(), element)
                            .with(clauses.rest.name.clone(), rest);
                        tail(&clauses.otherwise, &inner)
                    }
                };
            }
            ExpressionKind::If(condition, positive, negative) => {
                let chosen = if self.settings.holds(condition) { positive } else { negative };
                return tail(chosen, scope);
            }
            ExpressionKind::Zero => Ok(Value::Empty),
            ExpressionKind::Universe => Ok(Value::Universe),
            ExpressionKind::Name(name) => {
                let value = find(name, expression.span, scope)?.clone();
                if P::KNOWS_EVENTS { self.force(value) } else { Ok(value) }
            }
            ExpressionKind::Tag(tag) => {
                find(&tag_name(tag), expression.span, scope)?;
                Ok(Value::Tag(tag.clone()))
            }
            ExpressionKind::Tuple(elements) => {
                let values: Result<Vec<_>, Stop> =
                    elements.iter().map(|element| self.evaluate(element, scope)).collect();
                Ok(Value::Tuple(values?.into()))
            }
            ExpressionKind::Function(pattern, body) => Ok(Value::Function(Arc::new(Function {
                pattern: pattern.clone(),
                body: body.clone(),
                environment: scope.clone(),
                group: Arc::new([]),
            }))),
            ExpressionKind::Try(first, second) => match self.evaluate(first, scope) {
                Err(Stop::Error(Error { kind: ErrorKind::Unbound, .. })) => {
                    self.evaluate(second, scope)
                }
                value => value,
            },
            ExpressionKind::Elements(elements) => self.literal(elements, scope),
            ExpressionKind::IdentityOn(set) => self.identity_on(set, expression.span, scope),
            ExpressionKind::Postfix(operator, operand) => {
                self.postfix(*operator, operand, expression.span, scope)
            }
            ExpressionKind::Complement(operand) => self.complement(operand, expression.span, scope),
            ExpressionKind::Product(first, second) => {
                self.product(first, second, expression.span, scope)
            }
            ExpressionKind::Chain(operator, operands) => {
                self.chain(*operator, operands, expression.span, scope)
            }
        };
        value.map(Outcome::Value)
    }

    /// The value of what was deferred until now.
    fn force(&mut self, value: ValueOf<P>) -> Result<ValueOf<P>, Stop> {
        match value {
            Value::Deferred(deferred) => self.evaluate(&deferred.expression, &deferred.environment),
            Value::Orders(classes, order) => self.phase.orders(&classes, &order),
            Value::Tuple(parts) => {
                let parts: Result<Vec<_>, Stop> =
                    parts.iter().map(|part| self.force(part.clone())).collect();
                Ok(Value::Tuple(parts?.into()))
            }
            value => Ok(value),
        }
    }

    fn call(
        &mut self,
        called: ValueOf<P>,
        argument: ValueOf<P>,
        span: Span,
        argument_span: Span,
        call: Span,
    ) -> Result<Outcome<P>, Stop> {
        match called {
            Value::Function(function) => {
                let outer = function.scope();
                let scope = self.take_apart(&function.pattern, argument, argument_span, outer)?;
                let expression = function.body.clone();
                Ok(Outcome::Tail(Tail { expression, scope, call: Some(call) }))
            }
            Value::Builtin(builtin) => {
                self.call_builtin(builtin, argument, argument_span).map(Outcome::Value)
            }
            Value::Deferred(_) => Err(Stop::Later),
            other => {
                let message = format!("this is {} and no function", other.describe());
                let error = Error::new(ErrorKind::Type, span, message);
                let help = "two things in a row are a call; between relations, `;` may be missing";
                Err(error.with_help(help).into())
            }
        }
    }

    /// The first element of a set, and the others; none if it is empty.
    fn split(&mut self, value: ValueOf<P>, span: Span) -> Result<Option<Split<P>>, Stop> {
        match value {
            Value::Empty => Ok(None),
            Value::Elements(elements) => {
                let (first, rest) = elements.split_first().expect("it is not empty");
                Ok(Some((first.clone(), Value::distinct(rest.to_vec()))))
            }
            Value::Event(event) => Ok(Some((Value::Event(event), Value::Empty))),
            Value::Pair(from, to) => Ok(Some((Value::Pair(from, to), Value::Empty))),
            Value::Set(set) => {
                let events = self.phase.events(&set)?;
                let Some((first, rest)) = events.split_first() else {
                    return Ok(None);
                };
                Ok(Some((Value::Event(*first), Value::Set(self.phase.set_of(rest)?))))
            }
            Value::Relation(relation) => {
                let pairs = self.phase.pairs(&relation)?;
                let Some(((from, to), rest)) = pairs.split_first() else {
                    return Ok(None);
                };
                let rest = Value::Relation(self.phase.relation_of(rest)?);
                Ok(Some((Value::Pair(*from, *to), rest)))
            }
            Value::Universe => {
                let all = self.phase.all_events();
                self.split(Value::Set(all), span)
            }
            Value::Deferred(_) | Value::Orders(..) => Err(Stop::Later),
            other => {
                let message = format!("expected a set, but this is {}", other.describe());
                Err(Error::new(ErrorKind::Type, span, message).into())
            }
        }
    }
}

impl Settings {
    pub(crate) fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Variant(variant) => self.variants.contains(variant),
            Condition::Not(inner) => !self.holds(inner),
            Condition::And(parts) => parts.iter().all(|part| self.holds(part)),
            Condition::Or(parts) => parts.iter().any(|part| self.holds(part)),
        }
    }
}

/// Under which name a tag is known: no name of the language starts like this.
pub(crate) fn tag_name(tag: &str) -> Name {
    format!("'{tag}").into()
}

pub(crate) fn find<'v, V>(
    name: &str,
    span: Span,
    scope: &'v Environment<V>,
) -> Result<&'v V, Error> {
    scope.find(name).ok_or_else(|| {
        let what = if name.starts_with('\'') { "tag" } else { "name" };
        let error = Error::new(ErrorKind::Unbound, span, format!("there is no {what} `{name}`"));
        let names = scope.iter().map(|(name, _)| &**name);
        match nearest(name, names.filter(|known| known.starts_with('\'') == name.starts_with('\'')))
        {
            Some(known) => error.with_help(format!("did you mean `{known}`?")),
            None => error,
        }
    })
}

fn choose_tag<'c, S: PartialEq, R: PartialEq>(
    value: &Value<S, R>,
    clauses: &'c [TagClause],
    default: Option<&'c Arc<Expression>>,
    span: Span,
) -> Result<&'c Arc<Expression>, Stop> {
    match value {
        Value::Tag(tag) => {
            let is_chosen = |clause: &&TagClause| clause.tag.name == *tag;
            let chosen = clauses.iter().find(is_chosen).map(|clause| &clause.expression);
            chosen.or(default).ok_or_else(|| {
                let message = format!("nothing here is for `'{tag}`");
                Error::new(ErrorKind::Type, span, message)
                    .with_help("`_ -> …` is for all other tags")
                    .into()
            })
        }
        Value::Deferred(_) => Err(Stop::Later),
        other => {
            let message = format!("expected a tag, but this is {}", other.describe());
            Err(Error::new(ErrorKind::Type, span, message).into())
        }
    }
}
