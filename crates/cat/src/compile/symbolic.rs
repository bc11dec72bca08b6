//! The phase of compiling: nobody knows yet what is in a set.

use super::phase::{Improvement, Phase, Stop, ValueOf};
use super::value::Value;
use crate::builder::Builder;
use crate::program::{Kind, Meaning, Slot};
use crate::recursion::{Equation, solve};
use crate::source::Span;
use crate::syntax::{Identifier, Name};

impl Phase for Builder {
    const KNOWS_EVENTS: bool = false;

    fn locate(&mut self, span: Span) {
        Builder::locate(self, span);
    }

    fn events(&mut self, _: &Slot) -> Result<Vec<usize>, Stop> {
        Err(Stop::Later)
    }

    fn pairs(&mut self, _: &Slot) -> Result<Vec<(usize, usize)>, Stop> {
        Err(Stop::Later)
    }

    fn set_of(&mut self, _: &[usize]) -> Result<Slot, Stop> {
        Err(Stop::Later)
    }

    fn relation_of(&mut self, _: &[(usize, usize)]) -> Result<Slot, Stop> {
        Err(Stop::Later)
    }

    fn tagged(&mut self, tag: &Name, _: Span) -> Result<Slot, Stop> {
        Ok(self.input(Meaning::Tagged(tag.clone()), Kind::Set))
    }

    fn scope(&mut self, tag: &Name, _: Span) -> Result<Slot, Stop> {
        Ok(self.input(Meaning::Scope(tag.clone()), Kind::Relation))
    }

    fn orders(&mut self, classes: &Slot, order: &Slot) -> Result<ValueOf<Builder>, Stop> {
        Ok(Value::Orders(*classes, *order))
    }

    fn fixpoint(
        &mut self,
        names: &[Identifier],
        kinds: &[Kind],
        step: Improvement<'_, Builder>,
    ) -> Result<Vec<ValueOf<Builder>>, Stop> {
        let value = |kind: &Kind, slot: Slot| match kind {
            Kind::Set => Value::Set(slot),
            Kind::Relation => Value::Relation(slot),
        };
        let variables: Vec<Slot> = kinds.iter().map(|kind| self.variable(*kind)).collect();
        let values: Vec<ValueOf<Builder>> =
            kinds.iter().zip(&variables).map(|(kind, slot)| value(kind, *slot)).collect();
        let results = step(self, &values)?;
        let equations =
            names.iter().zip(variables).zip(results).map(|((name, variable), result)| {
                let (Value::Set(result) | Value::Relation(result)) = result else {
                    unreachable!("a step makes sets and relations");
                };
                Equation { name: name.clone(), variable, result }
            });
        let solutions = solve(self, equations.collect())?;
        Ok(kinds.iter().zip(solutions).map(|(kind, slot)| value(kind, slot)).collect())
    }
}
