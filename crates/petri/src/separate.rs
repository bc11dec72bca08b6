//! Is there one half space, not oriented towards every transition, that separates the initial
//! marking from a clause?
//!
//! Source: `dat3m-thesis` §7.5, Conditions (0) to (6). There an SMT solver looks for k, and a
//! second step for c. Here k and c are found together, by linear programs, after a choice for each
//! transition:
//!
//! | choice | k ≤ 0 | k ≥ 0 |
//! |---|---|---|
//! | oriented (1) | k·t∆ ≥ 0 | k·t∆ ≥ 0 |
//! | antitone (2), monotone (3) | k·t⁻ ≤ c − 1 | k·t⁺ ≥ c |
//! | first gap | k·t⁺ ≥ c, k·t⁻ − u ≤ c − 1 | k·t⁻ ≤ c − 1, k·t⁺ + u ≥ c |
//!
//! where 1 ≤ u ≤ |k(i)| for all places i of a chosen support, and k is 0 elsewhere. *First gap* is
//! the part of the non-trivial case (4), (5) that is linear: of all markings that enable t, the
//! least ones, with tokens t⁻ on the support, are on one side of the border, and all others are on
//! the other (the choice of c in Lemma 28, with all the freedom that it has). Other gaps are the
//! business of `small_vectors`.
//!
//! Separation (0) from a clause A·m ≥ b is k + λ·A ≤ 0 and c + λ·b ≥ 1 for some λ ≥ 0, which for a
//! single marking is k·m_f < c, and for an upward-closed clause implies k ≤ 0 (Theorem 18).
//!
//! The choices are made by conflict: everything is oriented at first; where that is impossible, one
//! of the transitions in the conflict must be something else (as in a lazy SMT solver). First all
//! of them are changed at once, then one after the other with a way back.
//!
//! Deviations from §7.5: no SMT solver; first gaps instead of (4) and (5); all k with such a gap
//! are considered, and not one k after the other.

use crate::half_space::{HalfSpace, Sign};
use crate::halt::{Halt, Stop};
use crate::linear::Clause;
use crate::net::{Net, PlaceId, Transition, TransitionId};
use crate::rational::to_integers;
use crate::simplex::{Problem, Solution, Variable, solve};
use std::collections::BTreeSet;

/// A half space, and the weights of the clause's constraints with which it is a contradiction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Separation {
    pub space: HalfSpace,
    pub constraints: Vec<(usize, i128)>,
}

/// What is wanted of one transition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Choice {
    Oriented,
    /// Antitone or monotone.
    OneSided,
    FirstGap,
}

/// Looks for a separation with so many linear programs.
pub fn separate(
    net: &Net,
    clause: &Clause,
    programs: usize,
    stop: Stop<'_>,
) -> Result<Option<Separation>, Halt> {
    let mut left = programs;
    let named: BTreeSet<PlaceId> = clause
        .constraints
        .iter()
        .flat_map(|constraint| constraint.terms().iter().map(|(place, _)| *place))
        .collect();
    let all: BTreeSet<PlaceId> = net.places().collect();
    let mut supports = vec![None, Some(all.clone())];
    if named != all {
        supports.push(Some(named));
    }
    let mut halt = None;
    for support in supports {
        for sign in [Sign::Negative, Sign::Positive] {
            let mut attempt =
                Attempt { net, clause, sign, support: support.clone(), left: &mut left, stop };
            match attempt.search() {
                Ok(Some(found)) => return Ok(Some(found)),
                Ok(None) => {}
                Err(Halt::Stopped) => return Err(Halt::Stopped),
                Err(other) => halt = Some(other),
            }
        }
    }
    halt.map_or(Ok(None), Err)
}

struct Attempt<'a> {
    net: &'a Net,
    clause: &'a Clause,
    /// Negative: k ≤ 0; positive: k ≥ 0.
    sign: Sign,
    /// The places with k ≠ 0, if there are to be gaps.
    support: Option<BTreeSet<PlaceId>>,
    left: &'a mut usize,
    stop: Stop<'a>,
}

