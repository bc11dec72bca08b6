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
//! Deviations: both programs are one, since a litmus test is written for one machine (§5.5.1 has
//! two and maps events between them); a cycle is a pair of an event with itself in an exact
//! closure, and not a guessed set of edges (§5.5.3).
//!
//! Refused: a second model that chooses something besides coherence. It forbids an execution if no
//! choice makes it allowed, and that is no question for one formula.

use crate::encoding::{Encoding, Item, Mode, Unsupported};
use crate::executions::Executions;
use crate::formula::Formula;
use crate::method::Method;
use crate::model::Model;
use cat::program::Possibilities;
use rustc_hash::FxHashMap;
use solver::Literal;
use unroll::Acyclic;

impl<'a> Formula<'a> {
    /// The executions that a model allows, and for each of some others whether it forbids them.
    pub fn with_other_models(
        acyclic: &'a Acyclic,
        model: &'a Model,
        others: &[&'a Model],
        method: Method,
    ) -> Result<(Formula<'a>, Vec<Literal>), Unsupported> {
        let Formula { mut encoding, remarks } = Formula::new(acyclic, model, method)?;
        let mut literals = Vec::new();
        for other in others {
            let (executions, forbidden) =
                forbidden(encoding.executions, &encoding.choices, model, other)?;
            encoding.executions = executions;
            literals.push(forbidden);
        }
        Ok((Formula { encoding, remarks }, literals))
    }
}

/// Whether a second model forbids an execution in which the first one has made its choices.
fn forbidden<'a>(
    executions: Executions<'a>,
    choices: &[FxHashMap<(usize, usize), Literal>],
    first: &'a Model,
    second: &'a Model,
) -> Result<(Executions<'a>, Literal), Unsupported> {
    let [choice] = &second.program.choices[..] else {
        let what = "a second model that chooses something besides `co`";
        return Err(Unsupported(what.to_owned()));
    };
    let (Some(chosen), Some(_)) = (first.primitives.coherence(), second.primitives.coherence())
    else {
        return Err(Unsupported("two models of which one does not choose `co`".to_owned()));
    };
    let mut encoding = Encoding::without_choices(executions, second)?;
    encoding.choices.push(choices[chosen].clone());
    let mut reasons = encoding.is_no_choice(&choice.source);
    for index in second.axioms() {
        let holds = encoding.holds(&second.program.checks[index]);
        reasons.push(!holds);
    }
    let forbidden = encoding.executions.circuit.or(reasons);
    Ok((encoding.executions, forbidden))
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
