//! Does the source forbid an execution, and why? By evaluating its axioms on the execution, with the
//! coherence that it has.
//!
//! This is the definition that the formula is compared with, and by which each counterexample is
//! judged again before anybody sees it. A source that chooses something besides coherence is refused
//! in [`Source::new`]: it would forbid an execution only if no choice makes it allowed.

use cat::program::{Possibilities, Program};
use cat::{Judgement, Violation, evaluate, judge};
use events::{CatView, Choice, EventStructure, Primitives};
use relation::Relation;

/// A model as the source of a port.
#[derive(Clone, Debug)]
pub struct Source {
    program: Program,
    primitives: Primitives,
}

/// Why an execution is forbidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// An axiom, by its place among the checks, with the cycle, event or pair that violates it.
    ByAxiom(Violation),
    /// All axioms hold, but the model would not choose this coherence.
    ByCoherence,
}

impl Source {
    /// The source, if it is one that can be negated; else what is wrong with it.
    pub fn new(program: &Program) -> Result<Source, String> {
        let primitives = Primitives::of(program);
        let is_order = |source: &Possibilities| matches!(source, Possibilities::Orders { .. });
        match &program.choices[..] {
            [choice] if primitives.coherence() == Some(0) && is_order(&choice.source) => {
                Ok(Source { program: program.clone(), primitives })
            }
            _ => {
                Err("the source must choose `co`, from orders of writes, and nothing else"
                    .to_owned())
            }
        }
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// What an axiom is called in the model.
    pub fn axiom(&self, violation: &Violation) -> &str {
        self.program.checks[violation.check].name.as_deref().unwrap_or("without a name")
    }
}

/// Why the source forbids an execution whose coherence is chosen; none if it allows it.
pub fn forbidden(source: &Source, execution: &EventStructure) -> Option<Forbidden> {
    let view = CatView::new(execution, &source.primitives);
    let Judgement { forbidden, .. } = judge(&source.program, view.world(), &view);
    if let Some(violation) = forbidden {
        return Some(Forbidden::ByAxiom(violation));
    }
    let valuation = evaluate(&source.program, &mut view.world(), &view);
    let Possibilities::Orders { classes, order } = source.program.choices[0].source else {
        unreachable!("other choices were refused")
    };
    let (classes, order) = (valuation.relation(classes), valuation.relation(order));
    let co = execution.chosen(Choice::Coherence).expect("coherence is chosen");
    (!is_choice(co, classes, order)).then_some(Forbidden::ByCoherence)
}

/// Whether a relation orders each class linearly, and contains an order there.
fn is_choice(co: &Relation, classes: &Relation, order: &Relation) -> bool {
    let has_pair = |from, to| {
        let count = usize::from(co.contains(from, to)) + usize::from(co.contains(to, from));
        count == usize::from(from != to && classes.contains(from, to))
    };
    let is_linear = (0..co.size()).all(|from| (0..co.size()).all(|to| has_pair(from, to)));
    let is_transitive = co.then(co).without(co).is_empty();
    is_linear && is_transitive && order.clone().and(classes).without(co).is_empty()
}
