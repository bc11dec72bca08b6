//! Random small problems: solutions satisfy everything, conflicts add up to a contradiction, and
//! where a small integer solution exists there is no conflict.

use super::*;
use testing::Random;

fn check(problem: &Problem) -> bool {
    match solve(problem, &|| false).unwrap() {
        Solution::Feasible(values) => {
            let compare =
                |left: Rational, right: i128| left.compare(Rational::from_integer(right)).unwrap();
            for (variable, (least, greatest)) in problem.bounds.iter().enumerate() {
                let value = values[variable];
                assert!(least.is_none_or(|least| compare(value, least) != Ordering::Less));
                assert!(greatest.is_none_or(|most| compare(value, most) != Ordering::Greater));
            }
            for (row, terms) in &problem.rows {
                let sum = terms.iter().fold(Rational::ZERO, |sum, (variable, coefficient)| {
                    let product = Rational::from_integer(*coefficient).times(values[*variable]);
                    sum.plus(product.unwrap()).unwrap()
                });
                assert_eq!(sum, values[*row]);
            }
            true
        }
        Solution::Conflict(blames) => {
            let mut coefficients = vec![Rational::ZERO; problem.bounds.len()];
            let mut bound = Rational::ZERO;
            for Blame { variable, side, weight } in blames {
                assert!(weight.is_positive());
                let (least, greatest) = problem.bounds[variable];
                let (sign, limit) = match side {
                    Side::Least => (1, least.unwrap()),
                    Side::Greatest => (-1, -greatest.unwrap()),
                };
                let add = |sum: &mut Rational, times: i128| {
                    let product = weight.times(Rational::from_integer(times)).unwrap();
                    *sum = sum.plus(product).unwrap();
                };
                add(&mut bound, limit);
                match problem.rows.iter().find(|(row, _)| *row == variable) {
                    Some((_, terms)) => terms
                        .iter()
                        .for_each(|(other, times)| add(&mut coefficients[*other], sign * times)),
                    None => add(&mut coefficients[variable], sign),
                }
            }
            assert!(coefficients.iter().all(|coefficient| coefficient.is_zero()));
            assert!(bound.is_positive());
            false
        }
    }
}

#[test]
fn solutions_and_conflicts_are_what_they_claim() {
    let mut random = Random::new(1);
    let mut feasible = [0, 0];
    for _ in 0..3000 {
        let mut problem = Problem::default();
        let count = 1 + random.below(4) as usize;
        for _ in 0..count {
            let least = (random.below(3) > 0).then_some(0);
            problem.variable(least, (random.below(4) == 0).then_some(3));
        }
        for _ in 0..1 + random.below(5) {
            let terms = (0..count).map(|variable| (variable, random.below(7) as i128 - 3));
            let terms = terms.collect();
            problem.at_least(terms, random.below(9) as i128 - 4);
        }
        let answer = check(&problem);
        feasible[usize::from(answer)] += 1;
        // Every point of a small grid.
        for point in 0..7_i128.pow(count as u32) {
            let at = |variable: usize| (point / 7_i128.pow(variable as u32)) % 7 - 3;
            let is_within = |(index, (least, greatest)): (usize, &(Option<i128>, Option<i128>))| {
                let value = match problem.rows.iter().find(|(row, _)| *row == index) {
                    Some((_, terms)) => terms.iter().map(|(v, c)| at(*v) * c).sum::<i128>(),
                    None => at(index),
                };
                least.is_none_or(|least| value >= least)
                    && greatest.is_none_or(|most| value <= most)
            };
            if problem.bounds.iter().enumerate().all(is_within) {
                assert!(answer, "{problem:?} has a solution");
            }
        }
    }
    assert!(feasible.iter().all(|count| *count > 500), "{feasible:?}");
}
