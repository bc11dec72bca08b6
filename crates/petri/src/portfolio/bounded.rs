//! Is a net bounded?
//!
//! By weights first ([`weights`]), which prove it for every initial marking. Otherwise by the tree
//! of Karp and Miller, which is finite: either it has an ω, and the way to the first one is the
//! witness, or it does not, and its markings bound everything.

use super::{Answer, Effort, Method, is_stopped, note, weights};
use crate::certificate::{Certificate, Part, Proof};
use crate::halt::Stop;
use crate::karp_miller::KarpMiller;
use crate::net::Net;
use crate::property::Question;

pub(super) fn answer(net: &Net, effort: &Effort, stop: Stop<'_>) -> Answer {
    let mut tried = Vec::new();
    let bounded = |proof: Proof| Certificate {
        question: Question::Unbounded,
        parts: vec![Part { clauses: Vec::new(), proof }],
    };
    match weights::bound(net, stop) {
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
