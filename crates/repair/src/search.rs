//! Which cheapest set of stronger orders and added fences makes a program right?
//!
//! A loop of a cheapest choice and a counterexample (implicit hitting sets: E. Moreno-Centeno and
//! R. Karp, *The implicit hitting set approach to solve combinatorial optimization problems*, 2013;
//! for fences: Liu, Nedev, Prisadnikov, Vechev and Yahav, *Dynamic synthesis for relaxed memory
//! models*, PLDI 2012, whose clauses are those of this loop):
//!
//! 1. The cheapest set of *elements*, each a guarantee at a place, that satisfies all clauses.
//! 2. If the program with these holds, that is a repair. No other is cheaper, since all repairs
//!    satisfy all clauses.
//! 3. Else there is an execution that goes wrong. Elements at places that it did not execute do not
//!    rule it out, and others may not either. Of those that are left, a smallest set is looked for
//!    without which the program still goes wrong, whatever else is chosen: a repair has one of
//!    these. That is the next clause.
//!
//! A clause comes from programs that were judged to go wrong, never from a guess about an
//! execution, so it loses no repair as long as more order brings no new execution.
//!
//! What is compared with what: `tests/exhaustive.rs` tries all sets of elements.

use crate::change::{Orders, with_orders};
use crate::cost::Costs;
use crate::guarantee::{Guarantee, Guarantees};
use crate::hitting::Choice;
use crate::minimal::minimal;
use crate::place::{Place, Places};
use crate::{Change, Effort, Judge, Judgement, changes};
use base::SourcePosition;
use program::Program;
use std::collections::HashSet;
use std::convert::Infallible;

/// A guarantee at a place, that the program does not give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Element {
    place: usize,
    guarantee: Guarantee,
}

/// A set of changes after which the program was judged to hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    pub changes: Vec<Change>,
    pub cost: u64,
    pub within_bound: bool,
    /// What each place guarantees then.
    pub orders: Orders,
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is nothing to repair.
    Holds { within_bound: bool },
    /// The repairs that were wanted, the cheapest first; `complete` if there are no other smallest
    /// ones.
    Repaired { solutions: Vec<Solution>, complete: bool },
    /// The program goes wrong with everything as strong as it can be.
    Hopeless,
    /// Why it is not known; the repair would cost this at least.
    Unknown { reason: String, at_least: u64 },
}

/// What a search found, and how much was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    pub outcome: Outcome,
    pub effort: Effort,
}

/// Looks for the cheapest repair, or for up to `most` of the smallest ones, those from which
/// nothing can be taken away.
pub fn repair(
    program: &Program,
    places: &Places,
    costs: Costs,
    most: usize,
    judge: &mut dyn Judge,
) -> Repair {
    let mut search =
        Search { program, places, elements: Vec::new(), judge, effort: Effort::default() };
    search.elements = search.find_elements();
    let outcome = search.run(costs, most);
    Repair { outcome, effort: search.effort }
}

struct Search<'a> {
    program: &'a Program,
    places: &'a Places,
    elements: Vec<Element>,
    judge: &'a mut dyn Judge,
    effort: Effort,
}

