//! Weights that bound a net: at least 1 for each place, so that no transition increases the
//! weighted sum of tokens. A net that has them is structurally bounded.
//!
//! Two ways. *Raising* begins with 1 everywhere; a transition that puts more weight than it takes
//! raises a place that it takes from, and that one the transitions that put tokens there. It is
//! linear in the net where it ends, which it need not: what is raised may come round. The place is
//! the one that fewest transitions put tokens to, which is where a process is rather than what
//! processes share. Otherwise a linear program, whose tableau fills up in nets of thousands of
//! places.
//!
//! Neither is believed: the half space is a claim that `certificate::check` verifies.

use crate::half_space::HalfSpace;
use crate::halt::{Halt, Stop};
use crate::net::Net;
use crate::rational::to_integers;
use crate::simplex::{Problem, Solution, solve};

/// The half space −w·m ≥ −w·m₀ with w ≥ 1 and w·t∆ ≤ 0 for all transitions.
pub(super) fn bound(net: &Net, stop: Stop<'_>) -> Result<Option<HalfSpace>, Halt> {
    let found = match raised(net, stop)? {
        Some(weights) => Some(weights),
        None => solved(net, stop)?,
    };
    let Some(weights) = found else { return Ok(None) };
    let terms: Vec<_> = net.places().map(|place| (place, -weights[place.index()])).collect();
    let constant = HalfSpace::new(terms.iter().copied(), 0).value(net.initial())?;
    Ok(Some(HalfSpace::new(terms, constant)))
}

/// How often a transition is looked at on average, before raising is given up.
const MOST_LOOKS: usize = 100;
/// Weights beyond this come round, or are of no use.
const MOST_WEIGHT: i128 = 1 << 50;

/// Weights by raising, if that ends.
fn raised(net: &Net, stop: Stop<'_>) -> Result<Option<Vec<i128>>, Halt> {
    let transitions = net.transitions();
    let mut feeds: Vec<Vec<usize>> = vec![Vec::new(); net.place_count()];
    for (number, transition) in transitions.iter().enumerate() {
        for (place, difference) in transition.effect() {
            if *difference > 0 {
                feeds[place.index()].push(number);
            }
        }
    }
    let mut weights = vec![1_i128; net.place_count()];
    let mut waiting: Vec<usize> = (0..transitions.len()).collect();
    let mut is_waiting = vec![true; transitions.len()];
    let mut left = MOST_LOOKS * transitions.len();
    while let Some(number) = waiting.pop() {
        is_waiting[number] = false;
        if left == 0 {
            return Ok(None);
        }
        left -= 1;
        if left.is_multiple_of(10_000) && stop() {
            return Err(Halt::Stopped);
        }
        let effect = transitions[number].effect();
        let Some(gain) = effect.iter().try_fold(0_i128, |sum, (place, difference)| {
            sum.checked_add(difference.checked_mul(weights[place.index()])?)
        }) else {
            return Ok(None);
        };
        if gain <= 0 {
            continue;
        }
        let taken = effect.iter().filter(|(_, difference)| *difference < 0);
        let chosen = taken.min_by_key(|(place, _)| feeds[place.index()].len());
        let Some((place, difference)) = chosen else { return Ok(None) };
        let weight = &mut weights[place.index()];
        *weight += (gain - 1) / -difference + 1;
        if *weight > MOST_WEIGHT {
            return Ok(None);
        }
        for number in &feeds[place.index()] {
            if !std::mem::replace(&mut is_waiting[*number], true) {
                waiting.push(*number);
            }
        }
    }
    Ok(Some(weights))
}

/// Weights by a linear program; `None` if there are none.
fn solved(net: &Net, stop: Stop<'_>) -> Result<Option<Vec<i128>>, Halt> {
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
    Ok(Some(to_integers(&values[..net.place_count()])?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Format, parse};
    use crate::generate;
    use testing::Random;

    fn increases(net: &Net, weights: &[i128]) -> bool {
        net.transitions().iter().any(|transition| {
            let gain: i128 =
                transition.effect().iter().map(|(p, change)| weights[p.index()] * change).sum();
            gain > 0
        })
    }

    #[test]
    fn raising_finds_weights_only_where_there_are_some() {
        let mut random = Random::new(11);
        let (mut found, mut missed, mut none) = (0, 0, 0);
        for _ in 0..5000 {
            let net = generate::net(&mut random);
            let by_program = solved(&net, &|| false).unwrap();
            match (raised(&net, &|| false).unwrap(), by_program) {
                (Some(weights), Some(_)) => {
                    assert!(
                        weights.iter().all(|weight| *weight >= 1) && !increases(&net, &weights)
                    );
                    found += 1;
                }
                (Some(_), None) => panic!("there are no weights: {net:?}"),
                (None, Some(_)) => missed += 1,
                (None, None) => none += 1,
            }
        }
        assert!(found > 3000 && none > 300 && missed < 50, "{found} {missed} {none}");
    }

    #[test]
    fn philosophers_in_a_large_ring() {
        let count = 2500;
        let next = |i: usize| (i + 1) % count;
        let places = (0..count).map(|i| format!("fork{i}, think{i}, has{i}, eat{i}"));
        let marking = (0..count).map(|i| format!("fork{i}: 1, think{i}: 1"));
        let mut text = format!("PLACE {};\n", places.collect::<Vec<_>>().join(", "));
        text += &format!("MARKING {};\n", marking.collect::<Vec<_>>().join(", "));
        for i in 0..count {
            let j = next(i);
            text += &format!(
                "TRANSITION left{i} CONSUME think{i}: 1, fork{i}: 1; PRODUCE has{i}: 1;\n\
                 TRANSITION right{i} CONSUME has{i}: 1, fork{j}: 1; PRODUCE eat{i}: 1;\n\
                 TRANSITION end{i} CONSUME eat{i}: 1; \
                 PRODUCE think{i}: 1, fork{i}: 1, fork{j}: 1;\n"
            );
        }
        let net = parse(Format::Lola, &text).unwrap().net;
        let weights = raised(&net, &|| false).unwrap().expect("eating weighs three");
        assert!(!increases(&net, &weights));
        assert_eq!(weights.iter().max(), Some(&3));
    }
}
