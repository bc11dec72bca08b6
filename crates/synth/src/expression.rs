//! What can an axiom be about? Expressions over base relations, with the operators of cat
//! (`dat3m-thesis` §6.3). The size of an expression is the number of its leaves and unary
//! operators.

use crate::base_relations::BaseRelation;
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expression {
    /// By its number.
    Base(usize),
    Union(Rc<Expression>, Rc<Expression>),
    Intersection(Rc<Expression>, Rc<Expression>),
    Difference(Rc<Expression>, Rc<Expression>),
    Sequence(Rc<Expression>, Rc<Expression>),
    Inverse(Rc<Expression>),
    Closure(Rc<Expression>),
}

impl Expression {
    /// As cat writes it; everything but a base relation is in parentheses.
    pub(crate) fn show(&self, base: &[BaseRelation]) -> String {
        let both = |first: &Expression, sign: &str, second: &Expression| {
            format!("({}{sign}{})", first.show(base), second.show(base))
        };
        match self {
            Expression::Base(index) => base[*index].name.clone(),
            Expression::Union(first, second) => both(first, " | ", second),
            Expression::Intersection(first, second) => both(first, " & ", second),
            Expression::Difference(first, second) => both(first, " \\ ", second),
            Expression::Sequence(first, second) => both(first, "; ", second),
            Expression::Inverse(of) => format!("({}^-1)", of.show(base)),
            Expression::Closure(of) => format!("({}+)", of.show(base)),
        }
    }

    /// The base relations in it, by number.
    pub(crate) fn leaves(&self, found: &mut Vec<usize>) {
        match self {
            Expression::Base(index) => found.push(*index),
            Expression::Union(first, second)
            | Expression::Intersection(first, second)
            | Expression::Difference(first, second)
            | Expression::Sequence(first, second) => {
                first.leaves(found);
                second.leaves(found);
            }
            Expression::Inverse(of) | Expression::Closure(of) => of.leaves(found),
        }
    }
}
