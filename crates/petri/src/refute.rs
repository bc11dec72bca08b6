//! Does the state equation exclude a clause?
//!
//! Every reachable marking is m₀ + Σ x(t)·t∆ for some x ≥ 0. If no rational x ≥ 0 gives a marking
//! m ≥ 0 of the clause, the weights of the contradiction are an inductive half space that is
//! oriented towards every transition (`dat3m-thesis` §7.3, Condition (1) of §7.5): with weights y
//! for m ≥ 0, λ for the constraints and ν for half spaces known before, k = −(y + λ·A + ν·K) has
//! k·t∆ ≥ 0 for all t, and k·m ≥ k·m₀ contradicts the clause by the same weights.
//!
//! If there is a solution, it is excluded where possible, and the equation solved again: by a trap
//! (`structure`), by a transition that must not be enabled, if the clause wants a dead marking
//! (J. Esparza, S. Melzer, FMSD 2000), or by a place whose number of tokens is no integer. The last
//! two are distinctions of cases, so that the result is a tree.
//!
//! A solution that nothing excludes says how often transitions may fire on the way to the clause,
//! which `realise` tries.
//!
//! Guarantee: none needed. What comes out is verified by `certificate::check`.

use crate::certificate::Refutation;
use crate::half_space::HalfSpace;
use crate::halt::{Halt, Stop};
use crate::linear::{Clause, Constraint};
use crate::net::{Kind, Net, PlaceId, TransitionId};
use crate::rational::{Overflow, Rational, gcd, to_integers};
use crate::simplex::{Blame, Problem, Solution, Variable, solve};
use crate::structure::emptied_trap;

/// What refutations have in common and add to.
#[derive(Clone, Default, Debug)]
pub struct Spaces(pub Vec<HalfSpace>);

impl Spaces {
    /// The number of a half space, which is added if it is new.
    pub fn number(&mut self, space: HalfSpace) -> usize {
        let known = self.0.iter().position(|known| *known == space);
        known.unwrap_or_else(|| {
            self.0.push(space);
            self.0.len() - 1
        })
    }
}

/// What the state equation says of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Refuted(Refutation),
    /// It has a solution, in which each transition fires so often.
    Possible(Vec<u64>),
}

/// Refutes a clause, if that is possible with so many linear programs; half spaces that were found
/// on the way stay, since they may help with other clauses.
pub fn refute(
    net: &Net,
    clause: &Clause,
    spaces: &mut Spaces,
    programs: usize,
    stop: Stop<'_>,
) -> Result<Outcome, Halt> {
    let mut attempt = Attempt { net, spaces, is_dead: clause.is_dead, left: programs, stop };
    attempt.refute(&mut clause.constraints.clone())
}

struct Attempt<'a> {
    net: &'a Net,
    spaces: &'a mut Spaces,
    is_dead: bool,
    /// How many more linear programs may be solved.
    left: usize,
    stop: Stop<'a>,
}

