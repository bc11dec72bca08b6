//! Expressions that only a given execution can answer: those that look into sets (`match S with …`)
//! or make sets of relations.
//!
//! They are kept as trees, with the slots that they need, and evaluated by the compiler's own
//! evaluator over the relations of the execution.

use crate::compile::carry::Carrier;
use crate::compile::evaluator::{Evaluator, Settings};
use crate::compile::phase::{Improvement, Phase, Stop, ValueOf};
use crate::compile::value::{Deferred, Value};
use crate::concrete::Concrete;
use crate::domain::Domain;
use crate::error::{Error, ErrorKind};
use crate::evaluate::Valuation;
use crate::orders::linear_orders;
use crate::program::{Kind, Possibilities, Slot};
use crate::source::Span;
use crate::syntax::{Identifier, Name};
use relation::{Relation, Set};
use std::collections::BTreeSet;
use std::fmt;

/// An expression that waits for an execution.
#[derive(Clone, Debug)]
pub struct Interpreted {
    waiting: Deferred<Slot, Slot>,
    variants: BTreeSet<String>,
}

impl Interpreted {
    pub(crate) fn new(waiting: &Deferred<Slot, Slot>, variants: BTreeSet<String>) -> Interpreted {
        let waiting = Carrier::new(&mut |slot| *slot, &mut |slot| *slot).deferred(waiting);
        Interpreted { waiting, variants }
    }

    /// The same with other slots.
    pub(crate) fn rename(&self, mut rename: impl FnMut(Slot) -> Slot) -> Interpreted {
        let rename = std::cell::RefCell::new(&mut rename);
        let mut set = |slot: &Slot| rename.borrow_mut()(*slot);
        let mut relation = |slot: &Slot| rename.borrow_mut()(*slot);
        let waiting = Carrier::new(&mut set, &mut relation).deferred(&self.waiting);
        Interpreted { waiting, variants: self.variants.clone() }
    }

    /// The slots that must be filled before.
    pub(crate) fn slots(&self) -> BTreeSet<Slot> {
        let mut slots = BTreeSet::new();
        self.rename(|slot| {
            slots.insert(slot);
            slot
        });
        slots
    }

    /// The relations that there are to choose from in an execution.
    fn relations(
        &self,
        world: Concrete,
        valuation: &Valuation<Concrete>,
    ) -> Result<Vec<Relation>, Error> {
        let mut set = |slot: &Slot| valuation.set(*slot).clone();
        let mut relation = |slot: &Slot| valuation.relation(*slot).clone();
        let waiting = Carrier::new(&mut set, &mut relation).deferred(&self.waiting);
        let (mut phase, settings) = (world, Settings::new(self.variants.clone()));
        let mut evaluator = Evaluator::new(&mut phase, &settings);
        let span = waiting.expression.span;
        let value = evaluator.evaluate(&waiting.expression, &waiting.environment);
        let relations = value.and_then(|value| match value {
            Value::Empty => Ok(Vec::new()),
            Value::Elements(elements) => {
                elements.iter().map(|element| evaluator.relation(element.clone(), span)).collect()
            }
            other => {
                let message =
                    format!("expected a set of relations, but this is {}", other.describe());
                Err(Error::new(ErrorKind::Type, span, message).into())
            }
        });
        relations.map_err(|stop| match stop {
            Stop::Error(error) => error,
            Stop::Later => unreachable!("an execution is given"),
        })
    }
}

impl fmt::Display for Interpreted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.waiting.expression)
    }
}

impl Possibilities {
    /// The same with other slots.
    pub(crate) fn rename(&self, rename: impl Fn(Slot) -> Slot) -> Possibilities {
        match self {
            Possibilities::Orders { classes, order } => {
                Possibilities::Orders { classes: rename(*classes), order: rename(*order) }
            }
            Possibilities::Interpreted(interpreted) => {
                Possibilities::Interpreted(interpreted.rename(rename))
            }
        }
    }

