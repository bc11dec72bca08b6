//! The readable check: the model's own axioms on a whole graph, with the graph's co for the one that the model would choose.

use super::Told;
use ::cat::program::{Program, Source};
use ::cat::syntax::Role;
use ::cat::{Concrete, Given, Judgement, Valuation, compute, judge, perform};
use execution::Graph;

/// What all checks of a model say of a graph, also those that are no axioms.
pub fn judgement(program: &Program, graph: &Graph) -> Judgement {
    let told = Told::new(graph);
    judge(program, told.world(), &told)
}

/// Whether a model allows a graph: its axioms hold, and it could have chosen the graph's co.
pub fn is_consistent(program: &Program, graph: &Graph) -> bool {
    let told = Told::new(graph);
    let mut world = told.world();
    let mut valuation = Valuation::new(program);
    let mut done = 0;
    let mut fill = |valuation: &mut Valuation<Concrete>, end: usize| {
        compute(program, &mut world, &told, done..end.max(done), valuation);
        done = end.max(done);
    };
    let axioms_hold =
        program.checks.iter().filter(|check| check.role == Role::Axiom).all(|check| {
            fill(&mut valuation, program.prefix(check.slot));
            perform(check, &valuation).is_ok()
        });
    axioms_hold
        && program.choices.iter().enumerate().all(|(index, choice)| {
            let Source::Orders { classes, order } = &choice.source else { return false };
            fill(&mut valuation, program.prefix(*classes).max(program.prefix(*order)));
            let (classes, order) = (valuation.relation(*classes), valuation.relation(*order));
            let co = told.choice(&mut told.world(), index);
            let decides = |(from, to)| from == to || co.contains(from, to) || co.contains(to, from);
            let follows = |(from, to)| co.contains(from, to) || !classes.contains(from, to);
            let is_in_class = |(from, to)| classes.contains(from, to);
            classes.pairs().all(decides)
                && co.pairs().all(is_in_class)
                && order.pairs().all(follows)
        })
}
