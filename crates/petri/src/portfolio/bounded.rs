//! Is a net bounded?
//!
//! By weights first: a weight of at least 1 for each place so that no transition increases the
//! weighted sum of tokens (a net with such weights is structurally bounded). Otherwise by the tree
//! of Karp and Miller, which is finite: either it has an ω, and the way to the first one is the
//! witness, or it does not, and its markings bound everything.

use super::{Answer, Effort, Method, is_stopped, note};
use crate::certificate::{Certificate, Part, Proof};
use crate::half_space::HalfSpace;
use crate::halt::{Halt, Stop};
use crate::karp_miller::KarpMiller;
use crate::net::Net;
use crate::property::Question;
use crate::rational::to_integers;
use crate::simplex::{Problem, Solution, solve};

pub(super) fn answer(net: &Net, effort: &Effort, stop: Stop<'_>) -> Answer {
    let mut tried = Vec::new();
    let bounded = |proof: Proof| Certificate {
        question: Question::Unbounded,
        parts: vec![Part { clauses: Vec::new(), proof }],
    };
    match weights(net, stop) {
        Ok(Some(space)) => {
            note(&mut tried, Method::Weights, "bounded");
            return Answer::safe(net, bounded(Proof::Weights(space)), tried);
        }
        Ok(None) => note(&mut tried, Method::Weights, "there are none"),
        Err(halt) => {
            note(&mut tried, Method::Weights, halt.to_string());
            if is_stopped(halt) {
                return Answer::unknown(tried);
            }
        }
    }
    let mut tree = KarpMiller::new(net);
    loop {
        let ended = tree.advance(effort.first_turn, stop);
        let size = format!("{} markings", tree.size());
        if let Some(witness) = tree.unbounded() {
            note(&mut tried, Method::KarpMiller, format!("unbounded, {size}"));
            return Answer::reached(net, &Question::Unbounded, witness.clone(), tried);
        }
        match ended {
            Ok(Some(maximal)) => {
                note(&mut tried, Method::KarpMiller, format!("bounded, {size}"));
                return Answer::safe(net, bounded(Proof::Forward { maximal }), tried);
            }
            Ok(None) => {}
            Err(halt) => {
                note(&mut tried, Method::KarpMiller, format!("{halt}, {size}"));
                return Answer::unknown(tried);
            }
        }
    }
}

/// The half space −w·m ≥ −w·m₀ with w ≥ 1 and w·t∆ ≤ 0 for all transitions.
fn weights(net: &Net, stop: Stop<'_>) -> Result<Option<HalfSpace>, Halt> {
    let mut problem = Problem::default();
    net.places().for_each(|_| {
        problem.variable(Some(1), None);
    });
    for transition in net.transitions() {
        let effect = transition.effect().iter();
        let terms = effect.map(|(place, difference)| (place.index(), -difference)).collect();
        problem.at_least(terms, 0);
    }
    let Solution::Feasible(values) = solve(&problem, stop)? else { return Ok(None) };
    let weights = to_integers(&values[..net.place_count()])?;
    let terms: Vec<_> = net.places().map(|place| (place, -weights[place.index()])).collect();
    let constant = HalfSpace::new(terms.iter().copied(), 0).value(net.initial())?;
    Ok(Some(HalfSpace::new(terms, constant)))
}