    /// The slots that must be filled before the choice.
    pub fn slots(&self) -> BTreeSet<Slot> {
        match self {
            Possibilities::Orders { classes, order } => BTreeSet::from([*classes, *order]),
            Possibilities::Interpreted(interpreted) => interpreted.slots(),
        }
    }

    /// All relations that there are to choose from in an execution.
    pub fn relations(
        &self,
        world: Concrete,
        valuation: &Valuation<Concrete>,
    ) -> Result<Vec<Relation>, Error> {
        match self {
            Possibilities::Orders { classes, order } => {
                Ok(linear_orders(valuation.relation(*classes), valuation.relation(*order)))
            }
            Possibilities::Interpreted(interpreted) => interpreted.relations(world, valuation),
        }
    }
}

/// The phase in which an execution is given.
impl Phase for Concrete {
    const KNOWS_EVENTS: bool = true;

    fn locate(&mut self, _: Span) {}

    fn events(&mut self, set: &Set) -> Result<Vec<usize>, Stop> {
        Ok(set.iter().collect())
    }

    fn pairs(&mut self, relation: &Relation) -> Result<Vec<(usize, usize)>, Stop> {
        Ok(relation.pairs().collect())
    }

    fn set_of(&mut self, events: &[usize]) -> Result<Set, Stop> {
        Ok(Set::from_numbers(self.events, events.iter().copied()))
    }

    fn relation_of(&mut self, pairs: &[(usize, usize)]) -> Result<Relation, Stop> {
        let mut relation = Relation::new(self.events);
        pairs.iter().for_each(|(from, to)| relation.insert(*from, *to));
        Ok(relation)
    }

    fn tagged(&mut self, tag: &Name, span: Span) -> Result<Set, Stop> {
        let message = format!("`tag2events('{tag})` in an expression that looks into sets");
        Err(Error::new(ErrorKind::Unsupported, span, message).into())
    }

    fn scope(&mut self, tag: &Name, span: Span) -> Result<Relation, Stop> {
        let message = format!("`tag2scope('{tag})` in an expression that looks into sets");
        Err(Error::new(ErrorKind::Unsupported, span, message).into())
    }

    fn orders(&mut self, classes: &Relation, order: &Relation) -> Result<ValueOf<Concrete>, Stop> {
        let orders = linear_orders(classes, order).into_iter().map(Value::Relation);
        Ok(Value::distinct(orders.collect()))
    }

    fn fixpoint(
        &mut self,
        names: &[Identifier],
        kinds: &[Kind],
        step: Improvement<'_, Concrete>,
    ) -> Result<Vec<ValueOf<Concrete>>, Stop> {
        let empty = |kind: &Kind| match kind {
            Kind::Set => Value::Set(self.empty_set()),
            Kind::Relation => Value::Relation(self.empty_relation()),
        };
        let mut values: Vec<ValueOf<Concrete>> = kinds.iter().map(empty).collect();
        // Values that only grow come to an end.
        loop {
            let next = step(self, &values)?;
            if next.iter().zip(&values).all(|(new, old)| new.is_same(old)) {
                return Ok(values);
            }
            let shrinks = next.iter().zip(&values).position(|(new, old)| !contains(new, old));
            if let Some(index) = shrinks {
                let message = format!("the recursion of `{}` is not monotone", names[index].name);
                return Err(Error::new(ErrorKind::Recursion, names[index].span, message).into());
            }
            values = next;
        }
    }
}

/// Whether a set or relation contains another one.
fn contains(value: &ValueOf<Concrete>, other: &ValueOf<Concrete>) -> bool {
    match (value, other) {
        (Value::Set(set), Value::Set(other)) => other.clone().difference(set).is_empty(),
        (Value::Relation(relation), Value::Relation(other)) => {
            other.clone().without(relation).is_empty()
        }
        _ => false,
    }
}
