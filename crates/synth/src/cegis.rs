//! Expansion by CEGIS (`dat3m-thesis` §6.4.2): a solver instantiates templates such that some views
//! are forbidden and others are not; what is found is judged on all views, and views about which it
//! is wrong are added.
//!
//! Deviations from Algorithm 6: 1. The axioms of a model are looked for together, so that there is
//! no list of relations to combine, and no backtracking over which views a relation forbids: every
//! view is forbidden by one of the templates. 2. Executions of allowed tests are given, too, as
//! views: one of each claim must live. 3. Sizes are bounded, as in the enumeration, and the
//! smallest total size is found.
//!
//! Oracle: `tests/expansions.rs`, where both expansions say the same about existence up to a size.
//! Not covered: recursion (§6.5), holes of sketches, exceptions.

use crate::base_relations::BaseRelation;
use crate::choice::holds;
use crate::counter::sums;
use crate::expression::Expression;
use crate::matrices::{Layout, Matrices, is_cyclic, is_reflexive, zip};
use crate::observed::Label;
use crate::template::{Instance, Template};
use crate::views::Views;
use solver::{Answer, Backend, Circuit, Literal};
use std::collections::BTreeMap;

/// So many claims are learnt from at once.
const MOST_LEARNT: usize = 4;

/// What templates are instantiated for.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'s> {
    pub views: &'s Views,
    pub layout: &'s Layout,
    pub base: &'s [BaseRelation],
    pub values: &'s [Matrices],
}

/// What came out of a number of templates of a depth.
pub(crate) enum Instantiated {
    Found(Vec<Instance>),
    None,
    Stopped,
}

/// The smallest axioms that explain all claims, with templates of this depth.
pub(crate) fn instantiate(
    subject: Subject<'_>,
    axioms: usize,
    depth: u32,
    total: usize,
    go_on: &dyn Fn() -> bool,
) -> Instantiated {
    let mut circuit = Circuit::new(Backend::Cadical.start());
    let new = |_| Template::new(&mut circuit, subject.base, depth);
    let templates: Vec<Template> = (0..axioms).map(new).collect();
    let weights: Vec<(Literal, usize)> =
        templates.iter().flat_map(|template| template.weights(&mut circuit)).collect();
    let sizes = sums(circuit.solver(), weights, total);
    let mut encoding = Encoding { subject, templates, circuit, forbidden: BTreeMap::new() };
    let (mut best, mut most) = (None, total);
    loop {
        let bound: Vec<Literal> = sizes.get(most).map(|above| !*above).into_iter().collect();
        match encoding.circuit.solve(&bound, go_on) {
            Answer::Satisfiable => {}
            Answer::Unsatisfiable => {
                return best.map_or(Instantiated::None, Instantiated::Found);
            }
            Answer::Stopped => return Instantiated::Stopped,
        }
        let instances = encoding.instances();
        let wrong = encoding.wrong(&instances);
        if wrong.is_empty() {
            let size: usize = instances.iter().map(Instance::size).sum();
            best = Some(instances);
            match size.checked_sub(1) {
                Some(smaller) => most = smaller,
                None => return best.map_or(Instantiated::None, Instantiated::Found),
            }
        }
        wrong.into_iter().take(MOST_LEARNT).for_each(|claim| encoding.learn(claim));
    }
}

/// Templates, and the views that they are already told about.
struct Encoding<'s> {
    subject: Subject<'s>,
    templates: Vec<Template>,
    circuit: Circuit,
    /// Whether a view is forbidden by one of the templates.
    forbidden: BTreeMap<usize, Literal>,
}

impl Encoding<'_> {
    fn instances(&mut self) -> Vec<Instance> {
        self.templates.iter().map(|template| template.instance(&mut self.circuit)).collect()
    }

    /// The claims that do not hold of some axioms.
    fn wrong(&self, instances: &[Instance]) -> Vec<usize> {
        let Subject { views, layout, values, .. } = self.subject;
        let mut killed = vec![false; layout.views()];
        for instance in instances {
            let matrices = evaluate(&instance.expression, values, layout);
            let fails = layout.holds(&matrices, |rows| instance.fails(rows));
            killed.iter_mut().zip(fails).for_each(|(own, fails)| *own |= fails);
        }
        let is_wrong = |claim: &usize| !holds(&views.claims[*claim], &killed);
        (0..views.claims.len()).filter(is_wrong).collect()
    }

    /// From now on a claim holds.
    fn learn(&mut self, claim: usize) {
        let claim = &self.subject.views.claims[claim];
        let killed: Vec<Literal> = claim.views.iter().map(|view| self.killed(*view)).collect();
        match claim.label {
            Label::Forbidden => killed.iter().for_each(|dies| self.circuit.require(&[*dies])),
            Label::Allowed => {
                let lives: Vec<Literal> = killed.iter().map(|dies| !*dies).collect();
                self.circuit.require(&lives);
            }
        }
    }

    fn killed(&mut self, view: usize) -> Literal {
        if let Some(known) = self.forbidden.get(&view) {
            return *known;
        }
        let Subject { values, layout, .. } = self.subject;
        let rows = layout.range(view);
        let mut ways = Vec::new();
        for template in &self.templates {
            ways.push(template.forbids(&mut self.circuit, values, rows.clone()));
        }
        let literal = self.circuit.or(ways);
        self.forbidden.insert(view, literal);
        literal
    }
}

impl Instance {
    pub(crate) fn fails(&self, rows: &[u32]) -> bool {
        match self.test {
            "acyclic" => is_cyclic(rows),
            "irreflexive" => is_reflexive(rows),
            _ => rows.iter().any(|row| *row != 0),
        }
    }

    pub(crate) fn size(&self) -> usize {
        self.expression.size() + if self.test == "acyclic" { 0 } else { 2 }
    }
}

/// The value of an expression in all views.
pub(crate) fn evaluate(expression: &Expression, values: &[Matrices], layout: &Layout) -> Matrices {
    let of = |expression: &Expression| evaluate(expression, values, layout);
    match expression {
        Expression::Base(index) => values[*index].clone(),
        Expression::Union(first, second) => zip(&of(first), &of(second), |own, other| own | other),
        Expression::Intersection(first, second) => {
            zip(&of(first), &of(second), |own, other| own & other)
        }
        Expression::Difference(first, second) => {
            zip(&of(first), &of(second), |own, other| own & !other)
        }
        Expression::Sequence(first, second) => layout.then(&of(first), &of(second)),
        Expression::Closure(inner) => layout.transitive(&of(inner)),
    }
}
