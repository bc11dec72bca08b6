//! Which cheapest choice of guarantees is not excluded by what is known? What is known are clauses:
//! at least one of these must be chosen, or not all of these. The cost is a number made of gates,
//! and the solver is asked for a choice that costs no more than a bound, which closes in on the
//! least. It only ever rises as clauses are added, so each search starts where the last one ended.

use solver::{Answer, Backend, Circuit, Literal, bitvector};

/// A choice among elements with costs.
#[derive(Debug)]
pub(crate) struct Choice {
    circuit: Circuit,
    /// One for each element: it is chosen.
    chosen: Vec<Literal>,
    cost: bitvector::Bits,
    /// No choice that is left costs less.
    least: u64,
    /// What everything costs.
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
        let most: u64 = costs.iter().map(|cost| u64::from(*cost)).sum();
        let width = u64::BITS - most.leading_zeros() + 1;
        let mut cost = bitvector::constant(&circuit, 0, width);
        for (literal, each) in chosen.iter().zip(costs) {
            let each = bitvector::constant(&circuit, u128::from(*each), width);
            let each = each.iter().map(|bit| circuit.and([*literal, *bit])).collect::<Vec<_>>();
            cost = bitvector::add(&mut circuit, &cost, &each);
        }
        Choice { circuit, chosen, cost, least: 0, most }
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

    /// A cheapest choice, with its cost; `None` if there is none.
    pub(crate) fn cheapest(&mut self) -> Option<(Vec<usize>, u64)> {
        let mut found = self.within(self.most)?;
        while self.least < found.1 {
            let bound = self.least + (found.1 - self.least) / 2;
            match self.within(bound) {
                Some(cheaper) => found = cheaper,
                None => self.least = bound + 1,
            }
        }
        Some(found)
    }

    /// A choice that costs no more than this.
    fn within(&mut self, bound: u64) -> Option<(Vec<usize>, u64)> {
        let width = self.cost.len() as u32;
        let bound = bitvector::constant(&self.circuit, u128::from(bound), width);
        let is_more = bitvector::less(&mut self.circuit, &bound, &self.cost);
        match self.circuit.solve(&[!is_more], &|| true) {
            Answer::Satisfiable => {}
            Answer::Unsatisfiable => return None,
            Answer::Stopped => unreachable!("nobody stops it"),
        }
        let cost = bitvector::value(&mut self.circuit, &self.cost) as u64;
        let elements = 0..self.chosen.len();
        let chosen = elements.filter(|element| self.circuit.value(self.chosen[*element]));
        Some((chosen.collect(), cost))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least cost of a choice, by trying all.
    fn by_trying(costs: &[u32], clauses: &[Vec<usize>], excluded: &[Vec<usize>]) -> Option<u64> {
        let subsets = 0u32..1 << costs.len();
        let is_in = |set: u32, element: &usize| set >> element & 1 == 1;
        let fits = subsets.filter(|set| {
            clauses.iter().all(|clause| clause.iter().any(|element| is_in(*set, element)))
                && excluded.iter().all(|all| !all.iter().all(|element| is_in(*set, element)))
        });
        let cost = |set: u32| {
            let chosen = (0..costs.len()).filter(|element| is_in(set, element));
            chosen.map(|element| u64::from(costs[element])).sum()
        };
        fits.map(cost).min()
    }

    #[test]
    fn the_least_cost_is_that_of_all_choices() {
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
                let found = choice.cheapest().map(|(_, cost)| cost);
                assert_eq!(found, by_trying(&costs, &clauses, &excluded));
            }
        }
    }
}
