//! Families of nets from the literature, of any size.

use crate::linear::{Clause, Constraint};
use crate::net::{Builder, Net};
use crate::property::{Property, Question};

/// The net Nₙ of `dat3m-thesis` §7.7.1, for n ≥ 3, and its question.
///
/// There are n places with a token each, and n transitions, which take a token from every place and
/// put n on one of them; the last transition puts n + 1. The marking with two tokens on every place
/// cannot be reached, and no trivial half space separates it, but a non-trivial one does (Lemma
/// 18).
pub fn non_trivial(n: usize) -> (Net, Property) {
    let mut builder = Builder::default();
    let places: Vec<_> = (1..=n)
        .map(|number| builder.add_place(format!("p{number}")).expect("names differ"))
        .collect();
    for place in &places {
        builder.mark(*place, 1).expect("one token");
    }
    for (at, place) in places.iter().enumerate() {
        let consumes = places.iter().map(|place| (*place, 1)).collect();
        let produced = (if at + 1 == n { n + 1 } else { n }) as u64;
        let added =
            builder.add_transition(format!("t{}", at + 1), consumes, vec![(*place, produced)]);
        added.expect("names differ");
    }
    let constraints = places.iter().flat_map(|place| {
        [Constraint::place_at_least(*place, 2), Constraint::place_at_most(*place, 2)]
    });
    let clause = Clause { constraints: constraints.collect(), is_dead: false };
    let question = Question::Reach(vec![clause]);
    (builder.build(), Property::new("two tokens on every place", question))
}
