//! Which executions does one model allow and another one forbid? One formula for both
//! (`dat3m-thesis` §5.5): the executions of the program once, the axioms of the first model, and
//! one literal that says that the second model forbids the execution.
//!
//! An execution is given by who reads from whom and by coherence, so both models judge the same
//! two. Coherence is chosen by the first model; the second one forbids an execution whose coherence
//! it would not have chosen, or in which an axiom does not hold. The literal is equivalent to that:
//! what the second model computes is computed exactly, with least fixpoints (§5.5.2, in the way of
//! `fixpoints`), since a larger fixpoint would have cycles that are not there.
//!
//! Deviations: two programs have one set of events, of which each model sees its own (§5.5.1 has
//! two sets, and equates them; a litmus test is written for one machine, and is one program for
//! both). Where a literal is to say both that the model forbids and that it allows an execution, a
//! cycle is a pair of an event with itself in an exact closure; where only forbidden executions
//! are wanted, it is a guessed set of edges (§5.5.3).
//!
//! Where both models choose coherence from the same orders, computed from accesses alone, the
//! second one would have chosen the coherence that the first one chose, and nothing is said of it.
//!
//! Refused: a second model that chooses something besides coherence. It forbids an execution if no
//! choice makes it allowed, and that is no question for one formula.

use crate::encoding::{Encoding, Item, Mode, Unsupported};
use crate::formula::Formula;
use crate::method::Method;
use crate::model::Model;
use cat::program::{Check, Operator, Possibilities};
use cat::{Boolean, Slot};
use events::Primitive;
use solver::Literal;
use unroll::Acyclic;

/// A model, and the program as it is compiled for it.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub model: &'a Model,
    /// With the same events as those of other sides (`unroll::align`).
    pub acyclic: &'a Acyclic,
}

/// The executions that a model allows, and what others say of them.
#[derive(Debug)]
pub struct Judged<'a> {
    pub formula: Formula<'a>,
    /// True only if the source forbids the execution, and so for who wants one that it forbids.
    pub forbidden: Literal,
    /// Whether each of the others forbids it.
    pub others: Vec<Literal>,
}

