//! Do these linear inequalities have a rational solution? If not, which of them contradict each
//! other, and with which weights?
//!
//! Method: the general simplex of B. Dutertre and L. de Moura, *A Fast Linear-Arithmetic Solver
//! for DPLL(T)*, CAV 2006, §3, on exact fractions: each row is a variable that equals a linear
//! form of others, variables have bounds, and a basic variable outside of its bounds is exchanged
//! with a nonbasic one. Both are chosen by least number (Bland), so that it ends.
//!
//! Guarantees: a solution satisfies all bounds; the weights of a conflict are positive, and the
//! weighted sum of the bounds it names is 0 ≥ something positive (Farkas). Neither is believed by
//! what claims anything: solutions and conflicts become half spaces and weights that
//! `certificate::check` verifies from the definitions.

use crate::halt::{Halt, Stop};
use crate::rational::{Overflow, Rational};
use std::cmp::Ordering;

/// A variable of a problem, by its number; also each row is one.
pub type Variable = usize;

/// Bounds on variables and on linear forms of them.
#[derive(Clone, Default, Debug)]
pub struct Problem {
    bounds: Vec<(Option<i128>, Option<i128>)>,
    /// Terms of the variable that is a row, which are about variables that are none.
    rows: Vec<(Variable, Vec<(Variable, i128)>)>,
}

impl Problem {
    /// A new variable, with the least and the greatest value that it may have.
    pub fn variable(&mut self, least: Option<i128>, greatest: Option<i128>) -> Variable {
        self.bounds.push((least, greatest));
        self.bounds.len() - 1
    }

    /// Σ coefficient · variable ≥ least, as a variable that names it in conflicts. Variables that
    /// are rows themselves must not occur; several terms of one variable add up.
    pub fn at_least(&mut self, terms: Vec<(Variable, i128)>, least: i128) -> Variable {
        let row = self.variable(Some(least), None);
        self.rows.push((row, terms));
        row
    }
}

/// Which bound of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Least,
    Greatest,
}

/// A bound that is part of a conflict, with its weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blame {
    pub variable: Variable,
    pub side: Side,
    pub weight: Rational,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solution {
    /// A value for each variable.
    Feasible(Vec<Rational>),
    Conflict(Vec<Blame>),
}

/// How many numbers of the tableau are computed at most.
const MOST_NUMBERS: usize = 20_000_000;

/// Solves a problem.
pub fn solve(problem: &Problem, stop: Stop<'_>) -> Result<Solution, Halt> {
    let mut tableau = Tableau::new(problem)?;
    while tableau.computed <= MOST_NUMBERS {
        if stop() {
            return Err(Halt::Stopped);
        }
        let Some((row, side)) = tableau.violated()? else {
            return Ok(Solution::Feasible(tableau.values));
        };
        match tableau.replacement(row, side)? {
            Some(entering) => tableau.exchange(row, entering, side)?,
            None => return Ok(Solution::Conflict(tableau.conflict(row, side)?)),
        }
    }
    Err(Halt::Exhausted)
}

/// Ascending variables, no zeros.
type Form = Vec<(Variable, Rational)>;

struct Tableau {
    bounds: Vec<(Option<Rational>, Option<Rational>)>,
    /// 1. Nonbasic variables are within their bounds. 2. Each basic one has the value of its form.
    values: Vec<Rational>,
    /// The basic variable of each row, and its form over nonbasic variables.
    rows: Vec<(Variable, Form)>,
    /// How many numbers were computed.
    computed: usize,
}

impl Tableau {
    fn new(problem: &Problem) -> Result<Tableau, Overflow> {
        let rational = |bound: Option<i128>| bound.map(Rational::from_integer);
        let bounds: Vec<_> = problem
            .bounds
            .iter()
            .map(|(least, greatest)| (rational(*least), rational(*greatest)))
            .collect();
        let within = |(least, greatest): &(Option<Rational>, Option<Rational>)| {
            least.or(*greatest).unwrap_or(Rational::ZERO)
        };
        let mut values: Vec<Rational> = bounds.iter().map(within).collect();
        let mut rows = Vec::with_capacity(problem.rows.len());
        for (row, terms) in &problem.rows {
            let mut form: Form = Vec::with_capacity(terms.len());
            let mut terms = terms.clone();
            terms.sort_by_key(|(variable, _)| *variable);
            for (variable, coefficient) in terms {
                let coefficient = Rational::from_integer(coefficient);
                match form.last_mut().filter(|last| last.0 == variable) {
                    Some(last) => last.1 = last.1.plus(coefficient)?,
                    None => form.push((variable, coefficient)),
                }
            }
            form.retain(|(_, coefficient)| !coefficient.is_zero());
            values[*row] = value(&form, &values)?;
            rows.push((*row, form));
        }
        Ok(Tableau { bounds, values, rows, computed: 0 })
    }

