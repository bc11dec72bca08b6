//! What do `let` and parameters bind?

use super::environment::Environment;
use super::evaluator::Evaluator;
use super::phase::{Phase, Stop, ValueOf};
use super::value::{RecursiveFunction, Value, bind_group};
use crate::error::{Error, ErrorKind};
use crate::program::Kind;
use crate::source::Span;
use crate::syntax::{Binding, Bindings, ExpressionKind, Identifier, Pattern};
use std::sync::Arc;

impl<P: Phase> Evaluator<'_, P> {
    /// What names mean after a `let`.
    pub(crate) fn bind(
        &mut self,
        bindings: &Bindings,
        scope: &Environment<ValueOf<P>>,
    ) -> Result<Environment<ValueOf<P>>, Stop> {
        if bindings.recursive {
            return self.bind_recursive(&bindings.bindings, scope);
        }
        bindings.bindings.iter().try_fold(scope.clone(), |inner, binding| {
            let value = self.evaluate(&binding.expression, scope)?;
            self.take_apart(&binding.pattern, value, binding.expression.span, inner)
        })
    }

    /// Binds the names of a pattern to the parts of a value.
    pub(crate) fn take_apart(
        &mut self,
        pattern: &Pattern,
        value: ValueOf<P>,
        span: Span,
        scope: Environment<ValueOf<P>>,
    ) -> Result<Environment<ValueOf<P>>, Stop> {
        let names = match pattern {
            Pattern::Name(name) => return Ok(scope.with(name.name.clone(), value)),
            Pattern::Tuple(names) => names,
        };
        let parts: Vec<ValueOf<P>> = match value {
            Value::Tuple(parts) if parts.len() == names.len() => parts.to_vec(),
            Value::Pair(from, to) if names.len() == 2 => vec![Value::Event(from), Value::Event(to)],
            Value::Deferred(_) => return Err(Stop::Later),
            other => {
                let found = match &other {
                    Value::Tuple(parts) => format!("a tuple of {}", parts.len()),
                    other => other.describe().to_owned(),
                };
                let message = format!("expected a tuple of {}, but this is {found}", names.len());
                return Err(Error::new(ErrorKind::Type, span, message).into());
            }
        };
        let bind = |scope: Environment<_>, (name, part): (&Identifier, _)| {
            scope.with(name.name.clone(), part)
        };
        Ok(names.iter().zip(parts).fold(scope, bind))
    }

    fn bind_recursive(
        &mut self,
        bindings: &[Binding],
        scope: &Environment<ValueOf<P>>,
    ) -> Result<Environment<ValueOf<P>>, Stop> {
        let mut names = Vec::new();
        let mut functions = Vec::new();
        for binding in bindings {
            let Pattern::Name(name) = &binding.pattern else {
                let message = "a recursive definition of a tuple is not supported";
                return Err(
                    Error::new(ErrorKind::Unsupported, binding.expression.span, message).into()
                );
            };
            if let ExpressionKind::Function(pattern, body) = &binding.expression.kind {
                let (name, pattern, body) = (name.name.clone(), pattern.clone(), body.clone());
                functions.push(RecursiveFunction { name, pattern, body });
            }
            names.push(name.clone());
        }
        if functions.len() == bindings.len() {
            return Ok(bind_group(scope, &Arc::from(functions)));
        }
        if !functions.is_empty() {
            let message =
                "functions and relations that are defined by each other are not supported";
            return Err(Error::new(ErrorKind::Unsupported, names[0].span, message).into());
        }
        let values = self.fixpoint(&names, bindings, scope)?;
        Ok(bind_names(&names, &values, scope))
    }

    fn fixpoint(
        &mut self,
        names: &[Identifier],
        bindings: &[Binding],
        scope: &Environment<ValueOf<P>>,
    ) -> Result<Vec<ValueOf<P>>, Stop> {
        let kinds = self.infer(names, bindings, scope)?;
        let (settings, depth) = (self.settings, self.depth);
        self.phase.fixpoint(names, &kinds, &mut |phase, values| {
            let mut inner = Evaluator { phase, settings, depth };
            let scope = bind_names(names, values, scope);
            let results = bindings.iter().zip(&kinds).map(|(binding, kind)| {
                let value = inner.evaluate(&binding.expression, &scope)?;
                Ok(match kind {
                    Kind::Set => Value::Set(inner.set(value, binding.expression.span)?),
                    Kind::Relation => {
                        Value::Relation(inner.relation(value, binding.expression.span)?)
                    }
                })
            });
            results.collect()
        })
    }

    /// Which of the names are sets, and which relations? Found by evaluating with what is known so
    /// far, until nothing new is found.
    fn infer(
        &mut self,
        names: &[Identifier],
        bindings: &[Binding],
        scope: &Environment<ValueOf<P>>,
    ) -> Result<Vec<Kind>, Stop> {
        let mut kinds: Vec<Option<Kind>> = vec![None; names.len()];
        loop {
            let values: Vec<ValueOf<P>> = kinds
                .iter()
                .map(|kind| match kind {
                    None => Value::Unknown,
                    Some(Kind::Set) => Value::Set(self.phase.empty_set()),
                    Some(Kind::Relation) => Value::Relation(self.phase.empty_relation()),
                })
                .collect();
            let scope = bind_names(names, &values, scope);
            let mut found = kinds.clone();
            for (binding, kind) in bindings.iter().zip(&mut found) {
                let value = self.evaluate(&binding.expression, &scope)?;
                if let Value::Deferred(_) | Value::Orders(..) = value {
                    return Err(Stop::Later);
                }
                *kind = kind.or(Self::kind(&value));
            }
            if found == kinds {
                // What is neither is empty, as a relation as well as otherwise.
                return Ok(kinds.into_iter().map(|kind| kind.unwrap_or(Kind::Relation)).collect());
            }
            kinds = found;
        }
    }
}

fn bind_names<V: Clone>(
    names: &[Identifier],
    values: &[V],
    scope: &Environment<V>,
) -> Environment<V> {
    let bind = |scope: Environment<V>, (name, value): (&Identifier, &V)| {
        scope.with(name.name.clone(), value.clone())
    };
    names.iter().zip(values).fold(scope.clone(), bind)
}