impl<'a> Formula<'a> {
    /// The executions that a model allows, and for each of some others whether it forbids them.
    pub fn with_other_models(
        acyclic: &'a Acyclic,
        model: &'a Model,
        others: &[&'a Model],
        method: Method,
    ) -> Result<(Formula<'a>, Vec<Literal>), Unsupported> {
        let mut formula = Formula::new(acyclic, model, method)?;
        let mut literals = Vec::new();
        for model in others {
            let (judged, forbidden) = formula.judge(Side { model, acyclic }, is_violated)?;
            formula = judged;
            literals.push(forbidden);
        }
        Ok((formula, literals))
    }

    /// The same, where each model judges the program as it is compiled for it, and of the source
    /// only those executions are wanted that it forbids.
    pub fn judged(
        own: Side<'a>,
        source: Side<'a>,
        others: &[Side<'a>],
        method: Method,
    ) -> Result<Judged<'a>, Unsupported> {
        let formula = Formula::new(own.acyclic, own.model, method)?;
        let (mut formula, forbidden) = formula.judge(source, Encoding::shows_failure)?;
        let mut literals = Vec::new();
        for other in others {
            let (judged, forbidden) = formula.judge(*other, is_violated)?;
            formula = judged;
            literals.push(forbidden);
        }
        Ok(Judged { formula, forbidden, others: literals })
    }

    /// Whether another model forbids an execution in which this one has made its choices; `fails`
    /// says so of an axiom.
    fn judge(
        self,
        other: Side<'a>,
        fails: fn(&mut Encoding<'a>, &Check) -> Literal,
    ) -> Result<(Formula<'a>, Literal), Unsupported> {
        let Formula { encoding: mut own, remarks, lates } = self;
        let [choice] = &other.model.program.choices[..] else {
            let what = "a second model that chooses something besides `co`";
            return Err(Unsupported(what.to_owned()));
        };
        let primitives = [&own.model.primitives, &other.model.primitives];
        let [Some(chosen), Some(_)] = primitives.map(|own| own.coherence()) else {
            return Err(Unsupported("two models of which one does not choose `co`".to_owned()));
        };
        let acyclic = own.executions.acyclic;
        // Guards, addresses and values of accesses are the same: only what models see is the
        // other's.
        own.executions.turn_to(other.acyclic);
        let mut encoding = Encoding::without_choices(own.executions, other.model)?;
        encoding.choices.push(own.choices[chosen].clone());
        let mut reasons = match chooses_alike(own.model, other.model) {
            true => Vec::new(),
            false => encoding.is_no_choice(&choice.source),
        };
        for index in other.model.axioms() {
            reasons.push(fails(&mut encoding, &other.model.program.checks[index]));
        }
        let forbidden = encoding.executions.circuit.or(reasons);
        own.executions = encoding.executions;
        own.executions.turn_to(acyclic);
        Ok((Formula { encoding: own, remarks, lates }, forbidden))
    }
}

/// Whether two models choose coherence from the same orders, whatever fences, names and
/// dependencies each of them sees.
fn chooses_alike(first: &Model, second: &Model) -> bool {
    let sources = [first, second].map(|own| own.program.choices.iter().map(|own| &own.source));
    let [mut first_sources, mut second_sources] = sources;
    let both = (first_sources.next(), second_sources.next());
    let (
        Some(Possibilities::Orders { classes: one, order: own }),
        Some(Possibilities::Orders { classes: two, order: other }),
    ) = both
    else {
        return false;
    };
    is_alike(first, *one, second, *two) && is_alike(first, *own, second, *other)
}

/// Whether two slots are computed in the same way from what both models see alike: accesses, who
/// reads from whom, and which of them are at one location.
fn is_alike(first: &Model, one: Slot, second: &Model, two: Slot) -> bool {
    let input = |model: &Model, slot: Slot| {
        let Operator::Input(input) = model.operator(slot) else { return None };
        Some(model.primitives.input(input))
    };
    let is = |model, slot, wanted| input(model, slot) == Some(wanted);
    // Between accesses to one location, program order is the same for both.
    let is_order_of_accesses = |model, one, two| {
        is(model, one, Primitive::Po) && is(model, two, Primitive::Loc)
            || is(model, one, Primitive::Loc) && is(model, two, Primitive::Po)
    };
    let are_alike = |one, two| is_alike(first, one, second, two);
    match (first.operator(one), second.operator(two)) {
        (Operator::Input(_), Operator::Input(_)) => {
            use Primitive::{IW, Loc, M, R, RMW, Rf, W};
            let own = input(first, one).filter(|_| input(first, one) == input(second, two));
            own.is_some_and(|own| [R, W, M, IW, RMW, Rf, Loc].contains(&own))
        }
        (
            Operator::Boolean(Boolean::Intersection, one, two),
            Operator::Boolean(Boolean::Intersection, other, another),
        ) if is_order_of_accesses(first, one, two) => is_order_of_accesses(second, other, another),
        (Operator::Boolean(operator, one, two), Operator::Boolean(same, other, another)) => {
            operator == same && are_alike(one, other) && are_alike(two, another)
        }
        (Operator::Product(one, two), Operator::Product(other, another))
        | (Operator::Sequence(one, two), Operator::Sequence(other, another)) => {
            are_alike(one, other) && are_alike(two, another)
        }
        (Operator::IdentityOn(one), Operator::IdentityOn(other)) => {
            let all = [first.operator(one), second.operator(other)];
            all == [Operator::AllEvents; 2] || are_alike(one, other)
        }
        (Operator::Inverse(one), Operator::Inverse(other))
        | (Operator::Closure(one), Operator::Closure(other))
        | (Operator::Domain(one), Operator::Domain(other))
        | (Operator::Range(one), Operator::Range(other)) => are_alike(one, other),
        (Operator::Empty, Operator::Empty) => true,
        _ => false,
    }
}

/// Whether a check does not hold.
fn is_violated(encoding: &mut Encoding<'_>, check: &Check) -> Literal {
    !encoding.holds(check)
}

impl Encoding<'_> {
    /// The ways in which the coherence that is given can be none that this model would choose: a
    /// pair that is not of one class, a pair of one class without an order, and one against the
    /// order that it must contain.
    fn is_no_choice(&mut self, source: &Possibilities) -> Vec<Literal> {
        let Possibilities::Orders { classes, order } = *source else {
            unreachable!("other choices were refused")
        };
        let mut wrong = Vec::new();
        for first in 0..self.events() {
            for second in first..self.events() {
                let (there, back) = (Item::Pair(first, second), Item::Pair(second, first));
                let is_class = self.literal(classes, Mode::Exact, there);
                let forwards = self.literal(order, Mode::Exact, there);
                if first == second {
                    wrong.push(self.executions.circuit.and([is_class, forwards]));
                    continue;
                }
                let backwards = self.literal(order, Mode::Exact, back);
                let never = self.never();
                let pair = |from, to| self.choices[0].get(&(from, to)).copied().unwrap_or(never);
                let (before, after) = (pair(first, second), pair(second, first));
                let circuit = &mut self.executions.circuit;
                let is_ordered = circuit.or([before, after]);
                wrong.push(circuit.xor(is_class, is_ordered));
                wrong.push(circuit.and([is_class, forwards, !before]));
                wrong.push(circuit.and([is_class, backwards, !after]));
            }
        }
        self.settle();
        wrong
    }
}