enum Outcome {
    Found(Separation),
    /// These transitions cannot all be as they were chosen.
    Conflict(Vec<TransitionId>),
}

impl Attempt<'_> {
    fn search(&mut self) -> Result<Option<Separation>, Halt> {
        let mut choices = vec![Choice::Oriented; self.net.transitions().len()];
        // All that are in conflict at once.
        loop {
            match self.solve(&choices)? {
                Outcome::Found(found) => return Ok(Some(found)),
                Outcome::Conflict(blamed) => {
                    let mut is_changed = false;
                    for id in blamed {
                        let alternative = self.alternatives(id).first().copied();
                        let choice = &mut choices[id.index()];
                        if let (Choice::Oriented, Some(other)) = (*choice, alternative) {
                            *choice = other;
                            is_changed = true;
                        }
                    }
                    if !is_changed {
                        break;
                    }
                }
            }
        }
        choices.fill(Choice::Oriented);
        let mut tried = BTreeSet::new();
        self.descend(&mut choices, &mut tried)
    }

    /// One after the other. A set of choices is tried once, however it was arrived at.
    fn descend(
        &mut self,
        choices: &mut Vec<Choice>,
        tried: &mut BTreeSet<Vec<Choice>>,
    ) -> Result<Option<Separation>, Halt> {
        if !tried.insert(choices.clone()) {
            return Ok(None);
        }
        let blamed = match self.solve(choices)? {
            Outcome::Found(found) => return Ok(Some(found)),
            Outcome::Conflict(blamed) => blamed,
        };
        for id in blamed {
            if choices[id.index()] != Choice::Oriented {
                continue;
            }
            for other in self.alternatives(id) {
                choices[id.index()] = other;
                let found = self.descend(choices, tried)?;
                choices[id.index()] = Choice::Oriented;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// What else than oriented a half space may be for this transition.
    fn alternatives(&self, id: TransitionId) -> Vec<Choice> {
        let transition = self.net.transition(id);
        let can_be_one_sided = match self.sign {
            // Otherwise k·m₀ ≤ k·t⁻ < c ≤ k·m₀.
            Sign::Negative | Sign::Mixed => !self.net.initial().enables(transition),
            Sign::Positive => !transition.produces().is_empty(),
        };
        let mut alternatives = Vec::new();
        if can_be_one_sided {
            alternatives.push(Choice::OneSided);
        }
        if self.support.is_some() {
            alternatives.push(Choice::FirstGap);
        }
        alternatives
    }

    fn solve(&mut self, choices: &[Choice]) -> Result<Outcome, Halt> {
        if *self.left == 0 {
            return Err(Halt::Exhausted);
        }
        *self.left -= 1;
        let mut program = Program::new(self.net, self.clause, self.sign, self.support.as_ref());
        let mut rows: Vec<(Variable, TransitionId)> = Vec::new();
        for (id, choice) in self.net.transition_ids().zip(choices) {
            let added = program.add(self.net.transition(id), *choice);
            rows.extend(added.into_iter().map(|row| (row, id)));
        }
        match solve(&program.problem, self.stop)? {
            Solution::Feasible(values) => {
                let integers = to_integers(&values[..program.unknowns])?;
                Ok(Outcome::Found(program.separation(self.net, &integers)))
            }
            Solution::Conflict(blames) => {
                let owner = |variable: Variable| {
                    rows.iter().find(|(row, _)| *row == variable).map(|(_, id)| *id)
                };
                let blamed = blames.iter().filter_map(|blame| owner(blame.variable));
                let blamed: BTreeSet<TransitionId> = blamed.collect();
                Ok(Outcome::Conflict(blamed.into_iter().collect()))
            }
        }
    }
}

/// A linear program over |k|, u, λ and c.
struct Program {
    problem: Problem,
    /// +1 for k ≥ 0, −1 for k ≤ 0.
    sign: i128,
    /// Variables of the program that are no rows.
    unknowns: usize,
    /// |k(p)|, for each place.
    weights: Vec<Variable>,
    least: Variable,
    multipliers: Vec<Variable>,
    constant: Variable,
}

impl Program {
    fn new(net: &Net, clause: &Clause, sign: Sign, support: Option<&BTreeSet<PlaceId>>) -> Program {
        let sign = if sign == Sign::Positive { 1 } else { -1 };
        let mut problem = Problem::default();
        let is_open = |place: PlaceId| support.is_none_or(|support| support.contains(&place));
        let weights: Vec<Variable> = net
            .places()
            .map(|place| problem.variable(Some(0), (!is_open(place)).then_some(0)))
            .collect();
        let least = problem.variable(Some(i128::from(support.is_some())), None);
        let multipliers: Vec<Variable> =
            clause.constraints.iter().map(|_| problem.variable(Some(0), None)).collect();
        let constant = problem.variable(None, None);
        let unknowns = constant + 1;
        // The initial marking is in the half space.
        let mut inside: Vec<(Variable, i128)> = vec![(constant, -1)];
        for (place, tokens) in net.initial().marked() {
            inside.push((weights[place.index()], sign * i128::from(tokens)));
        }
        problem.at_least(inside, 0);
        // The clause is not.
        let mut excess = vec![(constant, 1)];
        let mut sums: Vec<Vec<(Variable, i128)>> =
            net.places().map(|place| vec![(weights[place.index()], -sign)]).collect();
        for (constraint, multiplier) in clause.constraints.iter().zip(&multipliers) {
            excess.push((*multiplier, constraint.bound()));
            for (place, coefficient) in constraint.terms() {
                sums[place.index()].push((*multiplier, -coefficient));
            }
        }
        problem.at_least(excess, 1);
        for sum in sums {
            problem.at_least(sum, 0);
        }
        for place in support.into_iter().flatten() {
            problem.at_least(vec![(weights[place.index()], 1), (least, -1)], 0);
        }
        Program { problem, sign, unknowns, weights, least, multipliers, constant }
    }

    /// What a transition needs; the rows for it.
    fn add(&mut self, transition: &Transition, choice: Choice) -> Vec<Variable> {
        let sum = |arcs: &[(PlaceId, u64)], factor: i128| -> Vec<(Variable, i128)> {
            let term = |(place, weight): &(PlaceId, u64)| {
                (self.weights[place.index()], factor * self.sign * i128::from(*weight))
            };
            arcs.iter().map(term).collect()
        };
        // k·t⁺ − c and c − k·t⁻.
        let mut produced = sum(transition.produces(), 1);
        produced.push((self.constant, -1));
        let mut consumed = sum(transition.consumes(), -1);
        consumed.push((self.constant, 1));
        match (choice, self.sign > 0) {
            (Choice::Oriented, _) => {
                let effect = transition.effect().iter();
                let terms = effect.map(|(place, difference)| {
                    (self.weights[place.index()], self.sign * difference)
                });
                vec![self.problem.at_least(terms.collect(), 0)]
            }
            (Choice::OneSided, false) => vec![self.problem.at_least(consumed, 1)],
            (Choice::OneSided, true) => vec![self.problem.at_least(produced, 0)],
            (Choice::FirstGap, false) => {
                consumed.push((self.least, 1));
                vec![self.problem.at_least(produced, 0), self.problem.at_least(consumed, 1)]
            }
            (Choice::FirstGap, true) => {
                produced.push((self.least, 1));
                vec![self.problem.at_least(produced, 0), self.problem.at_least(consumed, 1)]
            }
        }
    }

    fn separation(&self, net: &Net, integers: &[i128]) -> Separation {
        let terms =
            net.places().map(|place| (place, self.sign * integers[self.weights[place.index()]]));
        let constraints = self.multipliers.iter().map(|variable| integers[*variable]).enumerate();
        Separation {
            space: HalfSpace::new(terms, integers[self.constant]),
            constraints: constraints.filter(|(_, weight)| *weight > 0).collect(),
        }
    }
}
