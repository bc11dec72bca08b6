//! Does a witness show what it claims?
//!
//! Fires the run step by step on plain numbers, apart from everything that searches, and looks at
//! where it ends. Nothing unsafe is reported that was not accepted here.

use crate::linear::{Clause, Constraint};
use crate::net::{Kind, Net, Transition, TransitionId};
use crate::property::Question;

/// A firing sequence that answers a question with yes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    pub run: Vec<TransitionId>,
    /// For unboundedness: from this step on, the rest of the run can be repeated for ever, and
    /// each time there are more tokens.
    pub repeats_from: Option<usize>,
}

/// Whether the run exists and ends as the question asks.
pub fn replay(net: &Net, question: &Question, witness: &Witness) -> Result<(), String> {
    let mut tokens: Vec<u64> = net.initial().tokens().to_vec();
    let mut start_of_loop = None;
    for (step, id) in witness.run.iter().enumerate() {
        if witness.repeats_from == Some(step) {
            start_of_loop = Some(tokens.clone());
        }
        let transition = net.transition(*id);
        if !can_fire(&tokens, transition) {
            return Err(format!("step {}: `{}` is not enabled", step + 1, transition.name));
        }
        for (place, weight) in transition.consumes() {
            tokens[place.index()] -= weight;
        }
        for (place, weight) in transition.produces() {
            let sum = tokens[place.index()].checked_add(*weight);
            tokens[place.index()] = sum.ok_or("there are too many tokens")?;
        }
    }
    match (question, start_of_loop) {
        (Question::Reach(clauses), None) => {
            match clauses.iter().any(|clause| satisfies(net, &tokens, clause)) {
                true => Ok(()),
                false => Err("the last marking satisfies no clause".to_owned()),
            }
        }
        (Question::Unbounded, Some(before)) => {
            let mut pairs = before.iter().zip(&tokens);
            match pairs.all(|(before, after)| before <= after) && before != tokens {
                true => Ok(()),
                false => Err("repeating the end of the run adds nothing".to_owned()),
            }
        }
        (Question::Reach(_), Some(_)) | (Question::Unbounded, None) => {
            Err("the run is of another kind".to_owned())
        }
    }
}

fn can_fire(tokens: &[u64], transition: &Transition) -> bool {
    transition.consumes().iter().all(|(place, weight)| tokens[place.index()] >= *weight)
}

fn satisfies(net: &Net, tokens: &[u64], clause: &Clause) -> bool {
    let holds = |constraint: &Constraint| {
        let products = constraint
            .terms()
            .iter()
            .map(|(place, coefficient)| coefficient.checked_mul(i128::from(tokens[place.index()])));
        let sum = products.into_iter().try_fold(0_i128, |sum, product| sum.checked_add(product?));
        sum.is_some_and(|sum| sum >= constraint.bound())
    };
    let is_able = |known: &Transition| known.kind == Kind::Ordinary && can_fire(tokens, known);
    clause.constraints.iter().all(holds)
        && !(clause.is_dead && net.transitions().iter().any(is_able))
}
