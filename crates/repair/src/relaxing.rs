//! Which orders of a program that holds are stronger than it needs?
//!
//! A set of guarantees is looked for of which none can be given up, by [`minimal`](crate::minimal):
//! the program without any of them is judged first, then with one half or the other, and so on.
//! Each step is a program that was judged, and the last one that held is the result. It is a
//! *maximal* relaxation: no single order can be weaker. There may be others, which are weaker here
//! and stronger there; what costs most is given up first.
//!
//! Where it is not decided whether the program holds with weaker orders, they stay as they are:
//! what is returned was judged, and may be relaxed further.
//!
//! An order is never weaker than relaxed: whether an access need be atomic at all is another
//! question. A fence may go.

use crate::change::{Orders, with_orders};
use crate::cost::Costs;
use crate::guarantee::Guarantee;
use crate::minimal::minimal;
use crate::place::{Kind, Places};
use crate::{Change, Effort, Guarantees, Judge, Judgement, changes};
use program::Program;
use std::convert::Infallible;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relaxation {
    /// These orders are enough.
    Enough {
        changes: Vec<Change>,
        orders: Orders,
        within_bound: bool,
        /// Why it is not decided whether some weaker orders are enough, too.
        undecided: Option<String>,
    },
    /// The program does not hold as it is.
    Violated,
    Unknown(String),
}

/// A maximal relaxation of a program.
pub fn relax(
    program: &Program,
    places: &Places,
    costs: Costs,
    judge: &mut dyn Judge,
) -> (Relaxation, Effort) {
    let mut effort = Effort::default();
    let mut judge = |orders: &[Guarantees]| {
        effort.programs += 1;
        judge.judge(&with_orders(program, places, orders))
    };
    let relaxation = relaxed(places, costs, &mut judge).unwrap_or_else(Relaxation::Unknown);
    (relaxation, effort)
}

fn relaxed(
    places: &Places,
    costs: Costs,
    judge: &mut dyn FnMut(&[Guarantees]) -> Judgement,
) -> Result<Relaxation, String> {
    let now: Orders = places.list().iter().map(|place| place.now).collect();
    let mut is_bounded = match judge(&now) {
        Judgement::Holds { within_bound } => within_bound,
        Judgement::Violated { .. } => return Ok(Relaxation::Violated),
        Judgement::Unknown(reason) => return Err(reason),
    };
    // Early elements are kept rather than late ones.
    let mut elements: Vec<(usize, Guarantee)> = Vec::new();
    for (number, place) in places.list().iter().enumerate() {
        elements.extend(relaxable(place.kind, place.now).map(|guarantee| (number, guarantee)));
    }
    let cost = |&(place, guarantee): &(usize, Guarantee)| {
        (costs.of(places.list()[place].kind, guarantee), guarantee == Guarantee::SeqCst)
    };
    elements.sort_by_key(cost);
    let mut undecided = None;
    let mut is_enough = |kept: &[(usize, Guarantee)]| {
        Ok::<_, Infallible>(match judge(&orders(places, &now, kept)) {
            Judgement::Holds { within_bound } => {
                is_bounded = within_bound;
                true
            }
            Judgement::Violated { .. } => false,
            Judgement::Unknown(reason) => {
                undecided.get_or_insert(reason);
                false
            }
        })
    };
    let Ok(kept) = minimal(&elements, &mut is_enough);
    let orders = orders(places, &now, &kept);
    // The last program that was judged need not be this one.
    match judge(&orders) {
        Judgement::Holds { within_bound } => is_bounded |= within_bound,
        Judgement::Violated { .. } => {
            return Err("with more order it goes wrong: the model is none to relax under".into());
        }
        Judgement::Unknown(reason) => return Err(reason),
    }
    let changes = changes(places, &orders);
    Ok(Relaxation::Enough { changes, orders, within_bound: is_bounded, undecided })
}

/// The guarantees that a place has and may lose.
fn relaxable(kind: Kind, now: Guarantees) -> impl Iterator<Item = Guarantee> {
    kind.possible().both(now).iter()
}

/// What each place guarantees with the kept elements: sequential consistency only with all that is
/// weaker.
fn orders(places: &Places, now: &[Guarantees], kept: &[(usize, Guarantee)]) -> Orders {
    let mut orders = vec![Guarantees::NONE; now.len()];
    for (place, guarantee) in kept {
        orders[*place] = orders[*place].with(*guarantee);
    }
    let strongest = Guarantees::just(&[Guarantee::SeqCst]);
    for ((place, now), own) in places.list().iter().zip(now).zip(&mut orders) {
        let whole = place.kind.possible().both(*now);
        if *own == whole {
            *own = *now;
        } else {
            *own = own.without(strongest);
        }
    }
    orders
}