impl Attempt<'_> {
    fn refute(&mut self, constraints: &mut Vec<Constraint>) -> Result<Outcome, Halt> {
        loop {
            if self.left == 0 {
                return Err(Halt::Exhausted);
            }
            self.left -= 1;
            let equation = Equation::new(self.net, constraints, &self.spaces.0)?;
            let values = match solve(&equation.problem, self.stop)? {
                Solution::Conflict(blames) => {
                    let refutation = self.contradiction(&equation, &blames, constraints)?;
                    return Ok(Outcome::Refuted(refutation));
                }
                Solution::Feasible(values) => values,
            };
            let marking = equation.marking(&values)?;
            match emptied_trap(self.net, &marking) {
                Some(trap) if !self.spaces.0.contains(&trap) => self.spaces.0.push(trap),
                _ => {
                    let counts = &values[..self.net.transitions().len()];
                    return self.split(&marking, counts, constraints);
                }
            }
        }
    }

    /// Distinguishes cases that this marking satisfies none of.
    fn split(
        &mut self,
        marking: &[Rational],
        counts: &[Rational],
        constraints: &mut Vec<Constraint>,
    ) -> Result<Outcome, Halt> {
        if self.is_dead
            && let Some(id) = self.enabled(marking)?
        {
            let net = self.net;
            let mut cases = Vec::new();
            for (place, weight) in net.transition(id).consumes() {
                constraints.push(Constraint::place_at_most(*place, i128::from(*weight) - 1));
                let case = self.refute(constraints)?;
                constraints.pop();
                match case {
                    Outcome::Refuted(case) => cases.push(case),
                    possible @ Outcome::Possible(_) => return Ok(possible),
                }
            }
            return Ok(Outcome::Refuted(Refutation::Disabled { transition: id, cases }));
        }
        let Some(at) = marking.iter().position(|tokens| !tokens.is_integer()) else {
            let rounded = counts.iter().map(|count| {
                let up = if count.is_integer() { count.floor() } else { count.floor() + 1 };
                u64::try_from(up).map_err(|_| Halt::Overflow)
            });
            return Ok(Outcome::Possible(rounded.collect::<Result<_, _>>()?));
        };
        let constraint = Constraint::place_at_least(PlaceId::new(at), marking[at].floor() + 1);
        let mut cases = Vec::new();
        for case in [constraint.clone(), constraint.negated()] {
            constraints.push(case);
            let refutation = self.refute(constraints)?;
            constraints.pop();
            match refutation {
                Outcome::Refuted(refutation) => cases.push(Box::new(refutation)),
                possible @ Outcome::Possible(_) => return Ok(possible),
            }
        }
        let [holds, fails] = cases.try_into().expect("there are two cases");
        Ok(Outcome::Refuted(Refutation::Either { constraint, holds, fails }))
    }

    /// An ordinary transition of which no place has too few tokens, with the fewest places.
    fn enabled(&self, marking: &[Rational]) -> Result<Option<TransitionId>, Overflow> {
        let mut best: Option<TransitionId> = None;
        let arcs = |id: TransitionId| self.net.transition(id).consumes();
        for id in self.net.transition_ids() {
            if self.net.transition(id).kind == Kind::Supply {
                continue;
            }
            let mut is_disabled = false;
            for (place, weight) in arcs(id) {
                let most = Rational::from_integer(i128::from(*weight) - 1);
                is_disabled |= marking[place.index()].compare(most)?.is_le();
            }
            if !is_disabled && best.is_none_or(|best| arcs(id).len() < arcs(best).len()) {
                best = Some(id);
            }
        }
        Ok(best)
    }

    /// The half space and the weights that a conflict means.
    fn contradiction(
        &mut self,
        equation: &Equation,
        blames: &[Blame],
        constraints: &[Constraint],
    ) -> Result<Refutation, Overflow> {
        let weight_of = |row: Variable| {
            let blame = blames.iter().find(|blame| blame.variable == row);
            blame.map_or(Rational::ZERO, |blame| blame.weight)
        };
        let rows = equation.tokens.iter().chain(&equation.constraints).chain(&equation.spaces);
        let weights = to_integers(&rows.copied().map(weight_of).collect::<Vec<_>>())?;
        let (tokens, weights) = weights.split_at(equation.tokens.len());
        let (constraint_weights, space_weights) = weights.split_at(equation.constraints.len());
        let mut k: Vec<i128> = tokens.iter().map(|weight| -weight).collect();
        let mut subtract = |terms: &[(PlaceId, i128)], weight: i128| {
            for (place, coefficient) in terms {
                let product = coefficient.checked_mul(weight).ok_or(Overflow)?;
                let entry = &mut k[place.index()];
                *entry = entry.checked_sub(product).ok_or(Overflow)?;
            }
            Ok(())
        };
        for (constraint, weight) in constraints.iter().zip(constraint_weights) {
            subtract(constraint.terms(), *weight)?;
        }
        for (space, weight) in self.spaces.0.iter().zip(space_weights) {
            subtract(space.terms(), *weight)?;
        }
        let used = |weights: &[i128]| -> Vec<(usize, i128)> {
            let weights = weights.iter().copied().enumerate();
            weights.filter(|(_, weight)| *weight > 0).collect()
        };
        let mut spaces = used(space_weights);
        if k.iter().any(|entry| *entry != 0) {
            // With smaller numbers, if they have a common divisor: the weight makes up for it.
            let mut divisor = 0;
            for entry in k.iter().filter(|entry| **entry != 0) {
                divisor = gcd(divisor, *entry)?;
            }
            let terms = k.iter().enumerate().map(|(at, k)| (PlaceId::new(at), k / divisor));
            let terms: Vec<_> = terms.collect();
            let open = HalfSpace::new(terms.iter().copied(), 0);
            let constant = open.value(self.net.initial())?;
            spaces.push((self.spaces.number(HalfSpace::new(terms, constant)), divisor));
        }
        Ok(Refutation::Contradiction { constraints: used(constraint_weights), spaces })
    }
}

/// The state equation over x, with everything that is known of m = m₀ + Σ x(t)·t∆.
struct Equation<'n> {
    net: &'n Net,
    problem: Problem,
    /// m(p) ≥ 0, for each place.
    tokens: Vec<Variable>,
    constraints: Vec<Variable>,
    spaces: Vec<Variable>,
}

impl<'n> Equation<'n> {
    fn new(
        net: &'n Net,
        constraints: &[Constraint],
        spaces: &[HalfSpace],
    ) -> Result<Equation<'n>, Overflow> {
        let mut problem = Problem::default();
        net.transitions().iter().for_each(|_| {
            problem.variable(Some(0), None);
        });
        let mut terms: Vec<Vec<(Variable, i128)>> = vec![Vec::new(); net.place_count()];
        for (variable, transition) in net.transitions().iter().enumerate() {
            for (place, difference) in transition.effect() {
                terms[place.index()].push((variable, *difference));
            }
        }
        let mut row = |weights: &[(PlaceId, i128)], bound: i128| {
            let mut sum: Vec<(Variable, i128)> = Vec::new();
            let mut initial = 0_i128;
            for (place, weight) in weights {
                for (variable, difference) in &terms[place.index()] {
                    sum.push((*variable, weight.checked_mul(*difference).ok_or(Overflow)?));
                }
                let product = weight.checked_mul(i128::from(net.initial()[*place]));
                initial = product.and_then(|more| initial.checked_add(more)).ok_or(Overflow)?;
            }
            Ok(problem.at_least(sum, bound.checked_sub(initial).ok_or(Overflow)?))
        };
        let tokens = net.places().map(|place| row(&[(place, 1)], 0)).collect::<Result<_, _>>()?;
        let constraints = constraints.iter().map(|known| row(known.terms(), known.bound()));
        let constraints = constraints.collect::<Result<_, _>>()?;
        let spaces = spaces.iter().map(|known| row(known.terms(), known.constant()));
        let spaces = spaces.collect::<Result<_, _>>()?;
        Ok(Equation { net, problem, tokens, constraints, spaces })
    }

    /// The marking that a solution leads to.
    fn marking(&self, values: &[Rational]) -> Result<Vec<Rational>, Overflow> {
        let tokens = self.net.places().map(|place| {
            let initial = Rational::from_integer(i128::from(self.net.initial()[place]));
            initial.plus(values[self.tokens[place.index()]])
        });
        tokens.collect()
    }
}
