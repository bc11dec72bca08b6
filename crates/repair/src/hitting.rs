//! Which cheapest choice of guarantees is not excluded by what is known? What is known are clauses:
//! at least one of these must be chosen, or not all of these. The cost is a number made of gates,
//! and the solver is asked for a choice that costs no more than a bound, which closes in on the
//! least. It only ever rises as clauses are added, so each search starts where the last one ended.
//!
//! Of several cheapest choices, one with the fewest elements is taken, and of these the one with
//! the earliest, so that what is found first does not depend on the clauses: a repair satisfies all
//! of them, so if the choice is one, it is the first of all cheapest repairs.

use solver::{Answer, Backend, Circuit, Literal, bitvector};

/// A choice among elements with costs.
#[derive(Debug)]
pub(crate) struct Choice {
    circuit: Circuit,
    /// One for each element: it is chosen.
    chosen: Vec<Literal>,
    /// The sum of what is chosen: its cost in units, and how many elements there are.
    weight: bitvector::Bits,
    /// More than there are elements.
    unit: u64,
    /// No choice that is left weighs less.
    least: u64,
    /// What everything weighs.
    most: u64,
}

impl Choice {
    /// The empty clause set over elements with these costs; `implies` are pairs of which the first
    /// is only chosen with the second.
    pub(crate) fn new(costs: &[u32], implies: &[(usize, usize)]) -> Choice {
        let mut circuit = Circuit::new(Backend::Cadical.start());
        let chosen: Vec<Literal> = costs.iter().map(|_| circuit.free()).collect();
        for (first, second) in implies {
            circuit.require(&[!chosen[*first], chosen[*second]]);
        }
        let unit = costs.len() as u64 + 1;
        let weights: Vec<u64> = costs.iter().map(|cost| u64::from(*cost) * unit + 1).collect();
        let most: u64 = weights.iter().sum();
        let width = u64::BITS - most.leading_zeros() + 1;
        let mut weight = bitvector::constant(&circuit, 0, width);
        for (literal, each) in chosen.iter().zip(weights) {
            let each = bitvector::constant(&circuit, u128::from(each), width);
            let each = each.iter().map(|bit| circuit.and([*literal, *bit])).collect::<Vec<_>>();
            weight = bitvector::add(&mut circuit, &weight, &each);
        }
        Choice { circuit, chosen, weight, unit, least: 0, most }
    }

    /// At least one of these is chosen.
    pub(crate) fn require_one(&mut self, elements: &[usize]) {
        let clause: Vec<Literal> = elements.iter().map(|element| self.chosen[*element]).collect();
        self.circuit.require(&clause);
    }

    /// Not all of these are chosen.
    pub(crate) fn exclude(&mut self, elements: &[usize]) {
        let clause: Vec<Literal> = elements.iter().map(|element| !self.chosen[*element]).collect();
        self.circuit.require(&clause);
    }

    /// The first of the cheapest choices, with its cost; `None` if there is none.
    pub(crate) fn cheapest(&mut self) -> Option<(Vec<usize>, u64)> {
        let mut found = self.within(self.most, &[])?;
        while self.least < found.1 {
            let bound = self.least + (found.1 - self.least) / 2;
            match self.within(bound, &[]) {
                Some(cheaper) => found = cheaper,
                None => self.least = bound + 1,
            }
        }
        let mut first = Vec::new();
        for element in 0..self.chosen.len() {
            first.push(self.chosen[element]);
            if found.0.contains(&element) {
                continue;
            }
            match self.within(found.1, &first) {
                Some(earlier) => found = earlier,
                None => first[element] = !first[element],
            }
        }
        let (chosen, weight) = found;
        Some((chosen, weight / self.unit))
    }

    /// A choice that weighs no more than this, and in which these hold; and what it weighs.
    fn within(&mut self, bound: u64, conditions: &[Literal]) -> Option<(Vec<usize>, u64)> {
        let width = self.weight.len() as u32;
        let bound = bitvector::constant(&self.circuit, u128::from(bound), width);
        let is_more = bitvector::less(&mut self.circuit, &bound, &self.weight);
        let conditions: Vec<Literal> = conditions.iter().copied().chain([!is_more]).collect();
        match self.circuit.solve(&conditions, &|| true) {
            Answer::Satisfiable => {}
            Answer::Unsatisfiable => return None,
            Answer::Stopped => unreachable!("nobody stops it"),
        }
        let weight = bitvector::value(&mut self.circuit, &self.weight) as u64;
        let elements = 0..self.chosen.len();
        let chosen = elements.filter(|element| self.circuit.value(self.chosen[*element]));
        Some((chosen.collect(), weight))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of the cheapest choices, by trying all.
    fn by_trying(
        costs: &[u32],
        clauses: &[Vec<usize>],
        excluded: &[Vec<usize>],
    ) -> Option<(Vec<usize>, u64)> {
        let subsets = 0u32..1 << costs.len();
        let is_in = |set: u32, element: &usize| set >> element & 1 == 1;
        let fits = subsets.filter(|set| {
            clauses.iter().all(|clause| clause.iter().any(|element| is_in(*set, element)))
                && excluded.iter().all(|all| !all.iter().all(|element| is_in(*set, element)))
        });
        let chosen = |set: u32| -> Vec<usize> {
            (0..costs.len()).filter(|element| is_in(set, element)).collect()
        };
        let cost = |set: &u32| -> u64 {
            chosen(*set).iter().map(|element| u64::from(costs[*element])).sum()
        };
        // With an earlier element, the reversed bits are a larger number.
        let key = |set: &u32| (cost(set), set.count_ones(), u32::MAX - set.reverse_bits());
        let found = fits.min_by_key(key)?;
        Some((chosen(found), cost(&found)))
    }

    #[test]
    fn the_choice_is_the_first_of_the_cheapest() {
        let mut state = 7u64;
        let mut random = |most: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % most
        };
        for _ in 0..200 {
            let costs: Vec<u32> = (0..6).map(|_| 1 + random(9) as u32).collect();
            let (mut clauses, mut excluded) = (Vec::new(), Vec::new());
            let mut choice = Choice::new(&costs, &[]);
            for _ in 0..6 {
                let clause: Vec<usize> = (0..1 + random(3)).map(|_| random(6)).collect();
                if random(3) == 0 {
                    choice.exclude(&clause);
                    excluded.push(clause);
                } else {
                    choice.require_one(&clause);
                    clauses.push(clause);
                }
                let found = choice.cheapest();
                assert_eq!(found, by_trying(&costs, &clauses, &excluded));
            }
        }
    }
}
