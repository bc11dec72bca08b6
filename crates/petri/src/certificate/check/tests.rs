//! What the checker must not accept: wrong half spaces, and proofs of what can be reached.

use super::spaces::Entries;
use super::*;
use crate::generate;
use crate::half_space::HalfSpace;
use crate::inductivity::is_inductive;
use crate::naive;
use crate::portfolio::{Effort, Verdict, answer};
use testing::Random;

#[test]
fn both_decisions_of_inductivity_agree() {
    let mut random = Random::new(11);
    let mut count = [0, 0];
    for _ in 0..20_000 {
        let net = generate::net(&mut random);
        let sign = if random.below(2) == 0 { 1 } else { -1 };
        let terms: Vec<_> =
            net.places().map(|place| (place, sign * (random.below(9) as i128))).collect();
        let space = HalfSpace::new(terms, random.below(61) as i128 - 30);
        let entries = Entries::of(&space);
        let kept = net.transitions().iter().all(|known| entries.keeps(known) == Ok(true));
        assert_eq!(is_inductive(&net, &space), Ok(kept), "{} {net:?}", space.show(&net));
        count[usize::from(kept)] += 1;
    }
    assert!(count.iter().all(|count| *count > 2000), "{count:?}");
}

/// The certificate of one question, with another question of the same net in its place.
#[test]
fn what_can_be_reached_has_no_certificate() {
    let mut random = Random::new(12);
    let mut rejected = 0;
    for _ in 0..4000 {
        let net = generate::net(&mut random);
        let safe = generate::property(&mut random, &net);
        let other = generate::property(&mut random, &net);
        if naive::decide(&net, &other.question, 3000) != Some(true) {
            continue;
        }
        let effort = Effort { first_markings: 0, ..Effort::default() };
        let stop = std::cell::Cell::new(0);
        let is_late = || {
            stop.set(stop.get() + 1);
            stop.get() > 3000
        };
        let found = answer(&net, &safe.question, &effort, &is_late);
        let Verdict::Safe(mut certificate) = found.verdict else { continue };
        certificate.question = other.question.clone();
        assert!(check(&net, &certificate).is_err(), "{certificate:?}");
        if let Question::Reach(clauses) = &other.question {
            for part in &mut certificate.parts {
                part.clauses = (0..clauses.len()).collect();
                if let Proof::HalfSpaces { refutations, .. } = &mut part.proof {
                    let first = refutations[0].clone();
                    refutations.resize(clauses.len(), first);
                }
            }
            assert!(check(&net, &certificate).is_err(), "{certificate:?}");
        }
        rejected += 1;
    }
    assert!(rejected > 300, "{rejected}");
}

/// The certificate of a net is used for the same net with one more token. What is still accepted
/// is a proof of what brute force confirms.
#[test]
fn a_net_with_more_tokens_has_no_old_certificate() {
    let mut random = Random::new(13);
    let (mut accepted, mut rejected) = (0, 0);
    for _ in 0..3000 {
        let net = generate::net(&mut random);
        let property = generate::property(&mut random, &net);
        let asked = std::cell::Cell::new(0);
        let is_late = || {
            asked.set(asked.get() + 1);
            asked.get() > 3000
        };
        let found = answer(&net, &property.question, &Effort::default(), &is_late);
        let Verdict::Safe(certificate) = found.verdict else { continue };
        // The same net, with one more token somewhere.
        let mut builder = crate::net::Builder::default();
        let more = random.below(net.place_count() as u64) as usize;
        for place in net.places() {
            let added = builder.add_place(net.place_name(place)).unwrap();
            let tokens = net.initial()[place] + u64::from(place.index() == more);
            builder.mark(added, tokens).unwrap();
        }
        for known in net.transitions() {
            let (consumes, produces) = (known.consumes().to_vec(), known.produces().to_vec());
            builder.add_transition(known.name.clone(), consumes, produces).unwrap();
        }
        let larger = builder.build();
        match check(&larger, &certificate) {
            Ok(()) => {
                accepted += 1;
                let truth = naive::decide(&larger, &property.question, 5000);
                assert_ne!(truth, Some(true), "{certificate:?} {larger:?}");
            }
            Err(_) => rejected += 1,
        }
    }
    assert!(accepted > 20 && rejected > 300, "{accepted} {rejected}");
}

/// Very many minimal markings, which the search can exclude: no answer, and no panic.
#[test]
fn a_proof_that_is_too_large_is_no_answer() {
    let mut builder = crate::net::Builder::default();
    let places: Vec<_> = (0..2).map(|at| builder.add_place(format!("p{at}")).unwrap()).collect();
    builder.mark(places[0], 1).unwrap();
    let net = builder.build();
    let terms = places.iter().map(|place| (*place, 1)).collect();
    let constraint = crate::linear::Constraint::at_least(terms, 5000);
    let clause = Clause { constraints: vec![constraint], is_dead: false };
    let minimal = clause.minimal_markings(&net).unwrap();
    let proof = Proof::Backward { spaces: Vec::new(), minimal };
    let parts = vec![Part { clauses: vec![0], proof }];
    let question = Question::Reach(vec![clause]);
    let flaw = check(&net, &Certificate { question, parts }).unwrap_err();
    assert!(flaw.is_limit(), "{flaw:?}");
}
