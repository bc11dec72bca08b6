//! Half spaces that the structure of a net gives at once: siphons and traps.
//!
//! A *siphon* is a set of places into which no transition puts a token without taking one from it;
//! one that is empty at the beginning stays so: −Σ m(p) ≥ 0 is antitone for every transition that
//! puts tokens there. A *trap* is a set from which none takes a token without putting one there;
//! one that has a token at the beginning never loses the last: Σ m(p) ≥ 1 is monotone for every
//! transition that takes from it. Both are trivial half spaces (`dat3m-thesis` §7.3, and §7.1 on
//! M. Triebel). Refinement of the state equation by traps: J. Esparza, S. Melzer, *Verification of
//! Safety Properties Using Integer Programming*, FMSD 2000.

use crate::half_space::HalfSpace;
use crate::net::{Net, PlaceId, Transition};
use crate::rational::Rational;

/// The places that are empty for ever because of a siphon that is empty at the beginning.
pub fn empty_for_ever(net: &Net) -> Option<HalfSpace> {
    let mut is_in: Vec<bool> = net.initial().tokens().iter().map(|tokens| *tokens == 0).collect();
    let is_fed = |is_in: &[bool], transition: &Transition| {
        !transition.consumes().iter().any(|(place, _)| is_in[place.index()])
    };
    shrink(net, &mut is_in, is_fed, Transition::produces);
    let terms: Vec<(PlaceId, i128)> = members(net, &is_in).map(|place| (place, -1)).collect();
    (!terms.is_empty()).then(|| HalfSpace::new(terms, 0))
}

/// A trap that has a token at the beginning and none in the given marking; a small one, since that
/// says more.
pub fn emptied_trap(net: &Net, marking: &[Rational]) -> Option<HalfSpace> {
    let mut is_in: Vec<bool> = marking.iter().map(|tokens| tokens.is_zero()).collect();
    let is_drained = |is_in: &[bool], transition: &Transition| {
        !transition.produces().iter().any(|(place, _)| is_in[place.index()])
    };
    let is_marked = |is_in: &[bool]| members(net, is_in).any(|place| net.initial()[place] > 0);
    shrink(net, &mut is_in, is_drained, Transition::consumes);
    if !is_marked(&is_in) {
        return None;
    }
    if net.place_count() <= MOST_PLACES_TO_REMOVE {
        for place in net.places().filter(|place| net.initial()[*place] == 0).chain(net.places()) {
            let mut smaller = is_in.clone();
            smaller[place.index()] = false;
            shrink(net, &mut smaller, is_drained, Transition::consumes);
            if is_marked(&smaller) {
                is_in = smaller;
            }
        }
    }
    Some(HalfSpace::new(members(net, &is_in).map(|place| (place, 1)), 1))
}

/// In larger nets it is not tried which places a trap can do without.
const MOST_PLACES_TO_REMOVE: usize = 300;

fn members<'a>(net: &'a Net, is_in: &'a [bool]) -> impl Iterator<Item = PlaceId> + 'a {
    net.places().filter(|place| is_in[place.index()])
}

/// Removes the places at the given arcs of transitions that break the set, until none does.
fn shrink(
    net: &Net,
    is_in: &mut [bool],
    breaks: impl Fn(&[bool], &Transition) -> bool,
    arcs: impl Fn(&Transition) -> &[(PlaceId, u64)],
) {
    let mut is_done = false;
    while !is_done {
        is_done = true;
        for transition in net.transitions() {
            let is_touched = arcs(transition).iter().any(|(place, _)| is_in[place.index()]);
            if is_touched && breaks(is_in, transition) {
                arcs(transition).iter().for_each(|(place, _)| is_in[place.index()] = false);
                is_done = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
    use crate::inductivity::is_inductive;
    use testing::Random;

    #[test]
    fn both_are_inductive_and_contain_the_initial_marking() {
        let mut random = Random::new(3);
        let (mut siphons, mut traps) = (0, 0);
        for _ in 0..5000 {
            let net = generate::net(&mut random);
            let marking: Vec<Rational> = net
                .places()
                .map(|_| Rational::from_integer(i128::from(random.below(2) == 0)))
                .collect();
            let siphon = empty_for_ever(&net);
            let trap = emptied_trap(&net, &marking);
            siphons += usize::from(siphon.is_some());
            traps += usize::from(trap.is_some());
            for space in siphon.iter().chain(&trap) {
                assert_eq!(space.contains(net.initial()), Ok(true));
                assert_eq!(is_inductive(&net, space), Ok(true), "{} {net:?}", space.show(&net));
            }
            if let Some(trap) = trap {
                assert!(trap.terms().iter().all(|(place, _)| marking[place.index()].is_zero()));
            }
        }
        assert!(siphons > 500 && traps > 500, "{siphons} {traps}");
    }
}
