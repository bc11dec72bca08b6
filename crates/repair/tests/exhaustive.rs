//! Random programs whose smallest repairs are those that trying every set of changes finds, and
//! whose relaxation cannot go any further.
//!
//! Two threads access `x` and `y` in random ways and orders; that their loads read certain values
//! is what goes wrong. Every set of guarantees at the places is judged, and the sets that hold and
//! of which no smaller one does must be the solutions, no more and no less.

mod support;

use repair::plain::smallest;
use repair::{
    Costs, Guarantee, Guarantees, Judge, Judgement, Meaningful, Outcome, Places, Relaxation,
    Wanted, plain_accesses, relax, repair, with_orders,
};
use std::collections::BTreeSet;
use support::{Engine, MODELS, Random, random_program};

/// No more guarantees than this are tried in every way.
const MOST: usize = 9;

fn cost(costs: Costs, places: &Places, orders: &[Guarantees]) -> u64 {
    let of_place = |(place, own): (&repair::Place, &Guarantees)| {
        let added = own.without(place.now).iter();
        added.map(|guarantee| u64::from(costs.of(place.kind, guarantee))).sum::<u64>()
    };
    places.list().iter().zip(orders).map(of_place).sum()
}

#[test]
fn the_repairs_are_those_of_trying_everything() {
    let [mut repaired, mut hopeless, mut several] = [0; 3];
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let (model, meaningful) = &MODELS[random.below(MODELS.len())];
        let program = random_program(&mut random, model);
        let [orders, fences] = [[true, false], [false, true], [true, true]][random.below(3)];
        let wanted = Wanted { orders, fences };
        let accessed = plain_accesses(&program);
        let full = Meaningful { fences: Guarantees::just(&[Guarantee::SeqCst]), ..*meaningful };
        let meaningful = if fences { full } else { *meaningful };
        let places = Places::find(&program, &accessed, &meaningful, wanted)
            .without(|place| place.position.line == 0);
        let elements: usize =
            places.list().iter().map(|place| place.most.without(place.now).iter().count()).sum();
        if elements > MOST {
            continue;
        }
        let mut judge = Engine { model: model.clone() };
        let costs = Costs::ALL[random.below(Costs::ALL.len())];
        let found = repair(&program, &places, costs, usize::MAX, &mut judge);
        let expected: BTreeSet<Vec<Guarantees>> =
            smallest(&program, &places, &mut judge).into_iter().collect();
        let text = program::text::print(&program);
        match found.outcome {
            Outcome::Holds { .. } => {
                let now: Vec<Guarantees> = places.list().iter().map(|place| place.now).collect();
                assert_eq!(expected, BTreeSet::from([now]), "{seed}: {text}");
            }
            Outcome::Hopeless => {
                assert!(expected.is_empty(), "{seed}: {text}");
                hopeless += 1;
            }
            Outcome::Repaired { solutions, complete } => {
                assert!(complete);
                let all: BTreeSet<Vec<Guarantees>> =
                    solutions.iter().map(|solution| solution.orders.clone()).collect();
                assert_eq!(all, expected, "{seed} under {}: {text}", model.name());
                let costs_found: Vec<u64> =
                    solutions.iter().map(|solution| solution.cost).collect();
                let least = expected.iter().map(|orders| cost(costs, &places, orders)).min();
                assert_eq!(costs_found.first().copied(), least, "{seed}: {text}");
                assert!(costs_found.is_sorted(), "{seed}: {text}");
                repaired += 1;
                several += usize::from(solutions.len() > 1);
            }
            Outcome::Unknown { reason, .. } => panic!("{seed}: {reason}"),
        }
    }
    assert!(repaired > 25 && hopeless > 10 && several > 7, "{repaired} {hopeless} {several}");
}

#[test]
fn nothing_more_can_be_relaxed() {
    let (mut relaxed, mut unchanged) = (0, 0);
    for seed in 0..300 {
        let mut random = Random::new(1_000_000 + seed);
        let (model, _) = &MODELS[random.below(MODELS.len())];
        let program = random_program(&mut random, model);
        let wanted = Wanted { orders: true, fences: true };
        let none = std::collections::HashSet::new();
        let places = Places::find(&program, &none, &Meaningful::EVERYTHING, wanted);
        let mut judge = Engine { model: model.clone() };
        let (found, _) = relax(&program, &places, Costs::Even, &mut judge);
        let holds = |orders: &[Guarantees], judge: &mut Engine| {
            let judged = judge.judge(&with_orders(&program, &places, orders));
            matches!(judged, Judgement::Holds { .. })
        };
        let now: Vec<Guarantees> = places.list().iter().map(|place| place.now).collect();
        match found {
            Relaxation::Enough { orders, changes, .. } => {
                assert!(holds(&orders, &mut judge), "{seed}");
                // Every order that is weaker at one place goes wrong.
                for index in 0..orders.len() {
                    for weaker in weaker_orders(orders[index]) {
                        let mut tried = orders.clone();
                        tried[index] = weaker;
                        let text = program::text::print(&program);
                        assert!(!holds(&tried, &mut judge), "{seed} {tried:?}: {text}");
                    }
                }
                if changes.is_empty() { unchanged += 1 } else { relaxed += 1 }
            }
            Relaxation::Violated => assert!(!holds(&now, &mut judge), "{seed}"),
            Relaxation::Unknown(reason) => panic!("{seed}: {reason}"),
        }
    }
    assert!(relaxed > 60 && unchanged > 3, "{relaxed} {unchanged}");
}

/// The orders that are weaker than this one.
fn weaker_orders(order: Guarantees) -> Vec<Guarantees> {
    let all = [
        base::Ordering::Relaxed,
        base::Ordering::Acquire,
        base::Ordering::Release,
        base::Ordering::AcquireRelease,
    ];
    let sets = all.into_iter().map(Guarantees::of);
    sets.filter(|set| set.without(order).is_empty() && *set != order).collect()
}
