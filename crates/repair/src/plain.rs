//! Which smallest changes make a program right? By trying all of them: the reference that
//! [`search`](crate::search) is compared with. The number of sets doubles with each guarantee, so
//! it is for a dozen of them at most.

use crate::change::{Orders, with_orders};
use crate::guarantee::{Guarantee, Guarantees};
use crate::place::{Place, Places};
use crate::{Judge, Judgement};
use program::Program;

/// How many guarantees there are to be decided about.
pub fn size(places: &Places) -> usize {
    let missing = |place: &Place| place.most.without(place.now).iter().count();
    places.list().iter().map(missing).sum()
}

/// The orders with which the program holds, and of which no weaker ones will do.
pub fn smallest(program: &Program, places: &Places, judge: &mut dyn Judge) -> Vec<Orders> {
    let holds = |orders: &Orders| {
        let judged = judge.judge(&with_orders(program, places, orders));
        matches!(judged, Judgement::Holds { .. })
    };
    let holding: Vec<Orders> = all_orders(places).into_iter().filter(holds).collect();
    let is_smallest = |orders: &&Orders| !holding.iter().any(|other| is_weaker(other, orders));
    holding.iter().filter(is_smallest).cloned().collect()
}

/// All sets of guarantees at all places, as the orders that they are.
fn all_orders(places: &Places) -> Vec<Orders> {
    places.list().iter().map(orders_at).fold(vec![Vec::new()], |prefixes, levels| {
        let longer = |prefix: &Orders| {
            levels.iter().map(|level| [&prefix[..], &[*level]].concat()).collect::<Vec<_>>()
        };
        prefixes.iter().flat_map(longer).collect()
    })
}

/// All that a place can guarantee and is not less than it does.
fn orders_at(place: &Place) -> Vec<Guarantees> {
    let missing: Vec<Guarantee> = place.most.without(place.now).iter().collect();
    let sets = (0u32..1 << missing.len()).map(|bits| {
        let chosen = missing.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
        chosen.fold(place.now, |set, (_, guarantee)| set.with(*guarantee))
    });
    // What is sequentially consistent is everything else, too.
    let is_order =
        |set: &Guarantees| !set.has(Guarantee::SeqCst) || place.most.without(*set).is_empty();
    sets.filter(is_order).collect()
}

fn is_weaker(one: &[Guarantees], other: &[Guarantees]) -> bool {
    one != other && one.iter().zip(other).all(|(one, other)| one.without(*other).is_empty())
}
