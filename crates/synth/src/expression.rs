//! What can an axiom be about? Expressions over base relations, with the operators of cat
//! (`dat3m-thesis` §6.3).
//!
//! The *size* of an expression is the number of its leaves and of its operators other than union.
//! Unions cost nothing beyond their parts: known models are unions of what they are made of, and of
//! two explanations the one that lists more is simpler than the one that nests deeper.

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
    Closure(Rc<Expression>),
}

/// How tightly an expression holds together in cat's grammar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Union,
    Sequence,
    Difference,
    Intersection,
    Postfix,
}

impl Expression {
    /// As cat writes it, such that it can be a part of a union.
    pub(crate) fn show(&self, base: &[BaseRelation]) -> String {
        self.show_in(Level::Union, base)
    }

    /// In a place where something looser than `around` needs parentheses.
    fn show_in(&self, around: Level, base: &[BaseRelation]) -> String {
        let both = |level: Level, right: Level, first: &Expression, sign, second: &Expression| {
            let text =
                format!("{}{sign}{}", first.show_in(level, base), second.show_in(right, base));
            if level < around { format!("({text})") } else { text }
        };
        use Level::{Difference, Intersection, Postfix, Sequence, Union};
        match self {
            Expression::Base(index) => base[*index].name.clone(),
            Expression::Union(first, second) => both(Union, Union, first, " | ", second),
            Expression::Sequence(first, second) => both(Sequence, Sequence, first, "; ", second),
            // What is subtracted twice is written with parentheses.
            Expression::Difference(first, second) => {
                both(Difference, Intersection, first, " \\ ", second)
            }
            Expression::Intersection(first, second) => {
                both(Intersection, Intersection, first, " & ", second)
            }
            Expression::Closure(of) => format!("{}^+", of.show_in(Postfix, base)),
        }
    }

    /// Its leaves, and its operators other than union.
    pub(crate) fn size(&self) -> usize {
        match self {
            Expression::Base(_) => 1,
            Expression::Union(first, second) => first.size() + second.size(),
            Expression::Intersection(first, second)
            | Expression::Difference(first, second)
            | Expression::Sequence(first, second) => first.size() + second.size() + 1,
            Expression::Closure(of) => of.size() + 1,
        }
    }

    /// The parts of a union, or the expression itself.
    pub(crate) fn parts(expression: &Rc<Expression>) -> Vec<Rc<Expression>> {
        match &**expression {
            Expression::Union(first, second) => {
                [Expression::parts(first), Expression::parts(second)].concat()
            }
            _ => vec![Rc::clone(expression)],
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
            Expression::Closure(of) => of.leaves(found),
        }
    }
}
