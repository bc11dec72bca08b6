//! The operators of the language, by those of the core.
//!
//! Which kinds of values go together is the business of `collections`.

use super::environment::Environment;
use super::evaluator::Evaluator;
use super::phase::{Phase, Stop, ValueOf};
use super::value::Value;
use crate::domain::Boolean;
use crate::source::Span;
use crate::syntax::{Expression, Infix, Postfix};

impl<P: Phase> Evaluator<'_, P> {
    /// `{a, b}`
    pub(super) fn literal(
        &mut self,
        elements: &[Expression],
        scope: &Environment<ValueOf<P>>,
    ) -> Result<ValueOf<P>, Stop> {
        elements.iter().rev().try_fold(Value::Empty, |set, element| {
            let value = self.evaluate(element, scope)?;
            self.insert(value, set, element.span)
        })
    }

    /// `[S]`
    pub(super) fn identity_on(
        &mut self,
        set: &Expression,
        span: Span,
        scope: &Environment<ValueOf<P>>,
    ) -> Result<ValueOf<P>, Stop> {
        let set = self.evaluate_set(set, scope)?;
        self.phase.locate(span);
        Ok(Value::Relation(self.phase.identity_on(&set)))
    }

    /// `~e`
    pub(super) fn complement(
        &mut self,
        operand: &Expression,
        span: Span,
        scope: &Environment<ValueOf<P>>,
    ) -> Result<ValueOf<P>, Stop> {
        let value = self.evaluate(operand, scope)?;
        self.phase.locate(span);
        self.combine(Boolean::Difference, Value::Universe, value, operand.span)
    }

    /// `A * B`
    pub(super) fn product(
        &mut self,
        first: &Expression,
        second: &Expression,
        span: Span,
        scope: &Environment<ValueOf<P>>,
    ) -> Result<ValueOf<P>, Stop> {
        let first = self.evaluate_set(first, scope)?;
        let second = self.evaluate_set(second, scope)?;
        self.phase.locate(span);
        Ok(Value::Relation(self.phase.product(&first, &second)))
    }

    pub(super) fn postfix(
        &mut self,
        operator: Postfix,
        operand: &Expression,
        span: Span,
        scope: &Environment<ValueOf<P>>,
    ) -> Result<ValueOf<P>, Stop> {
        let relation = self.evaluate_relation(operand, scope)?;
        self.phase.locate(span);
        Ok(Value::Relation(match operator {
            Postfix::Inverse => self.phase.inverse(&relation),
            Postfix::Plus => self.phase.closure(&relation),
            Postfix::Star => {
                let closure = self.phase.closure(&relation);
                self.or_identity(closure)
            }
            Postfix::Optional => self.or_identity(relation),
        }))
    }

    fn or_identity(&mut self, relation: P::Relation) -> P::Relation {
        let identity = self.phase.identity();
        self.phase.relation(Boolean::Union, &relation, &identity)
    }

    pub(super) fn chain(
        &mut self,
        operator: Infix,
        operands: &[Expression],
        span: Span,
        scope: &Environment<ValueOf<P>>,
    ) -> Result<ValueOf<P>, Stop> {
        let boolean = match operator {
            Infix::Union => Boolean::Union,
            Infix::Intersection => Boolean::Intersection,
            Infix::Difference => Boolean::Difference,
            Infix::Sequence => {
                let mut relations = operands.iter();
                let first = relations.next().expect("a chain has operands");
                let mut sequence = self.evaluate_relation(first, scope)?;
                for operand in relations {
                    let next = self.evaluate_relation(operand, scope)?;
                    self.phase.locate(span);
                    sequence = self.phase.sequence(&sequence, &next);
                }
                return Ok(Value::Relation(sequence));
            }
            Infix::Add => {
                let (last, firsts) = operands.split_last().expect("a chain has operands");
                let set = self.evaluate(last, scope)?;
                return firsts.iter().rev().try_fold(set, |set, operand| {
                    let value = self.evaluate(operand, scope)?;
                    self.insert(value, set, operand.span)
                });
            }
        };
        let mut operands = operands.iter();
        let first = operands.next().expect("a chain has operands");
        let mut value = self.evaluate(first, scope)?;
        self.expect_collection(&value, first.span)?;
        for operand in operands {
            let next = self.evaluate(operand, scope)?;
            self.phase.locate(span);
            value = self.combine(boolean, value, next, operand.span)?;
        }
        Ok(value)
    }

    fn evaluate_set(
        &mut self,
        expression: &Expression,
        scope: &Environment<ValueOf<P>>,
    ) -> Result<P::Set, Stop> {
        let value = self.evaluate(expression, scope)?;
        self.set(value, expression.span)
    }

    fn evaluate_relation(
        &mut self,
        expression: &Expression,
        scope: &Environment<ValueOf<P>>,
    ) -> Result<P::Relation, Stop> {
        let value = self.evaluate(expression, scope)?;
        self.relation(value, expression.span)
    }
}
