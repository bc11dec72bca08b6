//! What can an axiom be about? Expressions over base relations, with the operators of cat
//! (`dat3m-thesis` §6.3), and relations that are defined by themselves (§6.5).
//!
//! The *size* of an expression is the number of its leaves and of its operators other than union.
//! Unions cost nothing beyond their parts: known models are unions of what they are made of, and of
//! two explanations the one that lists more is simpler than the one that nests deeper. A recursive
//! relation has the size of its definition and one more, wherever it is used.

use crate::base_relations::BaseRelation;
use crate::matrices::{Layout, Matrices, zip};
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
    /// In the bodies of a system: what it defines with this number.
    Variable(usize),
    /// What a system defines with this number.
    Recursive(Rc<System>, usize),
}

/// Relations that are defined by each other: the least ones that have what their bodies have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct System {
    pub bodies: Vec<Rc<Expression>>,
}

/// How things are called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'n> {
    pub base: &'n [BaseRelation],
    /// In the order in which they are defined.
    pub systems: &'n [Rc<System>],
    /// The system whose bodies are written.
    pub within: usize,
}

impl<'n> Names<'n> {
    pub(crate) fn new(base: &'n [BaseRelation], systems: &'n [Rc<System>]) -> Names<'n> {
        Names { base, systems, within: 0 }
    }

    fn recursive(&self, system: usize, index: usize) -> String {
        let before: usize = self.systems[..system].iter().map(|own| own.bodies.len()).sum();
        let mut name = format!("rec-{}", before + index + 1);
        while self.base.iter().any(|own| own.name == name) {
            name.push('x');
        }
        name
    }

    /// The definitions of all systems.
    pub(crate) fn definitions(&self) -> String {
        let mut text = String::new();
        for (within, system) in self.systems.iter().enumerate() {
            let names = Names { within, ..*self };
            let first = if system.is_recursive() { "let rec" } else { "let" };
            for (index, body) in system.bodies.iter().enumerate() {
                let begin = if index == 0 { first } else { "and" };
                text +=
                    &format!("{begin} {} = {}\n", names.recursive(within, index), body.show(names));
            }
        }
        text
    }
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
    pub(crate) fn show(&self, names: Names<'_>) -> String {
        self.show_in(Level::Union, names)
    }

    /// In a place where something looser than `around` needs parentheses.
    fn show_in(&self, around: Level, names: Names<'_>) -> String {
        let both = |level: Level, right: Level, first: &Expression, sign, second: &Expression| {
            let text =
                format!("{}{sign}{}", first.show_in(level, names), second.show_in(right, names));
            if level < around { format!("({text})") } else { text }
        };
        use Level::{Difference, Intersection, Postfix, Sequence, Union};
        match self {
            Expression::Base(index) => names.base[*index].name.clone(),
            Expression::Union(first, second) => both(Union, Union, first, " | ", second),
            Expression::Sequence(first, second) => both(Sequence, Sequence, first, "; ", second),
            // What is subtracted twice is written with parentheses.
            Expression::Difference(first, second) => {
                both(Difference, Intersection, first, " \\ ", second)
            }
            Expression::Intersection(first, second) => {
                both(Intersection, Intersection, first, " & ", second)
            }
            Expression::Closure(of) => format!("{}^+", of.show_in(Postfix, names)),
            Expression::Variable(index) => names.recursive(names.within, *index),
            Expression::Recursive(system, index) => {
                let place = names.systems.iter().position(|own| own == system);
                names.recursive(place.expect("its system is defined"), *index)
            }
        }
    }

    /// Its leaves, and its operators other than union.
    pub(crate) fn size(&self) -> usize {
        self.size_with(&|system| 1 + system.bodies.iter().map(|body| body.size()).sum::<usize>())
    }

    /// The same without the definitions of recursive relations.
    pub(crate) fn size_of_uses(&self) -> usize {
        self.size_with(&|_| 1)
    }

    fn size_with(&self, of_system: &dyn Fn(&System) -> usize) -> usize {
        let of = |own: &Expression| own.size_with(of_system);
        match self {
            Expression::Base(_) | Expression::Variable(_) => 1,
            Expression::Union(first, second) => of(first) + of(second),
            Expression::Intersection(first, second)
            | Expression::Difference(first, second)
            | Expression::Sequence(first, second) => of(first) + of(second) + 1,
            Expression::Closure(inner) => of(inner) + 1,
            Expression::Recursive(system, _) => of_system(system),
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

    /// The same for what must have no cycle: a relation has the cycles of its closure.
    pub(crate) fn parts_of_cycles(expression: &Rc<Expression>) -> Vec<Rc<Expression>> {
        let parts = Expression::parts(expression).into_iter();
        let opened = parts.flat_map(|part| match &*part {
            Expression::Closure(of) => Expression::parts_of_cycles(of),
            _ => vec![part],
        });
        opened.collect()
    }

    /// The base relations in it, by number, and the systems, each after those that it uses.
    pub(crate) fn leaves(&self, found: &mut Vec<usize>, systems: &mut Vec<Rc<System>>) {
        match self {
            Expression::Base(index) => found.push(*index),
            Expression::Variable(_) => {}
            Expression::Union(first, second)
            | Expression::Intersection(first, second)
            | Expression::Difference(first, second)
            | Expression::Sequence(first, second) => {
                first.leaves(found, systems);
                second.leaves(found, systems);
            }
            Expression::Closure(of) => of.leaves(found, systems),
            Expression::Recursive(system, _) => {
                system.bodies.iter().for_each(|body| body.leaves(found, systems));
                if !systems.contains(system) {
                    systems.push(Rc::clone(system));
                }
            }
        }
    }

    /// Whether the system around it is spoken of.
    fn has_variable(&self) -> bool {
        match self {
            Expression::Base(_) | Expression::Recursive(..) => false,
            Expression::Variable(_) => true,
            Expression::Union(first, second)
            | Expression::Intersection(first, second)
            | Expression::Difference(first, second)
            | Expression::Sequence(first, second) => first.has_variable() || second.has_variable(),
            Expression::Closure(of) => of.has_variable(),
        }
    }

    /// The value in all views, of base relations with these values.
    pub(crate) fn evaluate(&self, values: &[Matrices], layout: &Layout) -> Matrices {
        self.evaluate_with(values, &[], layout)
    }

    /// The same, where the variables of a system have values, too.
    pub(crate) fn evaluate_with(
        &self,
        values: &[Matrices],
        variables: &[Matrices],
        layout: &Layout,
    ) -> Matrices {
        let of = |own: &Expression| own.evaluate_with(values, variables, layout);
        match self {
            Expression::Base(index) => values[*index].clone(),
            Expression::Variable(index) => variables[*index].clone(),
            Expression::Union(first, second) => zip(&of(first), &of(second), |one, two| one | two),
            Expression::Intersection(first, second) => {
                zip(&of(first), &of(second), |one, two| one & two)
            }
            Expression::Difference(first, second) => {
                zip(&of(first), &of(second), |one, two| one & !two)
            }
            Expression::Sequence(first, second) => layout.then(&of(first), &of(second)),
            Expression::Closure(inner) => layout.transitive(&of(inner)),
            Expression::Recursive(system, index) => {
                system.fixpoint(values, layout).swap_remove(*index)
            }
        }
    }
}

impl System {
    /// Whether anything is defined by itself; templates may also give a name to what is not.
    fn is_recursive(&self) -> bool {
        self.bodies.iter().any(|body| body.has_variable())
    }

    /// The least relations that the bodies define: from nothing, until nothing is new. Only base
    /// relations are subtracted, so that bodies grow with the variables.
    pub(crate) fn fixpoint(&self, values: &[Matrices], layout: &Layout) -> Vec<Matrices> {
        let mut found: Vec<Matrices> = vec![vec![0; layout.rows()]; self.bodies.len()];
        loop {
            let next = |body: &Rc<Expression>| body.evaluate_with(values, &found, layout);
            let next: Vec<Matrices> = self.bodies.iter().map(next).collect();
            if next == found {
                return found;
            }
            found = next;
        }
    }
}
