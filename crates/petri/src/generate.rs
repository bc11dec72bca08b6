//! Random nets and questions, for comparisons.
//!
//! Nets are small, so that brute force can answer; the questions come in all kinds. Everything
//! depends on the seed alone.

use crate::linear::{Clause, Constraint};
use crate::marking::Marking;
use crate::net::{Builder, Net, PlaceId};
use crate::property::{Property, Question};
use testing::Random;

/// A net of 2 to 6 places and 1 to 7 transitions. Many conserve tokens or lose some, so that a
/// good part of them is bounded.
pub fn net(random: &mut Random) -> Net {
    let mut builder = Builder::default();
    let count = 2 + random.below(5);
    for index in 0..count {
        let place = builder.add_place(format!("p{index}")).expect("names differ");
        let tokens = if random.below(2) == 0 { random.below(4) } else { 0 };
        builder.mark(place, tokens).expect("few tokens");
    }
    let conserving = random.below(4) > 0;
    for index in 0..1 + random.below(7) {
        let some = |random: &mut Random, arcs: u64| -> Vec<(PlaceId, u64)> {
            let place = |random: &mut Random| PlaceId::new(random.below(count) as usize);
            (0..arcs).map(|_| (place(random), 1 + u64::from(random.below(4) == 0))).collect()
        };
        let arcs = 1 + random.below(3);
        let consumes = some(random, arcs);
        let total: u64 = consumes.iter().map(|arc| arc.1).sum();
        let produces = if conserving {
            let kept = total - u64::from(random.below(4) == 0);
            (0..kept).map(|_| (PlaceId::new(random.below(count) as usize), 1)).collect()
        } else {
            let arcs = random.below(4);
            some(random, arcs)
        };
        builder.add_transition(format!("t{index}"), consumes, produces).expect("names differ");
    }
    builder.build()
}

/// The marking after a few steps at random.
fn somewhere(random: &mut Random, net: &Net) -> Marking {
    let mut marking = net.initial().clone();
    for _ in 0..random.below(9) {
        let enabled = net.transitions().iter().filter(|known| marking.enables(known));
        let enabled: Vec<_> = enabled.collect();
        if enabled.is_empty() {
            break;
        }
        let chosen = enabled[random.below(enabled.len() as u64) as usize];
        marking = marking.fire(chosen).expect("a few steps add few tokens");
    }
    marking
}

/// A question about a net; about every second one is near what can be reached.
pub fn property(random: &mut Random, net: &Net) -> Property {
    let count = net.place_count() as u64;
    let place = |random: &mut Random| PlaceId::new(random.below(count) as usize);
    let near = somewhere(random, net);
    let is_near = random.below(2) == 0;
    let tokens = |random: &mut Random, place: PlaceId, most: u64| {
        let more = u64::from(random.below(8) == 0);
        i128::from(if is_near { near[place] + more } else { random.below(most) })
    };
    let clauses = match random.below(8) {
        0 => return Property::deadlock(),
        1 => return Property::unbounded(),
        // A marking to cover, or several.
        2..=4 => {
            let clause = |random: &mut Random| {
                let some = 1 + random.below(3);
                let constraints = (0..some).map(|_| {
                    let place = place(random);
                    Constraint::place_at_least(place, tokens(random, place, 4))
                });
                Clause { constraints: constraints.collect(), is_dead: false }
            };
            (0..1 + random.below(2)).map(|_| clause(random)).collect()
        }
        // A marking to reach.
        5 | 6 => {
            let constraints = net.places().flat_map(|place| {
                let tokens = tokens(random, place, 3);
                [
                    Constraint::place_at_least(place, tokens),
                    Constraint::place_at_most(place, tokens),
                ]
            });
            vec![Clause { constraints: constraints.collect(), is_dead: false }]
        }
        // Something linear, perhaps where nothing can fire.
        _ => {
            let some = 1 + random.below(2);
            let constraints = (0..some).map(|_| {
                let terms = (0..2).map(|_| (place(random), random.below(5) as i128 - 2)).collect();
                Constraint::at_least(terms, random.below(4) as i128)
            });
            vec![Clause { constraints: constraints.collect(), is_dead: random.below(3) == 0 }]
        }
    };
    Property::new("random", Question::Reach(clauses))
}
