//! Does a model forbid an execution, and why? By evaluating its axioms on the execution, with the
//! coherence that it has.
//!
//! This is the definition that formulas are compared with, and by which each counterexample is
//! judged again before anybody sees it.
//!
//! A source that chooses something besides coherence is refused ([`Model::cannot_be_source`]): it
//! would forbid an execution only if no choice makes it allowed.

use cat::program::{Possibilities, Program};
use cat::syntax::Role;
use cat::{File, Judgement, LibraryOnly, Options, Violation, bundled_model, evaluate, judge};
use events::{CatView, Choice, EventStructure, Primitive, Primitives};
use relation::Relation;

/// A cat model, ready to be either side of a port.
#[derive(Clone, Debug)]
pub struct Model {
    name: String,
    pub(crate) program: Program,
    pub(crate) primitives: Primitives,
    pub(crate) candidates: candidates::Model,
    pub(crate) bmc: bmc::Model,
}

/// Why an execution is forbidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// An axiom, by its place among the checks, with the cycle, event or pair that violates it.
    ByAxiom(Violation),
    /// All axioms hold, but the model would not choose this coherence.
    ByCoherence,
}

impl Model {
    /// A model with the name that users know; what is wrong with it, if it is about something that
    /// no execution here has, or leaves open what is in memory in the end.
    pub fn new(name: &str, program: Program) -> Result<Model, String> {
        let primitives = Primitives::of(&program);
        if primitives.has_any(&[Primitive::Nothing]) {
            let message = "is about final writes (`FW`) or branches (`B`), which are not known";
            return Err(format!("the model {name} {message}"));
        }
        if primitives.coherence().is_none() {
            let message = "chooses no `co`, which final values come from: it may include cos.cat";
            return Err(format!("the model {name} {message}"));
        }
        let candidates = candidates::Model::new(program.clone());
        let bmc = bmc::Model::new(&program);
        Ok(Model { name: name.to_owned(), program, primitives, candidates, bmc })
    }

    /// Sequential consistency, as it comes with Heddle.
    pub fn sequential() -> Model {
        Model::own("sc", bundled_model("sc").expect("sc comes with Heddle"))
    }

    /// What syntactic deadness leaves of all executions.
    pub(crate) fn dead() -> Model {
        let text = include_str!("dead.cat").to_owned();
        Model::own("dead", File { path: "dead.cat".to_owned(), text })
    }

    fn own(name: &str, file: File) -> Model {
        let vocabulary = cat::machine_names();
        let options = Options { vocabulary: &vocabulary, variants: &[], loader: &LibraryOnly };
        let program = cat::compile(vec![file], &options);
        let program = program.unwrap_or_else(|error| panic!("{name} can be compiled: {error:?}"));
        Model::new(name, program).expect("it can be a side of a port")
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Why it cannot be negated, if it cannot.
    pub(crate) fn cannot_be_source(&self) -> Option<String> {
        let is_order = |source: &Possibilities| matches!(source, Possibilities::Orders { .. });
        match &self.program.choices[..] {
            [choice] if is_order(&choice.source) => None,
            _ => Some(format!(
                "the source {} must choose `co`, from orders of writes, and nothing else",
                self.name
            )),
        }
    }

    /// Whether some of its checks say which executions have a meaning.
    pub(crate) fn can_be_undefined(&self) -> bool {
        let is_about = |role| matches!(role, Role::UndefinedUnless | Role::Assert);
        self.program.checks.iter().any(|check| is_about(check.role))
    }

    /// What an axiom is called.
    pub fn axiom(&self, violation: &Violation) -> &str {
        self.program.checks[violation.check].name.as_deref().unwrap_or("without a name")
    }

    /// Why it forbids an execution whose coherence is chosen; none if it allows it.
    pub fn forbids(&self, execution: &EventStructure) -> Option<Forbidden> {
        let view = CatView::new(execution, &self.primitives);
        let Judgement { forbidden, .. } = judge(&self.program, view.world(), &view);
        if let Some(violation) = forbidden {
            return Some(Forbidden::ByAxiom(violation));
        }
        let valuation = evaluate(&self.program, &mut view.world(), &view);
        let [choice] = &self.program.choices[..] else { unreachable!("other sources are refused") };
        let Possibilities::Orders { classes, order } = choice.source else {
            unreachable!("other sources are refused")
        };
        let (classes, order) = (valuation.relation(classes), valuation.relation(order));
        let co = execution.chosen(Choice::Coherence).expect("coherence is chosen");
        (!is_choice(co, classes, order)).then_some(Forbidden::ByCoherence)
    }
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
