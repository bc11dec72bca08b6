//! The functions that cat itself cannot define.

use super::evaluator::Evaluator;
use super::phase::{Phase, Stop, ValueOf};
use super::value::Value;
use crate::error::{Error, ErrorKind};
use crate::source::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    Domain,
    Range,
    /// The classes of an equivalence, as a set of sets.
    Classes,
    /// The linear orders of a set that contain an order, as a set of relations.
    Linearisations,
    /// The same for each class of an equivalence at once.
    LinearOrders,
    /// The events that carry a tag.
    TagToEvents,
    /// The pairs of events in the same instance of a scope.
    TagToScope,
}

impl Builtin {
    pub(crate) const ALL: [(&str, Builtin); 7] = [
        ("domain", Builtin::Domain),
        ("range", Builtin::Range),
        ("classes", Builtin::Classes),
        ("linearisations", Builtin::Linearisations),
        ("linear-orders", Builtin::LinearOrders),
        ("tag2events", Builtin::TagToEvents),
        ("tag2scope", Builtin::TagToScope),
    ];
}

impl<P: Phase> Evaluator<'_, P> {
    pub(super) fn call_builtin(
        &mut self,
        builtin: Builtin,
        argument: ValueOf<P>,
        span: Span,
    ) -> Result<ValueOf<P>, Stop> {
        self.phase.locate(span);
        match builtin {
            Builtin::Domain => {
                let relation = self.relation(argument, span)?;
                Ok(Value::Set(self.phase.domain(&relation)))
            }
            Builtin::Range => {
                let relation = self.relation(argument, span)?;
                Ok(Value::Set(self.phase.range(&relation)))
            }
            Builtin::Classes => {
                let relation = self.relation(argument, span)?;
                self.classes(&relation)
            }
            Builtin::Linearisations => {
                let (set, order) = pair::<P>(argument, "a set and a relation", span)?;
                let set = self.set(set, span)?;
                let order = self.relation(order, span)?;
                let everything = self.phase.product(&set, &set);
                self.phase.events(&set)?;
                self.phase.orders(&everything, &order)
            }
            Builtin::LinearOrders => {
                let (classes, order) = pair::<P>(argument, "two relations", span)?;
                let classes = self.relation(classes, span)?;
                let order = self.relation(order, span)?;
                self.phase.orders(&classes, &order)
            }
            Builtin::TagToEvents => {
                let Value::Tag(tag) = argument else {
                    return Err(no_tag::<P>(&argument, span));
                };
                Ok(Value::Set(self.phase.tagged(&tag, span)?))
            }
            Builtin::TagToScope => {
                let Value::Tag(tag) = argument else {
                    return Err(no_tag::<P>(&argument, span));
                };
                Ok(Value::Relation(self.phase.scope(&tag, span)?))
            }
        }
    }

    fn classes(&mut self, relation: &P::Relation) -> Result<ValueOf<P>, Stop> {
        let pairs = self.phase.pairs(relation)?;
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for (from, to) in pairs {
            match classes.iter_mut().find(|class| class.contains(&from)) {
                Some(class) if class.contains(&to) => {}
                Some(class) => class.push(to),
                None if from == to => classes.push(vec![from]),
                None => classes.push(vec![from, to]),
            }
        }
        let sets = classes.iter().map(|class| Ok(Value::Set(self.phase.set_of(class)?)));
        Ok(Value::elements(sets.collect::<Result<Vec<_>, Stop>>()?))
    }
}

/// Both arguments of a function of two.
fn pair<P: Phase>(
    argument: ValueOf<P>,
    expected: &str,
    span: Span,
) -> Result<(ValueOf<P>, ValueOf<P>), Stop> {
    match argument {
        Value::Tuple(parts) if parts.len() == 2 => Ok((parts[0].clone(), parts[1].clone())),
        Value::Deferred(_) => Err(Stop::Later),
        other => {
            let message = format!("expected {expected}, but this is {}", other.describe());
            Err(Error::new(ErrorKind::Type, span, message).into())
        }
    }
}

fn no_tag<P: Phase>(value: &ValueOf<P>, span: Span) -> Stop {
    if let Value::Deferred(_) = value {
        return Stop::Later;
    }
    let message = format!("expected a tag, but this is {}", value.describe());
    Error::new(ErrorKind::Type, span, message).into()
}