impl Search<'_> {
    fn find_elements(&self) -> Vec<Element> {
        let missing = |(place, found): (usize, &Place)| {
            let missing = found.most.without(found.now);
            missing.iter().map(move |guarantee| Element { place, guarantee }).collect::<Vec<_>>()
        };
        self.places.list().iter().enumerate().flat_map(missing).collect()
    }

    fn run(&mut self, costs: Costs, most: usize) -> Outcome {
        match self.judge(&[]) {
            Judgement::Holds { within_bound } => return Outcome::Holds { within_bound },
            Judgement::Unknown(reason) => return Outcome::Unknown { reason, at_least: 0 },
            Judgement::Violated { .. } => {}
        }
        let everything: Vec<usize> = (0..self.elements.len()).collect();
        match self.judge(&everything) {
            Judgement::Holds { .. } => {}
            Judgement::Unknown(reason) => return Outcome::Unknown { reason, at_least: 0 },
            Judgement::Violated { .. } => return Outcome::Hopeless,
        }
        let mut choice = self.choice(costs);
        let mut solutions = Vec::new();
        while let Some((chosen, cost)) = choice.cheapest() {
            match self.judge(&chosen) {
                Judgement::Holds { within_bound } => {
                    solutions.push(self.solution(&chosen, cost, within_bound));
                    choice.exclude(&chosen);
                }
                Judgement::Violated { executed } => {
                    choice.require_one(&self.clause(&chosen, &executed));
                }
                Judgement::Unknown(reason) => return ended(solutions, reason, cost),
            }
            if solutions.len() == most {
                // Whether there are more is not known, if more than one was wanted.
                return Outcome::Repaired { solutions, complete: false };
            }
        }
        Outcome::Repaired { solutions, complete: true }
    }

    /// What may be chosen, before anything is known.
    fn choice(&self, costs: Costs) -> Choice {
        let list = self.places.list();
        let cost = |element: &Element| costs.of(list[element.place].kind, element.guarantee);
        let all: Vec<u32> = self.elements.iter().map(cost).collect();
        let mut implies = Vec::new();
        for (strong, element) in self.elements.iter().enumerate() {
            for (weak, other) in self.elements.iter().enumerate() {
                let is_part = element.place == other.place
                    && element.guarantee == Guarantee::SeqCst
                    && other.guarantee != Guarantee::SeqCst;
                if is_part {
                    implies.push((strong, weak));
                }
            }
        }
        Choice::new(&all, &implies)
    }

    /// What each place guarantees with the chosen elements. Sequential consistency is the strongest
    /// order, and takes all that is weaker.
    fn orders(&self, chosen: &[usize]) -> Orders {
        let mut orders: Orders = self.places.list().iter().map(|place| place.now).collect();
        for element in chosen.iter().map(|chosen| self.elements[*chosen]) {
            orders[element.place] = orders[element.place].with(element.guarantee);
        }
        let strongest = Guarantees::just(&[Guarantee::SeqCst]);
        for (place, own) in self.places.list().iter().zip(&mut orders) {
            let lacks = !place.most.without(*own).without(strongest).is_empty();
            if lacks {
                *own = own.without(strongest).union(place.now);
            }
        }
        orders
    }

    fn judge(&mut self, chosen: &[usize]) -> Judgement {
        self.effort.programs += 1;
        let program = with_orders(self.program, self.places, &self.orders(chosen));
        self.judge.judge(&program)
    }

    /// Elements of which each repair has one, though the program goes wrong with those chosen, in
    /// an execution of which it is known what was executed.
    fn clause(&mut self, chosen: &[usize], executed: &HashSet<SourcePosition>) -> Vec<usize> {
        self.effort.clauses += 1;
        let others: Vec<usize> =
            (0..self.elements.len()).filter(|element| !chosen.contains(element)).collect();
        let list = self.places.list();
        let is_executed =
            |element: &usize| executed.contains(&list[self.elements[*element].place].position);
        let mut near: Vec<usize> = others.iter().copied().filter(is_executed).collect();
        // Only what was judged counts.
        if !self.goes_wrong_without(&near) {
            near = others;
        }
        let mut is_enough = |part: &[usize]| Ok::<_, Infallible>(self.goes_wrong_without(part));
        let Ok(clause) = minimal(&near, &mut is_enough);
        clause
    }

    /// Whether the program goes wrong with everything but these. If that is not known it is taken
    /// for no, which makes a clause longer and never wrong.
    fn goes_wrong_without(&mut self, part: &[usize]) -> bool {
        let rest: Vec<usize> =
            (0..self.elements.len()).filter(|element| !part.contains(element)).collect();
        match self.judge(&rest) {
            Judgement::Violated { .. } => true,
            Judgement::Holds { .. } | Judgement::Unknown(_) => false,
        }
    }

    fn solution(&self, chosen: &[usize], cost: u64, within_bound: bool) -> Solution {
        let orders = self.orders(chosen);
        Solution { changes: changes(self.places, &orders), cost, within_bound, orders }
    }
}

/// How a search ends that cannot go on.
fn ended(solutions: Vec<Solution>, reason: String, at_least: u64) -> Outcome {
    match solutions.is_empty() {
        true => Outcome::Unknown { reason, at_least },
        false => Outcome::Repaired { solutions, complete: false },
    }
}
