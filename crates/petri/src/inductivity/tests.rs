//! Half spaces against the definition of inductivity, on all markings up to a bound, and the
//! constants against trying each.

use super::*;
use crate::generate;
use crate::marking::Marking;
use crate::net::Builder;
use testing::Random;

/// Whether firing a transition from a marking with at most `most` tokens on each place leaves.
fn leaves_within(net: &Net, half_space: &HalfSpace, most: u64) -> bool {
    let places = net.place_count();
    let mut tokens = vec![0; places];
    loop {
        let marking = Marking::new(tokens.clone());
        if half_space.contains(&marking).unwrap() {
            for transition in net.transitions().iter().filter(|t| marking.enables(t)) {
                if !half_space.contains(&marking.fire(transition).unwrap()).unwrap() {
                    return true;
                }
            }
        }
        let Some(next) = (0..places).find(|place| tokens[*place] < most) else { return false };
        tokens[..next].fill(0);
        tokens[next] += 1;
    }
}

fn random_half_space(random: &mut Random, net: &Net) -> HalfSpace {
    let sign = random.below(3);
    let terms: Vec<_> = net
        .places()
        .map(|place| {
            let is_large = random.below(2) == 0;
            let size = if is_large { 3 + random.below(4) } else { random.below(4) } as i128;
            (place, if sign == 0 || sign == 2 && random.below(2) == 0 { size } else { -size })
        })
        .collect();
    let constant = random.below(41) as i128 - 20;
    let anywhere = HalfSpace::new(terms.iter().copied(), constant);
    if random.below(2) == 0 {
        return anywhere;
    }
    // Near what a transition needs: there are the gaps.
    let chosen = random.below(net.transitions().len() as u64) as usize;
    let consumed = anywhere.consumed(&net.transitions()[chosen]).unwrap();
    HalfSpace::new(terms, consumed + random.below(7) as i128 - 3)
}

#[test]
fn inductive_is_what_the_definition_says() {
    let mut random = Random::new(7);
    let (mut inductive, mut not, mut non_trivial) = (0, 0, 0);
    while inductive + not < 2500 {
        let net = generate::net(&mut random);
        if net.place_count() > 3 {
            continue;
        }
        let half_space = random_half_space(&mut random, &net);
        let answer = is_inductive(&net, &half_space).unwrap();
        // Weights are at most 6 and constants at most 20, so a step out of the half space is
        // possible from few tokens if it is possible at all; with mixed signs it may need more,
        // since the tokens that a transition takes must be balanced by others.
        let is_mixed = half_space.sign() == Sign::Mixed;
        let most = match (net.place_count(), is_mixed) {
            (2, _) => 80,
            (_, false) => 26,
            (_, true) => continue,
        };
        let expected = !leaves_within(&net, &half_space, most);
        assert_eq!(answer, expected, "{} in {net:?}", half_space.show(&net));
        if answer {
            inductive += 1
        } else {
            not += 1
        }
        let is_trivial = |t: &Transition| half_space.triviality(t).unwrap().is_some();
        non_trivial += usize::from(answer && !net.transitions().iter().all(is_trivial));
    }
    assert!(inductive > 500 && not > 500 && non_trivial > 12, "{inductive} {not} {non_trivial}");
}

#[test]
fn constants_are_those_that_work() {
    let mut random = Random::new(8);
    let (mut some, mut none) = (0, 0);
    for _ in 0..6000 {
        let net = generate::net(&mut random);
        let half_space = random_half_space(&mut random, &net);
        let least = random.below(30) as i128 - 20;
        let greatest = least + random.below(6) as i128;
        let with = |constant| HalfSpace::new(half_space.terms().iter().copied(), constant);
        let expected = (least..=greatest).any(|c| is_inductive(&net, &with(c)).unwrap());
        match constants(&net, half_space.terms(), least, greatest).unwrap() {
            Some(found) => {
                assert!((least..=greatest).contains(&found.constant()));
                assert!(is_inductive(&net, &found).unwrap(), "{}", found.show(&net));
                some += 1;
            }
            None => {
                assert!(!expected, "{half_space:?} {least} {greatest} {net:?}");
                none += 1;
            }
        }
    }
    assert!(some > 500 && none > 500, "{some} {none}");
}

/// Figure 7.2 and its example: (3, 2) with 9 is inductive for t, and with 8 it is not.
#[test]
fn the_example_of_the_thesis() {
    let mut builder = Builder::default();
    let p1 = builder.add_place("p1").unwrap();
    let p2 = builder.add_place("p2").unwrap();
    builder.add_transition("t", vec![(p1, 2), (p2, 1)], vec![(p1, 1), (p2, 2)]).unwrap();
    let net = builder.build();
    let of = |constant| HalfSpace::new([(p1, 3), (p2, 2)], constant);
    assert_eq!(is_inductive(&net, &of(9)), Ok(true));
    assert_eq!(is_inductive(&net, &of(8)), Ok(false));
    assert_eq!(of(9).triviality(&net.transitions()[0]), Ok(None));
}
