//! Values carried from one phase to the other, with their functions, and without what those do not
//! mention.

use super::environment::Environment;
use super::value::{Deferred, Function, Value};
use crate::syntax::{Bindings, Expression, ExpressionKind, Name};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Carries values over, given what becomes of sets and relations. Functions that are one stay one.
pub(crate) struct Carrier<'c, S, R, T, Q> {
    pub(crate) set: &'c mut dyn FnMut(&S) -> T,
    pub(crate) relation: &'c mut dyn FnMut(&R) -> Q,
    functions: FxHashMap<*const Function<S, R>, Arc<Function<T, Q>>>,
}

impl<'c, S, R, T, Q> Carrier<'c, S, R, T, Q> {
    pub(crate) fn new(
        set: &'c mut dyn FnMut(&S) -> T,
        relation: &'c mut dyn FnMut(&R) -> Q,
    ) -> Carrier<'c, S, R, T, Q> {
        Carrier { set, relation, functions: FxHashMap::default() }
    }

    pub(crate) fn deferred(&mut self, deferred: &Deferred<S, R>) -> Deferred<T, Q> {
        let environment = self.environment(&deferred.environment, [&*deferred.expression]);
        Deferred { expression: deferred.expression.clone(), environment }
    }

    fn value(&mut self, value: &Value<S, R>) -> Option<Value<T, Q>> {
        Some(match value {
            Value::Empty => Value::Empty,
            Value::Universe => Value::Universe,
            Value::Unknown => Value::Unknown,
            Value::Set(set) => Value::Set((self.set)(set)),
            Value::Relation(relation) => Value::Relation((self.relation)(relation)),
            Value::Event(event) => Value::Event(*event),
            Value::Pair(from, to) => Value::Pair(*from, *to),
            Value::Tag(tag) => Value::Tag(tag.clone()),
            Value::Elements(values) => Value::Elements(self.values(values)?),
            Value::Tuple(values) => Value::Tuple(self.values(values)?),
            Value::Function(function) => Value::Function(self.function(function)),
            Value::Builtin(builtin) => Value::Builtin(*builtin),
            Value::Orders(classes, order) => {
                Value::Orders((self.relation)(classes), (self.relation)(order))
            }
            Value::Deferred(deferred) => Value::Deferred(Arc::new(self.deferred(deferred))),
            // No expression can call one.
            Value::Procedure(_) => return None,
        })
    }

    fn values(&mut self, values: &[Value<S, R>]) -> Option<Arc<[Value<T, Q>]>> {
        values.iter().map(|value| self.value(value)).collect()
    }

    fn function(&mut self, function: &Arc<Function<S, R>>) -> Arc<Function<T, Q>> {
        let key = Arc::as_ptr(function);
        if let Some(carried) = self.functions.get(&key) {
            return carried.clone();
        }
        let bodies = function.group.iter().map(|member| &*member.body);
        let environment = self.environment(&function.environment, bodies.chain([&*function.body]));
        let carried = Arc::new(Function {
            pattern: function.pattern.clone(),
            body: function.body.clone(),
            environment,
            group: function.group.clone(),
        });
        self.functions.insert(key, carried.clone());
        carried
    }

    /// The bindings that these expressions mention.
    fn environment<'e>(
        &mut self,
        environment: &Environment<Value<S, R>>,
        expressions: impl IntoIterator<Item = &'e Expression>,
    ) -> Environment<Value<T, Q>> {
        let mut names = BTreeSet::new();
        expressions.into_iter().for_each(|expression| mention(expression, &mut names));
        let mut carried = Environment::new();
        for name in names {
            let value = environment.find(&name).and_then(|value| self.value(value));
            if let Some(value) = value {
                carried = carried.with(name, value);
            }
        }
        carried
    }
}

/// Adds all names in an expression, also those that it binds itself.
fn mention(expression: &Expression, names: &mut BTreeSet<Name>) {
    let bindings = |bindings: &Bindings, names: &mut BTreeSet<Name>| {
        bindings.bindings.iter().for_each(|binding| mention(&binding.expression, names));
    };
    match &expression.kind {
        ExpressionKind::Zero | ExpressionKind::Universe => {}
        ExpressionKind::Name(name) => {
            names.insert(name.clone());
        }
        ExpressionKind::Tag(tag) => {
            names.insert(super::evaluator::tag_name(tag));
        }
        ExpressionKind::Tuple(elements)
        | ExpressionKind::Elements(elements)
        | ExpressionKind::Chain(_, elements) => {
            elements.iter().for_each(|element| mention(element, names));
        }
        ExpressionKind::IdentityOn(inner)
        | ExpressionKind::Postfix(_, inner)
        | ExpressionKind::Complement(inner) => mention(inner, names),
        ExpressionKind::Product(first, second)
        | ExpressionKind::Apply(first, second)
        | ExpressionKind::Try(first, second) => {
            mention(first, names);
            mention(second, names);
        }
        ExpressionKind::If(_, first, second) => {
            mention(first, names);
            mention(second, names);
        }
        ExpressionKind::Function(_, body) => mention(body, names),
        ExpressionKind::Let(local, body) => {
            bindings(local, names);
            mention(body, names);
        }
        ExpressionKind::MatchTag(matched, clauses, default) => {
            mention(matched, names);
            clauses.iter().for_each(|clause| mention(&clause.expression, names));
            default.iter().for_each(|default| mention(default, names));
        }
        ExpressionKind::MatchSet(matched, clauses) => {
            mention(matched, names);
            mention(&clauses.empty, names);
            mention(&clauses.otherwise, names);
        }
    }
}
