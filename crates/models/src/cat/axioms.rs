//! The readable check: the model's own axioms on a whole graph, with the graph's co for the one
//! that the model would choose.

use super::structure::of_graph;
use ::cat::program::{Possibilities, Program};
use ::cat::syntax::Role;
use ::cat::{Concrete, Judgement, Valuation, compute, judge, perform};
use events::{CatView, Primitives};
use execution::Graph;

/// What all checks of a model say of a graph, also those that are no axioms.
pub fn judgement(program: &Program, graph: &Graph) -> Judgement {
    let (structure, primitives) = (of_graph(graph), Primitives::of(program));
    let view = CatView::new(&structure, &primitives);
    judge(program, view.world(), &view)
}

/// Whether a model allows a graph: its axioms hold, and it could have chosen the graph's co.
pub fn is_consistent(program: &Program, graph: &Graph) -> bool {
    allows(program, &Primitives::of(program), graph)
}

/// The same, for whoever has looked up what the model's names mean.
pub(super) fn allows(program: &Program, primitives: &Primitives, graph: &Graph) -> bool {
    let structure = of_graph(graph);
    let view = CatView::new(&structure, primitives);
    let mut world = view.world();
    let mut valuation = Valuation::new(program);
    let mut done = 0;
    let mut fill = |valuation: &mut Valuation<Concrete>, end: usize| {
        compute(program, &mut world, &view, done..end.max(done), valuation);
        done = end.max(done);
    };
    let axioms_hold =
        program.checks.iter().filter(|check| check.role == Role::Axiom).all(|check| {
            fill(&mut valuation, program.prefix(check.slot));
            perform(check, &valuation).is_ok()
        });
    axioms_hold
        && program.choices.iter().enumerate().all(|(index, choice)| {
            let Possibilities::Orders { classes, order } = &choice.source else { return false };
            fill(&mut valuation, program.prefix(*classes).max(program.prefix(*order)));
            let (classes, order) = (valuation.relation(*classes), valuation.relation(*order));
            let chosen = structure.chosen(primitives.choice(index));
            let co = chosen.expect("models that choose anything but co are refused");
            let decides = |(from, to)| from == to || co.contains(from, to) || co.contains(to, from);
            let follows = |(from, to)| co.contains(from, to) || !classes.contains(from, to);
            let is_in_class = |(from, to)| classes.contains(from, to);
            classes.pairs().all(decides)
                && co.pairs().all(is_in_class)
                && order.pairs().all(follows)
        })
}
