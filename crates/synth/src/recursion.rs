//! Which relations are defined by themselves (`dat3m-thesis` §6.5)? All definitions of one name in
//! order of size, and what each defines: the least relation that has what its body makes of it.
//!
//! The paper treats the name as a base relation, and tries all relations as its definition. Here a
//! definition is solved at once, and what it defines is a relation as any other: of those with the
//! same value in every view one is kept. Bodies themselves are kept all, since two that are equal
//! for one value of the name need not be for another.
//!
//! Not covered: relations that are defined by each other, which `cegis` finds.

use crate::base_relations::Use;
use crate::expansion::Known;
use crate::expression::{Expression, System};
use crate::matrices::{Layout, Matrices, zip};
use std::rc::Rc;

/// An expression with the name in it, in which everything else has a value.
#[derive(Debug)]
enum Tree {
    Name,
    Closed(Rc<Matrices>),
    Union(Rc<Tree>, Rc<Tree>),
    Intersection(Rc<Tree>, Rc<Tree>),
    Sequence(Rc<Tree>, Rc<Tree>),
    Difference(Rc<Tree>, Rc<Tree>),
    Closure(Rc<Tree>),
}

impl Tree {
    fn value(&self, name: &Matrices, layout: &Layout) -> Matrices {
        let of = |tree: &Tree| tree.value(name, layout);
        match self {
            Tree::Name => name.clone(),
            Tree::Closed(value) => (**value).clone(),
            Tree::Union(first, second) => zip(&of(first), &of(second), |one, two| one | two),
            Tree::Intersection(first, second) => zip(&of(first), &of(second), |one, two| one & two),
            Tree::Sequence(first, second) => layout.then(&of(first), &of(second)),
            Tree::Difference(first, second) => zip(&of(first), &of(second), |one, two| one & !two),
            Tree::Closure(inner) => layout.transitive(&of(inner)),
        }
    }
}

/// Something that the name occurs in.
#[derive(Clone, Debug)]
struct Body {
    expression: Rc<Expression>,
    tree: Rc<Tree>,
    size: usize,
}

impl Body {
    fn closed(known: &Known) -> Body {
        let (expression, size) = (Rc::clone(&known.expression), known.size);
        Body { expression, tree: Rc::new(Tree::Closed(Rc::clone(&known.matrices))), size }
    }
}

/// The bodies that are known so far.
#[derive(Debug)]
pub(crate) struct Bodies {
    /// In order of size.
    known: Vec<Body>,
    size: usize,
}

impl Bodies {
    pub(crate) fn new() -> Bodies {
        let expression = Rc::new(Expression::Variable(0));
        Bodies { known: vec![Body { expression, tree: Rc::new(Tree::Name), size: 1 }], size: 1 }
    }

    /// Adds all bodies of the next size, with relations that are known and what restricts; whether
    /// it could before it was told to stop.
    pub(crate) fn expand(
        &mut self,
        relations: &[Known],
        restricting: &[(Known, Use)],
        go_on: &dyn Fn() -> bool,
    ) -> bool {
        let size = self.size + 1;
        let mut found = Vec::new();
        for (index, own) in self.known.iter().enumerate() {
            if !go_on() {
                return false;
            }
            if own.size + 1 == size && !matches!(*own.tree, Tree::Closure(_)) {
                let expression = Rc::new(Expression::Closure(Rc::clone(&own.expression)));
                found.push(Body {
                    expression,
                    tree: Rc::new(Tree::Closure(Rc::clone(&own.tree))),
                    size,
                });
            }
            if own.size + 2 == size {
                for (other, used) in restricting {
                    let other = Body::closed(other);
                    found.push(combine(
                        own,
                        &other,
                        size,
                        Expression::Difference,
                        Tree::Difference,
                    ));
                    if *used == Use::Restricts {
                        found.push(combine(
                            own,
                            &other,
                            size,
                            Expression::Intersection,
                            Tree::Intersection,
                        ));
                    }
                }
            }
            let closed = relations.iter().filter(|other| own.size + other.size + 1 >= size);
            let closed = closed.take_while(|other| own.size + other.size <= size);
            for other in closed.map(Body::closed) {
                binary(own, &other, size, &mut found);
            }
            for other in &self.known[index..] {
                if own.size + other.size + 1 >= size && own.size + other.size <= size {
                    binary(own, other, size, &mut found);
                }
            }
        }
        self.known.extend(found);
        self.size = size;
        true
    }

    /// What the bodies of a size define.
    pub(crate) fn defined(&self, size: usize, layout: &Layout) -> Vec<(Expression, Matrices)> {
        let nothing = vec![0; layout.rows()];
        let mut found = Vec::new();
        for own in self.known.iter().filter(|own| own.size == size) {
            let mut value = nothing.clone();
            loop {
                let next = own.tree.value(&value, layout);
                if next == value {
                    break;
                }
                value = next;
            }
            let system = System { bodies: vec![Rc::clone(&own.expression)] };
            found.push((Expression::Recursive(Rc::new(system), 0), value));
        }
        found
    }
}

/// What binary operators make of two bodies, of which one may be closed.
fn binary(own: &Body, other: &Body, size: usize, found: &mut Vec<Body>) {
    if own.size + other.size == size {
        found.push(combine(own, other, size, Expression::Union, Tree::Union));
        return;
    }
    found.push(combine(own, other, size, Expression::Intersection, Tree::Intersection));
    found.push(combine(own, other, size, Expression::Sequence, Tree::Sequence));
    if !Rc::ptr_eq(&own.tree, &other.tree) {
        found.push(combine(other, own, size, Expression::Sequence, Tree::Sequence));
    }
}

fn combine(
    first: &Body,
    second: &Body,
    size: usize,
    expression: impl Fn(Rc<Expression>, Rc<Expression>) -> Expression,
    tree: impl Fn(Rc<Tree>, Rc<Tree>) -> Tree,
) -> Body {
    let both = |first: &Body, second: &Body| {
        expression(Rc::clone(&first.expression), Rc::clone(&second.expression))
    };
    let tree = tree(Rc::clone(&first.tree), Rc::clone(&second.tree));
    Body { expression: Rc::new(both(first, second)), tree: Rc::new(tree), size }
}