    /// The row of the least basic variable that is outside of its bounds.
    fn violated(&self) -> Result<Option<(usize, Side)>, Overflow> {
        let mut least: Option<(Variable, usize, Side)> = None;
        for (row, (basic, _)) in self.rows.iter().enumerate() {
            if least.is_some_and(|(known, ..)| known < *basic) {
                continue;
            }
            let (lower, upper) = self.bounds[*basic];
            let is = |bound: Option<Rational>, order: Ordering| {
                bound.map_or(Ok(false), |bound| Ok(self.values[*basic].compare(bound)? == order))
            };
            if is(lower, Ordering::Less)? {
                least = Some((*basic, row, Side::Least));
            } else if is(upper, Ordering::Greater)? {
                least = Some((*basic, row, Side::Greatest));
            }
        }
        Ok(least.map(|(_, row, side)| (row, side)))
    }

    /// The least nonbasic variable that can move the row's value to its bound.
    fn replacement(&self, row: usize, side: Side) -> Result<Option<Variable>, Overflow> {
        for (variable, coefficient) in &self.rows[row].1 {
            let grows = coefficient.is_positive() == (side == Side::Least);
            let (least, greatest) = self.bounds[*variable];
            let limit = if grows { greatest } else { least };
            let has_room = match limit {
                None => true,
                Some(limit) => self.values[*variable].compare(limit)? != Ordering::Equal,
            };
            if has_room {
                return Ok(Some(*variable));
            }
        }
        Ok(None)
    }

    /// Why the row's value cannot get to its bound: that bound, and those that hold the others.
    fn conflict(&self, row: usize, side: Side) -> Result<Vec<Blame>, Overflow> {
        let (basic, form) = &self.rows[row];
        let mut blames = vec![Blame { variable: *basic, side, weight: Rational::ONE }];
        for (variable, coefficient) in form {
            let grows = coefficient.is_positive() == (side == Side::Least);
            let side = if grows { Side::Greatest } else { Side::Least };
            let is_negative = coefficient.is_negative();
            let weight = if is_negative { coefficient.negated()? } else { *coefficient };
            blames.push(Blame { variable: *variable, side, weight });
        }
        Ok(blames)
    }

    /// Makes the row's variable nonbasic, at its bound, and the entering one basic.
    fn exchange(&mut self, row: usize, entering: Variable, side: Side) -> Result<(), Overflow> {
        let (leaving, form) = &self.rows[row];
        let leaving = *leaving;
        let at = position(form, entering).expect("it is in the row");
        let pivot = form[at].1;
        let bound = match side {
            Side::Least => self.bounds[leaving].0,
            Side::Greatest => self.bounds[leaving].1,
        };
        let bound = bound.expect("the violated bound is there");
        let change = bound.minus(self.values[leaving])?.over(pivot)?;
        self.values[leaving] = bound;
        self.values[entering] = self.values[entering].plus(change)?;
        // entering = leaving / pivot − Σ others · coefficient / pivot
        let mut solved: Form = Vec::with_capacity(form.len());
        for (variable, coefficient) in form.iter().filter(|(variable, _)| *variable != entering) {
            solved.push((*variable, coefficient.over(pivot)?.negated()?));
        }
        let place = solved.partition_point(|(variable, _)| *variable < leaving);
        solved.insert(place, (leaving, Rational::ONE.over(pivot)?));
        self.rows[row] = (entering, solved.clone());
        self.computed += self.rows.len();
        for (index, (basic, form)) in self.rows.iter_mut().enumerate() {
            if index == row {
                continue;
            }
            if let Some(at) = position(form, entering) {
                let factor = form[at].1;
                self.values[*basic] = self.values[*basic].plus(factor.times(change)?)?;
                self.computed += form.len() + solved.len();
                *form = substituted(form, at, factor, &solved)?;
            }
        }
        Ok(())
    }
}

fn position(form: &Form, variable: Variable) -> Option<usize> {
    form.binary_search_by_key(&variable, |term| term.0).ok()
}

fn value(form: &Form, values: &[Rational]) -> Result<Rational, Overflow> {
    form.iter().try_fold(Rational::ZERO, |sum, (variable, coefficient)| {
        sum.plus(coefficient.times(values[*variable])?)
    })
}

/// The form without the term at `at`, plus `factor` times another form.
fn substituted(form: &Form, at: usize, factor: Rational, by: &Form) -> Result<Form, Overflow> {
    let mut result = Vec::with_capacity(form.len() + by.len());
    let mut mine = form[..at].iter().chain(&form[at + 1..]).peekable();
    for (variable, coefficient) in by {
        while let Some(term) = mine.next_if(|term| term.0 < *variable) {
            result.push(*term);
        }
        let mut sum = factor.times(*coefficient)?;
        if let Some(term) = mine.next_if(|term| term.0 == *variable) {
            sum = sum.plus(term.1)?;
        }
        if !sum.is_zero() {
            result.push((*variable, sum));
        }
    }
    result.extend(mine);
    Ok(result)
}

#[cfg(test)]
mod tests;
